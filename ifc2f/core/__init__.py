"""Calling the C core: kernels on NumPy arrays, its errors as exceptions, its random numbers.

May import `ifc2f._core` only.
"""

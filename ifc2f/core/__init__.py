"""Calling the C core: kernels on NumPy arrays, errors as exceptions, random numbers; checks of arguments.

May import `ifc2f._core` only.
"""

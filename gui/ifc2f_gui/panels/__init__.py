"""The panels of the window: they read the desk, and change the case through it.

Imports `case` and `shared`; panels do not know the window.
"""

"""What the window shows of a case, a panel each: panels read the desk, and change the case through it.

Imports `case` and `shared`; panels do not know the window.
"""

"""A case: its answers, its file, and what the model says to it.

Imports `shared` only, and of Qt nothing that needs a screen.
"""

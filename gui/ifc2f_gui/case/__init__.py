"""A case: its answers, its file, and the model's view of it.

Imports only `shared`, and no part of Qt that needs a screen.
"""

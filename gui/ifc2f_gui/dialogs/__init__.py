"""Dialogs, each of which asks or shows one thing.

Imports `panels`, `report`, `case` and `shared`; dialogs return what was entered, and their caller changes
the case.
"""

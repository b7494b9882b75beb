"""Windows of their own, which ask or tell one thing.

Imports `panels`, `report`, `case` and `shared`; dialogs return what was entered, and their caller changes
the case.
"""

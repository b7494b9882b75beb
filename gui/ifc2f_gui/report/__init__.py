"""Reports on a case and its model: HTML, PDF, charts.

Imports `case` and `shared`.
"""

"""The data sets, by name, and their splits into training and test rows.

Imports: nothing.
"""

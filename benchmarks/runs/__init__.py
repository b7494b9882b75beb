"""The runs of each table, cells in separate processes, and their rows on disk.

Imports: ifc2f, data, methods.
"""

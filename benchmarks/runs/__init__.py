"""Which runs make up which table, cells run in processes of their own, and their rows on disk.

Imports: ifc2f, data, methods.
"""

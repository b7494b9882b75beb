"""Runs each method, ours or a rival, on one fold, and charges it.

Imports: ifc2f.
"""

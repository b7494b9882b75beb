"""How each method, ours or a rival, is run on one fold, and what it is charged.

Imports: ifc2f.
"""

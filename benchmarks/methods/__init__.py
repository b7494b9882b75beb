"""How each method, ours or a rival, is run on one fold, and what it is charged.

May import: ifc2f.
"""

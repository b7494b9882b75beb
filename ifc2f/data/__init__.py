"""Tables, columns, matrices and chunks of data, and the bins and categories they are coded in.

Bins are cut in `quantise`.

May import: core.
"""

"""From a table to a model: counts, relevance, selection, structure, tables, order.

`train` reads like the method: one step after the other. A new way to select features goes into `selection`.
May import `planning`, `settings` and what they may.
"""

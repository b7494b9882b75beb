"""From a table to a model: counts, relevance, selection, order, structure, tables, and what joins them.

`train` has the steps one after the other. A new way to select features goes into `selection`.

May import: core, data, network, costs, files, model, settings, planning.
"""

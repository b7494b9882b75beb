"""From rows on disk to the report: summaries, tests on ranks, tables, pictures, a module per section.

Imports: ifc2f, data, paper, methods, runs.
"""

"""The bytes of a model file, section by section, and writing that loses nothing.

`format` has the required sections of docs/format.md, `graph_nodes` the policy graph, `meta` what is for
people. The section of an ordered policy is written by ``csrc/planner``.

May import: data, network, costs.
"""

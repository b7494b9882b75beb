"""The bytes of a model file, section by section; reading that trusts no path, and writing that loses nothing.

`format` has the required sections of docs/format.md, `ordered_section` and `graph_nodes` those of policies,
`meta` what is for people.

May import: data, network, costs.
"""

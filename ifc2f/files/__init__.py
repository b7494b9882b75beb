"""The bytes of a model file, section by section; careful reading, and writing that loses nothing.

`format` writes a file and its required sections, and reads them back; `ordered_section` reads the section of
the ordered policy; `graph_nodes` writes and reads that of graphs; `meta` has descriptions. `reading`
and `writing` deal with the disk. docs/architecture.md follows a model from its parts to bytes and back.

Imports: core, data, network, costs.
"""

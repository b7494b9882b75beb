"""The bytes of a model file, section by section, and writing that loses nothing.

`format` holds the sections of docs/format.md, `meta` what is for people. May import `core`, `data`, and the
`network` and `costs` that files hold. A new section goes into `format`.
"""

"""The paper's evaluation, run again, and the rivals that users would pick: see README.md of this folder.

A folder is a part of the harness, and its first lines say what it imports: ``data``, ``paper`` and
``methods`` come first, ``runs`` fills the tables, ``reports`` reads them. Each other file here is a command
that may import all of them: ``python -m benchmarks`` runs and reports; the others are separate studies,
such as ``python -m benchmarks.speed``.
"""

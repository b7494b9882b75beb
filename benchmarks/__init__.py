"""The paper's evaluation and the rivals users would really pick, run again: see README.md of this folder.

A folder is a part of the harness, and its first lines say what it imports: ``data``, ``paper`` and
``methods`` come first, ``runs`` fills the tables, ``reports`` reads them. A file beside this one is a command
that may import all of them: ``python -m benchmarks`` runs and reports; each other one is a study by itself,
such as ``python -m benchmarks.speed``.
"""

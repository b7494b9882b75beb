"""How far a model can be trusted on rows it has not seen: `calibration`, `guarantees`, `measures`.

`fingerprints` recognises rows that a model has learned from; `agreement` checks whether the numbers of a
case go together, `drift` whether the latest rows of a stream are like those before. `tree_paths` follows rows
through a decision tree, which models are compared with.

Imports: core, data, files, acquisition, model, planning, learning.
"""

"""How far a model can be trusted on rows it has not seen: calibration, guarantees, measures.

`fingerprints` recognises rows that a model has learnt from.

May import: core, data, files, acquisition, model, planning.
"""

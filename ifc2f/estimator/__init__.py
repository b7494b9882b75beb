"""The parts of the scikit-learn estimator: reading X and y, learning from chunks, held-out rows, acquiring.

`inputs`, `streaming`, `held_out` and `acquiring`, in this order, have a mixin of the estimator each.
`header` tells scikit-learn the names of a frame's columns.

Imports: core, data, costs, files, acquisition, metrics, model, session, explanation, settings, learning,
assessment, policies.
"""

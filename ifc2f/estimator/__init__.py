"""The parts of the scikit-learn estimator: reading X and y, learning from chunks, using rows held out.

`inputs`, `streaming` and `held_out`, in this order, have a mixin of `ifc2f.classifier.IFC2FClassifier` each.

Imports: core, data, costs, acquisition, model, settings, learning, assessment, policies.
"""

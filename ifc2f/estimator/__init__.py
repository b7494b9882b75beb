"""The parts of the scikit-learn estimator: reading X and y, learning from chunks, using rows held out.

Each is a mixin of `ifc2f.classifier.IFC2FClassifier`.

May import: core, data, costs, acquisition, model, settings, learning, assessment, policies.
"""

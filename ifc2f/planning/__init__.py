"""What to ask and when to stop, from a model's network: plans, expected costs, bounds on the optimum.

The ordered policy is planned in `plan`; the work is done in C (``csrc/planner``). No training data here.

May import: core, costs, files, model, session.
"""

"""What to ask and when to stop, from a model's network: plans, expected costs, bounds on the optimum.

The ordered policy is planned in `plan`; the work is done in C (``csrc/planner``). May import `model`,
`session` and what they may. It knows no training data.
"""

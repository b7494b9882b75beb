"""What to ask and when to stop, from a model's network: plans, expected costs, bounds on the optimum.

`plan` plans the ordered policy, in C (``csrc/planner``), and `alpha_vectors` shows its vectors as arrays.
`certificate` bounds how far an expected cost is from the optimum, with the help of `optimum` (that of an
order), `instances` (drawn from the network), `martingale` (bounds by simulation) and `mean_bounds` (bounds of
the mean of draws). No training data here.

Imports: core, costs, files, model, session.
"""

"""How far a model can be trusted on rows it has not seen: calibration, guarantees, measures.

May import `planning`, `learning` and what they may.
"""

"""Models that pages find hard to show."""

import numpy as np
from strategies import plain_costs, random_network
from window_models import renamed

from ifc2f.files.format import adaptive_section
from ifc2f.model import Model

HOSTILE = "</script><img src=x onerror=alert(1)>\u202e\"'`&amp;" + "x" * 10_000


def hostile_model():
    """Return a model whose every text tries something."""
    network = random_network(np.random.default_rng(1), 3)
    costs, mistakes = plain_costs([0.001] * 3), (1 - np.eye(2)).astype(np.float32)
    model = Model.build(network, costs, mistakes, policies={"ADPT": adaptive_section()})
    features = [
        {**entry, **dict.fromkeys(("question", "help", "unit", "delay"), HOSTILE)}
        for entry in model.meta["features"]
    ]
    meta = {**model.meta, "features": features, "title": HOSTILE}
    told = model.with_meta({**meta, "limits": HOSTILE, "intended_use": HOSTILE})
    return renamed(told, lambda name: f"{name}{HOSTILE}")


def large_model():
    """Return a model of 100 features and 11 classes."""
    network = random_network(np.random.default_rng(2), 100, 4, 11)
    costs, mistakes = plain_costs([0.001] * 100), (1 - np.eye(11)).astype(np.float32)
    return Model.build(network, costs, mistakes, policies={"ADPT": adaptive_section()})

"""What a device needs of a model with a policy graph: the features that the graph asks for."""

from __future__ import annotations

from dataclasses import replace

from ifc2f.files.graph_nodes import graph_section
from ifc2f.model import Model

__all__ = ["asked_features", "without_unasked"]


def asked_features(model: Model) -> list[int]:
    """Return the features that a model's policy may ask for, ascending: all unless it is a graph."""
    if model.policy != "graph":
        return list(range(model.n_features))
    return sorted({node.feature for node in model.graph_nodes()} - {-1})


def without_unasked(model: Model) -> Model:
    """Return a model without the features that its graph never asks for.

    Those that one asked for depends on, directly or through others, stay: posteriors by exact inference need
    them. What hangs in the network below none of those has no part in any posterior, to the bit.
    """
    features = model.network.features
    kept = set(asked_features(model))
    for k in sorted(kept):
        while 0 <= (k := features[k].parent) < len(features):
            kept.add(k)
    if len(kept) == len(features):
        return model
    old = sorted(kept)
    number = {-1: -1, len(features): len(old)} | {k: n for n, k in enumerate(old)}
    smaller = replace(
        model.network,
        features=tuple(replace(features[k], parent=number[features[k].parent]) for k in old),
    )
    nodes = [replace(node, feature=number[node.feature]) for node in model.graph_nodes()]
    told = {"title": model.meta["title"]} if "title" in model.meta else {}
    return Model.build(
        smaller,
        model.costs.select(old),
        model.misclassification,
        budget=model.budget,
        policies={"GRAF": graph_section(nodes)},
        meta={**told, "features": [model.meta["features"][k] for k in old]},
    )

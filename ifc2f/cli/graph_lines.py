"""A policy graph as text."""

from __future__ import annotations

import numpy as np

from ifc2f.files.graph_nodes import Node
from ifc2f.model import Model
from ifc2f.network import Feature

__all__ = ["lines"]


def lines(model: Model) -> list[str]:
    """Return a policy graph as text, one line a node, indented by depth."""
    nodes, features = model.graph_nodes(), model.network.features
    printed: list[str] = []

    def tell(i: int, depth: int, how: str) -> None:
        node = nodes[i]
        indent = "    " * depth + (f"{how}: " if how else "")
        best = int(np.argmin(model.misclassification.T @ node.posterior))
        if node.feature < 0:
            chance = 100 * float(node.posterior[best])
            printed.append(f"{indent}{model.classes[best]} ({chance:.0f} %)")
            return
        feature = features[node.feature]
        printed.append(f"{indent}look at {feature.name}, expected cost {node.value:.4g}")
        low, high = _branch_names(feature, node)
        tell(node.low, depth + 1, low)
        tell(node.high, depth + 1, high)
        if node.own_missing:
            tell(node.missing, depth + 1, "missing")

    tell(0, 0, "")
    return printed


def _branch_names(feature: Feature, node: Node) -> tuple[str, str]:
    if not node.one_apart and not feature.categorical:
        return f"below {feature.values[node.cut]:g}", f"{feature.values[node.cut]:g} or more"
    if not feature.categorical:
        return f"bin {node.cut}", f"not bin {node.cut}"
    texts = feature.labels or tuple(f"{value:g}" for value in feature.values)
    low = texts[node.cut : node.cut + 1] if node.one_apart else texts[: node.cut + 1]
    return " or ".join(low), f"not {' or '.join(low)}"

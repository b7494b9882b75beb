"""A policy graph as text."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ifc2f.files.graph_nodes import Node
from ifc2f.model import Model
from ifc2f.network import Feature

__all__ = ["lines"]

MOST_LINES = 300


def lines(model: Model) -> list[str]:
    """Return a policy graph as text, one line a node, indented by depth.

    A question that several answers lead to is printed once, with a number that the others refer to. Of a
    large graph, only the first nodes are printed.
    """
    nodes, features = model.graph_nodes(), model.network.features
    led_to = Counter(i for node in nodes if node.feature >= 0 for i in {node.low, node.high, node.missing})
    printed: list[str] = []
    number: dict[int, int] = {}
    left_out: set[int] = set()

    def tell(i: int, depth: int, how: str) -> None:
        node = nodes[i]
        indent = "    " * depth + (f"{how}: " if how else "")
        if len(printed) >= MOST_LINES:
            left_out.add(i)
        elif node.feature < 0:
            best = int(np.argmin(model.misclassification.T @ node.posterior))
            chance = 100 * float(node.posterior[best])
            printed.append(f"{indent}{model.classes[best]} ({chance:.0f} %)")
        elif i in number:
            printed.append(f"{indent}go on at [{number[i]}]")
        else:
            mark = ""
            if led_to[i] > 1:
                number[i] = len(number) + 1
                mark = f"[{number[i]}] "
            feature = features[node.feature]
            printed.append(f"{indent}{mark}acquire {feature.name}, expected cost {node.value:.4g}")
            low, high = _branch_names(feature, node)
            tell(node.low, depth + 1, low)
            tell(node.high, depth + 1, high)
            if node.own_missing:
                tell(node.missing, depth + 1, "missing")

    tell(0, 0, "")
    more = ["... and so on: ifc2f graph writes the whole graph"] if left_out else []
    return printed + more


def _branch_names(feature: Feature, node: Node) -> tuple[str, str]:
    if not node.one_apart and not feature.categorical:
        return f"below {feature.values[node.cut]:g}", f"{feature.values[node.cut]:g} or more"
    if not feature.categorical:
        return f"bin {node.cut}", f"not bin {node.cut}"
    texts = feature.labels or tuple(f"{value:g}" for value in feature.values)
    low = texts[node.cut : node.cut + 1] if node.one_apart else texts[: node.cut + 1]
    return " or ".join(low), f"not {' or '.join(low)}"

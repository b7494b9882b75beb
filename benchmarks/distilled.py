"""The cost of distilling an adaptive policy on held-out rows, compared with graphs grown from the rows.

``python -m benchmarks.distilled`` prints a table for three sets of scikit-learn: J, the cost of a held-out
row, mistakes included; features asked; nodes; bytes as an int8 model. Standard errors are those of the
differences in J from the adaptive policy, over all held-out rows.
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.model_selection import train_test_split

from ifc2f import IFC2FClassifier
from ifc2f.exchange.export import export
from ifc2f.model import Model
from ifc2f.policies.distilled import distil

SETS = {"breast cancer": load_breast_cancer, "wine": load_wine, "digits": load_digits}
COST = 0.01
GAPS = (0.5, 0.25)


def policies(X: NDArray[Any], y: NDArray[Any], max_nodes: int) -> Iterator[tuple[str, Model, str]]:
    """Yield policies trained on rows: name, model, and how far from the adaptive one it says it is."""
    adaptive = IFC2FClassifier(policy="adaptive", feature_cost=COST).fit(X, y).model_
    yield "adaptive", adaptive, ""
    for gap in GAPS:
        found = distil(adaptive, gap=gap, max_nodes=max_nodes)
        yield f"distilled, gap {gap:g}", found.model, f"{100 * found.gap.share:.0f} %"
        if not found.is_reached:
            break
    yield "grown from the rows", IFC2FClassifier(policy="graph", feature_cost=COST).fit(X, y).model_, ""


def report(name: str, n_splits: int, max_nodes: int) -> None:
    """Print the lines of a data set."""
    X, y = SETS[name](return_X_y=True)
    costs, told, gaps = defaultdict(list), defaultdict(list), {}
    for seed in range(n_splits):
        rows = train_test_split(X, y, test_size=0.3, random_state=seed, stratify=y)
        for policy, model, gap in policies(rows[0], rows[2], max_nodes):
            done = model.classify(rows[1])
            wrong = np.array(done.label.tolist()) != rows[3]
            costs[policy].append(done.cost + wrong)
            n_nodes, n_bytes = math.nan, math.nan
            if model.policy == "graph":
                n_nodes, n_bytes = len(model.graph_nodes()), len(export(model, "int8", "x").data)
            told[policy].append((wrong.mean(), done.n_features.mean(), n_nodes, n_bytes))
            gaps[policy] = gap
    base = np.concatenate(costs["adaptive"])
    for policy, of_rows in costs.items():
        J = np.concatenate(of_rows)
        more = J - base[: len(J)]
        error = f"{more.std(ddof=1) / math.sqrt(len(more)):.4f}" if policy != "adaptive" else ""
        wrong, n_features, n_nodes, n_bytes = np.mean(told[policy], axis=0)
        sizes = f"{n_nodes:.0f} | {n_bytes:.0f}" if n_bytes == n_bytes else "| "
        about = f"{policy} | {J.mean():.4f} | {error} | {1 - wrong:.3f} | {n_features:.2f} | {sizes}"
        print(f"| {name} | {about} |", flush=True)


def main() -> None:
    """Run all sets, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", nargs="+", choices=SETS, default=list(SETS), help="data sets")
    parser.add_argument("--splits", type=int, default=5, help="number of splits, 7 to 3 (default: 5)")
    parser.add_argument("--nodes", type=int, default=1000, help="most nodes of a graph (default: 1000)")
    args = parser.parse_args()
    print("| data | policy | J | s.e. | accuracy | features | nodes | int8 bytes |")
    print(8 * "|---" + "|")
    for name in args.data:
        report(name, args.splits, args.nodes)


if __name__ == "__main__":
    main()

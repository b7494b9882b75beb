"""Plans on published networks: gap to the optimum, size, time, and whether posteriors are exact.

``python -m benchmarks.networks`` takes the networks of the bnlearn repository that pgmpy contains. For
each it plans for three targets (the root that most depends on, the variable with most children, the leaf that
depends on most), once with all other variables to ask for and once with the leaves, at 0.01 a question and 1
a mistake. It compares posteriors with pyAgrum's LazyPropagation on answers along the graph, and the expected
cost with drawn instances. ``--only asia alarm`` takes some of the networks.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from ifc2f import BayesianNetwork, Model, NetworkPlan, Session, plan_graph, read_network
from ifc2f.networks.drawn import average_cost
from ifc2f.networks.junction_tree import JunctionTree
from ifc2f.planning.mean_bounds import Estimate

__all__ = ["as_pyagrum", "targets_of"]

NETWORKS = (
    "asia", "cancer", "earthquake", "survey", "sachs", "alarm", "barley", "child", "insurance", "mildew",
    "water", "hailfinder", "hepar2", "win95pts", "andes", "munin1", "pigs", "link", "pathfinder",
)  # fmt: skip
MOST_SECONDS = 30.0  # of comparing posteriors


@dataclass(frozen=True)
class Compared:
    """By how much posteriors differ at most, and on how many sets of answers."""

    most: float
    n: int

    def __str__(self) -> str:
        return f"{self.most:.1e} of {self.n}" if self.n else "none"


@dataclass(frozen=True)
class Row:
    """What one plan gave."""

    network: str
    target: str
    asked: str
    found: NetworkPlan
    seconds: float
    simulated: Estimate
    off_graph: Compared
    off_any: Compared

    def line(self) -> str:
        """Return it as a row of a table."""
        found, mean, error = self.found, self.simulated.mean, self.simulated.error
        gap = "0" if found.gap < 1e-9 else f"{100 * found.gap:.2g} %"
        cells = [
            self.network, self.target, self.asked, f"{self.seconds:.1f}", str(found.n_beliefs),
            str(len(found.model.graph_nodes())), f"{found.lower:.4g}", f"{found.upper:.4g}",
            gap, f"{mean:.4g} ± {error:.2g}", str(self.off_graph), str(self.off_any),
        ]  # fmt: skip
        return f"| {' | '.join(cells)} |"


HEAD = (
    "| network | target | asked | s | beliefs | nodes | lower | upper | gap | simulated "
    "| off along the graph | off anywhere |\n|---|---|---|---|---|---|---|---|---|---|---|---|"
)


def as_pyagrum(network: BayesianNetwork) -> Any:
    """Return a network of ours as one of pyAgrum."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its extension, where warnings are errors, ends the process
        pyagrum: Any = import_module("pyagrum")
    other: Any = pyagrum.BayesNet()
    for name, states in zip(network.names, network.states, strict=True):
        variable = pyagrum.LabelizedVariable(name, name, list(states))
        other.add(variable)
    for i, above in enumerate(network.parents):
        for j in reversed(above):  # it takes the axes of a table the other way round
            other.addArc(network.names[j], network.names[i])
    for i, above in enumerate(network.parents):
        table = other.cpt(network.names[i])
        family = [*above, i]
        table[:] = network.tables[i].transpose(
            [family.index(network.index(name)) for name in reversed(table.names)]
        )
    return other


def targets_of(network: BayesianNetwork) -> list[str]:
    """Return the names of three targets, fewer where they are the same."""
    numbers = [i for i in range(len(network.names)) if len(network.states[i]) > 1]
    n_above = {i: len(network.ancestors([i])) for i in numbers}
    below = np.zeros(len(network.names), dtype=int)
    for i in range(len(network.names)):
        below[network.ancestors([i])] += 1
    children = np.bincount([j for above in network.parents for j in above], minlength=len(network.names))
    roots = [i for i in numbers if not network.parents[i]]
    leaves = [i for i in numbers if i in network.leaves]
    chosen = [
        max(roots, key=lambda i: below[i]),
        max(numbers, key=lambda i: children[i]),
        max(leaves, key=lambda i: n_above[i]),
    ]
    return [network.names[i] for i in dict.fromkeys(chosen)]


def _engine(network: BayesianNetwork, target: str) -> Callable[[dict[str, int]], Any]:
    """Return a function that gives pyAgrum's posterior of the target after answers."""
    pyagrum: Any = import_module("pyagrum")

    engine: Any = pyagrum.LazyPropagation(as_pyagrum(network))
    engine.setTargets({target})

    def posterior(answers: dict[str, int]) -> Any:
        engine.setEvidence(answers)
        engine.makeInference()
        return engine.posterior(target).toarray().ravel()

    return posterior


def _along_the_graph(model: Model, network: BayesianNetwork, n: int) -> Iterator[tuple[dict[str, int], Any]]:
    """Give different sets of answers that sessions ask for, with the runtime's posterior after them."""
    columns = [network.index(name) for name in model.feature_names]
    rng, seen = np.random.default_rng(0), set()
    for states in network.draw(20 * n, 1, columns)[:, columns] if columns else []:
        session = Session(model)
        answers: dict[str, int] = {}
        length = rng.integers(1, 1 + len(columns))
        while (k := session.next()) is not None and len(answers) < length:
            session.answer_bin(k, int(states[k]))
            answers[model.feature_names[k]] = int(states[k])
        key = tuple(sorted(answers.items()))
        if answers and key not in seen:
            seen.add(key)
            yield answers, session.posterior


def _anywhere(network: BayesianNetwork, target: str) -> Iterator[tuple[dict[str, int], Any]]:
    """Give sets of answers to any variables, with the posterior by which graphs are planned."""
    at = network.index(target)
    asked = [i for i in range(len(network.names)) if i != at]
    tree, rng = JunctionTree(network, at, asked), np.random.default_rng(1)
    while True:
        states = network.draw(1, int(rng.integers(2**32)))[0]
        some = rng.random(len(asked)) < rng.random()
        evidence = np.where(some, states[asked].astype(int), -1)
        joint = tree.joints(evidence[np.newaxis])[1][0]
        known = {network.names[i]: int(states[i]) for i, told in zip(asked, some, strict=True) if told}
        yield known, joint / joint.sum()


def _compared(
    pairs: Iterator[tuple[dict[str, int], Any]], engine: Callable[[dict[str, int]], Any], n: int
) -> Compared:
    most, done, start = 0.0, 0, time.process_time()
    for answers, ours in islice(pairs, n):
        most = max(most, float(np.abs(ours - engine(answers)).max()))
        done += 1
        if time.process_time() - start > MOST_SECONDS:
            break
    return Compared(most, done)


def planned(name: str, network: BayesianNetwork, target: str, ask: Sequence[str], asked: str, n: int) -> Row:
    """Plan, and measure what was planned."""
    start = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what a learnt graph was learnt from
        found = plan_graph(network, target, 0.01, ask=ask)
    seconds = time.process_time() - start
    simulated = average_cost(found.model, network, network.index(target), 2)
    graph = anywhere = Compared(0.0, 0)
    if found.n_beliefs:
        engine = _engine(network, target)
        graph = _compared(_along_the_graph(found.model, network, n), engine, n)
        anywhere = _compared(_anywhere(network, target), engine, n) if asked == "all" else anywhere
    return Row(name, target, asked, found, seconds, simulated, graph, anywhere)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=NETWORKS, default=NETWORKS)
    parser.add_argument("--evidence", type=int, default=1000, metavar="N", help="sets of answers compared")
    args = parser.parse_args()
    package = find_spec("pgmpy")
    if package is None or package.origin is None:
        parser.error("the networks come with pgmpy, which is not installed: pip install pgmpy")
    folder = Path(package.origin).parent / "utils" / "example_models"
    print(HEAD, flush=True)
    for name in args.only:
        network = read_network(folder / f"{name}.bif.gz")
        for target in targets_of(network):
            everything = [other for other in network.names if other != target]
            leaves = [network.names[i] for i in network.leaves if network.names[i] != target]
            for asked, ask in (("all", everything), ("leaves", leaves)):
                if ask:
                    print(planned(name, network, target, ask, asked, args.evidence).line(), flush=True)


if __name__ == "__main__":
    main()

"""Plans on published networks: gap to the optimum, size, time, and whether posteriors are exact.

``python -m benchmarks.networks`` takes the networks of the bnlearn repository that pgmpy contains. For
each it plans for three targets (the root that most depends on, the variable with most children, the leaf that
depends on most), once with all other variables to ask for and once with the leaves, at 0.01 a question and 1
a mistake. It compares posteriors with pyAgrum's LazyPropagation on 1000 sets of answers along the graph and
1000 anywhere, and the expected cost with 100,000 drawn instances. Of networks too wide for exact inference it
says how many questions the plan left out, and compares those kept; if the graph is as it was learned, its
posteriors are estimates, of which it says how far they are off, on average and at most.
``--only asia alarm`` takes some of the networks.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from benchmarks.posteriors import Compared, along_the_graph, anywhere, compared, engine, given_all
from ifc2f import BayesianNetwork, NetworkPlan, plan_graph, read_network
from ifc2f.networks.drawn import average_cost
from ifc2f.planning.mean_bounds import Estimate

__all__ = ["targets_of"]

NETWORKS = (
    "asia", "cancer", "earthquake", "survey", "sachs", "alarm", "barley", "child", "insurance", "mildew",
    "water", "hailfinder", "hepar2", "win95pts", "andes", "munin1", "pigs", "link", "pathfinder",
)  # fmt: skip
ERRORS = 4.0  # standard errors that a mean of drawn instances may be off
ROUNDING = 1e-6  # of posteriors in single precision, and what follows from them


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

    @property
    def is_exact(self) -> bool:
        """Whether the plan is by exact posteriors."""
        return self.found.n_beliefs > 0

    @property
    def holds(self) -> bool:
        """Whether drawn instances cost what they should, and posteriors that are exact are pyAgrum's."""
        found, mean, spare = self.found, self.simulated.mean, ERRORS * self.simulated.error + ROUNDING
        if not found.lower - spare <= mean <= found.upper + spare:
            return False
        if self.is_exact and (mean < found.upper - spare or self.off_graph.most > ROUNDING):
            return False
        return self.off_any.most <= ROUNDING

    def line(self) -> str:
        """Return it as a row of a table."""
        found, mean, error = self.found, self.simulated.mean, self.simulated.error
        gap = "0" if found.gap < 1e-9 else f"{100 * found.gap:.2g} %"
        asked = f"{self.asked}, less {found.n_left_out}" if found.n_left_out else self.asked
        graph = self.off_graph
        off = str(graph)
        if not self.is_exact and graph.n:
            off = f"estimates: {graph.mean:.2g}, at most {graph.most:.2g} of {graph.n}"
        cells = [
            self.network, self.target, asked, f"{self.seconds:.1f}", str(found.n_beliefs),
            str(len(found.model.graph_nodes())), f"{found.lower:.4g}", f"{found.upper:.4g}",
            gap, f"{mean:.4g} ± {error:.2g}", off, str(self.off_any), "yes" if self.holds else "NO",
        ]  # fmt: skip
        return f"| {' | '.join(cells)} |"


HEAD = (
    "| network | target | asked | s | beliefs | nodes | lower | upper | gap | simulated "
    "| off along the graph | off anywhere | holds |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|"
)


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


def planned(
    name: str, network: BayesianNetwork, target: str, ask: Sequence[str], asked: str, n: int, seconds: float
) -> Row:
    """Plan, and measure what was planned; `seconds` is the most that each comparison of posteriors takes."""
    start = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what a learnt graph was learnt from
        found = plan_graph(network, target, 0.01, ask=ask)
    taken = time.process_time() - start
    simulated = average_cost(found.model, network, network.index(target), 2)
    theirs = engine(network, target)
    on_graph = compared(along_the_graph(found.model, network, target, n), theirs, n, seconds)
    some = found.model.feature_names if found.n_left_out else ask
    beside = anywhere(network, target, some) if found.n_beliefs else given_all(network, target)
    off_any = compared(beside, theirs, n, seconds)
    return Row(name, target, asked, found, taken, simulated, on_graph, off_any)


def main() -> None:
    """Print a table; end with 1 where something does not hold."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=NETWORKS, default=NETWORKS)
    parser.add_argument("--evidence", type=int, default=1000, metavar="N", help="sets of answers compared")
    parser.add_argument("--seconds", type=float, default=600, metavar="S", help="most of each comparison")
    args = parser.parse_args()
    package = find_spec("pgmpy")
    if package is None or package.origin is None:
        parser.error("the networks come with pgmpy, which is not installed: pip install pgmpy")
    folder = Path(package.origin).parent / "utils" / "example_models"
    print(HEAD, flush=True)
    rows = []
    for name in args.only:
        network = read_network(folder / f"{name}.bif.gz")
        for target in targets_of(network):
            everything = [other for other in network.names if other != target]
            leaves = [network.names[i] for i in network.leaves if network.names[i] != target]
            for asked, ask in (("all", everything), ("leaves", leaves)):
                if ask:
                    rows.append(planned(name, network, target, ask, asked, args.evidence, args.seconds))
                    print(rows[-1].line(), flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"\n{sum(row.holds for row in rows)} of {len(rows)} rows hold; {memory:.1f} GB of memory at most")
    sys.exit(not all(row.holds for row in rows))


if __name__ == "__main__":
    main()

"""Policy graphs: which feature to acquire next, depending on all answers so far.

A graph is grown on a host, once, and followed by one table look-up per step. Its cuts may be anywhere, a
feature acquired is cut again for nothing, and a missing answer has a branch of its own where training rows
had one.

A hundred rows are enough, and interactions are not lost, because every cut rests on more than the rows:
a forest of randomised trees, through the class probabilities it gives to rows it did not see, and a tree
network, which simulates thousands of further rows for the forest to judge. All simulated rows of a node
together weigh `Growth.drawn` training rows: where training rows are many they lead, and where they are few
the forest does. docs/graphs.md says more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import ffi, lib
from ifc2f.core.kernels import Float64, UInt8, pointer
from ifc2f.core.memory import give_back
from ifc2f.core.threads import Stopped, in_thread, stop_flag
from ifc2f.costs import AcquisitionCosts
from ifc2f.data import quantise
from ifc2f.data.matrix import Columns, is_sparse
from ifc2f.files.graph_nodes import MAX_NODES
from ifc2f.learning import count_rows, structure, tables
from ifc2f.learning.evidence import Families, families
from ifc2f.learning.training_data import TrainingData
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.policies import wide
from ifc2f.policies.forest import MANY_ROWS, Forest, ForestRows
from ifc2f.settings import Settings

__all__ = [
    "Graph",
    "GraphRows",
    "Ground",
    "Growth",
    "Material",
    "Pruned",
    "grow",
    "network_with_parents",
    "pruned",
    "reached_nodes",
    "walk",
]

N_NETWORK_BINS = 6  # bins of the network that rows are drawn from
N_DRAWN = 6000  # rows drawn from the network
MIN_ROWS = 2.0
WORK, MOST_WORK = (
    200.0,
    3e8,
)  # how often, on average, a code may be read to roll cuts out; and codes read in all
FEWER_TO_RANK = 4
LEAST_COMPLEXITY = 0.1  # of pruning harder than was asked for
BLIND_DEPTH = 4  # most cuts above a node for roll-outs below a cut that does not pay by itself
PARENT_ROWS = 1.0  # rows of its parent's class probabilities in each node's


@dataclass(frozen=True)
class Growth:
    """How a graph is grown and pruned.

    Attributes
    ----------
    drawn : float
        How many training rows the simulated rows of a node weigh.
    labels : float
        Share of its label in a training row's target; the rest is the forest's.
    complexity : float
        What each cut is charged, in average mistakes of one training row.
    thrift : float
        How much a price counts when a cut is chosen: a gain is divided by 1 + thrift * price / cost of
        deciding on the prior alone.
    """

    drawn: float = 25.0
    labels: float = 0.5
    complexity: float = 0.3
    thrift: float = 20.0


@dataclass(frozen=True, eq=False)
class Ground:
    """Columns, bins and structure of the network that accompanies a graph, from one training set.

    Attributes
    ----------
    columns : list of int
        The columns kept.
    binnings : Binnings
        Their bins: cuts lie between these.
    coarse : Binnings
        Their bins in the network.
    parents : list of list of int
        Of the network's tree.
    prior : ndarray of float64, shape (L,)
    """

    columns: list[int]
    binnings: quantise.Binnings
    coarse: quantise.Binnings
    parents: list[list[int]]
    prior: Float64

    @classmethod
    def of(cls, data: TrainingData, settings: Settings | None = None) -> Ground:
        """Keep columns, cut them into bins, and find how they depend on another.

        Of a matrix that is still sparse, only the most relevant columns are used.
        """
        settings = settings or Settings()
        if is_sparse(data.matrix):
            seen = wide.most_relevant(data, settings)
            ground = cls.of(wide.dense_part(data, seen), settings)
            return replace(ground, columns=[seen[c] for c in ground.columns])
        matrix, y, categorical = data.matrix, data.y, data.categorical
        all_bins = data.given or quantise.fit_binnings(
            matrix, y, settings.graph_cuts, "quantile", categorical=categorical
        )
        columns = _useful_columns(data, all_bins, settings)
        binnings = all_bins.select(columns)
        kept = data.columns.select(columns)
        categories = [k for k, column in enumerate(columns) if column in set(categorical)]
        coarse = (
            quantise.fit_binnings(kept, y, N_NETWORK_BINS, "quantile", categorical=categories)
            if data.given is None
            else binnings
        )
        largest = int(coarse.n_values.max(initial=1))
        information = count_rows.conditional_information(coarse.codes(kept), y, largest, data.n_classes)
        parents = structure.parents(information) if columns else []
        prior = tables.class_prior(data.class_counts)
        return cls(columns, binnings, coarse, parents, prior)


@dataclass(frozen=True, eq=False)
class Material:
    """What graphs are grown on, from one training set: training rows, simulated rows, and a forest's guesses.

    Attributes
    ----------
    ground : Ground
    codes : ndarray of uint8, shape (K, n + n_drawn)
        Training rows, then simulated rows; in memory row after row.
    labels : ndarray of uint8, shape (n,)
        Classes of the training rows.
    guesses : ndarray of float32, shape (n + n_drawn, L)
        The forest's class probabilities, of training rows by the trees that did not see them.
    """

    ground: Ground
    codes: UInt8
    labels: UInt8
    guesses: NDArray[np.float32]

    @classmethod
    def of(
        cls, ground: Ground, data: TrainingData, settings: Settings | None = None, n_drawn: int = N_DRAWN
    ) -> Material:
        """Draw rows from the network and grow the forest.

        Parameters
        ----------
        ground : Ground
        data : TrainingData
            Its training data.
        settings : Settings, optional
        n_drawn : int
            Rows drawn from the network.
        """
        settings = settings or Settings()
        n, kept = len(data.y), data.columns.select(ground.columns)
        by_row = np.empty((n + n_drawn, len(ground.columns)), dtype=np.uint8)
        for k in range(kept.n_columns):
            by_row[:n, k] = ground.binnings.codes_of(kept, k)
        by_row[n:] = _draw(kept, by_row[:n], data.y, ground, n_drawn, settings.seed).T
        give_back()
        rows = ForestRows(by_row.T, data.y, ground.binnings, data.n_classes)
        guesses = Forest.grown(rows, settings.seed + 1, settings.graph_trees).guesses(ground.prior)
        give_back()
        return cls(ground, by_row.T, rows.labels, guesses)


@dataclass(eq=False)
class GraphRows:
    """Arrays of a C structure `ifc2f_rows`, kept alive with it."""

    codes: UInt8  # (K, n_rows)
    labels: UInt8
    guesses: NDArray[np.float32]
    binnings: quantise.Binnings
    label_share: float = 1.0
    c: Any = field(init=False)

    def __post_init__(self) -> None:
        self.by_row = np.ascontiguousarray(self.codes.T)
        self.n_values = self.binnings.n_values.astype(np.int32)
        self.categorical = self.binnings.categorical.astype(np.uint8)
        self.c = ffi.new("ifc2f_rows *")
        self.c.codes, self.c.labels = pointer(self.by_row), pointer(self.labels)
        self.c.guesses, self.c.label_share = pointer(self.guesses), self.label_share
        self.c.n_values, self.c.categorical = pointer(self.n_values), pointer(self.categorical)
        self.c.n_columns, self.c.n_rows = self.codes.shape
        self.c.n_training, self.c.n_classes = len(self.labels), self.guesses.shape[1]


def _useful_columns(data: TrainingData, binnings: quantise.Binnings, settings: Settings) -> list[int]:
    """Return the columns that lower impurity most in a forest on all that may be kept, in ascending order."""
    allowed = range(len(binnings)) if data.features is None else sorted(data.features)
    n_values = binnings.n_values
    varied = [column for column in allowed if n_values[column] > 1]
    if len(varied) > settings.graph_columns:
        of_varied = binnings.select(varied)
        rows = ForestRows(of_varied.codes(data.matrix[:, varied]), data.y, of_varied, data.n_classes)
        n_trees = _trees_to_rank(settings, rows)
        importance = Forest.grown(rows, settings.seed, n_trees, is_ranking=True).importance()
        best = np.argsort(-importance, kind="stable")[: settings.graph_columns]
        varied = sorted(varied[i] for i in best if importance[i] > 0)
    return varied


def _trees_to_rank(settings: Settings, rows: ForestRows) -> int:
    """Return how many trees rank columns: with many rows, each says more."""
    return settings.graph_trees if rows.n_training <= MANY_ROWS else -(-settings.graph_trees // FEWER_TO_RANK)


def network_with_parents(
    evidence: Families, parents: Sequence[Sequence[int]], describe: Any
) -> tuple[Network, list[int]]:
    """Learn tables; return the network, its features in topological order, and that order."""
    sequence = structure.topological_order(parents)
    position = {k: i for i, k in enumerate(sequence)}
    features = []
    for k in sequence:
        table = tables.learned_table(evidence.family, [*parents[k], k], "back-off")
        table = table.reshape(-1, *table.shape[-2:])
        parent = position[parents[k][0]] if parents[k] else -1
        features.append(Feature(**describe(k), parent=parent, table=tables.normalised_float32(table)))
    prior = tables.class_prior(evidence.classes)
    classes = tuple(range(len(prior)))
    return Network(tuple(features), classes, prior.astype(np.float32)), sequence


def _draw(kept: Columns, fine: UInt8, y: NDArray[np.int32], ground: Ground, n_drawn: int, seed: int) -> UInt8:
    """Draw rows from the network of the training rows; return their fine codes, shape (K, n_drawn).

    `fine` are those of the training rows, shape (n, K).
    """
    n_values, parents, n_classes = ground.coarse.n_values, ground.parents, len(ground.prior)

    def describe(k: int) -> dict[str, Any]:
        edges = np.arange(1, n_values[k], dtype=np.float32)
        return {"name": str(k), "column": k, "values": edges, "categorical": False, "labels": None}

    evidence = families(kept, y, ground.coarse, n_classes)
    network, sequence = network_with_parents(evidence, parents, describe)
    free = AcquisitionCosts.from_spec(0.0, [str(k) for k in range(len(parents))])
    model = Model.build(network, free, np.zeros((n_classes, n_classes), dtype=np.float32))
    codes = np.empty((len(sequence), n_drawn), dtype=np.uint8)
    work = np.empty((model.c_model.max_values + 1) * n_classes, dtype=np.float32)
    seed &= 0xFFFFFFFF
    lib.ifc2f_draw_rows(model.c_model, n_drawn, seed, pointer(codes), pointer(work))
    drawn = np.empty_like(codes)
    drawn[sequence] = codes
    for k, of_column in enumerate(drawn):
        bins = pointer(ground.coarse.codes_of(kept, k))
        lib.ifc2f_refine(bins, pointer(fine), len(y), len(parents), k, seed, pointer(of_column), n_drawn)
    return drawn


@dataclass(eq=False)
class _Prices:
    """Arrays of a C structure `ifc2f_prices`."""

    costs: AcquisitionCosts
    budget: float
    c: Any = field(init=False)

    def __post_init__(self) -> None:
        self.starts = np.cumsum([0, *map(len, self.costs.tests_of)]).astype(np.int32)
        self.tests = np.array([t for tests in self.costs.tests_of for t in tests], dtype=np.int32)
        self.cost = np.ascontiguousarray(self.costs.cost, dtype=np.float32)
        self.discount = np.ascontiguousarray(self.costs.discount_cost, dtype=np.float32)
        self.group = np.ascontiguousarray(self.costs.group, dtype=np.int32)
        self.c = ffi.new("ifc2f_prices *")
        self.c.cost, self.c.discount_cost = pointer(self.cost), pointer(self.discount)
        self.c.group, self.c.starts, self.c.tests = (
            pointer(self.group),
            pointer(self.starts),
            pointer(self.tests),
        )
        self.c.n_tests, self.c.budget = len(self.cost), self.budget


@dataclass(frozen=True, eq=False)
class Graph:
    """A graph on the bins of a `Ground`.

    Attributes
    ----------
    nodes : ndarray of bytes
        Records `ifc2f_node`, parents first.
    sums : ndarray of float64, shape (n_nodes, L)
        Class sums of their rows.
    """

    nodes: Any
    n_nodes: int
    sums: Float64


@dataclass(frozen=True, eq=False)
class Pruned(Graph):
    """A graph whose nodes stop where going on does not pay.

    Attributes
    ----------
    posterior : ndarray of float64, shape (n_nodes, L)
        Class probabilities.
    value : ndarray of float64, shape (n_nodes,)
        Expected further cost.
    """

    posterior: Float64
    value: Float64


def cost_of_prior(prior: Float64, misclassification: NDArray[np.float32]) -> tuple[float, float]:
    """Return the expected cost of deciding on the prior, and the average cost of a mistake then."""
    expected = [
        float(sum(p * float(q) for p, q in zip(prior, column, strict=True))) for column in misclassification.T
    ]
    best = int(np.argmin(expected))
    wrong = 1.0 - float(prior[best])
    return expected[best], expected[best] / wrong if wrong > 0 else 0.0


def ungrown(frequency: NDArray[np.integer]) -> Graph:
    """Return the graph that asks nothing, from the training rows of each class; shape (L,)."""
    nodes = ffi.new("ifc2f_node[]", 1)
    nodes[0].feature = nodes[0].low = nodes[0].high = nodes[0].missing = -1
    nodes[0].weight = float(frequency.sum())
    return Graph(nodes, 1, np.ascontiguousarray(frequency[np.newaxis], dtype=np.float64))


def grow(
    material: Material,
    costs: AcquisitionCosts,
    misclassification: NDArray[np.float32],
    growth: Growth,
    budget: float = np.inf,
    max_depth: int = Settings.graph_depth,
    work: float = WORK,
) -> Graph:
    """Grow a graph, not yet pruned; where a cut cannot pay for its own charge it is not made.

    Parameters
    ----------
    material : Material
    costs : AcquisitionCosts
        Of the material's columns.
    misclassification : ndarray of float32, shape (L, L)
    growth : Growth
    budget : float, default=inf
        No path costs more.
    max_depth : int
    work : float
        How often, on average, a code may be read to roll cuts out; 0: graphs are grown greedily.
    """
    rows = GraphRows(
        material.codes, material.labels, material.guesses, material.ground.binnings, growth.labels
    )
    prices = _Prices(costs, budget)
    options = ffi.new("ifc2f_growth *")
    of_prior, mistake = cost_of_prior(material.ground.prior, misclassification)
    of_mistakes = np.ascontiguousarray(misclassification, dtype=np.float32)
    options.charge, options.misclassification = growth.complexity * mistake, pointer(of_mistakes)
    options.drawn_weight = growth.drawn
    options.thrift = growth.thrift / of_prior if of_prior > 0 else 0.0
    options.min_rows, options.max_depth = MIN_ROWS, max_depth
    options.work, options.blind_depth = min(work * material.codes.size, MOST_WORK), BLIND_DEPTH
    prior = np.ascontiguousarray(material.ground.prior)
    options.smoothing, options.prior = PARENT_ROWS, pointer(prior)
    is_stopped = options.is_stopped = stop_flag()  # the name keeps it alive
    most = lib.ifc2f_max_nodes(rows.c)
    nodes = np.empty(most * ffi.sizeof("ifc2f_node"), dtype=np.uint8)  # not touched where it is not used
    sums = np.empty((most, material.guesses.shape[1]))
    memory = np.empty(lib.ifc2f_grow_work(rows.c, len(costs.cost)))
    outputs = ffi.from_buffer("ifc2f_node[]", nodes), pointer(sums), pointer(memory)
    n_nodes = in_thread(lambda: lib.ifc2f_grow(rows.c, prices.c, options, *outputs))
    if is_stopped[0]:
        raise Stopped
    return Graph(_copied(nodes, n_nodes), n_nodes, sums[:n_nodes].copy())


def _copied(nodes: Any, n_nodes: int) -> Any:
    copy = ffi.new("ifc2f_node[]", n_nodes)
    ffi.memmove(copy, nodes, n_nodes * ffi.sizeof("ifc2f_node"))
    return copy


def pruned(graph: Graph, prior: Float64, misclassification: NDArray[np.float32], complexity: float) -> Pruned:
    """Return the graph that stops wherever going on does not pay under its own estimates.

    Where more nodes would be left than a model can number, cuts are charged more.
    """
    found = _pruned(graph, prior, misclassification, complexity)
    while graph.n_nodes > MAX_NODES and len(reached_nodes(found)) > MAX_NODES:
        complexity = max(2 * complexity, LEAST_COMPLEXITY)
        found = _pruned(graph, prior, misclassification, complexity)
    return found


def _pruned(
    graph: Graph, prior: Float64, misclassification: NDArray[np.float32], complexity: float
) -> Pruned:
    nodes = _copied(graph.nodes, graph.n_nodes)
    posterior, value, charged = np.empty_like(graph.sums), np.empty(graph.n_nodes), np.empty(graph.n_nodes)
    _, mistake = cost_of_prior(prior, misclassification)
    lib.ifc2f_prune(
        nodes,
        graph.n_nodes,
        pointer(graph.sums),
        graph.sums.shape[1],
        pointer(np.ascontiguousarray(misclassification, dtype=np.float32)),
        pointer(np.ascontiguousarray(prior)),
        PARENT_ROWS,
        complexity * mistake,
        pointer(posterior),
        pointer(value),
        pointer(charged),
    )
    return Pruned(nodes, graph.n_nodes, graph.sums, posterior, value)


def walk(
    graph: Pruned, ground: Ground, matrix: Any, misclassification: NDArray[np.float32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], Float64]:
    """Return where each row stops in a pruned graph, what is decided, and what is paid; each shape (n,)."""
    codes = ground.binnings.codes(matrix[:, ground.columns])
    n = codes.shape[1]
    no_guesses = np.empty((0, graph.sums.shape[1]), dtype=np.float32)
    rows = GraphRows(codes, np.zeros(n, dtype=np.uint8), no_guesses, ground.binnings)
    leaf, decision, price = np.empty(n, dtype=np.int32), np.empty(n, dtype=np.int32), np.empty(n)
    costs = np.ascontiguousarray(misclassification, dtype=np.float32)
    found = pointer(leaf), pointer(decision), pointer(price)
    lib.ifc2f_walk(rows.c, graph.nodes, pointer(graph.posterior), pointer(costs), *found)
    return leaf, decision, price


def reached_nodes(graph: Graph) -> list[tuple[int, frozenset[int]]]:
    """Return the nodes that are not pruned away, parents first, with the columns acquired above them."""
    found, reached = [(0, frozenset[int]())], []
    while found:
        i, above = found.pop()
        reached.append((i, above))
        node = graph.nodes[i]
        if node.feature >= 0:
            seen = above | {node.feature}
            children = [(node.low, seen), (node.high, seen)]
            if node.missing >= 0:
                children.append((node.missing, above))
            found.extend(reversed(children))
    return reached

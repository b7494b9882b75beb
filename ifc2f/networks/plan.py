"""From a discrete Bayesian network to a model: the graph of the best policy found, and bounds of its cost.

Where exact inference needs more memory than is sensible, a graph is learned from instances that the network
draws. Of what it asks, as many questions as allow it are planned with exactly. If none does, or if the
learned graph costs significantly less, it is kept, and its cost is that of other instances.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ifc2f.costs import AcquisitionCosts, checked_budget, misclassification
from ifc2f.files.graph_nodes import MAX_NODES, graph_section
from ifc2f.learning.prices import warn_of_prices
from ifc2f.model import Model
from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.networks.compiled import Compiled, compiled
from ifc2f.networks.drawn import N_TRIED, Progress, average_cost, learnt_graph, least_cost, paths
from ifc2f.networks.junction_tree import JunctionTree, TooWide
from ifc2f.networks.narrowed import narrowed, shortened
from ifc2f.networks.nearest_tree import nearest_tree
from ifc2f.networks.search import NEGLIGIBLE, Search
from ifc2f.planning.mean_bounds import sure

__all__ = ["FirstQuestion", "NetworkPlan", "askable", "first_questions", "plan_graph"]

LEAST_BELIEFS, MOST_BELIEFS = 16, 3000
MOST_WORK = 4e8  # beliefs times the numbers of all cliques
SHARE_BEFORE, SHARE_FOLLOWED = 0.25, 0.875  # of the beliefs, expanded before a graph is learned, and then
N_COMPARED = 10_000  # instances for the comparison with what the search has found
LEAST_DRAWN = 200  # instances with all answers known, for a bound


@dataclass(frozen=True)
class FirstQuestion:
    """The value of a question before any other is answered.

    Attributes
    ----------
    name : str
    cost : float
    saves : float
        Average decrease in the cost of mistakes from its answer.
    bits : float
        Mutual information with the target.
    """

    name: str
    cost: float
    saves: float
    bits: float


@dataclass(frozen=True)
class NetworkPlan:
    """The result of planning on a network.

    Attributes
    ----------
    model : Model
        With a policy graph.
    lower : float
        No policy that asks these questions costs less, per instance, if the network is right. Where the
        search ended at a larger gap than was asked for, or the network is too wide, this holds with a
        probability above 0.999.
    upper : float
        The model's policy costs no more; if simulated, this holds with a probability above 0.999.
    expected : float
        Cost of the model's policy: `upper` itself, or a simulated estimate.
    standard_error : float
        Standard error of `expected`, if it is simulated; otherwise 0.
    n_beliefs : int
        Number of sets of answers explored; 0 for a graph learned from simulated instances.
    first : tuple of FirstQuestion
        What each question would save if it were the only one, best first.
    n_left_out : int
        Number of questions without which the network is not too wide for exact inference: never asked.
    """

    model: Model
    lower: float
    upper: float
    expected: float
    standard_error: float
    n_beliefs: int
    first: tuple[FirstQuestion, ...]
    n_left_out: int = 0

    @property
    def gap(self) -> float:
        """How far the policy's cost may exceed the least cost, as a share of it."""
        if self.upper <= self.lower:
            return 0.0
        return self.upper / self.lower - 1 if self.lower > 0 else np.inf


def plan_graph(
    network: BayesianNetwork,
    target: str,
    feature_cost: Any = 0.01,
    *,
    ask: Sequence[str] | None = None,
    tests: Mapping[str, Mapping[str, Any]] | None = None,
    misclassification_cost: Any = None,
    budget: float = np.inf,
    gap: float = 0.01,
    max_beliefs: int | None = None,
    max_nodes: int = MAX_NODES,
    seed: int = 0,
    meta: Mapping[str, Any] | None = None,
    progress: Progress = lambda stage: None,
) -> NetworkPlan:
    """Find the best policy for a target of a discrete Bayesian network, and compile it into a graph.

    Parameters
    ----------
    network : BayesianNetwork
        For example from `read_network`.
    target : str
        The variable whose states are the classes.
    feature_cost, tests, misclassification_cost, budget
        As for `IFC2FClassifier`; costs of features by name or in the order of `ask`.
    ask : sequence of str, optional
        The variables to ask for; by default all but the target and a factor.
    gap : float, default=0.01
        The search ends once the policy is within this share of the best one.
    max_beliefs : int, optional
        The search also ends after this many sets of answers. Default: 3000, or fewer if inference is slow.
    max_nodes : int, default=65534
        A smaller graph leaves out the questions that save least.
    seed : int, default=0
        Seed of simulated instances, used if the search ends early, or if exact inference needs more than 16
        million numbers.
    meta : mapping, optional
        Descriptions for people, stored in the model; ``features`` by name.
    progress : callable, optional
        Called with a text for every step.

    Returns
    -------
    NetworkPlan

    Raises
    ------
    ValueError
        If a name, a cost or an option is out of range.

    Examples
    --------
    >>> from ifc2f import plan_graph, read_network
    >>> found = plan_graph(read_network("asia.bif"), "lung", 0.01)  # doctest: +SKIP
    >>> found.model.save("asia.ifc2f")                              # doctest: +SKIP
    """
    if not gap >= 0:
        raise ValueError(f"gap must be a number of at least 0, not {gap}")
    if max_beliefs is not None and max_beliefs < 1:
        raise ValueError(f"max_beliefs must be at least 1, not {max_beliefs}")
    at = network.index(target)
    asked = askable(network, at, ask)
    names = [network.names[i] for i in asked]
    is_given = isinstance(feature_cost, AcquisitionCosts)
    costs = feature_cost if is_given else AcquisitionCosts.from_spec(feature_cost, names, tests)
    mistakes = misclassification(misclassification_cost, network.states[at])
    warn_of_prices(costs, mistakes)
    problem = _Problem(
        network, at, tuple(asked), costs, mistakes, checked_budget(budget), gap, max_beliefs, max_nodes,
        seed, dict(meta or {}), progress,
    )  # fmt: skip
    try:
        search = Search(network, at, asked, costs, mistakes, problem.budget)
    except TooWide:
        return _of_wide(problem)
    _explore(search, problem)
    found = _compiled(search, problem)
    lower = search.root.lower
    if found.expected - lower > gap * lower + NEGLIGIBLE:
        progress(f"{search.n_expanded} sets of answers explored; bounding the cost from below")
        lower = max(lower, _least(search, seed))
    return _exact(search, found, lower, problem, range(len(asked)))


@dataclass(frozen=True)
class _Problem:
    """What is planned, and how far."""

    network: BayesianNetwork
    target: int
    asked: tuple[int, ...]
    costs: AcquisitionCosts
    mistakes: Any
    budget: float
    gap: float
    max_beliefs: int | None
    max_nodes: int
    seed: int
    about: dict[str, Any]
    progress: Progress

    def learnt(self, progress: Progress = lambda stage: None) -> Model:
        """Return a model whose graph is learned from drawn instances."""
        return learnt_graph(
            self.network, self.target, self.asked, self.costs, self.mistakes,
            budget=self.budget, seed=self.seed, meta=self.about, progress=progress,
        )  # fmt: skip


def _explore(
    search: Search, problem: _Problem, followed: Sequence[Sequence[tuple[int, int]]] | None = None
) -> None:
    """Search; if a part of the work is not enough, go on with the questions of a learned graph.

    `followed` is what it asks, where that is known. It is followed unless it costs
    significantly more than what has been found.
    """
    gap, seed, progress = problem.gap, problem.seed, problem.progress
    most = int(np.clip(MOST_WORK / search.tree.n_cells, LEAST_BELIEFS, MOST_BELIEFS))
    most = most if problem.max_beliefs is None else problem.max_beliefs
    before = int(SHARE_BEFORE * most)
    search.run(gap, before, progress)
    if search.n_expanded < before or not search.is_open(gap):
        return
    if followed is None:
        progress(f"{search.n_expanded} sets of answers explored; learning from simulated instances")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its probabilities are not used
            model = problem.learnt()
        cost = average_cost(model, problem.network, problem.target, seed + 1, N_COMPARED)
        if cost.mean - 2 * cost.error < search.root.upper:
            followed = paths(model, problem.network, problem.asked, seed)
    if followed is not None:
        search.follow(followed, int(SHARE_FOLLOWED * most))
    search.run(gap, most, progress)


def _compiled(search: Search, problem: _Problem) -> Compiled:
    problem.progress(f"{search.n_expanded} sets of answers explored; building the graph")
    return compiled(search, problem.max_nodes)


def _exact(
    search: Search, found: Compiled, lower: float, problem: _Problem, numbers: Sequence[int]
) -> NetworkPlan:
    """Return the plan of a search; `numbers` are the positions of its questions among all."""
    least, most = min(lower, found.expected), found.expected
    about = {**problem.about, "plan": {"lower": least, "upper": most, "standard_error": 0.0}}
    model = _model(search, found, about, numbers)
    first = first_questions(search)
    n_left_out = len(problem.asked) - len(numbers)
    return NetworkPlan(model, least, most, most, 0.0, search.n_expanded, first, n_left_out)


def _least(search: Search, seed: int) -> float:
    """Return a lower bound of the cost of every policy, by instances with all answers known."""
    network, target, asked = search.network, search.target, list(search.asked)
    mistakes = search.misclassification.astype(np.float32)
    problem = network, target, asked, search.costs, mistakes, seed
    if network.blanket(target) <= set(asked):
        return least_cost(*problem, deciding=search.root.stop)
    n = int(np.clip(MOST_WORK / search.tree.n_cells, LEAST_DRAWN, N_TRIED))

    def posterior(states: Any) -> Any:
        return search.tree.posteriors(states[:, asked].astype(np.int64))

    return least_cost(*problem, n, posterior, search.root.stop)


def first_questions(search: Search) -> tuple[FirstQuestion, ...]:
    """Rank questions by how much they save for their cost if asked first and alone."""
    root = search.root
    joints = search.tree.joints(search.evidence([()]))[0]
    found = []
    for k, i in enumerate(search.asked):
        joint = joints[k][0]
        saves = root.stop - float((joint @ search.misclassification).min(axis=1).sum())
        saves = saves if saves > NEGLIGIBLE else 0.0
        apart = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
        there = joint > 0
        bits = float((joint[there] * np.log2(joint[there] / apart[there])).sum())
        price = search.costs.price(k, ())
        found.append(FirstQuestion(search.network.names[i], price, saves, max(bits, 0.0)))
    return tuple(sorted(found, key=lambda one: (one.cost - one.saves, -one.bits, one.name)))


def _of_wide(problem: _Problem) -> NetworkPlan:
    """Return an exact plan with some of the questions, or a graph learned from drawn instances."""
    network, target, asked, seed = problem.network, problem.target, problem.asked, problem.seed
    problem.progress("too wide for exact inference: learning from instances simulated from the network")
    model = problem.learnt(problem.progress)
    followed = paths(model, network, asked, seed)
    kept = narrowed(network, target, asked, followed)
    deciding = None if kept is None else _deciding(problem)
    if deciding is not None and len(model.graph_nodes()) == 1:
        of_learnt = sure(deciding)
    else:
        of_learnt = average_cost(model, network, target, seed + 1)
    search = found = None
    if kept:
        some = [asked[k] for k in kept]
        search = Search(network, target, some, problem.costs.select(kept), problem.mistakes, problem.budget)
        _explore(search, problem, shortened(followed, kept))
        found = _compiled(search, problem)
    problem.progress("bounding the cost from below")
    lower = least_cost(network, target, asked, problem.costs, problem.mistakes, seed, deciding=deciding)
    if search is not None and found is not None and kept and found.expected <= of_learnt.above:
        return _exact(search, found, lower, problem, kept)
    least = min(lower, of_learnt.mean)
    told = {"lower": least, "upper": of_learnt.above, "standard_error": of_learnt.error}
    model = model.with_meta({**model.meta, "plan": told})
    return NetworkPlan(model, least, of_learnt.above, of_learnt.mean, of_learnt.error, 0, ())


def _deciding(problem: _Problem) -> float:
    """Return what deciding at once costs."""
    tree = JunctionTree(problem.network, problem.target, ())
    return float((tree.posteriors(np.empty((1, 0), dtype=np.int64)) @ problem.mistakes).min())


def askable(network: BayesianNetwork, target: int, ask: Sequence[str] | None) -> list[int]:
    """Return the variables that can be asked for, in the order given; by default all but the target.

    Raises
    ------
    ValueError
        If one is unknown, named twice, the target or one that nobody can acquire, or there is none.
    """
    if ask is None:
        return [i for i in range(len(network.names)) if i != target and i not in network.latent]
    asked = [network.index(name) for name in ask]
    if not asked:
        raise ValueError("ask names no variable: there is nothing to ask for")
    for i in asked:
        if i in network.latent:
            raise ValueError(f"{network.names[i]!r} is the network's factor, and nobody can acquire it")
    if target in asked:
        raise ValueError(f"{network.names[target]!r} is the target, and cannot be asked for")
    if len(set(asked)) < len(asked):
        twice = next(name for name in ask if list(ask).count(name) > 1)
        raise ValueError(f"ask names {twice!r} twice")
    return asked


def _model(search: Search, found: Compiled, about: dict[str, Any], numbers: Sequence[int]) -> Model:
    """Return the model of a graph: its features are the questions that it asks."""
    asked = [search.asked[k] for k in found.asked]
    tree, order = nearest_tree(search.network, search.target, asked)
    columns = [found.asked[k] for k in order]
    number = {k: at for at, k in enumerate(columns)}
    features = tuple(replace(f, column=numbers[k]) for f, k in zip(tree.features, columns, strict=True))
    told = about.get("features", {})
    about["features"] = [dict(told.get(feature.name, {})) for feature in features]
    nodes = [replace(node, feature=number.get(node.feature, -1)) for node in found.nodes]
    policies = {"GRAF": graph_section(nodes)}
    network = replace(tree, features=features)
    mistakes = search.misclassification.astype(np.float32)
    return Model.build(
        network, search.costs.select(columns), mistakes, budget=search.budget, policies=policies, meta=about
    )

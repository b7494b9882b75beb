"""A policy graph distilled from an adaptive policy, for devices that cannot do exact inference.

The graph asks what the adaptive policy would ask, as far as that pays for its nodes. Their price falls from
round to round until the graph costs little more than the original policy.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ifc2f.files.graph_nodes import MAX_NODES, graph_section
from ifc2f.model import Model, checked_model
from ifc2f.planning.instances import cells, draw_instances, posteriors
from ifc2f.policies.expansion import Expansion
from ifc2f.policies.places import nodes_of

__all__ = ["Distilled", "Gap", "distil"]

GAP = 0.25  # asked for by default
N_DRAWN = 10_000
MISSING = 0.02  # how often an answer is taken to be missing
FIRST, FALL = 1.0, 0.5  # price of a node as a share of the cost of deciding at once; its factor per round
MOST_ROUNDS = 28
SURE = 2.0  # standard errors

Float64 = NDArray[np.float64]


@dataclass(frozen=True)
class Gap:
    """How much more a graph costs than the adaptive policy that it was distilled from, per instance.

    Attributes
    ----------
    cost : float
        Expected cost of the adaptive policy, acquisitions and mistakes, if the model's network is right.
    more : float
        By how much that of the graph exceeds it.
    standard_error : float
        Of `more`: both policies decide the same drawn instances.
    """

    cost: float
    more: float
    standard_error: float

    @property
    def share(self) -> float:
        """`more` as a share of `cost`."""
        return self.more / self.cost if self.cost > 0 else 0.0 if self.more <= 0 else math.inf

    @property
    def at_most(self) -> float:
        """The share with two standard errors added."""
        return replace(self, more=self.more + SURE * self.standard_error).share


@dataclass(frozen=True)
class Distilled:
    """The result of distilling.

    Attributes
    ----------
    model : Model
        With a policy graph.
    gap : Gap
    n_nodes : int
    is_reached : bool
        Whether the gap, with two standard errors, is at most the one asked for.
    """

    model: Model
    gap: Gap
    n_nodes: int
    is_reached: bool


def distil(
    model: Model,
    *,
    gap: float = GAP,
    max_nodes: int = MAX_NODES,
    fits: Callable[[Model], bool] = lambda graph: True,
    missing: float = MISSING,
    seed: int = 0,
    progress: Callable[[str], None] = lambda stage: None,
) -> Distilled:
    """Distil a policy graph from a model with an adaptive policy.

    A graph needs no inference at run time, so it can be exported to devices without floating point and as
    plain C. It asks what the adaptive policy would ask. Answers after which nearly the same follows are put
    together, and questions are left out that save less than their nodes are worth.

    Parameters
    ----------
    model : Model
        With an adaptive policy.
    gap : float, default=0.25
        The graph may cost so much more than the adaptive policy, as a share of its cost, if the network is
        right; two standard errors of the simulation count as part of it.
    max_nodes : int, default=65534
        Of larger graphs the last one before them is the result, whatever its gap is.
    fits : callable, optional
        Returns whether a model is small enough; a further limit, like `max_nodes`.
    missing : float, default=0.02
        How often an answer is taken to be missing: as that many of the instances are worth, questions are
        kept that follow missing answers. The gap is that without missing answers.
    seed : int, default=0
        Seed of the 10,000 instances that measure the gap.
    progress : callable, optional
        Called with a text for every round.

    Raises
    ------
    ValueError
        If the model's policy is not adaptive, or an option is out of range.

    Examples
    --------
    >>> from ifc2f import Model, distil
    >>> found = distil(Model.load("model.ifc2f"), gap=0.2)  # doctest: +SKIP
    >>> found.model.save("graph.ifc2f")                     # doctest: +SKIP
    """
    if checked_model(model, "distilling").policy != "adaptive":
        raise ValueError(
            f"only an adaptive policy can be distilled, but the model's policy is {model.policy}"
        )
    if not gap > 0:
        raise ValueError(f"gap must be above 0, not {gap}")
    if not 0 <= missing <= 1:
        raise ValueError(f"missing must be a share from 0 to 1, not {missing}")
    if not 1 <= max_nodes <= MAX_NODES:
        raise ValueError(f"max_nodes must be from 1 to {MAX_NODES}, not {max_nodes}")
    instances = _Instances(model, seed)
    at_once = float((model.network.prior @ model.misclassification).min())
    found: Distilled | None = None
    for n in range(MOST_ROUNDS):
        least = max(FIRST * at_once, 1e-30) * FALL**n
        nodes = nodes_of(Expansion(model, least, missing).root, model)
        if len(nodes) > max_nodes:
            break
        graph = model.with_policies({"GRAF": graph_section(nodes)})
        if not fits(graph):
            break
        its_gap = instances.gap(graph)
        found = Distilled(graph, its_gap, len(nodes), its_gap.at_most <= gap)
        progress(f"{len(nodes)} nodes, {100 * its_gap.share:.3g} % above the adaptive policy")
        if found.is_reached:
            break
    if found is None:
        raise ValueError("not even a graph of one node is small enough")
    told = {**asdict(found.gap), "n_instances": N_DRAWN, "missing": missing, "sha256": model.sha256}
    return replace(found, model=found.model.with_meta({**found.model.meta, "distilled": told}))


class _Instances:
    """Drawn instances, and what the adaptive policy costs on each."""

    def __init__(self, model: Model, seed: int, n: int = N_DRAWN) -> None:
        bins = draw_instances(model, n, seed, n_followed=model.n_features)
        beliefs, _, weights = posteriors(model, bins)
        self._rows = cells(model, bins)
        self._mistakes = beliefs @ model.misclassification.astype(np.float64)
        self._weights = weights / weights.mean()
        self._costs = self.costs(model)

    def costs(self, model: Model) -> Float64:
        """Return what each instance costs, acquisitions and expected mistakes."""
        found = model.classify(self._rows, columns=np.arange(model.n_features))
        number = {label: i for i, label in enumerate(model.classes)}
        decided = [number[label] for label in found.label.tolist()]
        return np.asarray(found.cost.astype(np.float64) + self._mistakes[np.arange(len(decided)), decided])

    def gap(self, graph: Model) -> Gap:
        """Return how much more a graph costs."""
        more = self._weights * (self.costs(graph) - self._costs)
        cost = float((self._weights * self._costs).mean())
        return Gap(cost, float(more.mean()), float(more.std(ddof=1)) / math.sqrt(len(more)))

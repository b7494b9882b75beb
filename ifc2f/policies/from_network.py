"""From an existing network, such as one with tables by experts, to a model: order and plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.costs import AcquisitionCosts, checked_budget, misclassification
from ifc2f.files.format import adaptive_section
from ifc2f.learning.order import information_order, orders_within
from ifc2f.learning.prices import warn_of_prices
from ifc2f.model import Model
from ifc2f.network import Network
from ifc2f.planning.plan import is_sure, least_expected, plan
from ifc2f.session import Session

__all__ = ["in_order", "plan_network"]

BREADTH = 4  # of adaptive policies: acquisitions are followed as far as the network is right


def plan_network(
    network: Network,
    feature_cost: Any = 0.01,
    *,
    tests: Mapping[str, Mapping[str, Any]] | None = None,
    misclassification_cost: Any = None,
    budget: float = np.inf,
    policy: str = "ordered",
    treatment: str = "auto",
    seed: int = 0,
    meta: Mapping[str, Any] | None = None,
) -> Model:
    """Make a model of a network without data: find an order of acquisition, and plan when to stop.

    Parameters
    ----------
    network : Network
        For example from `read_bif`.
    feature_cost, tests, misclassification_cost
        As for `IFC2FClassifier`; costs of features by name or in the network's order.
    budget : float, default=inf
        The most to spend on an instance. Some orders are tried that keep the budget for the most informative
        features. Features that the budget does not pay for are skipped.
    policy : {"ordered", "adaptive"}, default="ordered"
        "ordered" acquires in one order, by information on the class per cost, each feature after its parent.
        "adaptive" chooses from the answers so far, at run time. Under the network it costs no more than the
        plan of that order, if the plan is exact and the budget pays for it; the model then carries both. No
        order can be planned on a network with a factor.
    treatment : {"auto", "exact", "parent", "marginal"}, default="auto"
        Treatment of the plan, as for `IFC2FClassifier`.
    seed : int, default=0
    meta : mapping, optional
        Descriptions for people, stored in the model; ``features`` by name.

    Raises
    ------
    ValueError
        If a cost or an option is out of range, or the policy is "ordered" and the network has a factor.

    Examples
    --------
    >>> from ifc2f import plan_network, read_bif, Session
    >>> model = plan_network(read_bif("experts.bif", "disease"), 0.05)  # doctest: +SKIP
    >>> Session(model).next()                                           # doctest: +SKIP
    0
    """
    if policy not in ("ordered", "adaptive"):
        raise ValueError(f"policy must be 'ordered' or 'adaptive', not {policy!r}: others need rows of data")
    if network.factor is not None and policy == "ordered":
        raise ValueError(
            "the network has a factor, which nobody can acquire, so no order can be planned on it: use "
            "policy='adaptive'"
        )
    names = [feature.name for feature in network.features]
    is_given = isinstance(feature_cost, AcquisitionCosts)
    given = feature_cost if is_given else AcquisitionCosts.from_spec(feature_cost, names, tests)
    described = dict(meta or {})
    about = described.get("features", {})
    Q = misclassification(misclassification_cost, network.classes)
    warn_of_prices(given, Q)

    def unplanned(of: Network, costs: AcquisitionCosts) -> Model:
        described["features"] = [dict(about.get(feature.name, {})) for feature in of.features]
        return Model.build(of, costs, Q, budget=budget, meta=described)

    def planned_along(order: list[int]) -> Model:
        model = unplanned(_reordered(network, order), given.select(order))
        return model.with_policies({"ORDR": plan(model, treatment=treatment, seed=seed)})

    section = {"ADPT": adaptive_section(breadth=BREADTH)}
    if network.factor is not None:
        return unplanned(network, given).with_policies(section)

    parents = [feature.parent for feature in network.features]
    best = in_order(network, given)[1]
    planned = least_expected(
        planned_along(order) for order in orders_within(best, given, checked_budget(budget), parents)
    )
    if policy == "ordered":
        return planned
    beside = planned.policies if is_sure(planned, planned.policies["ORDR"]) else {}
    return planned.with_policies({**beside, **section})


def in_order(network: Network, costs: AcquisitionCosts) -> tuple[Network, list[int]]:
    """Order features by information on the class per cost, parents before their children.

    Parameters
    ----------
    network : Network
    costs : AcquisitionCosts
        Of its features, in their order.

    Returns
    -------
    network : Network
        The same one, its features in their new order.
    order : list of int
        Where they stood before.
    """
    parents = [feature.parent for feature in network.features]
    order = information_order(*_information(network), costs, parents)
    return _reordered(network, order), order


def _reordered(network: Network, order: list[int]) -> Network:
    position = {k: at for at, k in enumerate(order)}
    features = tuple(
        replace(network.features[k], parent=position.get(network.features[k].parent, -1)) for k in order
    )
    return replace(network, features=features)


def _information(network: Network) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return I(F_i; C), shape (K,), and I(F_i; C | F_j) at [i, j], in bits, from the network itself."""
    n = len(network.features)
    marginals = network.marginals()
    alone = np.array([_about_class(joint) for joint in marginals])
    free = AcquisitionCosts.from_spec(0.0, [feature.name for feature in network.features])
    session = Session(Model.build(network, free, misclassification(None, network.classes)))
    beyond = np.zeros((n, n))
    for j in range(n):
        for value, chance in enumerate(marginals[j].sum(axis=1)):
            session.answer_bin(j, value)
            if not session.conflict:
                told = [_about_class(session.feature_posterior(i).astype(np.float64)) for i in range(n)]
                beyond[:, j] += chance * np.array(told)
            session.retract(j)
    return alone, beyond


def _about_class(joint: NDArray[np.float64]) -> float:
    """Return the mutual information of a feature and the class, in bits, from P(v, i) of shape (V, L)."""
    joint = joint / joint.sum()
    apart = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
    there = joint > 0
    return float(max((joint[there] * np.log2(joint[there] / apart[there])).sum(), 0.0))

"""A network as a model of pgmpy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ifc2f.network import Network

__all__ = ["to_pgmpy"]


def to_pgmpy(network: Network, target: str = "class") -> Any:
    """Return a network as a pgmpy model, for checking it or working on with it.

    Parameters
    ----------
    network : Network
        Such as ``model.network``.
    target : str, default="class"
        What to name the class variable.

    Returns
    -------
    pgmpy.models.DiscreteBayesianNetwork
        Variables by the features' names; states are the texts of bins and categories
        (`Feature.value_texts`) and the class labels.

    Raises
    ------
    ImportError
        If pgmpy is not installed.
    ValueError
        If a feature has the name of the class variable.
    """
    try:
        from pgmpy.factors.discrete import TabularCPD
        from pgmpy.models import DiscreteBayesianNetwork
    except ModuleNotFoundError as error:
        raise ImportError("this needs pgmpy: pip install pgmpy") from error
    names = [feature.name for feature in network.features]
    names += [] if network.factor is None else [_factor_name([target, *names])]
    if target in names[: len(network.features)]:
        raise ValueError(f"a feature is named {target!r}; choose another name for the class with target=")
    states: dict[str, list[Any]] = {target: list(network.classes)}
    states.update((feature.name, feature.value_texts()) for feature in network.features)
    if network.factor is not None:
        states[names[-1]] = [str(v) for v in range(len(network.factor))]
    model = DiscreteBayesianNetwork()
    model.add_nodes_from([target, *names])
    prior = network.prior.astype(np.float64)[:, np.newaxis]
    tables = [TabularCPD(target, len(prior), prior / prior.sum(), state_names={target: states[target]})]
    for feature in network.features:
        given = [target] if feature.parent < 0 else [target, names[feature.parent]]
        table = feature.table.astype(np.float64).transpose(1, 2, 0)  # (V, L, U)
        values = (table / table.sum(axis=0)).reshape(feature.n_values, -1)
        model.add_edges_from((name, feature.name) for name in given)
        sizes = [len(states[name]) for name in given]
        known = {name: states[name] for name in [feature.name, *given]}
        tables.append(TabularCPD(feature.name, feature.n_values, values, given, sizes, state_names=known))
    if network.factor is not None:
        values = network.factor.astype(np.float64)
        known = {name: states[name] for name in (names[-1], target)}
        model.add_edge(target, names[-1])
        tables.append(
            TabularCPD(
                names[-1], len(values), values / values.sum(axis=0), [target], [len(prior)], state_names=known
            )
        )
    model.add_cpds(*tables)
    return model


def _factor_name(taken: list[str]) -> str:
    """Return a name for the factor that no other variable has."""
    name = "factor"
    while name in taken:
        name += "_"
    return name

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
    if target in names:
        raise ValueError(f"a feature is named {target!r}; choose another name for the class with target=")
    states: dict[str, list[Any]] = {target: list(network.classes)}
    states.update((feature.name, feature.value_texts()) for feature in network.features)
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
    model.add_cpds(*tables)
    return model

"""A policy as plain C, which needs no runtime."""

from __future__ import annotations

import numpy as np

from ifc2f.core.kernels import Float32
from ifc2f.exchange.c_names import check_name
from ifc2f.exchange.plain.files import PlainC
from ifc2f.exchange.plain.graph import plain_graph
from ifc2f.exchange.plain.ordered import plain_ordered
from ifc2f.model import Model

__all__ = ["FORMS", "PlainC", "plain_c"]

FORMS = ("table", "code")


def plain_c(
    model: Model, name: str, scales: Float32, form: str = "table", has_posterior: bool = False
) -> PlainC:
    """Make plain C of a model's policy.

    Parameters
    ----------
    model : Model
        With a policy graph, or with an ordered policy of two classes.
    name : str
        What names in C begin with: a lower-case identifier.
    scales : ndarray of float32, shape (K,)
        Of readings, raw units in a unit; see :func:`ifc2f.exchange.integer.readings.choose_scales`.
    form : {"table", "code"}, default="table"
        Of a graph; an ordered policy is a table.
    has_posterior : bool, default=False
        Whether the table of a graph has the probabilities of classes at each node.

    Raises
    ------
    ValueError
        If C of this form cannot hold the model; the message says what to do.
    """
    check_name(name)
    if form not in FORMS:
        raise ValueError(f"the form must be one of {', '.join(FORMS)}, not {form!r}")
    if np.isfinite(model.budget):
        raise ValueError(
            f"the model has a budget of {model.budget:g}, which plain C does not support: export with target "
            "int8, or train without one"
        )
    if model.policy == "graph":
        return plain_graph(model, name, scales, form, has_posterior)
    if model.policy == "ordered":
        if form == "code" or has_posterior:
            raise ValueError(
                "the form 'code' and probabilities are for policy graphs: leave them out for the table of an "
                "ordered policy, or train with policy='graph'"
            )
        return plain_ordered(model, name, scales)
    graph = "make a graph of it with ifc2f distil, or " if model.policy == "adaptive" else ""
    raise ValueError(
        f"plain C follows a policy graph or an ordered policy, and this model's policy is {model.policy}: "
        f"{graph}train with policy='graph' or 'ordered'"
    )

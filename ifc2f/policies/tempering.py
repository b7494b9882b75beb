"""Tempering: the power of a model's likelihoods that calibrates it on held-out rows.

Networks treat dependent answers as independent, and learn from few rows, so they are overconfident. Graphs
learn half of what they say from a forest that sees all columns, and are often too modest. One number corrects
most of either (Guo, Pleiss, Sun and Weinberger, ICML 2017). A network's policy also stops by the corrected
posterior; a graph decides by it, and stops where it did.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import lib
from ifc2f.core.kernels import Float64, pointer
from ifc2f.model import Model
from ifc2f.policies.graph import Pruned

__all__ = ["Beliefs", "best_power", "tempered_graph"]

POWERS = np.arange(30, 305, 5) / 100
SPREAD = 0.5  # standard deviation of the logarithm of the power that is expected beforehand
SMALLEST = 1e-12  # probability that a row is thought to have had


@dataclass(frozen=True, eq=False)
class Beliefs:
    """The beliefs of a model about held-out rows when it decided.

    Attributes
    ----------
    posterior : ndarray of float64, shape (n, L)
    prior : ndarray of float64, shape (L,)
    truth : ndarray of int32, shape (n,)
    """

    posterior: Float64
    prior: Float64
    truth: NDArray[np.int32]

    @classmethod
    def of(cls, model: Model, posterior: NDArray[np.float32], truth: NDArray[np.int32]) -> Beliefs:
        """Collect the posteriors that a model gave to rows of these classes."""
        return cls(posterior.astype(np.float64), model.network.prior.astype(np.float64), truth)

    def log_loss(self, power: float) -> float:
        """Return the sum of -log P(true class), nats, if likelihoods are raised to a power."""
        logs = self._logs(power)
        return -float(logs[np.arange(len(self.truth)), self.truth].sum())

    def raised(self, power: float) -> Float64:
        """Return the posterior if likelihoods are raised to a power, shape (n, L)."""
        return np.exp(self._logs(power))

    def _logs(self, power: float) -> Float64:
        prior = np.log(np.maximum(self.prior, SMALLEST))
        logs = prior + power * (np.log(np.maximum(self.posterior, SMALLEST)) - prior)
        logs -= logs.max(axis=1, keepdims=True)
        return np.asarray(logs - np.log(np.exp(logs).sum(axis=1, keepdims=True)))


def best_power(beliefs: Iterable[Beliefs]) -> float:
    """Return the power that makes the classes of held-out rows most probable; 1 without rows.

    Penalised as by a normal prior on its logarithm, so that few rows change little.
    """
    held_out = list(beliefs)
    losses = [
        sum(b.log_loss(power) for b in held_out) + (np.log(power) / SPREAD) ** 2 / 2 for power in POWERS
    ]
    least = int(np.argmin(np.round(losses, 6)))
    return float(POWERS[least]) if held_out else 1.0


def tempered_graph(
    graph: Pruned, prior: Float64, misclassification: NDArray[np.float32], power: float
) -> Pruned:
    """Return a pruned graph with what its nodes say of the class, beside the prior, raised to a power.

    It stops where it did.
    """
    if power == 1.0:
        return graph
    posterior, value = graph.posterior.copy(), graph.value.copy()
    costs = np.ascontiguousarray(misclassification, dtype=np.float32)
    given = pointer(costs), pointer(np.ascontiguousarray(prior)), power
    sizes = graph.n_nodes, posterior.shape[1]
    lib.ifc2f_temper_graph(graph.nodes, *sizes, *given, pointer(posterior), pointer(value))
    return replace(graph, posterior=posterior, value=value)

"""The tree network a model holds: features with their bins, parents and tables, classes and prior."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import lib
from ifc2f.core.kernels import pointer

ClassLabel = str | int | float | bool


@dataclass(frozen=True)
class Feature:
    """One feature of the network.

    Attributes
    ----------
    name : str
    column : int
        Its column in the training matrix.
    values : ndarray of float32
        Numeric: the V - 1 inner bin edges, strictly increasing; a value equal to an edge lies above it.
        Categorical: the V values that stand for the categories, strictly increasing.
    categorical : bool
    labels : tuple of str or None
        Texts of the categories, in the order of `values`; None for a numeric feature and for numeric
        categories.
    parent : int
        Index of an earlier feature, or -1; the number of features stands for the factor.
    table : ndarray of float32, shape (U, V, L)
        P(value v | parent's value u, class i); U = 1 without a parent.
    """

    name: str
    column: int
    values: NDArray[np.float32]
    categorical: bool
    labels: tuple[str, ...] | None
    parent: int
    table: NDArray[np.float32]

    @property
    def n_values(self) -> int:
        """Number of bins or categories."""
        return len(self.values) + (0 if self.categorical else 1)

    def value_texts(self) -> list[str]:
        """Return a text for each bin or category, length V."""
        return [self.values_text([value]) for value in range(self.n_values)]

    def values_text(self, values: Sequence[int]) -> str:
        """Return a text for some bins or categories, ascending; neighbouring bins are one range."""
        if self.categorical:
            texts = self.labels or tuple(_distinct(self.values))
            others = [value for value in range(self.n_values) if value not in values]
            if len(values) > 3 and others and len(others) < len(values):
                return "other than " + " or ".join(texts[value] for value in others)
            return " or ".join(texts[value] for value in values)
        edges = _distinct(self.values)
        return " or ".join(_range_text(edges, first, last) for first, last in _runs(values))


@dataclass(frozen=True)
class Network:
    """A tree network: each feature has the class as a parent and at most one other feature, or the factor.

    Attributes
    ----------
    features : tuple of Feature
        Parents come before their children.
    classes : tuple
        The L class labels.
    prior : ndarray of float32, shape (L,)
    factor : ndarray of float32, shape (V, L), or None
        P(factor = v | class i) of what several features depend on, and nobody can acquire.
    """

    features: tuple[Feature, ...]
    classes: tuple[ClassLabel, ...]
    prior: NDArray[np.float32]
    factor: NDArray[np.float32] | None = None

    def marginals(self) -> list[NDArray[np.float64]]:
        """Return P(feature = v, class = i) of every feature, each of shape (V, L)."""
        joints: list[NDArray[np.float64]] = []
        for feature in self.features:
            above = self._above(feature, joints)
            joints.append((above[:, np.newaxis, :] * feature.table).sum(axis=0))
        return joints

    def _above(self, feature: Feature, joints: list[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return P(parent = u, class = i) of a feature, shape (U, L), from those of earlier features."""
        prior = self.prior.astype(np.float64)[np.newaxis]
        if feature.parent < 0:
            return prior
        if feature.parent == len(self.features) and self.factor is not None:
            return prior * self.factor
        return joints[feature.parent]

    def tempered(self, power: float) -> Network:
        """Return the network with the likelihoods of the class raised to a power.

        A table T becomes T^power M^(1 - power), normalised to sum to 1, where M is T averaged over the
        classes. Where the classes do not differ, nothing changes. A power below 1 makes the network less
        confident.
        """
        if power == 1.0:
            return self
        prior = np.ascontiguousarray(self.prior, dtype=np.float32)
        features = []
        for feature in self.features:
            table = np.ascontiguousarray(feature.table, dtype=np.float32)
            changed = np.empty_like(table)
            lib.ifc2f_temper(pointer(table), pointer(prior), *table.shape, power, pointer(changed))
            features.append(replace(feature, table=changed))
        return replace(self, features=tuple(features))

    def information(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the information in the network's features, in bits.

        Returns
        -------
        relevance : ndarray, shape (K,)
            Mutual information of every feature and the class.
        dependence : ndarray, shape (K,)
            Conditional mutual information of every feature and its parent given the class; 0 without one.
        """
        joints = self.marginals()
        prior = self.prior.astype(np.float64)[np.newaxis]
        relevance = [_bits(joint, joint.sum(axis=1, keepdims=True) * prior) for joint in joints]
        dependence = []
        for feature, joint in zip(self.features, joints, strict=True):
            above = self._above(feature, joints)
            pairs = above[:, np.newaxis, :] * feature.table  # (U, V, L)
            with np.errstate(divide="ignore", invalid="ignore"):
                apart = np.where(prior > 0, above[:, np.newaxis, :] * joint / prior, 0.0)
            dependence.append(_bits(pairs, apart))
        return np.array(relevance), np.array(dependence)

    def information_of_factor(self) -> float:
        """Return the mutual information of the factor and the class, in bits; 0 without a factor."""
        if self.factor is None:
            return 0.0
        prior = self.prior.astype(np.float64)[np.newaxis]
        joint = prior * self.factor
        return _bits(joint, joint.sum(axis=1, keepdims=True) * prior)


def _bits(joint: NDArray[np.float64], apart: NDArray[np.float64]) -> float:
    """Return the divergence of a joint distribution from what it would be without dependence."""
    there = joint > 0
    return float(np.maximum((joint[there] * np.log2(joint[there] / apart[there])).sum(), 0.0))


def _runs(values: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and last of every run of neighbours."""
    starts = [value for value in values if value - 1 not in values]
    ends = [value for value in values if value + 1 not in values]
    return list(zip(starts, ends, strict=True))


def _range_text(edges: Sequence[str], first: int, last: int) -> str:
    if first == 0:
        return f"below {edges[last]}" if last < len(edges) else "any value"
    return f"{edges[first - 1]} to {edges[last]}" if last < len(edges) else f"from {edges[first - 1]}"


def _distinct(values: NDArray[np.float32]) -> list[str]:
    """Write numbers with four significant digits, or as many as it takes to distinguish them."""
    for digits in range(4, 9):
        texts = [f"{value:.{digits}g}" for value in values]
        if len(set(texts)) == len(texts):
            return texts
    return [str(value) for value in values]

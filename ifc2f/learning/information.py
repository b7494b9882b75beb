"""Mutual information of features with the class and with each other, from counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ifc2f._core import lib
from ifc2f.core.kernels import (
    Float64,
    Int32,
    Int64,
    class_information,
    k_log_k,
    over_ranges,
    pointer,
)

__all__ = ["Information", "OfPairs"]


@dataclass(frozen=True, eq=False)
class Information:
    """Mutual information of features with the class and with each other, in nats.

    Plug-in estimates, never below 0, over the rows in which the features concerned are present.

    Attributes
    ----------
    alone
        I(F_i; C), shape (K,).
    conditional
        I(F_i; F_j | C), shape (K, K), symmetric, diagonal 0.
    between
        I(F_i; F_j), of the same shape.
    present
        Number of rows in which a feature is present, shape (K,).
    together
        Number of rows in which both are present, shape (K, K), symmetric, diagonal 0.
    in_common
        I(F_i; C) over those rows at [i, j], shape (K, K), diagonal 0.
    """

    alone: Float64
    conditional: Float64
    between: Float64
    present: Float64
    together: Float64
    in_common: Float64

    @property
    def beyond(self) -> Float64:
        """Information of F_i on the class after an answer to F_j, or none, at [i, j]; never below 0.

        I(F_i; C | F_j) = I(F_i; C) + I(F_i; F_j | C) - I(F_i; F_j) in the rows that have both features, and
        I(F_i; C) in the share of F_i's rows that lack F_j.
        """
        given = np.maximum(self.in_common + self.conditional - self.between, 0.0)
        share = self.together / np.maximum(self.present, 1.0)[:, np.newaxis]
        return np.asarray(share * given + (1.0 - share) * self.alone[:, np.newaxis])

    def select(self, features: Sequence[int]) -> Information:
        """Return the information of some features, in the order given."""
        chosen, grid = list(features), np.ix_(features, features)
        return Information(
            self.alone[chosen],
            self.conditional[grid],
            self.between[grid],
            self.present[chosen],
            self.together[grid],
            self.in_common[grid],
        )


@dataclass(frozen=True, eq=False)
class OfPairs:
    """Quantities of `Information` by pair, each of shape (P,); those of the first and the second feature."""

    conditional: Float64
    between: Float64
    together: Float64
    first: Float64
    second: Float64

    @classmethod
    def empty(cls, n_pairs: int) -> OfPairs:
        return cls(*(np.zeros(n_pairs) for _ in range(5)))

    def fill(self, part: slice, joint: Int64, n_rows: int, n_jobs: int) -> None:
        """Write what the counts of a part of the pairs, shape (p, V, V, L), say."""
        _, n_values, _, n_classes = joint.shape
        logs = k_log_k(n_rows)
        table = pointer(logs), len(logs)
        counts = pointer(joint)
        of_class, of_all = pointer(self.conditional[part]), pointer(self.between[part])

        def kernel(lo: int, hi: int) -> None:
            lib.ifc2f_cmi(counts, lo, hi, n_values, n_classes, *table, of_class)
            lib.ifc2f_mi(counts, lo, hi, n_values, n_values, n_classes, *table, of_all)

        over_ranges(len(joint), kernel, n_jobs)
        together = joint.reshape(len(joint), n_values * n_values * n_classes).sum(axis=1)
        self.together[part] = together
        if len(some := np.flatnonzero(together < n_rows)):  # in all rows each has its information alone
            self.first[part][some] = class_information(joint[some].sum(axis=2), n_rows, n_jobs)
            self.second[part][some] = class_information(joint[some].sum(axis=1), n_rows, n_jobs)

    def information(self, features: Int64, pairs: Int32, n_rows: int, n_jobs: int) -> Information:
        """Return them as matrices, 0 for pairs that were not counted."""

        def matrix(upper: Float64, lower: Float64) -> Float64:
            found = np.zeros((len(features), len(features)))
            found[pairs[:, 0], pairs[:, 1]] = upper
            found[pairs[:, 1], pairs[:, 0]] = lower
            return found

        alone = class_information(features, n_rows, n_jobs)
        whole = self.together == n_rows
        return Information(
            alone,
            matrix(self.conditional, self.conditional),
            matrix(self.between, self.between),
            features.sum(axis=(1, 2)).astype(np.float64),
            matrix(self.together, self.together),
            matrix(
                np.where(whole, alone[pairs[:, 0]], self.first),
                np.where(whole, alone[pairs[:, 1]], self.second),
            ),
        )

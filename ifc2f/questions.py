"""The questions of a session: the value of answers, and uncertain answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f._core import ffi, lib
from ifc2f.core.errors import check
from ifc2f.model import Model


class Worth(NamedTuple):
    """The value of information of a single feature, whatever the policy asks after it.

    Attributes
    ----------
    feature : int
    change : float
        Probability of an answer that changes the decision: after it, another class costs less.
    saving : float
        Expected decrease in the cost of a mistake if the feature is answered and a class decided then, before
        the cost of the answer. 0 if no answer changes the decision.
    joint : ndarray of shape (V, L)
        P(feature = v, class = i | answers).
    """

    feature: int
    change: float
    saving: float
    joint: NDArray[np.float32]

    @property
    def probability(self) -> NDArray[np.float64]:
        """Probability of each of its values, shape (V,)."""
        found: NDArray[np.float64] = self.joint.sum(axis=1, dtype=np.float64)
        return found

    @property
    def posterior(self) -> NDArray[np.float64]:
        """P(class | answers, value), shape (V, L); NaN for a value that is not possible."""
        with np.errstate(invalid="ignore"):
            found: NDArray[np.float64] = self.joint / self.probability[:, np.newaxis]
        return found


class JointWorth(NamedTuple):
    """What answers to several features are worth together, such as to all of a panel.

    Attributes
    ----------
    features : tuple of int
        In the order in which their answers were followed: by what they save alone.
    change : float
        Probability of the answers after which another class costs less than the one that is decided now.
    saving : float
        By how much the expected cost of a mistake falls if all are answered and a class decided then; their
        cost is not counted. It is never less than what one of them saves alone.
    missed : float
        0 where every set of answers was followed to its end, and both figures are what they say. Where these
        are too many, those that add least are left: both are lower bounds, the saving by at most this.
    """

    features: tuple[int, ...]
    change: float
    saving: float
    missed: float


class Questions:
    """The part of :class:`~ifc2f.Session` that is about questions."""

    model: Model
    _session: Any

    def worth(self, feature: int | str) -> Worth:
        """Return the value of information of a single feature: 0 if it is answered.

        Parameters
        ----------
        feature : int or str
        """
        k = self.model.feature_index(feature)
        joint = np.empty((lib.ifc2f_n_values(self.model.c_model, k), self.model.n_classes), dtype=np.float32)
        saving, change = ffi.new("float *"), ffi.new("float *")
        check(lib.ifc2f_worth(self._session, k, ffi.from_buffer("float *", joint), saving, change))
        return Worth(k, float(change[0]), float(saving[0]), joint)

    def joint_worth(self, features: Iterable[int | str]) -> JointWorth:
        """Return what answers to several features are worth together: nothing for those that are answered.

        Parameters
        ----------
        features : iterable of int or str
            Such as those of a panel, `model.costs.panels[name]`.

        Raises
        ------
        ValueError
            If there is no such feature, or one is named twice.
        """
        listed = [self.model.feature_index(feature) for feature in features]
        if len(set(listed)) < len(listed):
            twice = next(k for k in listed if listed.count(k) > 1)
            raise ValueError(f"feature {self.model.feature_names[twice]!r} is named twice")
        n_bytes = lib.ifc2f_joint_worth_bytes(self.model.c_model, len(listed))
        order, told = ffi.new("uint16_t[]", listed), ffi.new("ifc2f_worth_sums *")
        memory = ffi.new("uint32_t[]", n_bytes // 4)
        check(lib.ifc2f_joint_worth(self._session, order, len(listed), memory, n_bytes, told))
        return JointWorth(tuple(order), told.change, told.saving, told.missed)

    def answer_likelihoods(self, feature: int | str, likelihoods: ArrayLike) -> None:
        """Answer a feature uncertainly.

        The posterior is exact. The policy treats the feature as acquired, with an unknown value.

        Parameters
        ----------
        feature : int or str
        likelihoods : array_like of float, shape (V,)
            For each bin or category, the probability of the observation if that is the value. Only ratios
            count: `[3, 1]` means 3 to 1 for the first value, and `[1, 1, 0]` means that it is not the third.
            If only one value is possible, this is `answer_bin`.

        Raises
        ------
        ValueError
            If they are not V numbers of 0 or more, or none is above 0. The session is then unchanged.
        """
        k = self.model.feature_index(feature)
        n_values = lib.ifc2f_n_values(self.model.c_model, k)
        name = self.model.feature_names[k]
        try:
            numbers = np.array(likelihoods, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise ValueError(
                f"feature {name!r}: likelihoods must be {n_values} numbers, not {likelihoods!r}"
            ) from error
        if numbers.shape != (n_values,):
            raise ValueError(
                f"feature {name!r}: likelihoods must be {n_values} numbers, one for each bin or category, "
                f"not of shape {numbers.shape}"
            )
        if not (np.isfinite(numbers).all() and numbers.min() >= 0.0 and numbers.max() > 0.0):
            raise ValueError(
                f"feature {name!r}: likelihoods must be 0 or more and not all 0, not {numbers.tolist()}"
            )
        shares = (numbers / numbers.max()).astype(np.float32)
        check(lib.ifc2f_answer_likelihoods(self._session, k, ffi.from_buffer("float *", shares)))

    def likelihoods(self, feature: int | str) -> NDArray[np.float32]:
        """Return the answer to a feature as likelihoods of its values, shape (V,), the largest 1.

        All are 1 for a feature without an answer, and all but one 0 for one whose value is known.
        """
        k = self.model.feature_index(feature)
        found = np.ones(lib.ifc2f_n_values(self.model.c_model, k), dtype=np.float32)
        state = lib.ifc2f_state(self._session, k)
        if state >= 0:
            found[:] = np.arange(len(found)) == state
        elif state == lib.IFC2F_UNCERTAIN_ANSWER:
            check(lib.ifc2f_read_likelihoods(self._session, k, ffi.from_buffer("float *", found)))
        return found

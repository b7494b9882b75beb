"""One instance, one answer at a time."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f._core import ffi, lib
from ifc2f.certainty import Certainty
from ifc2f.core.checks import listed, whole_number
from ifc2f.core.errors import check, status_text
from ifc2f.costs import checked_budget
from ifc2f.data.columns import category_text, is_missing
from ifc2f.files.meta import deferral_threshold
from ifc2f.influences import Influence, influences
from ifc2f.model import Model, checked_model
from ifc2f.network import ClassLabel
from ifc2f.questions import Questions
from ifc2f.shown import Shown

__all__ = ["Influence", "Session"]

_KEPT = struct.Struct("=4s??2x")  # what is before the model's identity in a session's bytes
_KEPT_MAGIC = b"IFCS"


class Session(Shown, Questions, Certainty):
    """Ask, answer, decide: a session of the C runtime.

    Name features by index or name. Answers may come in any order and be retracted. The posterior is always
    the exact posterior of the model's network given all answers, with the same bits for every order. With a
    policy graph, it is the graph's own while all answers are ones that the graph asked for.

    Parameters
    ----------
    model : Model
    prior : array_like of float, shape (L,), optional
        Class probabilities where the model is used; default: those of the training data.
    budget : float, optional
        The most that the policy may spend; default: the model's budget.

    Raises
    ------
    ValueError
        If the prior is not a probability vector of L numbers, or the budget is negative.

    Examples
    --------
    >>> session = Session(model)                            # doctest: +SKIP
    >>> while (feature := session.next()) is not None:      # doctest: +SKIP
    ...     session.answer(feature, measure(feature))
    >>> session.decide()                                    # doctest: +SKIP
    'benign'
    """

    def __init__(self, model: Model, prior: ArrayLike | None = None, budget: float | None = None) -> None:
        self.model = checked_model(model, "a session")
        n_bytes = lib.ifc2f_session_bytes(model.c_model)
        self._memory = ffi.new("uint32_t[]", n_bytes // 4)
        self._session = ffi.new("ifc2f_session *")
        check(lib.ifc2f_begin(self._session, model.c_model, self._memory, n_bytes))
        self._has_models_prior = self._has_models_budget = True
        if prior is not None:
            self.set_prior(prior)
        if budget is not None:
            self.set_budget(budget)

    def __copy__(self) -> Session:
        """Return a session with the same answers, prior and budget, and memory of its own."""
        taken_up, parts = self.__reduce__()
        twin: Session = taken_up(*parts)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Session:
        return self.__copy__()  # a model does not change

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the model and what the session's memory holds."""
        return _taken_up, (
            self.model,
            bytes(ffi.buffer(self._memory)),
            self._has_models_prior,
            self._has_models_budget,
        )

    def to_bytes(self) -> bytes:
        """Return the session without its model: answers, acquisitions, prior, budget, the model's identity.

        Usually these are a few hundred bytes, the compressed memory of the session. `resume` continues the
        session, on machines of the same byte order.
        """
        head = _KEPT.pack(_KEPT_MAGIC, self._has_models_prior, self._has_models_budget)
        return head + bytes.fromhex(self.model.sha256) + zlib.compress(ffi.buffer(self._memory))

    @classmethod
    def resume(cls, model: Model, data: bytes) -> Session:
        """Continue a session that `to_bytes` returned.

        Parameters
        ----------
        model : Model
            The same model.
        data : bytes

        Raises
        ------
        ValueError
            If the bytes are not a session, belong to another model, or are damaged. The answers are checked:
            tampered bytes give a session with possible answers, or this error.
        """
        checked_model(model, "a session")
        start = _KEPT.size + 32
        if len(data) < start or data[:4] != _KEPT_MAGIC:
            raise ValueError("these bytes are not a session: give the result of Session.to_bytes()")
        if data[_KEPT.size : start] != bytes.fromhex(model.sha256):
            raise ValueError(
                f"the session is of the model {data[_KEPT.size : start].hex()[:12]}..., not of "
                f"{model.sha256[:12]}...: load the model with which it was begun"
            )
        n_bytes = lib.ifc2f_session_bytes(model.c_model)
        reader = zlib.decompressobj()
        try:
            memory = reader.decompress(data[start:], n_bytes + 1)
        except zlib.error:
            memory = b""
        if len(memory) != n_bytes or not reader.eof or reader.unused_data:
            raise ValueError("the bytes of the session are damaged, cut short or too many")
        _, has_prior, has_budget = _KEPT.unpack_from(data)
        return _taken_up(model, memory, has_prior, has_budget)

    def set_prior(self, prior: ArrayLike) -> None:
        """Replace the class prior; answers are kept.

        Raises
        ------
        ValueError
            If it is not L numbers >= 0 that sum to 1.
        """
        try:
            with np.errstate(over="ignore"):
                values = np.array(prior, dtype=np.float64).astype(np.float32)
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"prior must be {self.model.n_classes} numbers, not {prior!r}") from error
        if values.shape != (self.model.n_classes,):
            raise ValueError(
                f"prior must hold {self.model.n_classes} numbers, one per class, not shape {values.shape}"
            )
        if lib.ifc2f_set_prior(self._session, ffi.from_buffer("float *", values)) < 0:
            given = np.asarray(prior, dtype=np.float64).tolist()
            raise ValueError(f"prior must be probabilities that sum to 1, not {given}")
        self._has_models_prior = np.array_equal(values, self.model.network.prior)

    def set_budget(self, budget: float) -> None:
        """Set the most that the policy may spend.

        Raises
        ------
        ValueError
            If it is negative or NaN.
        """
        limit = checked_budget(budget)
        check(lib.ifc2f_set_budget(self._session, limit))
        self._has_models_budget = limit == self.model.budget

    def restart(self) -> None:
        """Forget all answers; prior and budget stay."""
        check(lib.ifc2f_restart(self._session))

    def next(self) -> int | None:
        """Return the index of the feature to acquire next, or None to stop.

        Raises
        ------
        ValueError
            If the model has no policy.
        """
        feature = lib.ifc2f_next(self._session)
        return None if feature == lib.IFC2F_STOP else check(feature)

    def next_test(self) -> str | None:
        """Return the name of the next panel or feature to acquire, or None to stop.

        Raises
        ------
        ValueError
            If the model has no policy.
        """
        feature = self.next()
        if feature is None:
            return None
        panels = self.model.costs.panels
        of_panel = [name for name, features in panels.items() if feature in features]
        return of_panel[0] if of_panel else self.model.feature_names[feature]

    def answer_panel(self, panel: str, values: Mapping[str, Any]) -> None:
        """Answer the features of a panel in one call; its price is paid once.

        Parameters
        ----------
        panel : str
        values : mapping
            Values by name of the feature, as `answer` takes them. Omitted features, and missing values, count
            as missing; an earlier answer to an omitted feature stays.

        Raises
        ------
        ValueError
            If there is no such panel, a feature does not belong to it, no feature is answered, or a value is
            not usable. The session is then unchanged.
        """
        panels = self.model.costs.panels
        if panel not in panels:
            known = ", ".join(repr(name) for name in panels) or "none"
            raise ValueError(f"{panel!r} is not a panel of the model; its panels: {known}")
        members = {self.model.feature_names[k]: k for k in panels[panel]}
        if unknown := [name for name in values if name not in members]:
            raise ValueError(f"{unknown[0]!r} is not a feature of the panel {panel!r}")
        given = {name: value for name, value in values.items() if not is_missing(value)}
        if not given:
            raise ValueError(f"no value of the panel {panel!r} is given; call missing() for its features")
        trial = self.__copy__()
        for name, value in given.items():
            trial.answer(members[name], value)
        for name, k in members.items():
            if name not in given and (name in values or trial.state(k) == "open"):
                trial.missing(k)
        self._memory, self._session = trial._memory, trial._session

    def answer(self, feature: int | str, value: Any) -> None:
        """Answer a feature, or replace its answer.

        Parameters
        ----------
        feature : int or str
        value : float or str
            A number in the feature's unit, or a category: its text if categories have texts (a number stands
            for its digits, not for a position), otherwise its number.

        Raises
        ------
        ValueError
            If the value is not finite or not a known category. The session is then unchanged.
        """
        k = self.model.feature_index(feature)
        if is_missing(value):
            name = self.model.feature_names[k]
            raise ValueError(
                f"feature {name!r}: {value} is not an answer; call missing() if there is no value"
            )
        if self._is_text(k, value):
            self.answer_bin(k, self._category(k, category_text(value)))
            return
        number = self._number(k, value)
        status = lib.ifc2f_answer(self._session, k, number)
        if status < 0:
            raise ValueError(self.model.describe_error(status, k, number))

    def know(self, feature: int | str, value: Any) -> None:
        """Take a value that was known before, without an acquisition: it costs nothing.

        It counts like an answer, and a later `answer` makes it an acquisition. If a policy graph would not
        have asked for it, the posterior is that of the network from then on.

        Parameters
        ----------
        feature : int or str
        value : float or str
            As `answer` takes it.

        Raises
        ------
        ValueError
            As `answer` does. The session is then unchanged.
        """
        k = self.model.feature_index(feature)
        trial = self.__copy__()
        trial.answer(k, value)
        is_number = not self._is_text(k, value)
        number = value if is_number else self.model.network.features[k].values[int(trial.state(k))]
        check(lib.ifc2f_know(self._session, k, self._number(k, number)))

    def _is_text(self, k: int, value: Any) -> bool:
        """Return whether a value is a category by its text."""
        has_texts = self.model.meta["features"][k].get("labels") is not None
        return has_texts or isinstance(value, str | bool | np.bool_)

    def _number(self, k: int, value: Any) -> float:
        """Round a number to single precision, infinite if it is too large."""
        try:
            if not isinstance(value, bytes | bytearray | np.datetime64 | np.timedelta64):
                with np.errstate(over="ignore"):
                    number = np.float32(value)
                if np.ndim(number) == 0:  # NumPy would take an array of one number for the number
                    return float(number)
        except OverflowError:  # a whole number
            return np.inf if value > 0 else -np.inf
        except (TypeError, ValueError):
            pass
        raise ValueError(f"feature {self.model.feature_names[k]!r}: {value!r} is not a number")

    def _category(self, k: int, text: str) -> int:
        labels = self.model.meta["features"][k].get("labels")
        if labels is None:
            raise ValueError(f"feature {self.model.feature_names[k]!r} takes a number, not {text!r}")
        if text not in labels:
            known = ", ".join(repr(label) for label in labels)
            raise ValueError(
                f"feature {self.model.feature_names[k]!r}: {text!r} is not one of its categories, {known}"
            )
        return int(labels.index(text))

    def answer_bin(self, feature: int | str, bin: int) -> None:
        """Answer a feature with the index of a bin or category.

        Raises
        ------
        ValueError
            If the feature has no such bin.
        """
        k = self.model.feature_index(feature)
        bin = whole_number(bin, "an answer is given by the number of its bin")
        n_values = lib.ifc2f_n_values(self.model.c_model, k)
        if not 0 <= bin < n_values:
            raise ValueError(
                f"feature {self.model.feature_names[k]!r} has bins 0 to {n_values - 1}, not {bin}"
            )
        check(lib.ifc2f_answer_bin(self._session, k, bin))

    def missing(self, feature: int | str, *, paid: bool = False) -> None:
        """Say that a feature has no value; with `paid`, its cost still counts."""
        check(lib.ifc2f_missing(self._session, self.model.feature_index(feature), paid))

    def retract(self, feature: int | str) -> None:
        """Retract an answer: the feature is open again, and its cost no longer counts."""
        check(lib.ifc2f_retract(self._session, self.model.feature_index(feature)))

    def decide(self) -> ClassLabel:
        """Return the class with the smallest expected misclassification cost."""
        return self.model.classes[check(lib.ifc2f_decide(self._session))]

    @property
    def posterior(self) -> NDArray[np.float32]:
        """P(class | answers), shape (L,)."""
        posterior = np.empty(self.model.n_classes, dtype=np.float32)
        check(lib.ifc2f_posterior(self._session, ffi.from_buffer("float *", posterior)))
        return posterior

    @property
    def deferred(self) -> bool:
        """Whether the case is left to a person, because the guarantee does not cover the current posterior.

        The guarantee covers cases in which the policy's questions were asked until it stopped, with the
        model's prior and budget. With another prior or budget there is no guarantee, and no case is deferred.
        """
        is_guaranteed = self._has_models_prior and self._has_models_budget
        threshold = deferral_threshold(self.model.meta) if is_guaranteed else 0.0
        return bool(float(self.posterior.max()) < threshold)

    @property
    def conflict(self) -> bool:
        """Whether the answers have probability 0 under the model; the posterior is then the prior."""
        return bool(lib.ifc2f_posterior(self._session, ffi.new("float[]", self.model.n_classes)))

    def influences(self, label: ClassLabel) -> list[Influence]:
        """Return what each answer does to the probability of a class, in the order of the acquisitions.

        Values that were known without an acquisition come last.

        The measure leaves one answer out at a time. It does not depend on the order of the answers, is exact
        for any number of them, and has the sign of the answer's effect on the posterior. If two answers carry
        the same information, each has little influence, because the other remains.

        Raises
        ------
        ValueError
            If the model has no such class.
        """
        if label not in self.model.classes:
            raise ValueError(f"the model has no class {label!r}; it has {listed(self.model.classes)}")
        return influences(self, self.model.classes.index(label))

    def feature_posterior(self, feature: int | str) -> NDArray[np.float32]:
        """Return P(feature = v, class = i | answers), shape (V, L)."""
        k = self.model.feature_index(feature)
        joint = np.empty((lib.ifc2f_n_values(self.model.c_model, k), self.model.n_classes), dtype=np.float32)
        check(lib.ifc2f_feature_posterior(self._session, k, ffi.from_buffer("float *", joint)))
        return joint

    @property
    def log_evidence(self) -> float:
        """Natural logarithm of the probability of all answers; -inf if they contradict each other."""
        mantissa, exponent = ffi.new("float *"), ffi.new("int32_t *")
        check(lib.ifc2f_evidence(self._session, mantissa, exponent))
        with np.errstate(divide="ignore"):
            return float(np.log(mantissa[0]) + 32 * exponent[0] * np.log(2))

    @property
    def cost(self) -> float:
        """Cost of the features acquired."""
        return float(lib.ifc2f_cost(self._session))

    @property
    def acquired(self) -> list[int]:
        """Indices of the features acquired, in the order of the acquisitions."""
        return [lib.ifc2f_acquired(self._session, i) for i in range(lib.ifc2f_n_acquired(self._session))]

    def state(self, feature: int | str) -> int | str:
        """Return a feature's bin, or "open", "missing", "missing, paid" or "uncertain"."""
        state = lib.ifc2f_state(self._session, self.model.feature_index(feature))
        names = {
            lib.IFC2F_OPEN: "open",
            lib.IFC2F_MISSING: "missing",
            lib.IFC2F_MISSING_PAID: "missing, paid",
            lib.IFC2F_UNCERTAIN_ANSWER: "uncertain",
        }
        return names.get(state, int(state))

    def feature_cost(self, feature: int | str) -> float:
        """Return the cost of acquiring a feature now, with group discounts and shared tests.

        0 for a feature that was acquired.
        """
        return float(lib.ifc2f_feature_cost(self._session, self.model.feature_index(feature)))

    @property
    def cost_of_stopping(self) -> float:
        """Expected misclassification cost of deciding now."""
        return float(lib.ifc2f_cost_of_stopping(self._session))

    def cost_of_continuing(self, feature: int | str | None = None) -> float:
        """Return the expected further cost, with mistakes, of acquiring a feature and then going on.

        Parameters
        ----------
        feature : int or str, optional
            Default: the next feature of the policy's order, even if the policy would stop. A policy graph
            knows only the cost of its own next feature, at the model's prior. With an adaptive policy, the
            result is an upper bound: it includes a second acquisition if that pays and, if the policy looks
            ahead, all that it may acquire while the answers are not too rare. For the feature that the policy
            asks for, it is below the cost of stopping.

        Raises
        ------
        ValueError
            If the feature is not open, or no feature is left.
        """
        k = self._next_in_order() if feature is None else self.model.feature_index(feature)
        cost = ffi.new("float *")
        status = lib.ifc2f_cost_of_continuing(self._session, k, cost)
        if status == lib.IFC2F_ERR_FEATURE:
            raise ValueError(f"feature {self.model.feature_names[k]!r} is already answered or missing")
        if status < 0:
            raise ValueError(status_text(status))
        return float(cost[0])

    def _next_in_order(self) -> int:
        if self.model.policy != "ordered" and (feature := self.next()) is not None:
            return feature
        for k in range(self.model.n_stages):
            if lib.ifc2f_state(self._session, k) == lib.IFC2F_OPEN:
                return k
        raise ValueError("no feature of the policy's order is left to acquire")


def _taken_up(model: Model, memory: bytes, has_models_prior: bool, has_models_budget: bool) -> Session:
    """Return a session from what the memory of another one holds."""
    session = Session.__new__(Session)
    session.model = model
    session._has_models_prior = has_models_prior
    session._has_models_budget = has_models_budget
    session._memory = ffi.new("uint32_t[]", len(memory) // 4)
    session._session = ffi.new("ifc2f_session *")
    ffi.memmove(session._memory, memory, len(memory))
    check(lib.ifc2f_resume(session._session, model.c_model, session._memory, len(memory)))
    return session

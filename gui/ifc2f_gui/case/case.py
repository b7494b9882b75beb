"""A case: what was answered, in which order, and undo. No Qt, no inference."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import asdict, dataclass, is_dataclass, replace
from datetime import datetime, timezone
from typing import Any

ANSWERED, UNKNOWN, NOT_AVAILABLE, PENDING = "answered", "unknown", "not available", "pending"
FAILED, UNCERTAIN = "failed", "uncertain"
STATES = (ANSWERED, UNKNOWN, NOT_AVAILABLE, PENDING, FAILED, UNCERTAIN)
PAID = (ANSWERED, PENDING, FAILED, UNCERTAIN)  # states whose cost was spent
TELLING = (ANSWERED, UNCERTAIN)  # states that move the posterior
REASONS = ("advice", "override", "other class", "deferred", "no question left", "no advice")  # for closing
UNDO_STEPS = 1000  # bounds the memory of a session that is never closed


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of one feature.

    Attributes
    ----------
    state : str
        One of `STATES`. Unknown is neither absent nor zero. Pending: ordered and paid for. Failed: done
        and paid for, without a usable result. Uncertain: `likelihoods` in the place of a value.
    value : float, str or None
        If answered: a number in the model's unit, or the text of a category.
    entered : float or None
        The number as entered, in `unit`.
    unit : str
    time : str
        When it was entered, ISO 8601 with seconds.
    at : int
        Its place in the order of the case.
    paused : bool
        Kept, but not counted.
    known : bool
        Known before the case began: it is counted, and costs nothing.
    likelihoods : tuple of float or None
        If uncertain: for each bin or category how probable what was seen is, if that is the value.
    span : tuple of two floats or None
        The range as entered, in `unit`, where that is what an uncertain answer says.
    """

    state: str
    value: float | str | None = None
    entered: float | None = None
    unit: str = ""
    time: str = ""
    at: int = 0
    paused: bool = False
    known: bool = False
    likelihoods: tuple[float, ...] | None = None
    span: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Override:
    """The user went on where the model advised to stop, or decided where it advised to go on."""

    kind: str  # "continued" or "decided"
    time: str
    n_answers: int
    cost_of_stopping: float
    cost_of_continuing: float | None
    why: str = ""  # in the user's words


@dataclass(frozen=True, slots=True)
class Decision:
    """The case is closed with a class."""

    label: str
    time: str
    reason: str  # one of `REASONS`
    why: str = ""  # in the user's words, where the advice was otherwise
    advised: str = ""  # the class that the model would have decided; empty in files that do not tell it


@dataclass(frozen=True, slots=True)
class Moment:
    """What the model said when a case was changed: what to ask or what to decide, and the posterior."""

    ask: str = ""
    decide: str = ""
    posterior: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """A change of a case, as it was made. Nothing takes it back: to undo is another event.

    Attributes
    ----------
    time : str
    how : str
        One of `HOWS`.
    part : str
        One of `PARTS`.
    feature : str
        Name of the feature, if the part is an answer; else empty.
    old, new : object
        The part before and after; None for none.
    moment : Moment
        What the model said before the change.
    """

    time: str
    how: str
    part: str
    feature: str
    old: Any
    new: Any
    moment: Moment


HOWS = ("change", "undo", "redo", "what-if")
PARTS = ("answer", "prior", "budget", "decision", "name", "override")

Change = tuple[tuple[Hashable, Any, Any], ...]  # (part, before, after), None for a part that is not there

_PRIOR, _BUDGET, _DECISION, _NAME = "prior", "budget", "decision", "name"
_NEVER: Change = (("never saved", None, None),)


def now() -> str:
    """Return the local time with its offset, to the second."""
    return datetime.now(timezone.utc).astimezone().isoformat(timespec="seconds")


def as_json(part: Any) -> Any:
    """Return a part of a case as JSON holds it."""
    if is_dataclass(part) and not isinstance(part, type):
        return {key: as_json(value) for key, value in asdict(part).items()}
    return list(part) if isinstance(part, tuple) else part


class Case:
    """Findings by feature index, prior, budget, overrides and decision, with undo and redo.

    Every change is kept as the parts it touched, before and after, so that undo is exact.

    Parameters
    ----------
    clock : callable, optional
        Gives the time of an entry.
    """

    def __init__(self, clock: Callable[[], str] = now) -> None:
        self._clock = clock
        self._parts: dict[Hashable, Any] = {}
        self._undo: deque[Change] = deque(maxlen=UNDO_STEPS)
        self._redo: list[Change] = []
        self._saved: Change | None = None
        self.started = clock()
        self.history: list[Event] = []
        self.moment: Callable[[], Moment] = Moment  # what the model says now; the desk's
        self.feature_names: tuple[str, ...] = ()

    # ---- Reading -------------------------------------------------------------------------------------------

    def findings(self) -> list[tuple[int, Finding]]:
        """Return (feature, finding) in the order of the case."""
        found = [(key, part) for key, part in self._parts.items() if isinstance(key, int)]
        return sorted(found, key=lambda pair: pair[1].at)

    def finding(self, feature: int) -> Finding | None:
        """Return what is known of a feature, or None."""
        found: Finding | None = self._parts.get(feature)
        return found

    @property
    def prior(self) -> tuple[float, ...] | None:
        """The user's pre-test probabilities, or None for the model's."""
        prior: tuple[float, ...] | None = self._parts.get(_PRIOR)
        return prior

    @property
    def budget(self) -> float | None:
        """The largest cost the user wants spent, or None for the model's."""
        budget: float | None = self._parts.get(_BUDGET)
        return budget

    @property
    def decision(self) -> Decision | None:
        """How the case was closed, or None while it is open."""
        decision: Decision | None = self._parts.get(_DECISION)
        return decision

    @property
    def name(self) -> str:
        """A name the user gave the case; it stays in the case file."""
        return str(self._parts.get(_NAME) or "")

    @property
    def overrides(self) -> list[Override]:
        """Overrides in the order they were made."""
        return [part for part in self._parts.values() if isinstance(part, Override)]

    @property
    def is_dirty(self) -> bool:
        """Whether there are changes since the case was last saved."""
        return (self._undo[-1] if self._undo else None) is not self._saved

    @property
    def can_undo(self) -> bool:
        """Whether a change can be taken back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether an undone change can be redone."""
        return bool(self._redo)

    # ---- Changing ------------------------------------------------------------------------------------------

    def record(
        self,
        feature: int,
        state: str,
        value: float | str | None = None,
        entered: float | None = None,
        unit: str = "",
        **more: Any,
    ) -> None:
        """Record a finding, or replace one; its place in the order stays. `more` are its other attributes."""
        if state not in STATES:
            raise ValueError(f"the state of a finding must be one of {', '.join(STATES)}, not {state!r}")
        old = self.finding(feature)
        at = old.at if old is not None else 1 + max((found.at for _, found in self.findings()), default=0)
        self._change_findings((feature, Finding(state, value, entered, unit, self._clock(), at, **more)))

    def record_together(self, given: dict[int, Finding]) -> None:
        """Record several findings as one change; time and places in the order are given here."""
        at = max((found.at for _, found in self.findings()), default=0)
        time = self._clock()
        pairs = [(k, replace(found, time=time, at=at + i + 1)) for i, (k, found) in enumerate(given.items())]
        self._change(*self._reopened(), *pairs)

    def retract(self, feature: int) -> None:
        """Remove a finding."""
        self._change_findings((feature, None))

    def pause(self, feature: int, paused: bool) -> None:
        """Keep a finding without counting it, or count it again."""
        found = self.finding(feature)
        if found is not None and found.paused != paused:
            self._change_findings((feature, replace(found, paused=paused)))

    def set_prior(self, prior: tuple[float, ...] | None) -> None:
        """Replace the pre-test probabilities."""
        self._change(*self._reopened(), (_PRIOR, prior))

    def set_budget(self, budget: float | None) -> None:
        """Replace the largest cost to be spent."""
        self._change(*self._reopened(), (_BUDGET, budget))

    def set_name(self, name: str) -> None:
        """Name the case."""
        self._change((_NAME, name or None))

    def override(
        self, kind: str, n_answers: int, stopping: float, continuing: float | None, why: str = ""
    ) -> None:
        """Record that the user did not follow the advice to go on or to stop."""
        self._change(self._new_override(kind, n_answers, stopping, continuing, why))

    def decide(self, label: str, reason: str, why: str = "", advised: str = "") -> None:
        """Close the case; `advised` is the class that the model would have decided."""
        self._change((_DECISION, Decision(label, self._clock(), reason, why, advised)))

    def decide_against_advice(
        self,
        label: str,
        n_answers: int,
        stopping: float,
        continuing: float | None,
        why: str = "",
        advised: str = "",
    ) -> None:
        """Close the case where the advice is to go on; the override is recorded with it."""
        decision = Decision(label, self._clock(), "override", why, advised)
        override = self._new_override("decided", n_answers, stopping, continuing, why)
        self._change(override, (_DECISION, decision))

    def reopen(self) -> None:
        """Take the decision back."""
        self._change(*self._reopened())

    def adopt(self, other: Case) -> None:
        """Take over all parts of another case, as one change."""
        keys = dict.fromkeys([*self._parts, *other._parts])
        self._change(*((key, other._parts.get(key)) for key in keys), how="what-if")

    def copy(self) -> Case:
        """Return a case with the same parts and a history of its own."""
        copied = Case(self._clock)
        copied._parts = dict(self._parts)
        copied.started, copied.feature_names = self.started, self.feature_names
        copied.history = list(self.history)
        return copied

    def follow(self, copy: Case) -> None:
        """Apply the changes of a copy: the same findings, with the same times."""
        self._change(*((key, after) for change in copy._undo for key, _, after in change))

    def undo(self) -> None:
        """Take the last change back; nothing happens if there is none."""
        if self._undo:
            change = self._undo.pop()
            self._redo.append(change)
            self._log("undo", [(key, after, before) for key, before, after in change])
            self._put((key, before) for key, before, _ in change)

    def redo(self) -> None:
        """Redo the change that was last undone."""
        if self._redo:
            change = self._redo.pop()
            self._undo.append(change)
            self._log("redo", change)
            self._put((key, after) for key, _, after in change)

    def mark_saved(self) -> None:
        """Remember this state as the saved one."""
        self._saved = self._undo[-1] if self._undo else None

    def mark_unsaved(self) -> None:
        """Remember that no file holds this state."""
        self._saved = _NEVER

    def restore(
        self,
        findings: dict[int, Finding],
        prior: tuple[float, ...] | None,
        budget: float | None,
        overrides: list[Override],
        decision: Decision | None,
        name: str,
        started: str,
        history: list[Event],
    ) -> None:
        """Fill an empty case with what a file holds; there is nothing to undo afterwards."""
        self._put(findings.items())
        self._put([(_PRIOR, prior), (_BUDGET, budget), (_DECISION, decision), (_NAME, name or None)])
        self._put((("override", i), override) for i, override in enumerate(overrides))
        self.started = started
        self.history = history

    # ---- Parts ---------------------------------------------------------------------------------------------

    def _change_findings(self, pair: tuple[int, Finding | None]) -> None:
        """Change a finding; a decision made on other findings does not stand."""
        self._change(*self._reopened(), pair)

    def _reopened(self) -> list[tuple[Hashable, Any]]:
        return [(_DECISION, None)] if self.decision is not None else []

    def _new_override(
        self, kind: str, n_answers: int, stopping: float, continuing: float | None, why: str = ""
    ) -> tuple[Hashable, Override]:
        key = ("override", len(self.overrides))
        return key, Override(kind, self._clock(), n_answers, stopping, continuing, why)

    def _log(self, how: str, change: Iterable[tuple[Hashable, Any, Any]]) -> None:
        """Append the change to the history."""
        moment, time = self.moment(), self._clock()
        for key, old, new in change:
            if isinstance(key, int):
                part, feature = "answer", self.feature_names[key] if self.feature_names else str(key)
            else:
                part, feature = ("override" if isinstance(key, tuple) else str(key)), ""
            self.history.append(Event(time, how, part, feature, old, new, moment))

    def _change(self, *pairs: tuple[Hashable, Any], how: str = "change") -> None:
        change = tuple(
            (key, self._parts.get(key), after) for key, after in pairs if self._parts.get(key) != after
        )
        if not change:
            return
        if len(self._undo) == UNDO_STEPS and self._saved is None:
            self.mark_unsaved()  # undo no longer leads back to the state that needs no file
        self._undo.append(change)
        self._redo.clear()
        self._log(how, change)
        self._put((key, after) for key, _, after in change)

    def _put(self, pairs: Any) -> None:
        pairs_: Iterator[tuple[Hashable, Any]] = iter(pairs)
        for key, part in pairs_:
            if part is None:
                self._parts.pop(key, None)
            else:
                self._parts[key] = part

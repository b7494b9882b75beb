"""The open model and case, and what follows from them: panels read it, and change the case through it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from ifc2f.model import Model
from ifc2f_gui.case.advice import Advice, advise, cost_decimals
from ifc2f_gui.case.case import Case, Finding, Moment
from ifc2f_gui.case.describe import describe
from ifc2f_gui.case.evidence import Consequences
from ifc2f_gui.case.outlook import Outlook, looking_ahead, mistake_cost

SLICE_MS, PAUSE_MS = 6, 20  # of looking ahead, and between two looks: the window is drawn first


class Desk(QObject):
    """A model, a case, perhaps a what-if copy of it, and the question that is asked.

    Attributes
    ----------
    model : Model
    model_path : str
        Where it came from; empty if it was never a file.
    features : tuple of Described
    case : Case
        The case itself.
    what_if : Case or None
        The copy being changed instead, if there is one.
    found : Consequences
        Of `active`: the copy, or else the case.
    base : Consequences or None
        Of the case, while there is a copy.
    chosen : int or None
        A feature the user wants asked (or edited) before what the model suggests.
    regarded : int or None
        An open feature whose worth the user looks at, without asking it.
    outlook : Outlook or None
        What lies ahead; None until it is computed, or if it cannot be.
    """

    model_changed = Signal()
    case_changed = Signal()
    asked_changed = Signal()
    regarded_changed = Signal()
    outlook_changed = Signal()

    def __init__(self, model: Model, path: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tells_costs = False  # instead of mistakes in 100 cases, if these can be counted
        self.regarded: int | None = None
        self._idle = QTimer(self)
        self._idle.timeout.connect(self._look_on)
        self.case_changed.connect(self._look_ahead)
        self.use_model(model, path)

    def use_model(self, model: Model, path: str, case: Case | None = None) -> None:
        """Take another model, with an empty case or one that belongs to it.

        Raises
        ------
        ValueError
            If the model cannot describe itself or the case does not fit it; everything is then as before.
        """
        features = describe(model)
        new_case = case or Case()
        found = Consequences(model, features, new_case)
        self.model, self.model_path, self.features, self.decimals = (
            model,
            path,
            features,
            cost_decimals(model),
        )
        self.target: int | None = None  # the class that Why explains; None: the leading one
        self._take(new_case, found)
        self.model_changed.emit()
        self.case_changed.emit()

    def use_case(self, case: Case) -> None:
        """Take another case of the same model."""
        self._take(case, Consequences(self.model, self.features, case))
        self.case_changed.emit()

    def _take(self, case: Case, found: Consequences) -> None:
        self.case, self.found = case, found
        case.moment, case.feature_names = self._moment, self.model.feature_names
        self.outlook: Outlook | None = None
        self.regarded = None
        self.what_if: Case | None = None
        self.base: Consequences | None = None
        self._before: NDArray[np.float32] | None = None
        self._reset_choice()

    def _moment(self) -> Moment:
        """Return what the model says of the case as it is, for its history."""
        found = self.base or self.found
        ask = "" if found.next is None else self._asked_name(found, found.next)
        posterior = tuple(map(float, found.posterior))
        return Moment(ask, "" if ask or not found.has_policy else found.decision, posterior)

    def _asked_name(self, found: Consequences, k: int) -> str:
        """Return the name of a panel, or of a feature that stands alone, as the model has it."""
        return self.features[k].panel if found.together(k) else self.model.feature_names[k]

    def _reset_choice(self) -> None:
        self.chosen: int | None = None
        self.goes_on = False  # the user wants another question although the advice is to stop

    @property
    def before(self) -> NDArray[np.float32]:
        """The posterior before an answer last changed; of a case just opened, before its last answer."""
        return self.found.before_last if self._before is None else self._before

    @property
    def active(self) -> Case:
        """The case that changes go to."""
        return self.what_if or self.case

    @property
    def asked(self) -> int | None:
        """The feature that is asked now; None when the advice is to stop and nothing was chosen."""
        if self.chosen is not None:
            return self.chosen
        if self.active.decision is not None:
            return None
        if self.found.next is None and self.goes_on and self.found.open:
            return self.found.open[0].feature
        return self.found.next

    @property
    def asked_together(self) -> tuple[int, ...]:
        """The open features that the requested test shows; empty if it shows only one."""
        asked = self.asked
        return () if asked is None else self.found.together(asked)

    @property
    def advice(self) -> Advice:
        """What the model advises."""
        return advise(self.found, self.decimals, self.outlook, in_cases=not self.tells_costs)

    @property
    def can_tell_cases(self) -> bool:
        """Whether all mistakes cost the same, so that they can be counted in 100 cases."""
        return mistake_cost(self.found) is not None

    def tell_costs(self, wanted: bool) -> None:
        """Switch between expected costs and the number of mistakes in 100 cases."""
        self.tells_costs = wanted
        self.outlook_changed.emit()

    def regard(self, feature: int | None) -> None:
        """Show what a feature is worth; None: that of the question asked."""
        if feature != self.regarded:
            self.regarded = feature
            self.regarded_changed.emit()

    @property
    def shown(self) -> int | None:
        """The open feature whose worth is shown."""
        is_open = self.regarded is not None and self.active.finding(self.regarded) is None
        return self.regarded if is_open else self.asked

    # ---- Looking ahead, while the user thinks --------------------------------------------------------------

    def _look_ahead(self) -> None:
        self.outlook = None
        self._steps = looking_ahead(self.found)
        self._idle.start(PAUSE_MS)

    def _look_on(self) -> None:
        """Compute the outlook for a moment."""
        timer = QElapsedTimer()
        timer.start()
        while not timer.hasExpired(SLICE_MS):
            if not self._look_one_step():
                return

    def _look_one_step(self) -> bool:
        """Take a step; return whether there is another."""
        try:
            found = next(self._steps)
        except StopIteration:
            self._idle.stop()
            return False
        if found is not None:
            self.outlook = found
            self.outlook_changed.emit()
        return True

    def ask(self, feature: int | None) -> None:
        """Ask (or edit) a feature next; None: what the model suggests, which is no choice of the user's."""
        is_suggested = self.active.decision is None and feature == self.found.next
        self.chosen, self.goes_on = None if is_suggested else feature, False
        self.asked_changed.emit()

    def answer(
        self,
        feature: int,
        state: str,
        value: float | str | None = None,
        entered: float | None = None,
        unit: str = "",
        **more: Any,
    ) -> None:
        """Record an answer to a feature; `more` are other attributes of the finding.

        Raises
        ------
        ValueError
            If the model does not take the value; the case is then as before.
        """
        trial = self.active.copy()
        trial.record(feature, state, value, entered, unit, **more)
        self._follow(trial)

    def know(self, given: dict[int, Finding]) -> None:
        """Record known values as one change; they cost nothing. Errors are those of `answer_together`."""
        self.answer_together({k: replace(found, known=True) for k, found in given.items()})

    def answer_together(self, given: dict[int, Finding]) -> None:
        """Record findings of several open features as one change, such as what a panel showed.

        Raises
        ------
        ValueError
            If the model does not take one of them; the case is then as before.
        """
        if not given:
            return
        trial = self.active.copy()
        trial.record_together(given)
        self._follow(trial)

    def retract(self, feature: int) -> None:
        """Take an answer back."""
        self.active.retract(feature)
        self._changed()

    def pause(self, feature: int, paused: bool) -> None:
        """Keep an answer without counting it, or count it again."""
        self.active.pause(feature, paused)
        self._changed()

    def set_prior(self, prior: tuple[float, ...] | None) -> None:
        """Set the pre-test probabilities; None: the model's."""
        self.active.set_prior(prior)
        self._changed()

    def set_budget(self, budget: float | None) -> None:
        """Set the largest cost to be spent; None: the model's."""
        self.active.set_budget(budget)
        self._changed()

    def set_name(self, name: str) -> None:
        """Name the case."""
        self.active.set_name(name)
        self._changed()

    def undo(self) -> None:
        """Take the last change back."""
        self.active.undo()
        self._reset_choice()
        self._changed()

    def redo(self) -> None:
        """Make it again."""
        self.active.redo()
        self._reset_choice()
        self._changed()

    @property
    def can_go_on(self) -> bool:
        """Whether going on would change anything: not if its question is already asked."""
        is_asked = self.asked is not None and self.chosen is None
        return self.active.decision is not None or (bool(self.found.open) and not is_asked)

    @property
    def goes_against_advice(self) -> bool:
        """Whether going on now is an override: the advice is to stop, and there is something to ask."""
        return self.active.decision is None and self.advice.stop and bool(self.found.open)

    def go_on(self, why: str = "") -> None:
        """Ask another question although the advice is to stop (an override), or take a decision back.

        `why` is the user's reason, where one was asked for.
        """
        if self.active.decision is not None:
            self.active.reopen()
        if self.advice.stop and self.found.open:
            self.active.override(
                "continued", len(self.found.findings), self.found.stopping, self.found.continuing, why
            )
        self._reset_choice()
        self.goes_on = True
        self._changed()

    @property
    def decides_against_advice(self) -> bool:
        """Whether the advice is to go on, or to leave the case to a person."""
        return self.found.has_policy and (not self.advice.stop or self.found.deferred)

    def decide(self, why: str = "", label: str | None = None) -> None:
        """Close the case with a class, by default that of the lowest expected cost.

        `why` is the user's reason, where one was asked for.
        """
        found = self.found
        if self.active.decision is not None:
            return
        label, advised = found.decision if label is None else label, found.decision
        reason = self._reason_to_close(label)
        if reason == "override":
            n_answers, costs = len(found.findings), (found.cost_of_deciding(label), found.continuing)
            self.active.decide_against_advice(label, n_answers, *costs, why, advised)
        else:
            self.active.decide(label, reason, why, advised)
        self._reset_choice()
        self._changed()

    def _reason_to_close(self, label: str) -> str:
        """Return which of `REASONS` closing the case has now; `Decision.advised` names another class."""
        if not self.found.has_policy:
            return "no advice"
        if not self.advice.stop:
            return "override"
        if self.found.deferred:
            return "deferred"
        if label != self.found.decision:
            return "other class"
        return "advice" if self.found.open else "no question left"

    @property
    def may_decide(self) -> bool:
        """Whether the case can be closed: it is open, and no what-if copy is shown."""
        return self.what_if is None and self.case.decision is None

    def start_what_if(self) -> None:
        """Make a copy of the case; changes go to the copy."""
        if self.what_if is None:
            self.what_if, self.base = self.case.copy(), self.found
            self._changed()

    def end_what_if(self, keep: bool) -> None:
        """Drop the copy, or make it the case, as one change that can be undone."""
        if self.what_if is None:
            return
        if keep:
            self.case.adopt(self.what_if)
        self.what_if = self.base = None
        self._reset_choice()
        self._changed()
        if not keep:
            self._before = None  # the case did not change
            self.case_changed.emit()

    def set_target(self, target: int | None) -> None:
        """Explain another class; None: the leading one."""
        self.target = target
        self.case_changed.emit()

    @property
    def explained(self) -> int:
        """The class that Why explains."""
        return self.found.leading if self.target is None else self.target

    def _follow(self, trial: Case) -> None:
        """Make the change that was tried on a copy, unless the model refuses what the copy holds."""
        found = Consequences(self.model, self.features, trial)
        self.active.follow(trial)
        self._reset_choice()
        self._changed(found)

    def _changed(self, found: Consequences | None = None) -> None:
        last, self.found = self.found, found or Consequences(self.model, self.features, self.active)
        if last.findings != self.found.findings:
            self._before = last.posterior
        self.case_changed.emit()

"""One session as people see it: the question, the probabilities after each answer, when to stop, and why."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.cli import describe
from ifc2f.cli.screen import Screen, amount, plural, shorten
from ifc2f.influences import strength
from ifc2f.model import Model
from ifc2f.session import Session

_MOST_CLASSES = 10
_BAR = 24


@dataclass(frozen=True)
class Advice:
    """Whether to ask another question.

    Attributes
    ----------
    feature : int or None
        The feature to ask for; None to stop.
    reason : {"ask", "policy", "budget", "nothing left"}
        Why.
    stopping : float
        Expected cost of mistakes when deciding now.
    continuing : float or None
        Expected cost, mistakes included, of asking for the next feature and going on; None if none is left.
    is_bound : bool
        Whether that is an upper bound; under the heuristic treatments, and where a value is
        missing, it is not.
    """

    feature: int | None
    reason: str
    stopping: float
    continuing: float | None
    is_bound: bool

    def text(self) -> str:
        """Return the advice as a sentence."""
        now, on = _apart(self.stopping, self.continuing)
        about = "" if self.is_bound else "about "
        text = f"Deciding now is expected to cost {now} in mistakes"
        text += f", and going on {about}{on} in all" if on else ""
        end = {
            "ask": ": ask.",
            "policy": ": stop.",
            "budget": "; the budget does not pay for another feature: stop.",
            "nothing left": "; there is nothing left to ask: stop.",
        }
        if self.reason == "policy" and self.continuing is not None and self.continuing < self.stopping:
            return text + "; the plan, made for the model's own prior, stops here."
        return text + end[self.reason]


def _apart(a: float, b: float | None) -> tuple[str, str]:
    """Write two numbers with three significant digits, or as many as it takes to distinguish them."""
    if b is None:
        return f"{a:.3g}", ""
    digits = next((n for n in range(3, 8) if f"{a:.{n}g}" != f"{b:.{n}g}"), 3)
    return f"{a:.{digits}g}", f"{b:.{digits}g}"


def advise(session: Session) -> Advice:
    """Return what the policy advises, with its numbers."""
    feature = session.next()
    continuing = None
    with suppress(ValueError):  # no feature is left
        continuing = session.cost_of_continuing(feature)
    if feature is not None:
        reason = "ask"
    else:
        reason = "nothing left" if continuing is None else _reason_to_stop(session)
    states = [session.state(k) for k in range(session.model.n_features)]
    is_bound = session.model.treatment == "exact" and "missing" not in states
    return Advice(feature, reason, session.cost_of_stopping, continuing, is_bound)


def _reason_to_stop(session: Session) -> str:
    """Return why the policy stops: whether it would go on with a larger budget."""
    session.set_budget(np.inf)
    stops_anyway = session.next() is None
    session.set_budget(session.model.budget)
    return "policy" if stops_anyway else "budget"


class Interview:
    """A session, the texts of its answers, and a screen to show it on.

    Parameters
    ----------
    session : Session
        With the prior and the budget of its model.
    screen : Screen
    """

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session = session
        self.model: Model = session.model
        self.screen = screen
        self.answers: dict[int, str] = {}  # by feature; "?" for what is not known
        self._given: list[int] = []  # features in the order of their answers; twice if first not known
        self._names = describe.class_names(self.model)
        self._full_costs = describe.full_costs(self.model)

    # ---- Showing --------------------------------------------------------------------------------

    def show_question(self, k: int) -> None:
        """Print what is asked, what may be answered, and what it costs."""
        entry = self.model.meta["features"][k]
        text = describe.question(self.model, k)
        self.screen.line()
        self.screen.line(self.screen.style(f"{len(self.answers) + 1}. {text}", "bold"))
        if str(entry["name"]).casefold() not in text.casefold():
            self.screen.line(self.screen.style(str(entry["name"]), "dim"), 3)
        if entry.get("help"):
            self.screen.paragraph(str(entry["help"]), 3, "dim")
        self.screen.paragraph("; ".join(filter(None, [self.expected_answer(k), self._cost_text(k)])), 3)

    def expected_answer(self, k: int) -> str:
        """Return what may be answered: choices, or a number with unit and training range."""
        feature = self.model.network.features[k]
        if feature.categorical:
            texts = feature.value_texts()
            numbered = "" if choices_are_numbers(texts) else "{}) "
            return "one of " + ", ".join(numbered.format(n) + text for n, text in enumerate(texts, 1))
        unit, limits = describe.unit(self.model, k), describe.range_text(self.model, k)
        return "a number" + (f" in {unit}" if unit else "") + (f", {limits} in training" if limits else "")

    def _cost_text(self, k: int) -> str:
        cost, full = self.session.feature_cost(k), self._full_costs[k]
        text = f"cost {amount(cost)}" + (f" instead of {amount(full)}" if cost < full else "")
        delay = self.model.costs.delay[k]
        return text + (f", answer {delay}" if delay else "")

    def show_posterior(self, before: NDArray[np.float32] | None = None) -> None:
        """Print the class probabilities as bars with numbers, and what they were before."""
        now = self.session.posterior
        shown = (
            range(len(now))
            if len(now) <= _MOST_CLASSES
            else sorted(np.argsort(-now, kind="stable")[:_MOST_CLASSES])
        )
        width = max(len(shorten(self._names[i], 24)) for i in shown)
        for i in shown:
            name = f"{shorten(self._names[i], 24):<{width}}"
            bar = self.screen.style(self.screen.bar(float(now[i]), _BAR), "accent")
            was = "" if before is None else self.screen.style(f"   was {before[i]:.3f}", "dim")
            self.screen.line(f"{name}  {now[i]:.3f}  {bar}{was}", 3)
        if len(now) > len(shown):
            rest = plural(len(now) - len(shown), "other class", "other classes")
            self.screen.line(f"{rest}: {1 - float(now[shown].sum()):.3f} in all", 3)
        if self.session.conflict:
            self.screen.line("These answers contradict each other under the model: it shows the prior.", 3)

    def show_decision(self) -> None:
        """Print the class decided for, how sure it is, and what it took."""
        i = self.model.classes.index(self.session.decide())
        name = self.screen.style(self._names[i], "bold")
        spent = (
            f"after {plural(len(self.session.acquired), 'feature')} at a cost of {amount(self.session.cost)}"
        )
        self.screen.line(f"Class: {name}, probability {self.session.posterior[i]:.3f}, {spent}.")
        if self.session.deferred:
            self.screen.line(
                "Deferred: the model's guarantee does not cover this case; a person should decide.", 3
            )
        likely = int(self.session.posterior.argmax())
        if likely != i:
            self.screen.line(
                f"{self._names[likely]} is more probable, but deciding for it costs more if it is wrong.", 3
            )

    def show_why(self, k: int | None) -> None:
        """Print what each answer did, and what the answers to feature `k` would do."""
        leading = int(self.session.posterior.argmax())
        influences = self.session.influences(self.model.classes[leading])
        if influences:
            name = self._names[leading]
            self.screen.line(f"What each answer does to the probability of {name}, given the others:", 3)
            now, shown = f"{self.session.posterior[leading]:.3f}", shorten(name, 24)
            rows = [
                (
                    self.model.feature_names[i.feature],
                    self.answers.get(i.feature, ""),
                    f"{i.without:.3f}",
                    now,
                    strength(i.log_factor, shown),
                )
                for i in influences
            ]
            heads = ("feature", "answer", "without it", "with it", f"if {shown}, the answer is")
            self.screen.table(heads, rows, "<<>><", indent=5, most=40)
        else:
            self.screen.line("No answer yet: these are the prior probabilities.", 3)
        if k is not None:
            self._show_what_if(k, leading)

    def _show_what_if(self, k: int, leading: int) -> None:
        joint = self.session.feature_posterior(k)
        probability = joint.sum(axis=1)
        texts = self.model.network.features[k].value_texts()
        rows = [
            (texts[v], f"{probability[v]:.3f}", f"{joint[v, leading] / probability[v]:.3f}")
            for v in range(len(texts))
            if probability[v] > 0
        ]
        self.screen.line(f"What {self.model.feature_names[k]} may be, and the effect of each answer:", 3)
        self.screen.table(
            ("answer", "probability", f"then {shorten(self._names[leading], 24)}"), rows, "<>>", indent=5
        )
        self.screen.paragraph(self._saved(k), 3)

    def _saved(self, k: int) -> str:
        """Return what an answer is expected to save by itself, and with the rest of its panel."""
        text = f"Its answer alone is expected to save {amount(self.session.worth(k).saving)} in mistakes"
        for name, features in self.model.costs.panels.items():
            still_open = [each for each in features if self.session.state(each) == "open"]
            if k in still_open and len(still_open) > 1:
                worth = self.session.joint_worth(still_open)
                saving = amount(worth.saving)
                bound = "" if amount(worth.saving + worth.missed) == saving else "at least "
                text += f", all {len(still_open)} of {name} together {bound}{saving}"
        return f"{text}."

    # ---- Answering ------------------------------------------------------------------------------

    @property
    def not_known_yet(self) -> list[int]:
        """Features that were asked for and whose values were not known."""
        return [k for k in self.answers if self.session.state(k) == "missing"]

    def answer(self, k: int, value: Any, text: str) -> str:
        """Answer a feature; return a remark on the answer, or nothing."""
        self.session.answer(k, value)
        self.answers[k] = text
        self._given.append(k)
        limits = describe.trained_range(self.model, k)
        if limits is not None and not limits[0] <= float(value) <= limits[1]:
            return f"{text} is outside the training range, {describe.range_text(self.model, k)}: check it."
        return ""

    def not_known(self, k: int) -> None:
        """Take a feature as not observed, at no cost."""
        self.session.missing(k)
        self.answers[k] = "?"
        self._given.append(k)

    def undo(self) -> int | None:
        """Take back the last answer and return its feature, or None if there is none.

        A value that was not known at first is not known again.
        """
        if not self._given:
            return None
        k = self._given.pop()
        if k in self._given:
            self.session.missing(k)
            self.answers[k] = "?"
        else:
            self.session.retract(k)
            del self.answers[k]
        return k


def choices_are_numbers(texts: list[str]) -> bool:
    """Return whether a choice could be mistaken for its number in a list."""
    return any(text.strip().lstrip("+-").replace(".", "", 1).isdigit() for text in texts)

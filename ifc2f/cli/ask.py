"""``ifc2f ask``: classify one instance by answering questions in the terminal."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np

from ifc2f.cli import describe
from ifc2f.cli.interview import Advice, Interview, advise, choices_are_numbers
from ifc2f.cli.options import add_json, add_use, in_use
from ifc2f.cli.screen import Screen
from ifc2f.data.limits import limits_of
from ifc2f.data.written import parse_number
from ifc2f.model import Model
from ifc2f.session import Session

_EPILOG = """\
examples:
  ifc2f ask model.ifc2f
  ifc2f ask model.ifc2f --prior sick=0.02,well=0.98 --budget 20
  printf '114.2\\n?\\n21\\n' | ifc2f ask model.ifc2f --json

Answer with a number or a choice, or with ? if you do not know the value. Other keys: e enters a value that
you did not know when it was asked for, u undoes the last answer, w explains, s stops and decides now, and
q quits. If a choice has the same name as a key, type the key with a colon, :s. A file or pipe has one answer
per line; after the last one, the class is decided.
"""

_KEYS = {
    "?": "not known",
    "e": "enter what was not known",
    "u": "undo",
    "w": "why",
    "s": "stop now",
    "q": "quit",
}


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "ask",
        help="classify one instance by answering questions",
        description="Ask for one feature at a time, show what each answer does, and say when to stop.",
        epilog=_EPILOG,
    )
    parser.add_argument("model", metavar="MODEL", help="model file")
    add_use(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Hold the interview. With ``--json`` it is held on standard error, and its result printed."""
    trained = Model.load(args.model)
    model = in_use(trained, args)
    screen = Screen(sys.stderr if args.json else sys.stdout)
    asking = Asking(Interview(Session(model), screen), interactive=sys.stdin.isatty())
    reason = asking.hold()
    if args.json:
        document = {"model": describe.identity(trained, args.model), **asking.document(reason)}
        print(describe.to_json(document))
    return 0


class Asking:
    """Questions and answers in turn until the policy or the user stops.

    Parameters
    ----------
    interview : Interview
    interactive : bool
        Whether a person types: then a wrong answer is asked for again, and the end may be overruled.
        Otherwise a wrong answer is an error, because the answers after it may be meant for other questions.
    """

    def __init__(self, interview: Interview, interactive: bool) -> None:
        self.interview = interview
        self.session = interview.session
        self.model = interview.model
        self.screen = interview.screen
        self.interactive = interactive
        self.n_lines = 0
        self.steps: list[dict[str, Any]] = []

    def hold(self) -> str:
        """Ask until the end, print the decision, and return why it ended."""
        self._introduce()
        reason = self._converse()
        if reason != "quit":
            self.screen.line()
            self.interview.show_decision()
        return reason

    def _introduce(self) -> None:
        meta = self.model.meta
        if meta.get("title"):
            self.screen.line(self.screen.style(str(meta["title"]), "bold"))
        if meta.get("intended_use"):
            self.screen.paragraph(str(meta["intended_use"]))
        if unit := describe.unit_of_costs(self.model):
            self.screen.line(unit)
        keys = "   ".join(f"{key} {meaning}" for key, meaning in _KEYS.items())
        self.screen.line(f"Type an answer, or   {keys}")
        self.screen.line()
        self.screen.line("Before any answer:")
        self.interview.show_posterior()

    def _converse(self) -> str:
        """Ask one question after another; return why it ended."""
        while True:
            advice = advise(self.session)
            self.screen.line(advice.text(), 3)
            k = advice.feature
            if k is None:
                overruled = self._overrule(advice)
                if overruled == "changed":
                    continue
                if not isinstance(overruled, int):
                    return overruled
                k = overruled
            ended = self._ask(k)
            if ended is not None:
                return ended

    def _overrule(self, advice: Advice) -> int | str:
        """At the policy's end, let a person go on; return a feature, "changed", or why it ended."""
        if not self.interactive:
            return advice.reason
        following = next((k for k in range(self.model.n_stages) if self.session.state(k) == "open"), None)
        on = "" if following is None else ", c to go on anyway"
        on += ", e to enter a value that was not known" if self.interview.not_known_yet else ""
        while True:
            text = self._read(f"Press Enter to end{on}, u to undo, w for why: ")
            if text is None or text in ("", "s", ":s"):
                return advice.reason
            if text.lstrip(":") == "q":
                return "quit"
            if text.lstrip(":") == "u" and self._undo():
                return "changed"
            if text.lstrip(":") == "e" and self._enter():
                return "changed"
            if text.lstrip(":") == "w":
                self.interview.show_why(None)
            elif text.lstrip(":") == "c" and following is not None:
                return following

    def _ask(self, k: int) -> str | None:
        """Ask for a feature until it is answered or one is taken back; return why to end, None to go on."""
        self.interview.show_question(k)
        while True:
            text = self._read("   > ")
            if text is None:
                self.screen.line("End of answers.", 3)
                return "end of input"
            key = self._key(k, text)
            if key == "s":
                return "stopped"
            if key == "q":
                self.screen.line("Quit without a decision.")
                return "quit"
            if key == "w":
                self.interview.show_why(k)
            elif key == "u":
                if self._undo():
                    return None
            elif key == "e":
                if self._enter():
                    return None
                self.screen.line(f"{self.model.feature_names[k]}:", 3)
            elif self._answer(k, text, unknown=key == "?"):
                return None

    def _key(self, k: int, text: str) -> str | None:
        """Return the key a text stands for, or None for an answer; a choice goes before a key of its name."""
        if text in (self.model.network.features[k].labels or ()):
            return None
        key = text.lower().removeprefix(":")
        return key if key in _KEYS else None

    def _read(self, prompt: str) -> str | None:
        """Print a prompt and read a line; None at the end of input. What comes from a pipe is shown."""
        self.screen.stream.write(prompt)
        self.screen.stream.flush()
        line = sys.stdin.readline()
        if not line:
            self.screen.line()
            return None
        self.n_lines += 1
        if not self.interactive:
            self.screen.line(line.strip())
        return line.strip()

    def _undo(self) -> bool:
        k = self.interview.undo()
        if k is None:
            self.screen.line("There is no answer to undo.", 3)
            return False
        self.steps.pop()
        self.screen.line(f"Undid the answer to {self.model.feature_names[k]}.", 3)
        self.interview.show_posterior()
        return True

    def _enter(self) -> bool:
        """Take a value that was not known when it was asked for; return whether there is one now."""
        lacking = self.interview.not_known_yet
        if not lacking:
            self.screen.line("No answer was ?: there is nothing to enter.", 3)
            return False
        k = lacking[0]
        if len(lacking) > 1:
            names = [self.model.feature_names[each] for each in lacking]
            self.screen.line("What do you know now? A name or its number; an empty line for none.", 3)
            for n, name in enumerate(names, 1):
                self.screen.line(f"{n}) {name}", 5)
            text = self._read("   which > ") or ""
            number = names.index(text) if text in names else int(text) - 1 if text.isdigit() else -1
            if not 0 <= number < len(names):
                if text:
                    self._refuse(f"{text!r} is neither one of these names nor its number")
                return False
            k = lacking[number]
        expected = self.interview.expected_answer(k)
        self.screen.paragraph(f"{self.model.feature_names[k]}: {expected}; ? if it is still not known", 3)
        text = self._read("   > ") or ""
        is_unknown = not text or self._key(k, text) == "?"
        return not is_unknown and self._answer(k, text, unknown=False)

    def _refuse(self, message: str) -> None:
        """Say what was not understood; from a pipe it is an error."""
        if not self.interactive:
            raise ValueError(f"answer {self.n_lines}: {message}")
        self.screen.line(message, 3)

    def _answer(self, k: int, text: str, unknown: bool) -> bool:
        """Answer a feature and show what that did; return False if the answer was not understood."""
        before = self.session.posterior
        value, remark = None, ""
        try:
            if unknown:
                self.interview.not_known(k)
            else:
                value = parse(self.model, k, text)
                remark = self.interview.answer(k, value, value if isinstance(value, str) else text)
        except ValueError as error:
            self._refuse(str(error))
            return False
        self._record(k, value)
        if remark:
            self.screen.line(remark, 3)
        self.interview.show_posterior(before)
        return True

    def _record(self, k: int, value: str | float | None) -> None:
        self.steps.append(
            {
                "feature": self.model.feature_names[k],
                "answer": value,
                "cost_so_far": np.float32(self.session.cost),
                "posterior": describe.by_class(self.model, self.session.posterior),
            }
        )

    def document(self, reason: str) -> dict[str, Any]:
        """Return what was asked and decided, for a JSON document."""
        return {
            "prior": describe.by_class(self.model, self.model.network.prior),
            "budget": self.model.budget,
            "steps": self.steps,
            "ended": reason,
            "class": None if reason == "quit" else self.session.decide(),
            "posterior": describe.by_class(self.model, self.session.posterior),
            "n_features": len(self.session.acquired),
            "cost": np.float32(self.session.cost),
            "cost_of_stopping": np.float32(self.session.cost_of_stopping),
            "contradictory": self.session.conflict,
            **({"deferred": self.session.deferred} if self.model.meta.get("guarantee") else {}),
        }


def parse(model: Model, k: int, text: str) -> str | float:
    """Return what a text answers to a feature: the text of a category, or a number.

    Raises
    ------
    ValueError
        If it is neither a choice nor a number; the message says what is expected.
    """
    feature = model.network.features[k]
    if not text:
        raise ValueError(f"{feature.name!r} needs an answer; type ? if you do not know it")
    if feature.categorical:
        return _parse_choice(feature.value_texts(), feature.values, feature.labels, text, feature.name)
    try:
        number = parse_number(text)
    except ValueError:
        wrong = f"not {text!r}; write decimals with a point; type" if "," in text else f"not {text!r}; type"
        if limits_of([text]):
            wrong = f"and {text!r} is a limit: type a number within it, or"
        raise ValueError(f"{feature.name!r} needs a number, {wrong} ? if you do not know it") from None
    if not abs(number) <= float(np.finfo(np.float32).max):  # NaN is not either
        raise ValueError(
            f"{feature.name!r} needs a finite number, not {text!r}; type ? if you do not know it"
        )
    return number


def _parse_choice(texts: list[str], values: Any, labels: Any, text: str, name: str) -> str | float:
    """Find a choice by its text, its text in other letter case, or its number in the list."""
    found = [i for i, choice in enumerate(texts) if choice == text]
    found = found or [i for i, choice in enumerate(texts) if choice.casefold() == text.casefold()]
    if not found and text.isdigit() and not choices_are_numbers(texts) and 1 <= int(text) <= len(texts):
        found = [int(text) - 1]
    if len(found) != 1:
        raise ValueError(
            f"{text!r} is not one of the choices for {name!r}, {', '.join(texts)}; type ? if you do not "
            "know it"
        )
    return texts[found[0]] if labels is not None else float(values[found[0]])

"""A case file's content with names in the user's language; what programs read keeps those of the model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ifc2f.model import Model
from ifc2f_gui.case.describe import one_line, own_words

Content = dict[str, Any]
Called = Callable[[Any], Any]
_NAMES = ("feature", "label", "advised", "value", "ask", "decide")  # of features, classes and choices


def in_own_words(content: Content, model: Model) -> Content:
    """Return a copy in which features, classes and choices have their names in the user's language.

    Classes keep their names in the model where two of them would be called the same.
    """

    def called(name: Any) -> Any:
        return one_line(own_words(model, name)) if isinstance(name, str) else name

    return {
        **_named(content, called),
        "answers": [_named(entry, called) for entry in content["answers"]],
        "decision": _named(content.get("decision"), called),
        "history": [_event(event, called) for event in content.get("history", [])],
    }


def _event(event: Content, called: Called) -> Content:
    parts = {part: _named(event.get(part), called) for part in ("old", "new", "advised")}
    return {**_named(event, called), **{part: of for part, of in parts.items() if part in event}}


def _named(told: Any, called: Called) -> Any:
    """Return a part of a case with its names, and those of its probabilities, in words."""
    if not isinstance(told, dict):
        return told
    named = {key: called(value) if key in _NAMES else value for key, value in told.items()}
    posterior = told.get("posterior")
    if isinstance(posterior, dict):
        shown = {called(name): chance for name, chance in posterior.items()}
        named["posterior"] = shown if len(shown) == len(posterior) else posterior
    return named

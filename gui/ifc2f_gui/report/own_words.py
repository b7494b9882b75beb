"""A case file's content with names in the user's language; what programs read keeps those of the model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ifc2f.model import Model
from ifc2f_gui.case.case import UNCERTAIN
from ifc2f_gui.case.describe import describe, one_line, own_words

Content = dict[str, Any]
Called = Callable[[Any], Any]
_NAMES = ("feature", "label", "advised", "value", "ask", "decide")  # of features, classes and choices


def with_choices(content: Content, model: Model) -> Content:
    """Return a copy in which uncertain answers tell what they are likelihoods of, which files do not."""
    of_features = zip(model.feature_names, describe(model), strict=True)
    choices = {name: feature.choices for name, feature in of_features if feature.choices is not None}

    def told(entry: Any, name: Any) -> Any:
        if not isinstance(entry, dict) or entry.get("state") != UNCERTAIN or name not in choices:
            return entry
        return {**entry, "choices": list(choices[name])}

    events = content.get("history", [])
    return {
        **content,
        "answers": [told(entry, entry["feature"]) for entry in content["answers"]],
        "history": [
            {**event, **{side: told(event.get(side), event.get("feature")) for side in ("old", "new")}}
            for event in events
        ],
    }


def in_own_words(content: Content, model: Model) -> Content:
    """Return a copy in which features, classes and choices have their names in the user's language.

    Classes keep their names in the model where two of them would be called the same.
    """
    content = with_choices(content, model)

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
    if "choices" in told:
        named["choices"] = [called(choice) for choice in told["choices"]]
    posterior = told.get("posterior")
    if isinstance(posterior, dict):
        shown = {called(name): chance for name, chance in posterior.items()}
        named["posterior"] = shown if len(shown) == len(posterior) else posterior
    return named

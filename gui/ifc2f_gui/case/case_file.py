"""Case files: JSON that people can read, tied to one model by its SHA-256.

The format, which the HTML page writes and reads as well, is an object with these keys. Those marked * may
be left out by older or other programs; a reader passes over keys that it does not know.

- ``format`` "ifc2f case", ``version`` 1, ``program``: who wrote it;
- ``model``: ``title``, ``sha256`` of the model's bytes, ``path`` where it was (a hint, never opened);
- ``name``, ``started`` (ISO 8601 with offset, as all times);
- ``prior``: an object from class to probability, or null for the model's; ``budget``: a number, or null;
- ``answers``, in the order of the case. Each has ``feature`` (its name), ``question``* (its words),
  ``panel``* (the test that shows it with others, where there is one), ``state``
  ("answered", "unknown", "not available", "pending", "failed", "uncertain"), ``value`` (a number in the
  model's unit, or the text of a category; null but for "answered"), ``entered`` (the number as entered, in
  ``unit``) or null, ``unit``, ``time``, ``at`` (its place, whole numbers), ``paused``; ``known``* (true: in
  hand before the case began, costs nothing), ``likelihoods``* (of an uncertain answer: a number of 0 or more
  for each bin or category, or null), ``span``* (two numbers in ``unit``, where an uncertain answer is a
  range, or null);
- ``overrides``: ``kind`` ("continued", "decided"), ``time``, ``n_answers``, ``cost_of_stopping``,
  ``cost_of_continuing`` or null, ``why``*; stopping costs what mistakes of the class decided are expected to;
- ``decision``: null, or ``label``, ``time``, ``reason`` (one of `REASONS`), ``why``*, ``advised``* (the class
  that the model would have decided);
- ``posterior``*: an object from class to probability, at the time of writing; readers compute their own;
- ``history``*: what was done, the oldest first; entries are added and never changed. Each has ``time``,
  ``how`` ("change", "undo", "redo", "what-if"), ``part`` ("answer", "prior", "budget", "decision", "name",
  "override"), ``feature`` (a name, or null), ``old`` and ``new`` (the part before and after as it stands
  above, null for none), ``advised`` (an object with ``ask``: the name of the feature or panel that the
  model asked for then, or with ``decide``: the class that it would have decided), ``posterior`` before the
  change.
"""

from __future__ import annotations

import json
import math
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import ifc2f
from ifc2f.files.reading import read_regular
from ifc2f.files.writing import write_atomically
from ifc2f.model import Model
from ifc2f_gui.case.case import (
    ANSWERED,
    HOWS,
    PARTS,
    REASONS,
    STATES,
    UNCERTAIN,
    Case,
    Decision,
    Event,
    Finding,
    Moment,
    Override,
    as_json,
)
from ifc2f_gui.case.describe import Described, describe, model_title
from ifc2f_gui.case.evidence import Consequences
from ifc2f_gui.shared.texts import said, tr

FORMAT, VERSION = "ifc2f case", 1
SUFFIX = ".case.json"
LARGEST_BYTES = 10_000_000
_MOST_SHOWN = 60  # characters of a damaged value


class CaseError(ValueError):
    """A case file that is not one, or is damaged."""


class OtherModelError(CaseError):
    """A case of another model. `model` has what the file says of it: title, sha256 and perhaps path."""

    def __init__(self, message: str, model: dict[str, Any]) -> None:
        super().__init__(message)
        self.model = model


def name_for_files(name: str, path: str) -> str:
    """Return what to call files that are written of a case: its name, or else that of its own file."""
    return name or Path(path).name.removesuffix(".json").removesuffix(".case")


def write_case(path: str | os.PathLike[str], case: Case, model: Model, model_path: str = "") -> None:
    """Write a case; on an error the old file is as it was.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    write_atomically(path, case_to_json(case, model, model_path))


def case_to_json(case: Case, model: Model, model_path: str = "") -> str:
    """Return the text of a case file."""
    content = case_content(case, model, model_path)
    return json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def case_content(case: Case, model: Model, model_path: str = "") -> dict[str, Any]:
    """Return what a case file holds."""
    names, features = model.feature_names, describe(model)
    classes = list(map(str, model.classes))
    posterior = Consequences(model, features, case).posterior.tolist()
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": f"ifc2f {ifc2f.__version__}",
        "model": {"title": model_title(model), "sha256": model.sha256, "path": model_path},
        "name": case.name,
        "started": case.started,
        "prior": None if case.prior is None else dict(zip(map(str, model.classes), case.prior, strict=True)),
        "budget": case.budget,
        "answers": [
            {"feature": names[k], "question": features[k].question, **_panel(features[k]), **asdict(finding)}
            for k, finding in case.findings()
        ],
        "overrides": [asdict(override) for override in case.overrides],
        "decision": None if case.decision is None else asdict(case.decision),
        "posterior": dict(zip(classes, posterior, strict=True)),
        "history": [_told_event(event, classes) for event in case.history],
    }


def _panel(feature: Described) -> dict[str, str]:
    """Return the name of the test that shows a feature with others, where there is one."""
    return {"panel": feature.panel} if feature.panel else {}


def _told_event(event: Event, classes: list[str]) -> dict[str, Any]:
    moment = event.moment
    return {
        "time": event.time,
        "how": event.how,
        "part": event.part,
        "feature": event.feature or None,
        "old": as_json(event.old),
        "new": as_json(event.new),
        "advised": {"ask": moment.ask} if moment.ask else {"decide": moment.decide} if moment.decide else {},
        "posterior": dict(zip(classes, moment.posterior, strict=False)),
    }


def read_case(path: str | os.PathLike[str], model: Model | None, features: tuple[Described, ...]) -> Case:
    """Read a case of a model.

    Raises
    ------
    OtherModelError
        If the case belongs to another model than `model`, or `model` is None.
    CaseError
        If the file is no case or damaged; the message names the place.
    OSError
        If it cannot be read.
    """
    path = Path(path)
    content = _content(path)
    try:
        return _case(content, model, features)
    except OtherModelError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise CaseError(tr("{file}: damaged: {why}.", file=path.name, why=_reason(error))) from error


def read_content(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read what a case file holds without its model; what is not checked here may be anything.

    Raises
    ------
    CaseError
        If the file is no case or damaged.
    OSError
        If it cannot be read.
    """
    path = Path(path)
    content = _content(path)
    try:
        _checked_head(content)
        for entry in content["answers"]:
            for key in ("feature", "time", "unit"):
                _text(entry[key])
            _text(entry.get("panel", ""))
            if entry["state"] not in STATES:
                raise ValueError(
                    tr("{name} has an unknown state, {state}", name=entry["feature"], state=entry["state"])
                )
        classes = list(content.get("posterior") or {})
        content["posterior"] = {name: _number(content["posterior"][name]) for name in classes}
        content["history"] = [
            _told_event(_event(entry, classes), classes) for entry in content.get("history", [])
        ]
        if content["decision"] is not None:
            for key in ("why", "advised"):
                _text(content["decision"].get(key, ""))
            _text(content["decision"]["label"])
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise CaseError(tr("{file}: damaged: {why}.", file=path.name, why=_reason(error))) from error
    checked: dict[str, Any] = content
    return checked


def _content(path: Path) -> Any:
    if path.stat().st_size > LARGEST_BYTES:
        raise CaseError(tr("{file}: too large for a case file.", file=path.name))
    try:
        return json.loads(read_regular(path, LARGEST_BYTES).decode("utf-8"))
    except (ValueError, RecursionError) as error:
        where = tr("it is not UTF-8 text, or it is nested too deeply")
        if isinstance(error, json.JSONDecodeError):
            where = tr("line {line}, column {column}", line=error.lineno, column=error.colno)
        raise CaseError(
            tr("{file}: not a case file, or damaged ({why}).", file=path.name, why=where)
        ) from error


def _reason(error: Exception) -> str:
    """Return the reason in plain words; values of a wrong type raise Python's errors."""
    if isinstance(error, KeyError):
        return tr("{name} is missing", name=repr(error.args[0]))
    return said(error) if isinstance(error, ValueError) else tr("a part of it is of the wrong kind")


def _checked_head(content: Any) -> dict[str, str]:
    """Return what a case says of its model, after checking that it is a case of this version."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(tr("it does not identify itself as a case"))
    if content["version"] != VERSION:
        raise ValueError(
            tr(
                "its format has version {found}, but this program reads version {known}",
                found=repr(content["version"]),
                known=VERSION,
            )
        )
    for key in ("name", "started"):
        _text(content[key])
    return {key: _text(content["model"][key]) for key in ("title", "sha256", "path")}


def _case(content: Any, model: Model | None, features: tuple[Described, ...]) -> Case:
    told = _checked_head(content)
    if model is None or told["sha256"] != model.sha256:
        raise OtherModelError(tr("This case belongs to the model “{title}”.", title=told["title"]), told)
    index = {name: k for k, name in enumerate(model.feature_names)}
    findings: dict[int, Finding] = {}
    for entry in content["answers"]:
        name = _text(entry["feature"])
        if name not in index or index[name] in findings:
            raise ValueError(
                tr("the feature {name} is listed twice", name=repr(name))
                if name in index
                else tr("the feature {name} is not in this model", name=repr(name))
            )
        findings[index[name]] = _finding(entry, features[index[name]])
    if len({finding.at for finding in findings.values()}) != len(findings):
        raise ValueError(tr("two answers have the same place in the order of answers"))
    case = Case()
    case.restore(
        findings,
        _prior(content["prior"], model),
        _budget(content["budget"]),
        [_override(entry) for entry in content["overrides"]],
        None if content["decision"] is None else _decision(content["decision"], model),
        _text(content["name"]),
        _text(content["started"]),
        [_event(entry, list(map(str, model.classes))) for entry in content.get("history", [])],
    )
    return case


def _event(entry: Any, classes: list[str]) -> Event:
    """Read an event; its two sides are what was written, and are checked to be JSON of their kind only."""
    how, part, feature = entry["how"], entry["part"], entry["feature"]
    if how not in HOWS or part not in PARTS or (feature is None) == (part == "answer"):
        raise ValueError(tr("the history is damaged"))
    kinds = {
        "answer": dict,
        "override": dict,
        "decision": dict,
        "prior": list,
        "budget": int | float,
        "name": str,
    }
    for side in (entry["old"], entry["new"]):
        if side is not None and not isinstance(side, kinds[part]):
            raise ValueError(tr("the history is damaged"))
    advised, posterior = entry["advised"], entry["posterior"]
    moment = Moment(
        _text(advised.get("ask", "")),
        _text(advised.get("decide", "")),
        tuple(_number(posterior[name]) for name in classes) if posterior else (),
    )
    name = "" if feature is None else _text(feature)
    return Event(_text(entry["time"]), how, part, name, entry["old"], entry["new"], moment)


def _finding(entry: Any, feature: Described) -> Finding:
    state, value, name = entry["state"], entry["value"], repr(feature.name)
    if state not in STATES:
        raise ValueError(tr("{name} has an unknown state, {state}", name=name, state=repr(state)))
    if state == ANSWERED:
        if feature.choices is not None:
            if value not in feature.choices:
                raise ValueError(tr("{value} is not a category of {name}", value=repr(value), name=name))
        else:
            value = _number(value)
    elif value is not None:
        raise ValueError(tr("{name} is {state} but has a value", name=name, state=state))
    entered = None if entry["entered"] is None else _number(entry["entered"])
    if not isinstance(entry["paused"], bool) or type(entry["at"]) is not int:
        raise ValueError(tr("{name} has a damaged entry", name=name))
    if entered is not None and isinstance(value, float):
        meant = feature.unit(_text(entry["unit"])).to_model(entered)
        if not math.isclose(meant, value, rel_tol=1e-6, abs_tol=1e-30):
            raise ValueError(tr("the value of {name} differs from what was entered", name=name))
    known = entry.get("known", False)
    if not isinstance(known, bool):
        raise ValueError(tr("{name} has a damaged entry", name=name))
    return Finding(
        state,
        value,
        entered,
        _text(entry["unit"]),
        _text(entry["time"]),
        entry["at"],
        entry["paused"],
        known,
        _likelihoods(entry, feature),
        None if entry.get("span") is None else _span(entry["span"]),
    )


def _likelihoods(entry: Any, feature: Described) -> tuple[float, ...] | None:
    given = entry.get("likelihoods")
    if (given is None) != (entry["state"] != UNCERTAIN):
        raise ValueError(tr("{name} has a damaged entry", name=repr(feature.name)))
    if given is None:
        return None
    likelihoods = tuple(_number(each) for each in given)
    if len(likelihoods) != feature.n_values or min(likelihoods) < 0 or max(likelihoods) == 0:
        raise ValueError(tr("{name} has a damaged entry", name=repr(feature.name)))
    return likelihoods


def _span(given: Any) -> tuple[float, float]:
    low, high = given
    return _number(low), _number(high)


def _prior(given: Any, model: Model) -> tuple[float, ...] | None:
    if given is None:
        return None
    prior = tuple(_number(given[str(label)]) for label in model.classes)
    if len(given) != len(prior) or min(prior) < 0 or abs(sum(prior) - 1.0) > 1e-3:
        raise ValueError(tr("the pre-test probabilities are not those of the model’s classes"))
    return prior


def _budget(given: Any) -> float | None:
    if given is None:
        return None
    if (budget := _number(given)) < 0:
        raise ValueError(tr("the budget {budget} is negative", budget=given))
    return budget


def _override(entry: Any) -> Override:
    if entry["kind"] not in ("continued", "decided") or type(entry["n_answers"]) is not int:
        raise ValueError(tr("an override is damaged"))
    going_on = entry["cost_of_continuing"]
    return Override(
        entry["kind"],
        _text(entry["time"]),
        entry["n_answers"],
        _number(entry["cost_of_stopping"]),
        None if going_on is None else _number(going_on),
        _text(entry.get("why", "")),
    )


def _decision(entry: Any, model: Model) -> Decision:
    if entry["label"] not in map(str, model.classes) or entry["reason"] not in REASONS:
        raise ValueError(tr("the decision is damaged"))
    why, advised = _text(entry.get("why", "")), _text(entry.get("advised", ""))
    if advised and advised not in map(str, model.classes):
        raise ValueError(tr("the decision is damaged"))
    return Decision(entry["label"], _text(entry["time"]), entry["reason"], why, advised)


def _number(value: Any) -> float:
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not math.isfinite(value)
        or abs(value) > 3.4e38
    ):
        raise ValueError(tr("{value} is not a number", value=repr(value)[:_MOST_SHOWN]))
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise ValueError(tr("{value} is not text", value=repr(value)[:_MOST_SHOWN]))
    return value

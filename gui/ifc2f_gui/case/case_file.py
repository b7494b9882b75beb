"""Case files: JSON that people can read, tied to one model by its SHA-256."""

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
from ifc2f_gui.case.case import ANSWERED, REASONS, STATES, Case, Decision, Finding, Override
from ifc2f_gui.case.describe import Described, model_title
from ifc2f_gui.shared.texts import tr

FORMAT, VERSION = "ifc2f case", 1
SUFFIX = ".case.json"
LARGEST_BYTES = 10_000_000
_MOST_SHOWN = 60  # characters of a damaged value


class CaseError(ValueError):
    """A case file that is not one, or is damaged."""


class OtherModelError(CaseError):
    """A case of another model. `model` is what the file tells of that: title, sha256 and perhaps path."""

    def __init__(self, message: str, model: dict[str, Any]) -> None:
        super().__init__(message)
        self.model = model


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
    names = model.feature_names
    content = {
        "format": FORMAT,
        "version": VERSION,
        "program": f"ifc2f {ifc2f.__version__}",
        "model": {"title": model_title(model), "sha256": model.sha256, "path": model_path},
        "name": case.name,
        "started": case.started,
        "prior": None if case.prior is None else dict(zip(map(str, model.classes), case.prior, strict=True)),
        "budget": case.budget,
        "answers": [{"feature": names[k], **asdict(finding)} for k, finding in case.findings()],
        "overrides": [asdict(override) for override in case.overrides],
        "decision": None if case.decision is None else asdict(case.decision),
    }
    return json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


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
    if path.stat().st_size > LARGEST_BYTES:
        raise CaseError(tr("{file}: too large for a case file.", file=path.name))
    try:
        content = json.loads(read_regular(path, LARGEST_BYTES).decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise CaseError(
            tr("{file}: not a case file, or damaged ({why}).", file=path.name, why=error)
        ) from error
    try:
        return _case(content, model, features)
    except OtherModelError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise CaseError(tr("{file}: damaged: {why}.", file=path.name, why=_reason(error))) from error


def _reason(error: Exception) -> str:
    return tr("{name} is missing", name=repr(error.args[0])) if isinstance(error, KeyError) else str(error)


def _case(content: Any, model: Model | None, features: tuple[Described, ...]) -> Case:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(tr("it does not say that it is a case"))
    if content["version"] != VERSION:
        raise ValueError(
            tr(
                "version {found} of the format, but this program reads version {known}",
                found=repr(content["version"]),
                known=VERSION,
            )
        )
    told = {key: _text(content["model"][key]) for key in ("title", "sha256", "path")}
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
                else tr("the feature {name} is not of this model", name=repr(name))
            )
        findings[index[name]] = _finding(entry, features[index[name]])
    if len({finding.at for finding in findings.values()}) != len(findings):
        raise ValueError(tr("two answers have the same place in the order"))
    case = Case()
    case.restore(
        findings,
        _prior(content["prior"], model),
        _budget(content["budget"]),
        [_override(entry) for entry in content["overrides"]],
        None if content["decision"] is None else _decision(content["decision"], model),
        _text(content["name"]),
        _text(content["started"]),
    )
    return case


def _finding(entry: Any, feature: Described) -> Finding:
    state, value, name = entry["state"], entry["value"], repr(feature.name)
    if state not in STATES:
        raise ValueError(tr("{name} has the state {state}", name=name, state=repr(state)))
    if state == ANSWERED:
        if feature.choices is not None:
            if value not in feature.choices:
                raise ValueError(tr("{value} is no category of {name}", value=repr(value), name=name))
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
            raise ValueError(tr("{name} has a value that is not the one entered", name=name))
    return Finding(
        state, value, entered, _text(entry["unit"]), _text(entry["time"]), entry["at"], entry["paused"]
    )


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
    return Decision(entry["label"], _text(entry["time"]), entry["reason"], _text(entry.get("why", "")))


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
        raise ValueError(tr("{value} is not a text", value=repr(value)[:_MOST_SHOWN]))
    return value

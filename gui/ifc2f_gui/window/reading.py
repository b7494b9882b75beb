"""Reading models and cases from files, with a message on failure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from ifc2f.core.errors import ModelError
from ifc2f.model import Model
from ifc2f_gui import demo
from ifc2f_gui.case.case import Case
from ifc2f_gui.case.case_file import CaseError, OtherModelError, read_case
from ifc2f_gui.case.describe import describe
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.texts import reason, said, tr


def model_from(window: QWidget, path: str) -> Model | None:
    """Return the model of a file; None, with a message, if it has none."""
    try:
        return Model.load(path)
    except OSError as error:
        _say_not_opened(window, path, error)
    except ModelError as error:
        prompts.warn(window, tr("Not a usable model"), said(error))
    return None


def case_from(window: QWidget, path: str, model: Model | None) -> Case | OtherModelError | None:
    """Return the case of a file, or what it says of the other model it needs; else show why not."""
    try:
        return read_case(path, model, describe(model) if model is not None else ())
    except OtherModelError as error:
        return error
    except CaseError as error:
        prompts.warn(window, tr("Not a usable case"), str(error))
    except OSError as error:
        _say_not_opened(window, path, error)
    return None


def _say_not_opened(window: QWidget, path: str, error: OSError) -> None:
    text = tr("{path} cannot be read: {why}.", path=path, why=reason(error))
    prompts.warn(window, tr("Not opened"), text)


def model_needed(
    window: QWidget, needed: OtherModelError, case_path: str, known: Sequence[str]
) -> tuple[Model, str] | None:
    """Return the model a case needs, and its path: one next to the case, or one of `known`; else ask for it.

    The path that the case names is not opened. It comes with the file, and can lead anywhere: to a device, or
    to a stranger's server.
    """
    beside = Path(case_path).parent / re.split(r"[\\/]", needed.model["path"])[-1]
    for path in (str(beside), *known, str(demo.PATH)):
        if (found := _if_it_is(path, needed.model["sha256"])) is not None:
            return found, path
    title = tr("Another model is needed")
    text = tr(
        "{why} It was last at {path}. No model with the SHA-256 {sha}… is beside the case or among "
        "the recent models.",
        why=str(needed),
        path=needed.model["path"] or tr("an unknown place"),
        sha=needed.model["sha256"][:12],
    )
    if prompts.choose(window, title, text, [tr("Choose the model file…"), tr("Cancel")], cancel=1) == 1:
        return None
    path = prompts.open_path(window, tr("Open model"), tr("Models (*.ifc2f);;All files (*)"))
    model = model_from(window, path) if path else None
    if model is None:
        return None
    if model.sha256 != needed.model["sha256"]:
        prompts.warn(window, title, tr("{path} is not the model of this case.", path=path))
        return None
    return model, path


def _if_it_is(path: str, sha256: str) -> Model | None:
    """Return the model of a file if it is the one needed."""
    try:
        model = Model.load(path)
    except (OSError, ValueError):  # no model, or no path at all
        return None
    return model if model.sha256 == sha256 else None

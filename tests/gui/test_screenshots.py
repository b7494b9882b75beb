"""The pictures of the window's states are taken without anybody there to answer."""

from importlib import import_module

import pytest
from ifc2f_gui.dialogs import decide
from PySide6.QtWidgets import QDialog

REAL_CONFIRMED = decide.confirmed
STATES = import_module("screenshots").STATES  # to a linter the name is also that of the folder of pictures


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_no_state_waits_for_an_answer(state, empty_window, person, tmp_path, monkeypatch):
    def refuse(dialog):
        raise AssertionError(f"{type(dialog).__name__} waits for an answer")

    monkeypatch.setattr(decide, "confirmed", REAL_CONFIRMED)
    monkeypatch.setattr(QDialog, "exec", refuse)
    state(empty_window, tmp_path)
    assert person.said == []

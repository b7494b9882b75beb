"""Every dialog opens with its first field focused, and its text selected."""

import importlib
import pkgutil

import ifc2f_gui
import pytest
from hands import in_dialog, press, seen
from ifc2f_gui.dialogs import decide, prompts
from ifc2f_gui.dialogs.budget import BudgetDialog
from ifc2f_gui.dialogs.decide import DecideDialog, GoOnDialog
from ifc2f_gui.dialogs.help import HelpDialog
from ifc2f_gui.dialogs.known import KnownDialog
from ifc2f_gui.dialogs.model_card import CardDialog
from ifc2f_gui.dialogs.other_class import OtherClassDialog
from ifc2f_gui.dialogs.prior import PriorDialog
from ifc2f_gui.dialogs.record import RecordDialog
from ifc2f_gui.dialogs.uncertain import UncertainDialog
from ifc2f_gui.training.dialog import TrainDialog
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QInputDialog, QLineEdit

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier

# How each is opened by keys, and its first field.
OPENED = {
    PriorDialog: (Qt.Key.Key_E, CTRL, lambda dialog: dialog.lines[0]),
    BudgetDialog: (Qt.Key.Key_B, CTRL, lambda dialog: dialog.line),
    DecideDialog: (Qt.Key.Key_D, CTRL, lambda dialog: dialog.reason),
    OtherClassDialog: (Qt.Key.Key_D, CTRL | SHIFT, lambda dialog: dialog.classes),
    GoOnDialog: (Qt.Key.Key_G, CTRL, lambda dialog: dialog.reason),
    KnownDialog: (Qt.Key.Key_K, CTRL, lambda dialog: dialog.form.values),
    UncertainDialog: (Qt.Key.Key_U, CTRL, lambda dialog: dialog.low),
    RecordDialog: (Qt.Key.Key_H, CTRL, lambda dialog: dialog.text),
    CardDialog: (Qt.Key.Key_M, CTRL, lambda dialog: dialog.text),
    HelpDialog: (Qt.Key.Key_F1, Qt.KeyboardModifier.NoModifier, lambda dialog: dialog.text),
    TrainDialog: (Qt.Key.Key_T, CTRL | SHIFT, lambda dialog: dialog.inputs.choose),
    QInputDialog: (Qt.Key.Key_F2, Qt.KeyboardModifier.NoModifier, lambda dialog: dialog.findChild(QLineEdit)),
}


@pytest.fixture
def real(monkeypatch, person):
    """Dialogs as they are, not answered in the person's place."""
    monkeypatch.setattr(decide, "confirmed", REAL_CONFIRMED)
    monkeypatch.setattr(decide, "confirmed_going_on", REAL_GOING_ON)
    monkeypatch.setattr(prompts, "text", REAL_TEXT)


REAL_CONFIRMED, REAL_GOING_ON = decide.confirmed, decide.confirmed_going_on
REAL_TEXT = prompts.text


def test_every_dialog_is_looked_at():
    for module in pkgutil.walk_packages(ifc2f_gui.__path__, "ifc2f_gui."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    assert set(our_dialogs(QDialog)) == set(OPENED) - {QInputDialog}


def our_dialogs(kind):
    """Return the dialogs that are made, not those that others only build on."""
    ours = [each for each in kind.__subclasses__() if each.__module__.startswith("ifc2f_gui.")]
    return [each for found in ours for each in our_dialogs(found) or [found]]


@pytest.mark.parametrize("kind", OPENED, ids=lambda kind: kind.__name__)
def test_the_first_field_has_the_focus_and_its_text_is_selected(window, qtbot, real, kind):
    key, modifier, first = OPENED[kind]
    window.desk.set_budget(3.5)
    if kind is GoOnDialog:
        window.desk.set_prior((0.9999, 0.00005, 0.00005))
        window.desk.answer(3, "unknown")
        assert window.desk.goes_against_advice

    def look(dialog):
        assert isinstance(dialog, kind)
        field = first(dialog)
        assert QApplication.focusWidget() is field
        if isinstance(field, QLineEdit):
            assert field.selectedText() == field.text()
            qtbot.keyClicks(QApplication.focusWidget(), "7")
            assert field.text() == "7"
        return True

    told = in_dialog(look) if kind not in (CardDialog, HelpDialog, RecordDialog, TrainDialog) else {}
    press(qtbot, window, key, modifier)
    if told:
        assert seen(told)
        return
    dialog = next(made for made in window.findChildren(kind) if made.isVisible())
    qtbot.waitUntil(dialog.isActiveWindow)
    assert look(dialog)
    dialog.close()


def test_what_is_typed_into_the_pre_test_dialog_at_once_goes_to_its_first_class(
    empty_window, tmp_path, qtbot
):
    empty_window.menus.run("demo")
    window = empty_window

    def type_it(dialog):
        for text in ("90", "\t", "20"):
            if text == "\t":
                press(qtbot, dialog, Qt.Key.Key_Tab)
            else:
                qtbot.keyClicks(QApplication.focusWidget(), text)
        texts = [line.text() for line in dialog.lines]
        press(qtbot, dialog, Qt.Key.Key_Return)
        return texts

    told = in_dialog(type_it)
    press(qtbot, window, Qt.Key.Key_E, CTRL)
    assert seen(told) == ["80", "20"]
    assert window.desk.case.prior == pytest.approx((0.8, 0.2))

"""Random keys and clicks on the window and its dialogs: ``make monkey`` plays 10,000, the suite a few.

Nothing raises, one event records one answer at most, and the posterior is that of the answers shown.
"""

import os
import random
import sys

import numpy as np
import pytest
from ifc2f_gui.case.case import ANSWERED, UNCERTAIN
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.dialogs import decide, printing, prompts
from ifc2f_gui.training.dialog import TrainDialog
from ifc2f_gui.training.process import TrainingProcess
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from ifc2f.session import Session

EVENTS, SEED = int(os.environ.get("MONKEY_EVENTS", "500")), int(os.environ.get("MONKEY_SEED", "1"))
REAL = {"choose": prompts.choose, "warn": prompts.warn, "text": prompts.text}
REAL_CONFIRMED, REAL_GOING_ON = decide.confirmed, decide.confirmed_going_on
NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
KEYS = [getattr(Qt.Key, f"Key_{name}") for name in (
    *"0123456789", *"UNPF", "Return", "Enter", "Tab", "Backtab", "Space", "Up", "Down", "Left", "Right",
    "Home", "End", "Delete", "Backspace", "Escape", "Period", "Comma", "Minus", "F1", "F2", "F7",
)]  # fmt: skip
CTRL_KEYS = [
    getattr(Qt.Key, f"Key_{name}") for name in (*"EBZYIGDMTN1234KUHC", "Return", "Space", "Plus", "Minus")
]


def active_window():
    """Return the window with the keys; offscreen, Qt leaves them to none, or to a dialog that closed."""
    window = QApplication.activeWindow()
    return window if window is not None and window.isVisible() else None


class Monkey:
    """Plays one event at a time from the event loop, so that dialogs which wait are played on as well."""

    def __init__(self, window, seed):
        self.window, self.random = window, random.Random(seed)
        self.left, self.answers, self.most_answers, self.played = EVENTS, 0, 0, []
        self.problems, self.is_done = [], False

    def tick(self):
        """Play one event and look at what came of it; the next one comes from whatever loop runs then."""
        open_ones = (QApplication.activePopupWidget(), QApplication.activeModalWidget())
        if self.left <= 0 and not any(open_ones):
            self.is_done = True
            return
        QTimer.singleShot(0, self.tick)
        if self.left <= 0:
            next(filter(None, open_ones)).close()
            return
        self.left -= 1
        before = self.answers
        top = QApplication.activePopupWidget() or QApplication.activeModalWidget() or active_window()
        if top is None:
            self.window.activateWindow()
        if top in (None, self.window) and self.random.random() < 0.2:
            self.answer()
        else:
            self.play(top or self.window)
        self.most_answers = max(self.most_answers, self.answers - before)
        self.check()

    def answer(self):
        """Go to the question and enter something that may be an answer."""
        QTest.keyClick(self.window, Qt.Key.Key_1, CTRL)
        target = QApplication.focusWidget() or self.window
        text = self.random.choice(["1", "0.2", "38", "47", "1e9", "1,234", "-3", "2", "110"])
        self.played.append(("answer", text, type(target).__name__))
        QTest.keyClicks(target, text[:-1])
        QTest.keyClick(target, text[-1])
        QTest.keyClick(QApplication.focusWidget() or self.window, Qt.Key.Key_Return)

    def play(self, top):
        """Press a key where the focus is, or click somewhere."""
        draw = self.random.random()
        focus = QApplication.focusWidget()
        target = focus if focus is not None and top.isAncestorOf(focus) else top
        if draw < 0.55:
            key, modifier = self.random.choice(KEYS), self.random.choice([NONE, NONE, NONE, SHIFT])
            self.played.append(("key", key.name, modifier.name, type(target).__name__))
            QTest.keyClick(target, key, modifier)
        elif draw < 0.65:
            key, modifier = self.random.choice(CTRL_KEYS), CTRL
            if key == Qt.Key.Key_D:
                modifier = self.random.choice([CTRL, CTRL | SHIFT])  # for another class
            self.played.append(("ctrl", key.name, type(target).__name__))
            QTest.keyClick(target, key, modifier)
        else:
            parts = [part for part in top.findChildren(QWidget) if part.isVisible() and part.isEnabled()] or [
                top
            ]
            part = self.random.choice(parts)
            place = QPoint(
                self.random.randrange(max(1, part.width())), self.random.randrange(max(1, part.height()))
            )
            self.played.append(("click", type(part).__name__))
            act = QTest.mouseDClick if draw > 0.95 else QTest.mouseClick
            act(part, Qt.MouseButton.LeftButton, NONE, place)

    def check(self):
        """Compare the posterior that is shown with that of the answers that are."""
        desk, page = self.window.desk, self.window.page
        if desk.found.findings != desk.active.findings() or page.answers.rows.rows != desk.found.findings:
            self.problems.append("the answers shown are not those of the case")
        session = Session(desk.model, prior=desk.active.prior)
        for k, finding in desk.active.findings():
            if finding.state == UNCERTAIN and not finding.paused:
                session.answer_likelihoods(k, finding.likelihoods)
            elif finding.state == ANSWERED and not finding.paused:
                choices = desk.features[k].choices
                if choices is None:
                    session.answer(k, finding.value)
                else:
                    session.answer_bin(k, choices.index(finding.value))
        if not np.allclose(page.posterior.bars.now, session.posterior, atol=1e-6):
            self.problems.append("the posterior shown is not that of the answers")


@pytest.mark.parametrize("which", ["clinic", "demo"])
def test_a_monkey_breaks_nothing(empty_window, model_path, qtbot, monkeypatch, which, person):
    for name, real in REAL.items():
        monkeypatch.setattr(prompts, name, real)
    monkeypatch.setattr(decide, "confirmed", REAL_CONFIRMED)
    monkeypatch.setattr(decide, "confirmed_going_on", REAL_GOING_ON)
    monkeypatch.setattr(printing, "chosen_printer", lambda parent: None)
    monkeypatch.setattr(prompts, "save_path", lambda *args: "")
    window = empty_window
    window.open_path(model_path) if which == "clinic" else window.menus.run("demo")
    window.menus.serve({"quit": lambda: None, "train": lambda: None})  # training has processes of its own
    monkey = Monkey(window, SEED)
    answer = Desk.answer

    def counted(self, *args, **more):
        answer(self, *args, **more)
        monkey.answers += 1

    monkeypatch.setattr(Desk, "answer", counted)
    raised = []
    monkeypatch.setattr(sys, "excepthook", lambda *error: raised.append(error))
    monkey.tick()
    qtbot.waitUntil(lambda: monkey.is_done, timeout=1000 * max(60, EVENTS))
    for dialog in window.findChildren(QWidget):
        if dialog.isWindow() and dialog.isVisible():
            dialog.close()
    qtbot.waitUntil(lambda: window.findChildren(QDialog) == [])  # none is kept
    last = monkey.played[-8:]
    assert raised == [], last
    assert monkey.problems == [], last
    assert monkey.answers > 0
    assert monkey.most_answers == 1, last


class TrainingMonkey(Monkey):
    """Plays on the dialog of training, which it opens again when it has closed it."""

    def answer(self):
        """Ask for nothing: there is no question."""
        self.play(self.window)

    def check(self):
        """Go on with the dialog, and with its table."""
        if not self.window.isVisible():
            self.window.show()
        if self.window.inputs.table is None:
            self.problems.append("the table is lost")


def test_a_monkey_breaks_nothing_in_training(qapp, qtbot, monkeypatch, tmp_path):
    """Each training ends at once, without a result: what it does is in a process of its own."""
    started = []

    def start(process, job):
        started.append(job)
        QTimer.singleShot(0, process, process.ended.emit)

    for name, real in REAL.items():
        monkeypatch.setattr(prompts, name, real)
    monkeypatch.setattr(TrainingProcess, "start", start)
    table = tmp_path / "t.csv"
    rows = (f"{i},{i % 7},{['none', 'dry', 'wet'][i % 3]},{'ab'[i % 2]}" for i in range(40))
    table.write_text("\n".join(["crp,score,cough,outcome", *rows]))
    dialog = TrainDialog()
    qtbot.addWidget(dialog)
    dialog.open_table(str(table))
    dialog.show()
    dialog.activateWindow()
    monkey = TrainingMonkey(dialog, SEED)
    raised = []
    monkeypatch.setattr(sys, "excepthook", lambda *error: raised.append(error))
    monkey.tick()
    qtbot.waitUntil(lambda: monkey.is_done, timeout=1000 * max(60, EVENTS))
    assert raised == [], monkey.played[-8:]
    assert monkey.problems == [], monkey.played[-8:]
    assert started

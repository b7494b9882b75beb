"""Write the window's states and dialogs to the folder ``screenshots``, in all forms that people see them in.

``python tests/gui/screenshots.py [FORM ...]``; nothing is shown on the screen.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from ifc2f_gui.app import make_application
from ifc2f_gui.case.case_file import case_content
from ifc2f_gui.dialogs.budget import BudgetDialog
from ifc2f_gui.dialogs.decide import DecideDialog, GoOnDialog
from ifc2f_gui.dialogs.help import HelpDialog
from ifc2f_gui.dialogs.known import KnownDialog
from ifc2f_gui.dialogs.model_card import CardDialog
from ifc2f_gui.dialogs.other_class import OtherClassDialog
from ifc2f_gui.dialogs.prior import PriorDialog
from ifc2f_gui.dialogs.record import RecordDialog
from ifc2f_gui.dialogs.uncertain import UncertainDialog
from ifc2f_gui.panels.entry import NumberEntry
from ifc2f_gui.panels.panel_entry import PanelEntry
from ifc2f_gui.panels.values import VALUE
from ifc2f_gui.shared import languages
from ifc2f_gui.training.dialog import TrainDialog
from ifc2f_gui.window.main_window import MainWindow
from ifc2f_gui.window.settings import Settings
from PySide6.QtCore import QEvent, QLocale, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from window_models import clinic_model, one_class_model, wide_model

SCALE = "QT_SCALE_FACTOR"  # as Qt reads it when it starts
OUT = Path(__file__).parents[2] / "screenshots"
DOCS = OUT.parent / "docs"
FORMS = {  # colours, zoom of the text, size of the screen in its pixels, what these are enlarged by, language
    "light": ("light", 1.0, (1366, 768), 1, "en"),
    "dark": ("dark", 1.0, (1366, 768), 1, "en"),
    "full-hd": ("light", 1.0, (1920, 1080), 1, "en"),
    "twice": ("light", 1.0, (1920, 1080), 2, "en"),
    "small": ("light", 1.0, (1024, 700), 1, "en"),
    "large-text": ("light", 2.5, (1366, 768), 1, "en"),
    "german": ("dark", 1.0, (1366, 768), 1, "de"),  # texts are longer
    "german-large-text": ("light", 2.5, (1366, 768), 1, "de"),
}


def clinic(folder: Path) -> str:
    """Return the path of the small clinical model."""
    path = folder / "fever.ifc2f"
    clinic_model().save(path)
    return str(path)


def type_in(window: MainWindow, text: str) -> None:
    """Type a number into the question's input and press Enter."""
    assert isinstance(window.page.question.entry, NumberEntry)
    window.page.question.entry.line.setText(text)
    QTest.keyClick(window.page.question.entry.line, Qt.Key.Key_Return)


def start(window: MainWindow, folder: Path) -> None:
    """The start page."""


def first_question(window: MainWindow, folder: Path) -> None:
    """The demo model's first question."""
    window.menus.run("demo")


def some_answers(window: MainWindow, folder: Path) -> None:
    """Three answers to the small model, one of them pending."""
    window.opening.open_model(clinic(folder))
    type_in(window, "47")
    type_in(window, "38.9")
    window.page.question.say("pending")
    window.page.answers.view.setCurrentIndex(window.page.answers.rows.index(1))


def choices(window: MainWindow, folder: Path) -> None:
    """A question with choices, chosen by the user."""
    some_answers(window, folder)
    window.desk.ask(1)


def wrong_input(window: MainWindow, folder: Path) -> None:
    """A number outside the training range."""
    window.opening.open_model(clinic(folder))
    window.desk.ask(0)
    type_in(window, "1,234")


def stop(window: MainWindow, folder: Path) -> None:
    """The advice to stop, in the demo model, with a warning."""
    window.menus.run("demo")
    for k in range(3):
        feature = window.desk.features[k]
        window.desk.answer(k, "answered", feature.range[1] * 1.2, feature.range[1] * 1.2, "")


def what_if(window: MainWindow, folder: Path) -> None:
    """A what-if beside the case."""
    some_answers(window, folder)
    window.menus.run("what_if")
    window.desk.answer(0, "answered", 36.4, 36.4, "°C")
    window.desk.answer(1, "answered", "dry")


def decided(window: MainWindow, folder: Path) -> None:
    """A decision against the advice."""
    some_answers(window, folder)
    window.desk.decide("The patient has to leave.")


def many(window: MainWindow, folder: Path) -> None:
    """Eleven classes and sixty features."""
    path = folder / "wide.ifc2f"
    wide_model().save(path)
    window.opening.open_model(str(path))
    rng = np.random.default_rng(3)
    for k in range(14):
        window.desk.answer(k, "answered", float(rng.integers(0, 6)), 1.0, "")


def tables(window: MainWindow, folder: Path) -> None:
    """Tables in place of plots."""
    some_answers(window, folder)
    window.menus.actions["tables"].setChecked(True)
    window.menus.run("tables")


def deferred(window: MainWindow, folder: Path) -> None:
    """A case that the model's guarantee leaves to a person, with a budget."""
    path = folder / "guaranteed.ifc2f"
    clinic_model(guarantee={"threshold": 0.95, "coverage": 0.9}).save(path)
    window.opening.open_model(str(path))
    window.desk.set_budget(0.05)
    window.desk.answer(3, "answered", 47.0, 47.0, "years")
    window.desk.answer(0, "answered", 38.9, 38.9, "°C")
    window.desk.answer(1, "failed")
    window.desk.answer(4, "unknown")


def panel(window: MainWindow, folder: Path) -> None:
    """A test that shows three values, one of them outside training."""
    path = folder / "panel.ifc2f"
    test = {"cost": 0.03, "features": ["temperature", "cough", "crp"]}
    clinic_model(tests={"Blood count": test}).save(path)
    window.opening.open_model(str(path))
    type_in(window, "47")
    entry = window.page.question.entry
    assert isinstance(entry, PanelEntry)
    for row, text in enumerate(("38.9", "dry", "9999")):
        entry.form.values.item(row, VALUE).setText(text)
    entry.submit()


def one_class(window: MainWindow, folder: Path) -> None:
    """A model with nothing to decide."""
    path = folder / "one.ifc2f"
    one_class_model().save(path)
    window.opening.open_model(str(path))


STATES = (
    start,
    first_question,
    some_answers,
    choices,
    wrong_input,
    stop,
    what_if,
    decided,
    many,
    tables,
    deferred,
    panel,
    one_class,
)
GUIDE = {  # pictures of the guide in docs, and what they show
    "window.png": "light-first_question",
    "window-answers.png": "light-choices",
    "window-panel.png": "light-panel",
    "window-training.png": "light-dialog-train",
}
N_STEPS = 6  # of the training assistant before its result


def main() -> None:
    """Write the pictures of some forms, or all, each form in a process of its own: its scale stays."""
    if SCALE not in os.environ:
        for form in sys.argv[1:] or FORMS:
            environment = {**os.environ, SCALE: str(FORMS[form][3])}
            subprocess.run([sys.executable, __file__, form], check=True, env=environment)
        for name, shown in GUIDE.items():
            if (OUT / f"{shown}.png").exists():
                shutil.copyfile(OUT / f"{shown}.png", DOCS / name)
        return
    QLocale.setDefault(QLocale("en"))
    application = make_application()
    application.setProperty("still", True)
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for form in sys.argv[1:]:
            scheme, zoom, size, scale, language = FORMS[form]
            QLocale.setDefault(QLocale(language))
            languages.install(application, QLocale(language))
            for state in STATES:
                settings = Settings(
                    QSettings(str(folder / f"{form}-{state.__name__}.ini"), QSettings.Format.IniFormat)
                )
                settings.set_scheme(scheme)
                settings.set_zoom(zoom)
                window = MainWindow(settings, None)
                window.resize(size[0] // scale, size[1] // scale)
                window.show()
                state(window, folder)
                picture(window, f"{form}-{state.__name__}")
                if state is some_answers:
                    dialogs(window, form, folder)
                if window.desk is not None:
                    window.desk.end_what_if(keep=False)
                    window.desk.case.mark_saved()
                window.close()
                window.deleteLater()
                application.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    print(f"{len(list(OUT.glob('*.png')))} pictures in {OUT.name}/")


def dialogs(window: MainWindow, form: str, folder: Path) -> None:
    """Picture the dialogs over a window."""
    made: list[tuple[str, Callable[[], QWidget]]] = [
        ("card", lambda: CardDialog(window.desk.model, window.desk.features, window)),
        ("help", lambda: HelpDialog(window)),
        ("budget", lambda: BudgetDialog(window.desk, window)),
        ("prior", lambda: PriorDialog(window.desk, window)),
        ("decide", lambda: DecideDialog(window.desk, window)),
        ("other_class", lambda: OtherClassDialog(window.desk, window)),
        ("go-on", lambda: GoOnDialog(window.desk, window)),
        ("known", lambda: KnownDialog(window.desk, window)),
        ("uncertain-number", lambda: UncertainDialog(window.desk, window.desk.features[2], window)),
        ("uncertain-choice", lambda: UncertainDialog(window.desk, window.desk.features[1], window)),
        (
            "record",
            lambda: RecordDialog(
                case_content(window.desk.active, window.desk.model), "", window, window.desk.model
            ),
        ),
        *(
            (f"train-{step + 1}", lambda step=step: train_dialog(window, folder, step))
            for step in range(N_STEPS)
        ),
        ("train", lambda: train_dialog(window, folder)),
    ]
    for name, make in made:
        dialog = make()
        dialog.show()
        picture(dialog, f"{form}-dialog-{name}")
        dialog.close()


def train_dialog(window: MainWindow, folder: Path, step: int | None = None) -> TrainDialog:
    """Return the dialog at a step, or with a trained model."""
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 400)
    path = folder / "patients.csv"
    x = rng.normal(y[:, None] * np.array([1.5, 1.0, 0.3, 0.0]), 1.0)
    rows = [
        ",".join([*(f"{v:.2f}" for v in row), "ill" if c else "well"]) for row, c in zip(x, y, strict=True)
    ]
    path.write_text("\n".join(["crp,temperature,age,height,,outcome", *map(_with_a_number, rows)]))
    dialog = TrainDialog(window)
    dialog.open_table(str(path))
    if step is not None:
        dialog.inputs.steps.setCurrentIndex(step)
        costs = folder / "costs.csv"
        costs.write_text(
            "feature,cost,discount_cost,group,delay\ncrp,0.05,0.03,blood,1 day\nage,0,,,immediate\n"
        )
        dialog.inputs.of_costs.open_costs(str(costs))
        return dialog
    dialog.train()
    while dialog.is_running:
        QTest.qWait(50)
    return dialog


def _with_a_number(row: str) -> str:
    """Put a column without a name before the last one."""
    *cells, last = row.split(",")
    return ",".join([*cells, str(len(cells[0]) % 3), last])


def picture(widget: QWidget, name: str) -> None:
    """Write a widget as it is on the screen."""
    QTest.qWait(30)
    for _ in range(3):  # a text that comes late is laid out in the next turn
        QApplication.processEvents()
    widget.grab().save(str(OUT / f"{name}.png"))


if __name__ == "__main__":
    main()

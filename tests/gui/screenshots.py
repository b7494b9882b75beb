"""Write the window's main states to the folder ``screenshots``, in light and dark, small and enlarged.

``python tests/gui/screenshots.py [FORM ...]``; nothing is shown on the screen.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from ifc2f_gui.app import make_application
from ifc2f_gui.dialogs.budget import BudgetDialog
from ifc2f_gui.dialogs.decide import DecideDialog
from ifc2f_gui.dialogs.help import HelpDialog
from ifc2f_gui.dialogs.model_card import CardDialog
from ifc2f_gui.dialogs.prior import PriorDialog
from ifc2f_gui.panels.entry import NumberEntry
from ifc2f_gui.shared import languages
from ifc2f_gui.training.dialog import TrainDialog
from ifc2f_gui.window.main_window import MainWindow
from ifc2f_gui.window.settings import Settings
from PySide6.QtCore import QEvent, QLocale, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from window_models import clinic_model, wide_model

OUT = Path(__file__).parents[2] / "screenshots"
FORMS = {  # colours, zoom, size, language
    "light": ("light", 1.0, (1180, 760), "en"),
    "dark": ("dark", 1.0, (1180, 760), "en"),
    "small": ("light", 1.0, (1024, 700), "en"),
    "large-text": ("dark", 1.5, (1280, 900), "en"),
    "small-large-text": ("light", 1.5, (1024, 700), "en"),
    "german": ("dark", 1.0, (1024, 700), "de"),  # texts are longer; the last, as it stays installed
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
)


def main() -> None:
    """Write all pictures, or those of some forms."""
    QLocale.setDefault(QLocale("en"))
    application = make_application()
    application.setProperty("still", True)
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for form, (scheme, zoom, size, language) in FORMS.items():
            if sys.argv[1:] and form not in sys.argv[1:]:
                continue
            QLocale.setDefault(QLocale(language))
            languages.install(application, QLocale(language))
            for state in STATES:
                settings = Settings(
                    QSettings(str(folder / f"{form}-{state.__name__}.ini"), QSettings.Format.IniFormat)
                )
                settings.set_scheme(scheme)
                settings.set_zoom(zoom)
                window = MainWindow(settings, None)
                window.resize(*size)
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
        ("train-inputs", lambda: train_dialog(window, folder, inputs=True)),
        ("train", lambda: train_dialog(window, folder)),
    ]
    for name, make in made:
        dialog = make()
        dialog.show()
        picture(dialog, f"{form}-dialog-{name}")
        dialog.close()


def train_dialog(window: MainWindow, folder: Path, inputs: bool = False) -> TrainDialog:
    """Return the dialog with a trained model."""
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 400)
    path = folder / "patients.csv"
    x = rng.normal(y[:, None] * np.array([1.5, 1.0, 0.3, 0.0]), 1.0)
    rows = [
        ",".join([*(f"{v:.2f}" for v in row), "ill" if c else "well"]) for row, c in zip(x, y, strict=True)
    ]
    path.write_text("\n".join(["crp,temperature,age,height,outcome", *rows]))
    dialog = TrainDialog(window)
    dialog.open_table(str(path))
    if inputs:
        costs = folder / "costs.csv"
        costs.write_text(
            "feature,cost,discount_cost,group,delay\ncrp,0.05,0.03,blood,1 day\nage,0,,,immediate\n"
        )
        dialog.inputs.open_costs(str(costs))
        return dialog
    dialog.train()
    while dialog.is_running:
        QTest.qWait(50)
    return dialog


def picture(widget: QWidget, name: str) -> None:
    """Write a widget as it is on the screen."""
    QTest.qWait(30)
    QApplication.processEvents()
    widget.grab().save(str(OUT / f"{name}.png"))


if __name__ == "__main__":
    main()

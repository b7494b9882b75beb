"""The training dialog, its process, and the window beside it."""

import os

import numpy as np
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.dialogs.prompts import choose
from ifc2f_gui.training import stages
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication
from window_models import clinic_model

from ifc2f.model import Model


def test_the_dialog_trains_shows_figures_and_saves(dialog, table, tmp_path, person, qtbot):
    dialog.open_table(table)
    assert dialog.inputs.target.currentText() == "outcome"
    assert dialog.inputs.classes == ["ill", "well"]
    dialog.inputs.columns.item(2, 0).setCheckState(Qt.CheckState.Unchecked)
    dialog.inputs.columns.item(0, 1).setText("0,05")
    dialog.inputs.mistakes.item(0, 1).setText("5")
    dialog.inputs.steps.setCurrentIndex(2)
    qtbot.mouseClick(dialog.inputs.unit, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(dialog.inputs.unit, "euros")
    assert "What each mistake costs, in euros." in dialog.inputs.of_mistakes.heading.text()
    seen = []
    dialog.process.progressed.connect(lambda *_: seen.append((dialog.bar.value(), dialog.state.text())))
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    assert dialog.is_running
    assert dialog.cancel.isVisible()
    assert not dialog.inputs.isEnabled()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=120_000)
    assert dialog.message.text() == ""
    assert dialog.bar.value() == dialog.bar.maximum()
    assert max(value for value, _ in seen) < dialog.bar.maximum(), "never full while work goes on"
    told = [stages.READING, stages.TRYING_OUT, stages.TESTING, stages.TRAINING, stages.SAVING]
    assert list(dict.fromkeys(text.partition(":")[0] for _, text in seen)) == told
    assert "Measured on 60 held-out rows: " in dialog.results.summary.text()
    assert "\u00a0euros per case" in dialog.results.summary.text()
    assert "the model expected a cost of " in dialog.results.estimate.text()
    assert dialog.results.rivals.horizontalHeaderItem(3).text() == "Average cost of a case, in euros"
    assert dialog.stages.currentIndex() == 1
    assert "questions: " in dialog.results.questions.accessibleDescription()
    assert "predicted" in dialog.results.calibration.accessibleDescription()
    person.path = str(tmp_path / "out.ifc2f")
    other = clinic_model()
    other.save(person.path)
    assert dialog.focusWidget() is dialog.save
    qtbot.keyClick(dialog.save, Qt.Key.Key_Return)
    assert "Fever of unknown origin" in person.said[-1]
    assert other.sha256[:12] in person.said[-1]
    assert Model.load(person.path).sha256 == other.sha256  # kept
    assert dialog.has_unsaved_model
    person.choose = 1
    with qtbot.waitSignal(dialog.model_made) as caught:
        qtbot.keyClick(dialog.save, Qt.Key.Key_Return)
    model = Model.load(caught.args[0])
    assert model.meta["unit_of_costs"] == "euros"
    assert "height" not in model.feature_names
    assert model.costs.cost.max() == np.float32(0.05)
    assert model.misclassification[0, 1] == 5.0


def test_what_training_warns_of_is_said_beside_its_result(dialog, tmp_path, qtbot):
    path = tmp_path / "coin.csv"
    path.write_text("a,outcome\n" + "".join(f"{i % 2},{'ill' if i % 4 < 2 else 'well'}\n" for i in range(80)))
    dialog.open_table(str(path))
    dialog.go.click()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=120_000)
    assert dialog.message.text().count("the model asks nothing") == 1
    assert "in the same unit" in dialog.message.text()
    assert dialog.save.isVisible()
    assert dialog.save.hasFocus() or dialog.focusWidget() is dialog.save


def test_training_is_cancelled_at_once_and_leaves_nothing(fast_dialog, table, qtbot):
    fast_dialog.open_table(table)
    fast_dialog.go.click()
    process = fast_dialog.process._process
    qtbot.waitUntil(lambda: process.processId() != 0)
    fast_dialog.cancel.click()
    assert not fast_dialog.is_running
    assert "cancelled" in fast_dialog.state.text()
    assert fast_dialog.go.isVisible()
    assert not fast_dialog.save.isVisible()
    fast_dialog.go.click()
    qtbot.waitUntil(lambda: not fast_dialog.is_running, timeout=120_000)
    assert fast_dialog.save.isVisible()


def test_a_model_stays_until_another_one_is_trained(fast_dialog, table, tmp_path, qtbot, person):
    """Neither a training that is cancelled nor one that fails takes it away."""
    dialog = fast_dialog
    dialog.open_table(table)
    dialog.go.click()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=120_000)
    dialog.go.click()
    qtbot.waitUntil(lambda: dialog.process._process.processId() != 0)
    dialog.cancel.click()
    assert dialog.save.isVisible()
    os.unlink(table)
    dialog.go.click()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=120_000)
    assert "no such file" in dialog.message.text()
    assert dialog.has_unsaved_model
    person.path = str(tmp_path / "kept.ifc2f")
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert Model.load(person.path).n_features > 0
    assert person.said == []


def test_a_model_of_other_inputs_is_saved_only_if_the_user_wants(fast_dialog, table, tmp_path, qtbot, person):
    dialog = fast_dialog
    dialog.open_table(table)
    dialog.inputs.description.title.setText("Fever")
    dialog.go.click()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=120_000)
    other = tmp_path / "other.csv"
    other.write_text("a,outcome\n" + "".join(f"{i % 7},{'ab'[i % 2]}\n" for i in range(60)))
    person.path = str(tmp_path / "out.ifc2f")
    for change in (
        lambda: dialog.inputs.description.title.setText("Cough"),
        lambda: dialog.open_table(str(other)),
    ):
        change()
        person.said.clear()
        person.choose = 0
        dialog.save.click()
        assert person.said == ["Table, costs or settings have changed since this model was trained."]
        assert not os.path.exists(person.path)
    person.choose = 1
    dialog.save.click()
    assert Model.load(person.path).meta["title"] == "Fever"


def test_return_saves_no_model_of_other_inputs(fast_dialog, table, tmp_path, qtbot, monkeypatch):
    dialog = fast_dialog
    dialog.open_table(table)
    dialog.go.click()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=120_000)
    dialog.inputs.description.title.setText("Cough")
    places, asked = [], []
    monkeypatch.setattr(prompts, "choose", choose)
    monkeypatch.setattr(prompts, "save_path", lambda *args: places.append(args) or "")

    def press_return():
        box = QApplication.activeModalWidget()
        asked.append(box.text())
        qtbot.keyClick(box, Qt.Key.Key_Return)

    QTimer.singleShot(0, press_return)
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert asked == ["Table, costs or settings have changed since this model was trained."]
    assert places == []


def test_an_error_in_training_is_said(dialog, table, qtbot):
    dialog.open_table(table)
    os.unlink(table)
    dialog.go.click()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=120_000)
    assert "no such file" in dialog.message.text()
    assert dialog.go.isVisible()


def test_a_table_that_is_opened_or_dropped_goes_to_training(empty_window, table, tmp_path, person, qtbot):
    person.path = table
    empty_window.menus.run("open")
    dialog = empty_window.train_dialog
    assert dialog.isVisible()
    assert dialog.inputs.table.names[-1] == "outcome"
    bad = tmp_path / "bad.csv"
    bad.write_text("a,b\n1\n")
    assert not empty_window.open_path(str(bad))
    assert "line 2" in dialog.message.text()
    assert dialog.inputs.table.names[-1] == "outcome"
    dialog.close()


def test_closing_the_window_during_training_asks(window, table, person, qtbot):
    window.menus.run("train")
    window.train_dialog.open_table(table)
    window.train_dialog.go.click()
    person.choose = 1
    assert not window.close()
    assert window.train_dialog.is_running
    assert "being trained" in person.said[-1]
    person.choose = 0
    assert window.close()
    assert not window.train_dialog.is_running


def test_closing_the_window_with_a_trained_model_that_is_not_saved_asks(
    window, table, person, qtbot, tmp_path
):
    window.menus.run("train")
    dialog = window.train_dialog
    dialog.open_table(table)
    dialog.inputs.policy.setCurrentIndex(dialog.inputs.policy.findData("ordered"))  # trained fastest
    dialog.go.click()
    qtbot.waitUntil(lambda: not dialog.is_running, timeout=120_000)
    dialog.close()
    person.choose = 2
    assert not window.close()
    assert "trained model is not saved" in person.said[-1]
    person.choose, person.path = 0, str(tmp_path / "nowhere" / "m.ifc2f")
    assert not window.close()
    assert "no such file" in dialog.message.text()
    assert dialog.isVisible()
    person.path = str(tmp_path / "m.ifc2f")
    assert window.close()
    assert Model.load(person.path).meta["title"] == "patients"
    said = len(person.said)
    window.close()
    assert len(person.said) == said


def test_hiding_the_dialog_lets_training_go_on(window, table, person, qtbot):
    window.menus.run("train")
    dialog = window.train_dialog
    dialog.open_table(table)
    dialog.go.click()
    person.choose = 0
    dialog.close()
    assert dialog.is_running
    window.desk.answer(3, "answered", 47.0, 47.0, "years")
    person.choose = 1
    dialog.show()
    dialog.close()
    assert not dialog.is_running


def test_questions_as_dear_as_mistakes_are_asked_about_before_training(fast_dialog, table, person, qtbot):
    fast_dialog.open_table(table)
    fast_dialog.inputs.cost.setFocus()
    fast_dialog.inputs.cost.selectAll()
    qtbot.keyClicks(fast_dialog.inputs.cost, "40")
    person.choose = 0
    qtbot.mouseClick(fast_dialog.go, Qt.MouseButton.LeftButton)
    assert not fast_dialog.is_running
    assert "costs as much as a mistake" in person.said[-1]
    person.choose = 1
    qtbot.keyClick(fast_dialog.go, Qt.Key.Key_Return)
    assert fast_dialog.is_running
    qtbot.waitUntil(lambda: not fast_dialog.is_running, timeout=60000)
    assert "The cheapest question costs" in fast_dialog.message.text()
    person.said.clear()
    for row in range(2):
        for column in range(2):
            if row != column:
                fast_dialog.inputs.mistakes.item(row, column).setText("900")
    qtbot.mouseClick(fast_dialog.go, Qt.MouseButton.LeftButton)
    assert fast_dialog.is_running
    assert person.said == []

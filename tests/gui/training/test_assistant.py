"""The assistant: columns, words, trade-offs, policy, guarantee, and the model beside others."""

import numpy as np
import pytest
from hands import installed, press, type_in_cell
from ifc2f_gui.training.columns import KIND, NOTE, RANGE, note
from ifc2f_gui.training.inputs import Inputs
from ifc2f_gui.training.profile import CODE, DATE, NUMBER, OUT, TEXT, Profile, profiles
from ifc2f_gui.training.worker import run
from PySide6.QtCore import QLocale, Qt

from ifc2f.assessment.guarantees import guarantee_of
from ifc2f.data.findings import KINDS, Finding
from ifc2f.data.table import read_table
from ifc2f.model import Model

COSTS, MISTAKES = 2, 3  # steps of the assistant


@pytest.fixture
def odd_table(tmp_path):
    """A table with a number of patients, a date, a code, an empty cell and an ordinary measurement."""
    rng = np.random.default_rng(2)
    lines = ["patient_id,admitted,ward,crp,outcome"]
    for i in range(200):
        ill = i % 3 == 0
        crp = "" if i == 7 else f"{rng.normal(80 if ill else 20, 10):.1f}"
        ward = (3 if ill else 1) + int(rng.integers(0, 3))
        ill_ = "ill" if ill else "well"
        lines.append(f"P{1000 + 7 * i},2024-0{1 + i % 9}-{10 + i % 18},{ward},{crp},{ill_}")
    path = tmp_path / "odd.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_columns_are_told_for_what_they_are(odd_table):
    found = {profile.name: profile for profile in profiles(read_table(odd_table), "outcome")}
    assert {name: profile.kind for name, profile in found.items()} == {
        "patient_id": TEXT,
        "admitted": DATE,
        "ward": NUMBER,
        "crp": NUMBER,
    }
    assert [name for name, profile in found.items() if profile.is_set_aside] == ["patient_id", "admitted"]
    assert found["ward"].may_be_code
    assert not found["crp"].may_be_code
    assert found["crp"].n_missing == 1
    assert found["crp"].span[0] < 20 < found["crp"].span[1]
    assert len(found["crp"].bars) == 10


def test_days_that_are_read_as_texts_are_dates_as_well(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(
        "seen,ratio,outcome\n" + "".join(f"{1 + i}/03/2024,{i}/2,{'ab'[i % 2]}\n" for i in range(20))
    )
    seen, ratio = profiles(read_table(path), "outcome")
    assert (seen.kind, seen.is_set_aside) == (DATE, True)
    assert ratio.kind == TEXT


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("CRP (mg/l)", "mg/l"),
        ("Temperatur [ °C ]", "°C"),
        ("age(years) ", "years"),
        ("CRP", ""),
        ("score (0-10)", ""),
        ("ward (1/2)", ""),
        ("WBC (10^9/L)", "10^9/L"),
        ("Pulse [1/min]", "1/min"),
        ("(mg/l)", ""),
        ("CRP (mg/l) at admission", ""),
        ("CRP (as it was when the patient came)", ""),
        ("CRP ()", ""),
    ],
)
def test_the_unit_that_a_heading_ends_with_is_that_of_the_question(name, unit, dialog, tmp_path):
    path = tmp_path / "units.csv"
    rows = "".join(f"{i * 1.5};{'ja' if i % 3 else 'nein'};{'x' if i % 2 else 'y'}\n" for i in range(40))
    path.write_text(f"{name};Husten (nachts);Klasse\n{rows}", encoding="utf-8")
    dialog.open_table(str(path))
    told = {key: about.get("unit", "") for key, about in dialog.inputs.job("out").about.items()}
    assert told == ({name.strip(): unit} if unit else {}), "that of a text is none"


def test_what_is_odd_is_left_out_by_name_and_taken_again_by_keys(dialog, odd_table, qtbot):
    dialog.open_table(odd_table)
    inputs = dialog.inputs
    rows = {profile.name: row for row, profile in enumerate(inputs.profiles.profiles)}
    assert inputs.job("out").ignore == ["patient_id", "admitted"]
    assert "Left out" in inputs.profiles.text(rows["patient_id"], NOTE)
    assert "codes?" in inputs.profiles.text(rows["ward"], NOTE)
    for name, key in (("ward", Qt.Key.Key_Down), ("admitted", Qt.Key.Key_Up), ("crp", Qt.Key.Key_End)):
        choice = inputs.profiles.cellWidget(rows[name], KIND)
        choice.setFocus()
        qtbot.keyClick(choice, key)
    assert [inputs.profiles.kind(rows[name]) for name in ("ward", "admitted", "crp")] == [CODE, DATE, OUT]
    job = inputs.job("out")
    assert job.codes == ["ward"]
    assert job.ignore == ["patient_id", "crp"]


def test_words_and_codes_are_in_the_model(fast_dialog, odd_table, tmp_path, qtbot):
    fast_dialog.open_table(odd_table)
    inputs = fast_dialog.inputs
    rows = {profile.name: row for row, profile in enumerate(inputs.profiles.profiles)}
    qtbot.keyClick(inputs.profiles.cellWidget(rows["ward"], KIND), Qt.Key.Key_Down)
    for column, text in ((1, "C-reactive protein?"), (2, "mg/L"), (3, "In serum.")):
        inputs.words.item(rows["crp"], column).setText(text)
    output = tmp_path / "m.ifc2f"
    result = run(inputs.job(str(output)), lambda text: None)
    model = Model.load(output)
    assert sorted([*model.feature_names, *result["unused"]]) == ["crp", "ward"]
    assert result["left_out"] == ["patient_id", "admitted"]
    told = {entry["name"]: entry for entry in model.meta["features"]}
    assert (told["crp"]["question"], told["crp"]["unit"], told["crp"]["help"]) == (
        "C-reactive protein?",
        "mg/L",
        "In serum.",
    )
    assert model.network.features[model.feature_index("ward")].categorical
    assert "patient_id" not in model.feature_names


def test_a_trade_off_fills_the_costs_of_mistakes(dialog, table, qtbot):
    dialog.open_table(table)
    inputs = dialog.inputs
    inputs.steps.setCurrentIndex(MISTAKES)
    assert inputs.trade.isVisible()
    inputs.trade.times.setFocus()
    inputs.trade.times.selectAll()
    qtbot.keyClicks(inputs.trade.times, "20")
    press(qtbot, dialog, Qt.Key.Key_Tab)
    i = inputs.classes.index(inputs.trade.grave.currentText())
    j = 1 - i
    assert (inputs.mistakes.text(i, j), inputs.mistakes.text(j, i)) == ("20", "1")
    assert "4.76\u00a0%" in inputs.trade.told.text()


def test_the_trade_off_is_that_of_the_costs_that_are_typed(dialog, table, qtbot):
    dialog.open_table(table)
    inputs, trade = dialog.inputs, dialog.inputs.trade
    inputs.steps.setCurrentIndex(MISTAKES)
    well, ill = inputs.classes.index("well"), inputs.classes.index("ill")
    type_in_cell(qtbot, inputs.mistakes, ill, well, "5000")
    type_in_cell(qtbot, inputs.mistakes, well, ill, "300")
    assert (trade.grave.currentText(), trade.times.value()) == ("ill", 16.7)
    assert "for ill at a probability of 5.66\u00a0% or more" in trade.told.text()
    trade.times.setFocus()
    qtbot.keyClick(trade.times, Qt.Key.Key_Up)
    assert (inputs.mistakes.text(ill, well), inputs.mistakes.text(well, ill)) == ("5310", "300")
    trade.grave.setFocus()
    qtbot.keyClick(trade.grave, Qt.Key.Key_Up if well < ill else Qt.Key.Key_Down)
    assert trade.grave.currentText() == "well"
    assert (inputs.mistakes.text(ill, well), inputs.mistakes.text(well, ill)) == ("300", "5310")
    type_in_cell(qtbot, inputs.mistakes, ill, ill, "9000")
    assert trade.told.text() == "", "nobody would decide for a class that is dearer right than missed"


def test_what_is_no_cost_is_said_when_it_is_entered_and_until_it_is_mended(dialog, table, qtbot):
    dialog.open_table(table)
    inputs = dialog.inputs
    inputs.steps.setCurrentIndex(COSTS)
    cost = 1
    type_in_cell(qtbot, inputs.columns, 0, cost, "10 euros")
    assert "crp" in dialog.message.text()
    assert "10 euros" in dialog.message.text()
    type_in_cell(qtbot, inputs.columns, 0, cost, "10")
    assert dialog.message.text() == ""
    inputs.steps.setCurrentIndex(MISTAKES)
    type_in_cell(qtbot, inputs.mistakes, 0, 1, "-1")
    assert "deciding for well when ill is true: A cost cannot be negative." in dialog.message.text()
    type_in_cell(qtbot, inputs.mistakes, 0, 1, "1")
    assert dialog.message.text() == ""


def test_columns_that_the_model_does_not_use_are_named_with_the_result(fast_dialog, table, tmp_path, qtbot):
    fast_dialog.open_table(table)
    inputs = fast_dialog.inputs
    inputs.columns.use(inputs.columns.names.index("cough"), False)
    result = run(inputs.job(str(tmp_path / "m.ifc2f")), lambda text: None)
    results = fast_dialog.results
    results.show_result(result, inputs.classes)
    assert "height" in result["unused"]
    assert (
        f"they add too little to the other columns: {', '.join(result['unused'])}." in results.columns.text()
    )
    assert "Left out in the table or the list of questions: cough." in results.columns.text()
    results.show_result(result | {"unused": [f"gene {i}" for i in range(40)], "left_out": []}, inputs.classes)
    assert "gene 11 and 28 more." in results.columns.text()


@pytest.mark.parametrize("policy", ["ordered", "adaptive"])
def test_the_result_stands_beside_everything_and_a_tree(dialog, table, tmp_path, policy):
    dialog.open_table(table)
    inputs = dialog.inputs
    inputs.policy.setCurrentIndex(inputs.policy.findData(policy))
    output = tmp_path / "m.ifc2f"
    result = run(inputs.job(str(output)), lambda text: None)
    assert Model.load(output).policy == policy
    assert set(result["rivals"]) == {"everything", "cart"}
    everything = result["rivals"]["everything"]
    assert everything["mean_questions"] >= result["mean_questions"]
    for figures in result["rivals"].values():
        assert 0.5 < figures["accuracy"] <= 1.0
        least = 0.01 * figures["mean_questions"] + 1.0 - figures["accuracy"]
        assert figures["mean_cost"] == pytest.approx(least, abs=1e-6)
    dialog.results.show_result(result, inputs.classes)
    shown = dialog.results.rivals
    assert [shown.item(i, 0).text() for i in range(3)] == [
        "this model",
        "all questions asked",
        "decision tree (CART)",
    ]
    last = dialog.results.confusion.columnCount() - 1
    assert "\u00a0% (" in dialog.results.confusion.item(0, last).text()


def test_a_guarantee_is_of_rows_that_the_model_has_not_seen(fast_dialog, table, tmp_path):
    fast_dialog.open_table(table)
    for text in ("0", "100", "-3", "x"):
        fast_dialog.inputs.alpha.setText(text)
        assert fast_dialog.inputs.job("out") is None
        assert fast_dialog.message.text()
    fast_dialog.inputs.alpha.setText("20")
    output = tmp_path / "m.ifc2f"
    result = run(fast_dialog.inputs.job(str(output)), lambda text: None)
    model = Model.load(output)
    found = guarantee_of(model)
    assert found.alpha == 0.2
    assert found.n_rows == result["rows"]
    assert model.meta["training"]["n_rows"] == 240 - result["rows"]


def test_dates_are_told_in_the_users_way(german, dialog, odd_table):
    dialog.open_table(odd_table)
    (row,) = (i for i, each in enumerate(dialog.inputs.profiles.profiles) if each.name == "admitted")
    assert dialog.inputs.profiles.text(row, RANGE) == "10.01.2024 bis 27.09.2024"
    (row,) = (
        i for i in range(dialog.inputs.words.rowCount()) if dialog.inputs.words.text(i, 0) == "admitted"
    )
    assert dialog.inputs.words.text(row, 2) == "Tage seit dem 1. Januar 1970"


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_odd_about_a_column_is_said_in_the_users_language(qapp, kind):
    profile = Profile("a", NUMBER, False, None, 0, 0, "", Finding("a", kind, "5 of 9 rows"))
    english = note(profile)
    with installed(qapp, QLocale("de")):
        assert note(profile) not in ("", english)


def test_what_the_reader_of_a_table_noted_is_said_in_the_users_language(qapp, qtbot, tmp_path):
    path = tmp_path / "lab.csv"
    path.write_text("7,,outcome\n" + "".join(f"{i},{i % 3},{'ab'[i % 2]}\n" for i in range(20)))
    with installed(qapp, QLocale("de")):
        inputs = Inputs()
        qtbot.addWidget(inputs)
        assert inputs.open_table(str(path))
    assert inputs.notes.text().splitlines() == [
        "Die erste Zeile wird als Namen gelesen, enthält aber „7“.",
        "Ohne Namen in der Kopfzeile: „Unnamed: 1“.",
    ]

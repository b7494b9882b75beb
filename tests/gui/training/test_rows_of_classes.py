"""How many rows each class has, and what few of them mean."""

from hypothesis import given
from hypothesis import strategies as st
from ifc2f_gui.training.job import n_held_out
from ifc2f_gui.training.rows_of_classes import ENOUGH, few_rows
from PySide6.QtCore import Qt


def test_rows_of_each_class_are_told_for_the_column_that_is_chosen(dialog, tmp_path, qtbot):
    path = tmp_path / "t.csv"
    outcomes = ["rare" if i < 6 else "ill" if i % 3 else "well" for i in range(90)]
    lines = [f"{i},{'wet' if i % 2 else 'dry'},{outcome}" for i, outcome in enumerate(outcomes)]
    path.write_text("crp,cough,outcome\n" + "\n".join(lines))
    dialog.open_table(str(path))
    inputs = dialog.inputs
    assert inputs.counts.text() == "Rows per class: ill 56, rare 6, well 28."
    assert "Few rows: rare (6)." in inputs.few.text()
    assert "of which 2 are held out" in inputs.few.text()
    assert "only 34\u00a0%" in inputs.few.text()
    assert inputs.few.isVisible()
    qtbot.keyClick(inputs.target, Qt.Key.Key_Up)
    assert inputs.counts.text() == "Rows per class: dry 45, wet 45."
    assert inputs.few.isHidden()
    qtbot.keyClick(inputs.target, Qt.Key.Key_Up)
    assert inputs.counts.isHidden()
    assert inputs.few.isHidden()


@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 60), min_size=2))
def test_every_class_with_few_rows_is_named_and_no_other(counts):
    text = few_rows(counts)
    few = {name for name, n in counts.items() if n < ENOUGH}
    assert bool(text) == bool(few)
    assert all((f"{name} ({n})" in text) == (name in few) for name, n in counts.items())
    if few and (least := min(counts.values())) > 1:
        assert f"has {least} rows" in text
        assert f"of which {n_held_out(least)} are held out" in text

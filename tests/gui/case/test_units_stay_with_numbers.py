"""A unit stays with its number: no line of window, page or report begins with one."""

import re

import pytest
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.case.describe import describe
from ifc2f_gui.panels.values import hint
from ifc2f_gui.report.case_report import report_html
from ifc2f_gui.report.model_card import card_sections
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton
from window_models import clinic_model

UNITS = ("°C", "°F", "mg/dL", "mg/L", "years", "mm", "a long unit")
PARTED = re.compile(rf"\d ({'|'.join(map(re.escape, UNITS))})(?!\w)")


@pytest.mark.parametrize("unit", UNITS)
def test_no_text_of_a_case_parts_a_number_from_its_unit(unit, language, empty_window, tmp_path, qtbot):
    about = {"unit": unit, "range": [35.0, 42.0], "limits": [20.0, 50.0]}
    model = clinic_model(features=[about, {}, {"unit": unit, "range": [0, 400]}, {}, {}])
    path = tmp_path / "units.ifc2f"
    model.save(path)
    empty_window.opening.open_model(str(path))
    desk, panel = empty_window.desk, empty_window.page.question
    desk.ask(0)
    told = [hint(feature) for feature in describe(model)]
    for text in ("44", "444"):
        panel.entry.line.setText(text)
        panel.entry.submit()
        told += [
            part.text() for kind in (QLabel, QPushButton, QCheckBox) for part in panel.findChildren(kind)
        ]
    desk.answer(0, ANSWERED, 38.5, 38.5, unit)
    answers = empty_window.page.answers.rows
    told += [
        str(answers.index(0).data()),
        report_html(desk),
        str(card_sections(model)).replace("\\xa0", "\xa0"),
    ]
    assert any(unit in text for text in told)
    assert [text for text in told if PARTED.search(text)] == []

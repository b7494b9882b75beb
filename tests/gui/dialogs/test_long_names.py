"""Names that are longer than what is kept of them show where they were cut."""

import pytest
from hands import in_dialog, seen
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.texts import shortened
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

REAL_TEXT = prompts.text  # in whose place other tests answer


def test_a_name_that_is_too_long_shows_that_it_was_cut(window, qtbot):
    typed = "very long " * 30

    def name(dialog):
        QTest.keyClicks(QApplication.focusWidget(), typed)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)

    told = in_dialog(name)
    kept = REAL_TEXT(window, "Name the case", "Name:", "")
    seen(told)
    assert (len(kept), kept[-1]) == (200, "…")
    assert typed.startswith(kept[:-1])


@pytest.mark.parametrize("n", range(4, 9))
def test_a_shortened_text_has_at_most_its_letters_and_an_ellipsis_where_it_is_cut(n):
    assert shortened("perimeter"[:n], 6) == ("perimeter"[:n] if n <= 6 else "perim…")

"""The model card and the help page."""

import pytest
from ifc2f_gui.report.model_card import certificate_rows
from window_models import clinic_model

from ifc2f.planning.certificate import Certificate


def test_the_model_card_shows_the_certificate_once_it_is_worked_out(window, qtbot):
    from ifc2f_gui.dialogs.model_card import CardDialog

    from ifc2f import certificate

    card = CardDialog(window.desk.model, window.desk.features, window)
    assert "Computing…" in card.text.toPlainText()
    qtbot.waitUntil(lambda: "Computing…" not in card.text.toPlainText(), timeout=20_000)
    found = certificate(window.desk.model)
    for text in (f"{found.lower:.4g}", f"{found.upper:.4g}", f"{found.shown_percent:g} % of the best"):
        assert text in card.text.toPlainText()
    assert "with this order of questions" in card.text.toPlainText()


@pytest.mark.parametrize(("lower", "is_told"), [(0.9, True), (0.005, False)])
def test_a_bound_that_says_nothing_of_the_policy_is_not_called_near(lower, is_told):
    found = Certificate(lower, 1.0, "martingale", True, 0.0, lower)
    told = dict(certificate_rows(clinic_model(), found))
    assert ("So it is within" in told) == is_told
    assert "No policy in any order costs less than" in told


def test_the_model_card_tells_everything(window):
    from ifc2f_gui.report.model_card import card_html

    card = card_html(window.desk.model, window.desk.features)
    for text in (
        "Fever of unknown origin",
        window.desk.model.sha256,
        "For tests of the window only.",
        "Three made-up diseases.",
        "1200",
        "healthy: 600, viral: 400, bacterial: 200",
        "91 %",
        "4.000",
        "35 to 42 °C",
        "none, dry, wet",
    ):
        assert text in card


def test_other_windows_open_and_close(window, qtbot):
    from PySide6.QtWidgets import QDialog

    for show in (window.menus.commands["card"], window.menus.commands["help"]):
        show()
        dialog = next(dialog for dialog in window.findChildren(QDialog) if dialog.isVisible())
        assert dialog.text.toPlainText()
        dialog.close()
    window.menus.run("about")

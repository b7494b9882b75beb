"""The model card and the help page."""

import numpy as np
import pytest
from hands import settle
from ifc2f_gui.dialogs.help import HelpDialog
from ifc2f_gui.dialogs.model_card import CardDialog
from ifc2f_gui.report.model_card import card_sections, certificate_rows
from PySide6.QtGui import QFontMetricsF
from window_models import clinic_model

from ifc2f import IFC2FClassifier
from ifc2f.planning.certificate import Certificate


def test_the_model_card_shows_the_certificate_once_it_is_worked_out(window, qtbot):
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
        "91.0\u00a0%",
        "4.000",
        "35 to 42\u00a0°C",
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


@pytest.mark.parametrize(
    ("policy", "told"),
    [("ordered", "one order for all"), ("adaptive", "as they come"), ("graph", "in advance")],
)
def test_the_card_names_the_policy_that_was_chosen_in_the_users_words(policy, told):
    rng = np.random.default_rng(0)
    x = rng.integers(0, 3, (300, 3)).astype(float)
    model = IFC2FClassifier(policy=policy).fit(x, x[:, 0] + x[:, 1] > 2).model_
    card = dict(card_sections(model))
    assert told in dict(card["Model"])["Policy"]
    assert ("Choice of the policy" in card) == (policy != "ordered"), "there is but one that is ordered"
    chosen = model.with_meta({**model.meta, "policy": {"name": policy, "held_out_cost": 0.1}})
    choice = dict(dict(card_sections(chosen))["Choice of the policy"])
    assert choice["Chosen"] == dict(card["Model"])["Policy"]
    assert choice["Average cost of a case, in cross-validation"] == "0.100", "not the cost of the validation"


def test_the_card_says_so_where_no_question_was_worth_its_cost():
    x = np.random.default_rng(0).integers(0, 3, (300, 3)).astype(float)
    with pytest.warns(UserWarning, match="asks nothing"):
        model = IFC2FClassifier(policy="auto", feature_cost=2.0).fit(x, x[:, 0] + x[:, 1] > 2).model_
    card = {heading: dict(rows) for heading, rows in card_sections(model)}
    assert card["Model"]["Policy"] == card["Choice of the policy"]["Chosen"]
    assert "no answer was worth its cost" in card["Model"]["Policy"]


def words_in_two_lines(view):
    """Return the words that are broken although half of the page has room for them."""
    block = view.document().begin()
    while block.isValid():
        text, lines = block.text(), block.layout()
        metrics = QFontMetricsF(block.charFormat().font())
        for line in map(lines.lineAt, range(lines.lineCount() - 1)):
            end = line.textStart() + line.textLength()
            word = text[:end].split()[-1] + text[end:].split()[0]
            is_one = not text[end - 1].isspace() and not text[end].isspace() and text[end - 1] not in "-–/"
            if is_one and metrics.horizontalAdvance(word) < view.viewport().width() / 2:
                yield word
        block = block.next()


@pytest.mark.parametrize("zoom", [1.0, 1.5, 2.0, 2.5])
def test_no_word_of_card_and_help_is_broken_that_has_room(language, zoom, window):
    """Whatever share of the width a column has; also after the certificate is there."""
    window.appearance.set_zoom(zoom)
    desk = window.desk
    card = CardDialog(desk.model, desk.features, window)
    found = []
    for dialog in (card, HelpDialog(window)):
        for size in ((784, 752), (1350, 720), *([(384, 352)] if zoom == 1.0 else [])):
            dialog.resize(*size)
            dialog.show()
            settle()
            found += [(type(dialog).__name__, size, *words_in_two_lines(dialog.text))]
            if dialog is card:
                card.show_certificate(Certificate(0.9, 1.0, "martingale", True, 0.0, 0.9))
                found += [("certificate", size, *words_in_two_lines(dialog.text))]
        dialog.close()
    window.appearance.set_zoom(1.0)
    assert [case for case in found if len(case) > 2] == []

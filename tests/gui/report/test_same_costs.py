"""A cost has the same digits and its unit wherever it is shown: result of training, card, report, dialogs."""

import math
import re
from html import unescape

import pytest
from ifc2f_gui.case.advice import cost_decimals, cost_text
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.dialogs.budget import BudgetDialog
from ifc2f_gui.report.case_report import report_html
from ifc2f_gui.report.model_card import card_html, card_sections
from ifc2f_gui.training.results import Results
from window_models import clinic_model

from ifc2f import certificate

COST = 72.7


def model_of_minutes():
    """Return a model that was validated, with costs in minutes."""
    validation = {"rows": 100, "accuracy": 0.79, "mean_cost": COST, "mean_questions": 1.296}
    return clinic_model(unit_of_costs="minutes", validation=validation)


@pytest.mark.usefixtures("qapp")
def test_the_card_and_the_result_of_training_show_the_same_figures(language, qtbot):
    model = model_of_minutes()
    results = Results()
    qtbot.addWidget(results)
    positive = [cost for cost in [*model.costs.cost, *model.misclassification.ravel()] if cost > 0.0]
    result = {
        **model.meta["validation"],
        "estimate": {"mean_cost": 15.04, "margin": 5.0, "unseen": 0.0},
        "calibration": [],
        "questions": [1, 2],
        "confusion": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        "unit_of_costs": "minutes",
        "smallest_cost": float(min(positive)),
    }
    results.show_result(result, ["a", "b", "c"])
    told = dict(row for _, rows in card_sections(model) for row in rows)
    of_card = cost_text(model, COST)
    assert of_card in told.values()
    assert of_card in results.summary.text()
    assert cost_text(model, 15.04) in results.estimate.text()
    assert results.rivals.item(0, 3).text() == of_card.split("\u00a0")[0]
    questions, share = results.rivals.item(0, 2).text(), results.rivals.item(0, 1).text()
    assert {questions, share} <= set(told.values())


def test_every_cost_of_the_report_stands_with_its_unit_or_below_a_head_that_has_it(qapp):
    desk = Desk(model_of_minutes())
    desk.answer(0, ANSWERED, 38.9, 38.9, "°C")
    desk.set_budget(0.5)
    desk.decide("Enough is known.")
    html = unescape(report_html(desk))
    shown = f"{desk.found.session.cost:.{cost_decimals(desk.model)}f}"
    assert f"{shown}\u00a0minutes of " in html
    assert "<td>0.500\u00a0minutes (set by the user)</td>" in html
    assert re.search(r"<td width='30%'>Expected cost of mistakes</td><td>[\d.]+\u00a0minutes</td>", html)
    for head in re.findall(r"<th>([^<]*[Cc]ost[^<]*)</th>", html):
        assert head.endswith(", in minutes"), head


def test_the_card_says_of_each_cost_what_it_is(qapp):
    model = model_of_minutes()
    found = certificate(model)
    text = unescape(card_html(model, Desk(model).features, found))
    assert f"<td>{cost_text(model, found.upper)}</td>" in text
    assert "Computed, not measured" in text
    assert "What cases really cost in the test stands under Validation." in text
    assert "Measured average cost, mistakes included" in text
    for head in ("Costs of mistakes", "Cost"):
        assert f">{head}, in minutes<" in text


def test_the_budget_is_told_in_the_unit_of_costs(qapp, qtbot):
    desk = Desk(model_of_minutes())
    dialog = BudgetDialog(desk)
    qtbot.addWidget(dialog)
    assert "minutes" in dialog._spent
    assert math.isinf(desk.model.budget) or "minutes" in dialog.reset.toolTip()

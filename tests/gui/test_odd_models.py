"""Models and locales as the world has them: every kind of policy, odd and long names, other digits."""

import numpy as np
import pytest
from ifc2f_gui.case.case import ANSWERED, FAILED, PENDING, UNKNOWN
from ifc2f_gui.dialogs.model_card import CardDialog
from ifc2f_gui.report.case_report import report_html, write_report
from ifc2f_gui.shared.numbers import editable, fixed, plain, read_number
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QAbstractButton
from sklearn.datasets import load_breast_cancer
from window_models import clinic_model, factor_model, one_class_model, wide_model

from ifc2f import IFC2FClassifier
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.files.format import adaptive_section
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.planning.plan import plan
from ifc2f.session import Session


def graph_model():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    return IFC2FClassifier(policy="graph").fit(X.iloc[::3, :4], y[::3]).model_


def adaptive_model():
    return clinic_model().with_policies({"ADPT": adaptive_section()})


def grouped_model():
    model = clinic_model()
    prices = {
        "temperature": 0.01,
        "cough": {"cost": 0.05, "discount_cost": 0.01, "group": "blood & <urine>", "delay": "1 day"},
        "crp": {"cost": 0.05, "discount_cost": 0.02, "group": "blood & <urine>"},
        "age": 0.0,
        "score": {"group": "derived:cough+crp"},
    }
    costs = AcquisitionCosts.from_spec(prices, model.feature_names)
    made = Model.build(model.network, costs, model.misclassification, meta=model.meta)
    return made.with_policies({"ORDR": plan(made, treatment="marginal")})


CLASSES = ("<b>A & B</b>", "line\nbreak\t{name} %1 &amp;", "وباء 🦠 " + "very long " * 30)
LABELS = ("no & none", "<i>two\nlines</i>", "{text}")


def odd_model():
    table = np.array([[[0.6, 0.2, 0.2], [0.3, 0.5, 0.2], [0.1, 0.3, 0.6]]], np.float32)
    features = (
        Feature("a\nb & <b>{x}</b>", 0, np.array([1.0, 2.0], np.float32), False, None, -1, table),
        Feature("choice/" + "long " * 60, 1, np.arange(3, dtype=np.float32), True, LABELS, -1, table),
        Feature(" ", 2, np.array([-1.5, 1e-6], np.float32), False, None, -1, table),
    )
    network = Network(features, CLASSES, np.array([0.4, 0.3, 0.3], np.float32))
    costs = AcquisitionCosts.from_spec(0.01, [feature.name for feature in features])
    meta = {
        "title": "T\n<h1>&" * 20,
        "features": [{"unit": "%", "question": "q\n?" * 50}, {"help": "<b>"}, {}],
    }
    model = Model.build(network, costs, misclassification(None, CLASSES), meta=meta)
    return model.with_policies({"ORDR": plan(model)})


def bare_model():
    return clinic_model().with_policies({})


MODELS = {
    "graph": graph_model,
    "adaptive": adaptive_model,
    "groups": grouped_model,
    "odd names": odd_model,
    "no policy": bare_model,
    "wide": lambda: wide_model(11, 60),
    "factor": lambda: factor_model(3, 8, 5, 4),
}
LOCALES = ("en_GB", "de_DE", "ar_EG", "fa_IR", "sv_SE", "he_IL", "de_CH")


@pytest.fixture(scope="module", params=MODELS)
def odd(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("odd") / f"m & {request.param}.ifc2f"
    MODELS[request.param]().save(path)
    return str(path)


@pytest.fixture(params=["en_GB", "ar_EG"])
def locale(request, qapp):
    before, direction = QLocale(), qapp.layoutDirection()
    QLocale.setDefault(QLocale(request.param))
    qapp.setLayoutDirection(QLocale(request.param).textDirection())
    yield request.param
    QLocale.setDefault(before)
    qapp.setLayoutDirection(direction)


def value_of(feature, i):
    if feature.choices is not None:
        return feature.choices[i % len(feature.choices)]
    low, high = feature.range or (0.0, 3.0)
    return low + (0.2 + 0.3 * (i % 3)) * (high - low)


def say(window, feature, i):
    """Answer as a person does: by the input, in digits of the locale."""
    entry = window.page.question.entry
    if feature.choices is not None:
        entry.select(i % len(feature.choices))
    else:
        entry.line.setText(editable(value_of(feature, i)))
    window.page.question.submit()


def test_a_whole_case(odd, locale, empty_window, tmp_path, person):
    window = empty_window
    assert window.open_path(odd)
    desk = window.desk
    for i, k in enumerate(range(min(6, desk.model.n_features))):
        asked = desk.asked if desk.asked is not None and i < 3 else next(iter(desk.found.open)).feature
        desk.ask(asked)
        if i % 5 == 4:
            window.page.question.say((PENDING, FAILED, UNKNOWN)[k % 3])
        else:
            say(window, desk.features[asked], i)
        assert desk.active.finding(asked) is not None, (window.page.question.entry.message.text(), k)
    session = Session(desk.model)
    for k, finding in desk.case.findings():
        if finding.state != ANSWERED:
            session.missing(k, paid=finding.state != UNKNOWN)
        elif desk.features[k].choices is not None:
            session.answer_bin(k, desk.features[k].choices.index(finding.value))
        else:
            session.answer(k, finding.value)
    if not window.desk.model.policies.get("GRAF"):
        np.testing.assert_array_equal(desk.found.posterior, session.posterior)
    assert desk.found.session.cost == session.cost
    for _ in range(30):
        window.menus.run("undo")
    for _ in range(30):
        window.menus.run("redo")
    assert desk.found.session.cost == session.cost
    window.menus.actions["tables"].setChecked(True)
    window.menus.run("tables")
    window.menus.run("what_if")
    window.desk.retract(desk.active.findings()[0][0])
    window.menus.run("keep_what_if")
    window.menus.run("undo")
    window.menus.run("decide")
    window.grab()
    card = CardDialog(desk.model, desk.features, window)
    card.deleteLater()
    html = report_html(desk)
    assert "<b>A" not in html
    assert "<i>" not in html
    write_report(tmp_path / "r.pdf", desk)
    person.path = str(tmp_path / "odd.case.json")
    assert window.keeper.save()
    findings = desk.case.findings()
    assert window.open_path(person.path)
    assert desk.case.findings() == findings
    assert desk.case.decision is not None


def test_names_stand_in_one_line_and_ampersands_are_seen(empty_window, tmp_path):
    path = tmp_path / "m & n.ifc2f"
    odd_model().save(path)
    window = empty_window
    window.open_path(str(path))
    window.desk.ask(1)
    assert window.page.question.entry.group.button(0).text() == "1   no && none"
    for made in window.findChildren(QAbstractButton):
        assert "\n" not in made.text()
    assert "A && B" in window.page.advice.decide.text()
    assert all("\n" not in name for name in window.page.posterior.bars.names)
    assert all("\n" not in feature.name for feature in window.desk.features)
    window.recent.fill()
    assert window.recent.actions()[0].text() == "m && n.ifc2f"
    assert window.width() <= 1400


@pytest.mark.parametrize("name", LOCALES)
@pytest.mark.parametrize("value", [38.9, -5.25, 1e-7, 1234567890.0, 0.0, 1.234, -1.5e-12, 3e38])
def test_numbers_of_every_locale_are_read_as_they_are_shown(qapp, name, value):
    before = QLocale()
    QLocale.setDefault(QLocale(name))
    try:
        assert read_number(editable(value)).values == (value,)
        assert any(shown == pytest.approx(value, rel=1e-6) for shown in read_number(plain(value)).values)
        assert fixed(-0.0001, 2) == fixed(0.0, 2)
        assert read_number(fixed(-1.25, 2)).values == (-1.25,)
    finally:
        QLocale.setDefault(before)


def test_right_to_left_keeps_the_inputs_in_reach(empty_window, model_path, qapp, qtbot):
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        empty_window.open_path(model_path)
        line = empty_window.page.question.entry.line
        assert line.hasFocus()
        line.insert("٤٧")  # keyClicks() types Latin letters only
        qtbot.keyClick(line, Qt.Key.Key_Return)
        assert empty_window.desk.case.finding(3).value == 47.0
        empty_window.grab()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_a_model_of_one_class_says_that_there_is_nothing_to_decide(empty_window, tmp_path, qtbot):
    path = tmp_path / "one.ifc2f"
    one_class_model().save(path)
    assert empty_window.open_path(str(path))
    advice = empty_window.page.advice
    assert advice.sentence.text() == "This model knows only one class, only: no answer can change that."
    empty_window.desk.answer(0, ANSWERED, 2.0, 2.0, "")
    assert advice.sentence.text() == "This model knows only one class, only: no answer can change that."
    qtbot.mouseClick(advice.decide, Qt.MouseButton.LeftButton)
    assert empty_window.desk.case.decision.label == "only"

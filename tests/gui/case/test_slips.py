"""Answers of two patients in one case are pointed out, those of one are not."""

import numpy as np
import pytest
from ifc2f_gui import demo
from ifc2f_gui.case.case import ANSWERED, Case
from ifc2f_gui.case.describe import describe
from ifc2f_gui.case.evidence import Consequences
from sklearn.datasets import load_breast_cancer

from ifc2f.assessment.agreement import with_agreement
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.learning.train import train
from ifc2f.learning.training_data import TrainingData
from ifc2f.model import Model

N_CASES = 200
ASKED = {4: 0.50, 9: 0.90, 21: 0.98}  # what at least is to be found, by the number of questions
FALSE_ALARMS = 0.05


@pytest.fixture(scope="module")
def known():
    """The demonstration model and its own rows."""
    return Model.load(demo.PATH), load_breast_cancer().data.astype(np.float32)


@pytest.fixture(scope="module")
def held_out():
    """A model of two thirds of these rows, and the rest."""
    bunch = load_breast_cancer()
    X, y = bunch.data.astype(np.float32), bunch.target.astype(np.int32)
    rows = np.random.default_rng(2).permutation(len(X))
    learning, rest = rows[:380], rows[380:]
    names = tuple(map(str, bunch.feature_names))
    data = TrainingData(X[learning], y[learning], names, ["malignant", "benign"])
    model = train(data, AcquisitionCosts.from_spec(0.01, names), misclassification(None, data.classes))
    return with_agreement(model, X[learning]), X[rest]


def is_flagged(model, features, row, n):
    """Whether the window points a case out after its first questions."""
    case = Case()
    for k in range(min(n, model.n_features)):
        case.record(k, ANSWERED, float(row[k]), float(row[k]), "")
    return Consequences(model, features, case).conflict


def shares(model, X, n):
    """Return the shares flagged of cases of one patient, and of two whose answers alternate."""
    rng = np.random.default_rng(n)
    X, features = X[:, model.columns], describe(model)
    one, two = [], []
    for _ in range(N_CASES):
        a, b = X[rng.choice(len(X), 2, replace=False)]
        one.append(is_flagged(model, features, a, n))
        two.append(is_flagged(model, features, np.where(np.arange(len(a)) % 2 == 0, a, b), n))
    return float(np.mean(one)), float(np.mean(two))


@pytest.mark.parametrize("rows", ["known", "held_out"])
@pytest.mark.parametrize("n", ASKED)
def test_two_patients_in_one_case_are_found(request, rows, n):
    model, X = request.getfixturevalue(rows)
    alarms, found = shares(model, X, n)
    print(
        f"\n{rows}, after {n} questions: {100 * found:.1f} % of mixed cases, {100 * alarms:.1f} % of others"
    )
    assert alarms <= FALSE_ALARMS
    assert found >= ASKED[n]


def test_numbers_that_cannot_be_of_one_patient_are_named(empty_window, qtbot):
    from PySide6.QtCore import Qt

    empty_window.menus.run("demo")
    desk, why = empty_window.desk, empty_window.page.why
    for name, text in (("worst perimeter", "60"), ("worst area", "4000")):
        desk.ask(desk.model.feature_index(name))
        qtbot.keyClicks(empty_window.page.question.entry.line, text)
        qtbot.keyClick(empty_window.page.question.entry.line, Qt.Key.Key_Return)
    assert len(desk.case.findings()) == 2
    assert "hardly fit together" in why.warning.text()
    assert why.warning.isVisible()
    desk.ask(desk.model.feature_index("worst area"))
    line = empty_window.page.question.entry.line
    line.selectAll()
    qtbot.keyClicks(line, "270")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert "hardly fit together" not in why.warning.text()


def test_the_one_that_fits_least_is_named():
    X = load_breast_cancer().data.astype(np.float32)
    model = Model.load(demo.PATH)
    row = X[0, model.columns].copy()
    slip = model.feature_index("worst area")
    row[slip] /= 10
    case = Case()
    for k in range(model.n_features):
        case.record(k, ANSWERED, float(row[k]), float(row[k]), "")
    assert Consequences(model, describe(model), case).doubtful == slip

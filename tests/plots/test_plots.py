"""Pictures show the numbers they are about, and can be read."""

import sys

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from models import answered
from scipy import sparse
from sklearn.datasets import load_breast_cancer, load_digits, load_wine

from ifc2f import IFC2FClassifier, plots
from ifc2f.assessment.measures import brier_score, reliability
from ifc2f.files.format import adaptive_section
from ifc2f.plots import (
    AcquisitionPathDisplay,
    CostAccuracyDisplay,
    DependencyTreeDisplay,
    FeatureUseDisplay,
    PolicyDisplay,
    ReliabilityDisplay,
    ValueFunctionDisplay,
)
from ifc2f.policies.candidates import Adaptive
from ifc2f.session import Session


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def cancer():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    y = y.map({0: "malignant", 1: "benign"})
    classifier = IFC2FClassifier(max_features=12, policy="ordered").fit(X[::2], y[::2])
    return classifier, X[1::2], y[1::2]


@pytest.fixture(scope="module")
def wine():
    X, y = load_wine(return_X_y=True, as_frame=True)
    return IFC2FClassifier(policy="ordered").fit(X, y), X, y


def texts(display):
    """Return all letters of a picture."""
    display.figure_.canvas.draw()
    ax = display.ax_
    (left, right), (low, high) = sorted(ax.get_xlim()), sorted(ax.get_ylim())
    found = [*ax.texts, ax.title, ax._left_title]
    found += [label for label in ax.get_xticklabels() if left <= label.get_position()[0] <= right]
    found += [label for label in ax.get_yticklabels() if low <= label.get_position()[1] <= high]
    if ax.get_legend() is not None:
        found += ax.get_legend().get_texts()
    return [text for text in found if text.get_text() and text.get_visible()]


def assert_readable(display):
    """No letter lies outside the picture, and it has a text alternative."""
    whole = display.figure_.bbox
    for text in texts(display):
        box = text.get_window_extent()
        assert box.x0 > whole.x0 - 2, text
        assert box.x1 < whole.x1 + 2, text
        assert box.y0 > whole.y0 - 2, text
        assert box.y1 < whole.y1 + 2, text
    assert display.describe().endswith(".")
    plt.close("all")


def all_displays(estimator, X, y):
    yield AcquisitionPathDisplay.from_estimator(estimator, X, row=3)
    yield CostAccuracyDisplay.from_estimator(estimator, X, y)
    yield FeatureUseDisplay.from_estimator(estimator, X, y)
    yield ReliabilityDisplay.from_estimator(estimator, X, y)
    yield DependencyTreeDisplay.from_estimator(estimator)
    yield PolicyDisplay.from_estimator(estimator)
    if len(estimator.classes_) <= 3:
        yield ValueFunctionDisplay.from_estimator(estimator)
        yield ValueFunctionDisplay.from_estimator(estimator, stage=estimator.model_.n_stages - 1)


def test_pictures_can_be_read(wine):
    X, y = load_digits(return_X_y=True)
    digits = IFC2FClassifier(feature_cost=0.01, max_features=10, policy="ordered").fit(X[:600], y[:600])
    for case in (wine, (digits, X[600:], y[600:])):
        for display in all_displays(*case):
            assert_readable(display)


def test_pictures_can_be_read_of_texts_that_are_long_and_categories_with_gaps():
    import pandas as pd

    rng = np.random.default_rng(0)
    y = rng.integers(2, size=300)
    colours = np.array(["a rather long name of a colour", "red", "blue"])[(y + rng.integers(2, size=300)) % 3]
    X = pd.DataFrame(
        {"what colour does the sky have at noon in the place of use": colours, "x": rng.random(300)}
    )
    X.iloc[::7, 0] = None
    classifier = IFC2FClassifier(policy="ordered").fit(X, np.array(["no", "a class whose name is long"])[y])
    for display in all_displays(classifier, X, np.array(["no", "a class whose name is long"])[y]):
        assert_readable(display)
    missing = AcquisitionPathDisplay.from_estimator(classifier, X, row=0)
    assert "missing" in missing.describe()


def test_a_model_without_looks_has_pictures_too(cancer):
    _, X, y = cancer
    classifier = IFC2FClassifier(feature_cost=10, policy="ordered").fit(X, y)
    for display in all_displays(classifier, X, y):
        assert_readable(display)


def test_displays_draw_where_they_are_told_and_again(cancer):
    classifier, X, y = cancer
    ax = Figure(layout="constrained").subplots()
    display = ReliabilityDisplay.from_estimator(classifier, X, y, ax=ax)
    assert display.ax_ is ax
    assert display.figure_ is ax.figure
    assert not plt.get_fignums(), "no figure is left open"
    assert display.plot() is display
    assert display.ax_ is not ax


def test_a_model_and_its_estimator_give_the_same_picture(cancer):
    classifier, X, y = cancer
    of_model = CostAccuracyDisplay.from_estimator(classifier.model_, X.to_numpy(), y)
    of_estimator = CostAccuracyDisplay.from_estimator(classifier, X, y)
    assert of_model.describe() == of_estimator.describe()
    path = AcquisitionPathDisplay.from_estimator(classifier.model_, X.to_numpy(), row=5)
    assert path.describe() == AcquisitionPathDisplay.from_estimator(classifier, X, row=5).describe()


def test_path_is_that_of_a_session(cancer):
    classifier, X, _ = cancer
    acquisition = classifier.acquire(X)
    row = int(acquisition.n_features.argmax())
    display = AcquisitionPathDisplay.from_estimator(classifier, X, row=row)
    np.testing.assert_array_equal(display.posterior[-1].astype(np.float32), acquisition.posterior[row])
    assert len(display.acquired) == acquisition.n_features[row]
    assert display.cost[-1] == pytest.approx(acquisition.cost[row])
    assert display.decision == acquisition.label[row]
    names = [X.columns[c] for c in acquisition.order[row][: acquisition.n_features[row]]]
    assert [look.split(":")[0] for look in display.acquired] == names
    again = AcquisitionPathDisplay.from_predictions(
        display.posterior, display.acquired, display.classes, decision=display.decision
    )
    assert again.describe() == display.describe()


def test_cost_and_accuracy_are_those_of_budgets(cancer):
    classifier, X, y = cancer
    display = CostAccuracyDisplay.from_estimator(classifier, X, y, budgets=[0, 0.02])
    results = [classifier.acquire(X, budget=b) for b in (0, 0.02, None)]
    np.testing.assert_allclose(display.cost, [r.cost.mean() for r in results])
    np.testing.assert_allclose(display.accuracy, [(r.label == y).mean() for r in results])
    assert display.cost[0] == 0
    drawn = CostAccuracyDisplay.from_predictions(y, results[::-1])
    np.testing.assert_allclose(drawn.cost, display.cost)
    np.testing.assert_allclose(drawn.accuracy, display.accuracy)


def test_use_is_the_share_of_rows_of_a_class(cancer):
    classifier, X, y = cancer
    display = FeatureUseDisplay.from_estimator(classifier, X, y)
    acquisition = classifier.acquire(X)
    for k, name in enumerate(display.features):
        column = list(X.columns).index(name)
        for i, label in enumerate(display.classes):
            acquired = (acquisition.order[(y == label).to_numpy()] == column).any(axis=1)
            assert display.use[k, i] == pytest.approx(acquired.mean())
    assert (display.use > 0).any(axis=1).all(), "features that are never looked at are left out"


def test_use_of_a_class_without_rows_is_unknown(wine):
    classifier, X, y = wine
    display = FeatureUseDisplay.from_estimator(classifier, X[y > 0], y[y > 0])
    assert np.isnan(display.use[:, 0]).all()
    assert_readable(display)


def test_reliability_is_measured_on_the_posterior(cancer):
    classifier, X, y = cancer
    posterior = classifier.acquire(X).posterior
    truth = (y == "malignant").to_numpy().astype(int)
    display = ReliabilityDisplay.from_estimator(classifier, X, y, n_bins=5)
    assert display.bins == reliability(posterior, truth, 5)
    assert display.brier == pytest.approx(brier_score(posterior, truth))


@pytest.mark.parametrize("stage", [0, 1, 2])
def test_value_function_says_what_sessions_do(cancer, stage):
    classifier, _, _ = cancer
    model = classifier.model_
    bins = dict.fromkeys(range(stage), 1)
    display = ValueFunctionDisplay.from_estimator(classifier, stage=stage, answers=bins)
    for p in np.linspace(0, 1, 21):
        session = answered(model, bins, prior=[1 - p, p])
        belief = session.posterior.astype(np.float64)[np.newaxis]
        stop, go_on = display.stopping(belief)[0], display.continuing(belief)[0]
        assert stop == pytest.approx(session.cost_of_stopping, abs=1e-6)
        if abs(stop - go_on) > 1e-5:
            assert (session.next() == stage) == (go_on < stop)


def test_dependencies_are_those_of_the_network(cancer):
    classifier, _, _ = cancer
    network = classifier.model_.network
    display = DependencyTreeDisplay.from_estimator(classifier, max_features=5)
    assert display.parents == tuple(feature.parent for feature in network.features[:5])
    told = display.describe()
    for feature in network.features[:5]:
        if feature.parent >= 0:
            assert f"{feature.name} on {network.features[feature.parent].name} (" in told


def test_a_factor_is_drawn_as_what_features_depend_on(monkeypatch):
    monkeypatch.setattr("ifc2f.policies.choose.candidates_of", lambda *_: [Adaptive(0.5, "factor")])
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    classifier = IFC2FClassifier(0.01, policy="adaptive", max_features=8).fit(X.assign(colour="x"), y)
    network = classifier.model_.network
    assert network.factor is not None
    display = DependencyTreeDisplay.from_estimator(classifier)
    assert_readable(display)
    assert display.features[-1] == "the factor"
    assert display.relevance[-1] == pytest.approx(0, abs=1e-6)
    told = display.describe()
    for feature in network.features:
        assert f"{feature.name} on the factor (" in told
    assert "class alone" not in told
    drawn = " ".join(text.get_text() for text in display.ax_.texts)
    assert "nobody can acquire it" in drawn


@pytest.mark.parametrize("has_factor", [True, False])
def test_a_feature_with_the_name_of_the_factor_is_told_as_a_feature(has_factor):
    parents = [-1, 0, *([-1] if has_factor else [])]
    names = ["the factor", "age", *(["the factor"] if has_factor else [])]
    bits = [0.2, 0.1, *([0.0] if has_factor else [])]
    factor = 2 if has_factor else None
    display = DependencyTreeDisplay(names, parents, bits, bits, factor).plot()
    assert display.describe().endswith("Depending on the class alone: the factor.")
    drawn = " ".join(text.get_text() for text in display.ax_.texts)
    assert ("nobody can acquire it" in drawn) is has_factor


def test_a_network_whose_feature_is_named_as_the_factor_is_told_whole():
    x = np.random.default_rng(0).integers(0, 2, (300, 2)).astype(float)
    frame = pd.DataFrame(x, columns=["the factor", "age"])
    classifier = IFC2FClassifier(0.01).fit(frame, x[:, 0] + x[:, 1] > 0)
    display = DependencyTreeDisplay.from_estimator(classifier)
    assert display.factor is None
    assert sorted(display.features) == ["age", "the factor"]
    told = display.describe()
    for name in display.features:
        assert name in told
    drawn = " ".join(text.get_text() for text in display.ax_.texts)
    assert "nobody can acquire it" not in drawn


def test_policy_names_what_a_session_asks_first(wine):
    classifier, _, _ = wine
    first = classifier.model_.feature_names[Session(classifier.model_).next()]
    assert (
        PolicyDisplay.from_estimator(classifier).describe().startswith(f"The policy asks for {first} first.")
    )


def test_a_tree_cut_off_at_once_is_not_said_to_decide(wine):
    told = PolicyDisplay.from_estimator(wine[0], max_depth=0).describe()
    assert told == "The tree is cut off before the first question."


def test_what_cannot_be_drawn_is_refused(cancer):
    classifier, X, y = cancer
    with pytest.raises(TypeError, match="needs an IFC2FClassifier or a Model"):
        PolicyDisplay.from_estimator("model.ifc2f")
    with pytest.raises(ValueError, match="over two or three classes, not over 4"):
        ValueFunctionDisplay(np.empty((0, 4)), np.eye(4), [0, 1, 2, 3])
    with pytest.raises(ValueError, match="stages 0 to"):
        ValueFunctionDisplay.from_estimator(classifier, stage=99)
    with pytest.raises(ValueError, match="'odd', which is not one of the classes benign, malignant"):
        ReliabilityDisplay.from_estimator(classifier, X, ["odd"] * len(y))
    adaptive = classifier.model_.with_policies({"ADPT": adaptive_section()})
    with pytest.raises(ValueError, match="this model's is adaptive"):
        ValueFunctionDisplay.from_estimator(adaptive)


def test_labels_rows_and_bins_that_do_not_fit_are_refused(wine):
    classifier, X, y = wine
    for display in (CostAccuracyDisplay, FeatureUseDisplay, ReliabilityDisplay):
        with pytest.raises(ValueError, match="y has 177 labels, but X has 178 rows"):
            display.from_estimator(classifier, X, y[:-1])
    with pytest.raises(ValueError, match="y_true has 177 labels, but a result has 178 rows"):
        CostAccuracyDisplay.from_predictions(y[:-1], [classifier.acquire(X)])
    for row in (178, -179):
        with pytest.raises(ValueError, match=f"there is no row {row}: X has 178 rows"):
            AcquisitionPathDisplay.from_estimator(classifier, X, row=row)
    with pytest.raises(ValueError, match="n_bins must be a whole number of at least 1, not 0"):
        ReliabilityDisplay.from_estimator(classifier, X, y, n_bins=0)


def test_curves_in_one_picture_can_be_told_apart(wine):
    classifier, X, y = wine
    _, ax = plt.subplots()
    for name in ("one", "two", "three"):
        CostAccuracyDisplay.from_estimator(classifier, X, y, name=name, ax=ax)
    colours = {line.get_label(): line.get_color() for line in ax.get_lines()}
    assert len({colours[name] for name in ("one", "two", "three")}) == 3
    assert [text.get_text() for text in ax.texts] == ["178 rows, band: 95 % interval"]


def test_a_path_through_a_row_of_a_sparse_matrix_is_that_of_a_dense_one():
    X, y = load_digits(return_X_y=True)
    classifier = IFC2FClassifier(max_features=8, policy="ordered").fit(X, y)
    dense = AcquisitionPathDisplay.from_estimator(classifier, X, row=3)
    for kind in (sparse.csr_array, sparse.coo_matrix):
        assert AcquisitionPathDisplay.from_estimator(classifier, kind(X), row=3).acquired == dense.acquired


def test_an_estimator_that_was_not_fitted_is_refused():
    from sklearn.exceptions import NotFittedError

    with pytest.raises(NotFittedError):
        PolicyDisplay.from_estimator(IFC2FClassifier(policy="ordered"))


def test_without_matplotlib_it_says_what_to_install(cancer, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match=r"plots need matplotlib: pip install 'ifc2f\[plot\]'"):
        PolicyDisplay.from_estimator(cancer[0])


def test_all_displays_are_exported():
    assert sorted(plots.__all__) == plots.__all__
    for name in plots.__all__:
        assert issubclass(getattr(plots, name), plots.Display)

"""Calibration: what was spoilt in a known way is put right, in the model itself."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import bare, draw_bins, planned
from strategies import WITH_FACTOR, masks, problems, random_problem

from ifc2f import IFC2FClassifier, Model, Session, calibrate, calibration_of
from ifc2f.assessment.calibration import _answers, _by_power, _normalised, _weighted
from ifc2f.core.random_bits import random_bits
from ifc2f.files.format import adaptive_section
from ifc2f.planning.instances import posteriors


def labelled(model: Model, n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw rows of a model's network (bin v is answered by v), and their classes."""
    bins = draw_bins(model.network, n, seed)
    total = posteriors(model, bins.astype(np.uint8))[0].cumsum(axis=1)
    uniform = random_bits(seed, 7, np.arange(n, dtype=np.uint32)) / 2**32
    label = (uniform[:, None] * total[:, -1:] >= total).sum(axis=1)
    return bins.astype(np.float32), np.array(model.classes)[label]


@pytest.mark.parametrize(
    ("kind", "shape"), [("ordered", "tree"), ("adaptive", "tree"), ("adaptive", "factor")]
)
def test_an_overconfident_model_is_put_right(kind: str, shape: str) -> None:
    problem = random_problem(np.random.default_rng(5), 6, 3, 2, shape=shape, shared=False, scale=0.02)
    true = planned(problem) if shape == "tree" else bare(problem)
    X, y = labelled(true, 4000, 1)
    spoilt = true.changed(network=true.network.tempered(2.0))
    policies = true.policies if kind == "ordered" else {"ADPT": adaptive_section(1.0)}
    model = calibrate(spoilt.with_policies(policies), X, y)
    found = calibration_of(model)
    assert found is not None
    assert model.policy == kind
    assert found.power == pytest.approx(0.5, abs=0.1)
    assert found.weights == pytest.approx([1.0, 1.0], abs=0.2)
    assert found.after.brier < found.before.brier
    assert found.after.calibration_error < found.before.calibration_error / 2
    np.testing.assert_allclose(model.network.prior, true.network.prior, atol=0.05)


@pytest.mark.parametrize("kind", ["ordered", "graph"])
def test_a_weight_is_how_often_a_row_counts(kind: str) -> None:
    rng = np.random.default_rng(8)
    y = rng.integers(0, 2, 300)
    X = rng.normal(size=(300, 3)) + y[:, None]
    fitted = IFC2FClassifier(0.01, policy=kind, graph_trees=10).fit(X[:150], y[:150])
    model, X, y = fitted.model_, X[150:], y[150:]
    times = rng.integers(0, 4, 150)
    weighted = calibrate(model, X, y, sample_weight=times)
    repeated = calibrate(model, np.repeat(X, times, axis=0), np.repeat(y, times))
    found, of_copies = calibration_of(weighted), calibration_of(repeated)
    assert found is not None
    assert of_copies is not None
    assert found.power != 1.0
    for name in ("power", "weights", "n_rows", "before"):
        assert getattr(found, name) == getattr(of_copies, name)
    assert weighted.with_meta({}).to_bytes() == repeated.with_meta({}).to_bytes()
    assert found.after.log_loss > of_copies.after.log_loss, "copies in other folds would tell of the row"
    assert fitted.calibrate(X, y, sample_weight=times) == found
    there = times > 0
    absent = calibrate(model, X[there], y[there], sample_weight=times[there])
    assert absent.to_bytes() == weighted.to_bytes()
    shares = times / 7.3
    assert (
        calibrate(model, X, y, sample_weight=shares).to_bytes()
        == calibrate(model, X, y, sample_weight=64 * shares).to_bytes()
    )
    with pytest.raises(ValueError, match="calibration needs at least 10 rows, not 9"):
        calibrate(model, X, y, sample_weight=np.arange(150) < 9)


def test_a_calibrated_model_is_left_nearly_as_it_is() -> None:
    problem = random_problem(np.random.default_rng(6), 5, 3, 3, shared=False, scale=0.02)
    model = planned(problem)
    found = calibration_of(calibrate(model, *labelled(model, 4000, 2)))
    assert found is not None
    assert found.power == pytest.approx(1.0, abs=0.15)
    assert found.after.brier == pytest.approx(found.before.brier, abs=0.005)


@settings(max_examples=50)
@given(problem=problems(), power=st.floats(0.2, 2.0))
def test_tempered_tables_are_a_network_and_keep_what_tells_nothing(problem, power: float) -> None:
    network = problem.network.tempered(power)
    Model.build(network, problem.costs, problem.misclassification)  # refuses what is no distribution
    for before, after in zip(problem.network.features, network.features, strict=True):
        np.testing.assert_allclose(after.table.sum(axis=1), 1, atol=1e-6)
        then, now = (table[..., 0] / table[..., 1] for table in (before.table, after.table))
        np.testing.assert_allclose(now[:, 1:] / now[:, :1], (then[:, 1:] / then[:, :1]) ** power, rtol=1e-3)


def most_turned(network, power: float) -> float:
    """Return how far any two instances, all of whose features are answered, change places by tempering."""
    sequences = list(itertools.product(*(range(feature.table.shape[1]) for feature in network.features)))
    then, now = (
        np.array([oracle.posterior(each, dict(enumerate(sequence)))[0] for sequence in sequences])
        for each in (network, network.tempered(power))
    )
    return float(np.max(-np.subtract.outer(then, then) * np.subtract.outer(now, now)))


def test_tempering_keeps_the_order_of_instances_in_naive_networks_only() -> None:
    for seed in range(5):
        naive = random_problem(np.random.default_rng(seed), 3, shape="naive").network
        assert most_turned(naive, 0.4) < 1e-12
    tree = random_problem(np.random.default_rng(5), 3, shared=False).network
    assert most_turned(tree, 0.4) > 1e-3


@settings(max_examples=30)
@given(problem=problems(shapes=WITH_FACTOR), data=st.data())
def test_posteriors_given_what_was_acquired_are_those_found(problem, data: st.DataObject) -> None:
    model = bare(problem).with_policies({"ADPT": adaptive_section(1.0)})
    row = np.full((1, model.n_features), np.nan, dtype=np.float32)
    for k, value in data.draw(masks(problem.network)).items():
        row[0, k] = value
    acquisition = model.classify(row)
    posterior_at = _by_power(model, row, acquisition)
    np.testing.assert_array_equal(posterior_at(1.0), _normalised(acquisition.posterior))
    is_acquired = np.isin(model.columns, acquisition.order[0]) & ~np.isnan(row[0])
    np.testing.assert_array_equal(~np.isnan(_answers(model, row, acquisition)[0]), is_acquired)


@given(st.integers(0, 2**32 - 1), st.integers(2, 5))
def test_class_weights_are_where_the_penalised_likelihood_is_largest(seed: int, n_classes: int) -> None:
    rng = np.random.default_rng(seed)
    posterior = rng.dirichlet(np.ones(n_classes), 60)
    truth = rng.integers(0, n_classes, 60)
    weights, loss = _weighted(posterior, truth)

    def penalised(log_weights: np.ndarray) -> float:
        q = posterior * np.exp(log_weights)
        q /= q.sum(axis=1, keepdims=True)
        return float(-np.log(q[np.arange(60), truth]).sum() + (log_weights**2).sum() / 2)

    assert loss == pytest.approx(penalised(np.log(weights)))
    for _ in range(10):
        assert penalised(np.log(weights) + 0.05 * rng.normal(size=n_classes)) >= loss - 1e-9


@given(st.integers(0, 2**32 - 1), st.integers(2, 5), st.sampled_from([1e-6, 1e-3, 0.05, 0.3]), st.booleans())
def test_class_weights_are_found_however_sure_and_wrong_the_posteriors_are(
    seed: int, n_classes: int, other: float, one_class: bool
) -> None:
    """Whole steps of Newton's method led to weights of 1e58 where a rare class turned out to be common."""
    rng = np.random.default_rng(seed)
    posterior = np.full((240, n_classes), other / (n_classes - 1))
    posterior[:, 0] = 1 - other
    truth = np.full(240, n_classes - 1) if one_class else rng.integers(0, n_classes, 240)
    weights, _ = _weighted(posterior, truth)
    chance = posterior * weights
    chance /= chance.sum(axis=1, keepdims=True)
    slope = chance.sum(axis=0) - np.bincount(truth, minlength=n_classes) + np.log(weights)
    np.testing.assert_allclose(slope, 0, atol=1e-5)


@pytest.mark.parametrize("policy", ["ordered", "adaptive"])
def test_a_class_that_was_rare_in_training_is_put_right(policy: str) -> None:
    X = np.random.default_rng(0).normal(size=(300, 2)).astype(np.float32)
    rare = np.arange(60) < 2
    clf = IFC2FClassifier(policy=policy, features=[0]).fit(X[:60], rare)
    found = clf.calibrate(X[60:], X[60:, 0] > 0)
    assert 0.02 < found.weights[0] < 1 < found.weights[1] < 50
    assert found.after.log_loss < found.before.log_loss


def test_a_graph_is_calibrated_at_its_nodes_and_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, few in (("candidates.GROWTHS", ((25.0, 0.5),)), ("folds.N_REPEATS", 1)):
        monkeypatch.setattr(f"ifc2f.policies.{name}", few)
    X = np.random.default_rng(2).normal(size=(300, 3))
    y = X[:, 0] + 0.5 * X[:, 1] > 0
    clf = IFC2FClassifier(policy="graph").fit(X[:120], y[:120])
    found = clf.calibrate(X[120:], y[120:])
    clf.save(tmp_path / "m.ifc2f")
    again = Model.load(tmp_path / "m.ifc2f")
    assert calibration_of(again) == found
    np.testing.assert_array_equal(again.classify(X).posterior, clf.acquire(X).posterior)
    assert found.after.log_loss <= found.before.log_loss + 0.02


def test_a_calibrated_graph_asks_only_what_pays_by_the_calibrated_probabilities() -> None:
    X = np.random.default_rng(3).normal(size=(700, 3)).astype(np.float32)
    y = (X[:, 0] > 0) ^ (X[:, 1] > 0)
    clf = IFC2FClassifier(policy="graph", feature_cost=0.05).fit(X[:300], y[:300])
    assert clf.acquire(X[300:]).n_features.mean() > 1
    unsure = (y ^ (np.random.default_rng(4).random(700) < 0.3))[300:]
    for truth, is_asking in ((y[300:], True), (unsure, True), (np.arange(400) % 2 > 0, False)):
        model = calibrate(clf.model_, X[300:], truth)
        asked = 0
        for row in X[300:340].tolist():
            session = Session(model)
            while (k := session.next()) is not None:
                assert session.cost_of_continuing() < session.cost_of_stopping + 1e-6
                session.answer(k, row[model.columns[k]])
                asked += 1
        assert (asked > 0) == is_asking


def test_rows_that_cannot_calibrate_are_refused() -> None:
    model = planned(random_problem(np.random.default_rng(1), 2))
    X = np.zeros((20, 2), dtype=np.float32)
    with pytest.raises(ValueError, match="row 3 is of class 'other'"):
        calibrate(model, X, ["c0"] * 3 + ["other"] * 17)
    with pytest.raises(ValueError, match="at least 10 rows, not 4"):
        calibrate(model, X[:4], ["c0"] * 4)
    with pytest.raises(ValueError, match="all 20 rows are of class 'c0': calibration needs rows of two"):
        calibrate(model, X, ["c0"] * 20)
    with pytest.raises(ValueError, match="each of the 20 rows"):
        calibrate(model, X, ["c0"] * 19)
    for cells, columns in ((X[:, :1], None), (X[0], None), (X, [0, -1]), (X, [0.0, 1.0])):
        with pytest.raises(ValueError, match=r"column|dimensions"):
            calibrate(model, cells, ["c0"] * 20, columns=columns)


@pytest.mark.parametrize("change", [{"power": "much"}, {"before": {}}, {"n_rows": None}])
def test_what_is_no_calibration_is_not_told_of(change: dict[str, object]) -> None:
    model = planned(random_problem(np.random.default_rng(1), 2))
    meta = calibrate(model, np.zeros((20, 2), dtype=np.float32), ["c0"] * 19 + ["c1"]).meta
    assert calibration_of(model.with_meta(meta)) is not None
    assert calibration_of(model.with_meta({**meta, "calibration": {**meta["calibration"], **change}})) is None

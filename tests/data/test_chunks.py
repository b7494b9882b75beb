"""What is learned from chunks is what is learned from all rows, however they are cut."""

import importlib.util
import itertools
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from ifc2f import IFC2FClassifier
from ifc2f.data import summary
from ifc2f.data.chunks import Chunks, as_chunk
from ifc2f.data.quantise import METHODS, fit_binnings
from ifc2f.data.summary import Summary, summarise
from ifc2f.learning import chunked
from ifc2f.learning.count_rows import count
from ifc2f.learning.counts import FadingCounts

DIGESTS = pytest.mark.skipif(
    importlib.util.find_spec("datasketches") is None,
    reason="needs datasketches, which has no wheels for Python 3.14: pip install ifc2f[chunks]",
)
CHEAP = {"policy": "ordered", "feature_cost": 0.001, "min_features": 3}


def rows(seed: int, n: int = 300, n_columns: int = 7) -> tuple[np.ndarray, np.ndarray]:
    """Return rows of few different values, some missing, and classes that depend on them."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    x = np.round(rng.normal(size=(n, n_columns)) + y[:, np.newaxis] * rng.integers(0, 2, n_columns), 1)
    x[:, 2] = np.where(rng.random(n) < 0.8, 0, x[:, 2])
    x[rng.random(x.shape) < 0.05] = np.nan
    return x, y


def cut(x: object, y: np.ndarray, *ends: int) -> list[tuple[object, np.ndarray]]:
    """Return rows in chunks that begin at 0 and at each of `ends`."""
    bounds = [0, *sorted(ends), len(y)]
    take = x.iloc.__getitem__ if hasattr(x, "iloc") else x.__getitem__
    return [(take(slice(a, b)), y[a:b]) for a, b in itertools.pairwise(bounds)]


@settings(max_examples=20)
@given(
    seed=st.integers(0, 100),
    ends=st.lists(st.integers(0, 300), max_size=4),
    binning=st.sampled_from(METHODS),
    to=st.sampled_from([np.asarray, sparse.csr_array]),
)
def test_model_of_chunks_is_that_of_all_rows(seed: int, ends: list[int], binning: str, to: type) -> None:
    x, y = rows(seed)
    whole = IFC2FClassifier(binning=binning, **CHEAP).fit(x, y)
    chunks = [(to(part), labels) for part, labels in cut(x, y, *ends)]
    fitted = IFC2FClassifier(binning=binning, **CHEAP).fit_chunks(chunks)
    assert fitted.model_.to_bytes() == whole.model_.to_bytes()
    assert np.array_equal(fitted.predict(x), whole.predict(x))
    assert len(fitted.order_) > 0


@pytest.mark.parametrize("structure", ["tree", "line", "naive"])
@pytest.mark.parametrize("order", ["information", "blanket"])
@pytest.mark.parametrize(("selection", "smoothing"), [("relevance", "back-off"), ("cmim", "laplace")])
def test_every_setting_that_adds_up(structure: str, order: str, selection: str, smoothing: str) -> None:
    x, y = rows(3)
    parameters = {"structure": structure, "order": order, "selection": selection, "smoothing": smoothing}
    parameters |= CHEAP
    whole = IFC2FClassifier(**parameters).fit(x, y)
    assert IFC2FClassifier(**parameters).fit_chunks(cut(x, y, 90, 200)).model_.sha256 == whole.model_.sha256


def test_data_frames_with_texts() -> None:
    x, y = rows(4)
    frame = pd.DataFrame(x, columns=list("abcdefg"))
    frame["kind"] = np.where(y == 1, "left", np.where(np.arange(300) % 2, "right", "up"))
    frame.loc[250:, "kind"] = None
    labels = np.array(["no", "maybe", "yes"])[y]
    parameters = {**CHEAP, "categorical_features": ["c"], "feature_cost": dict.fromkeys(frame.columns, 0.01)}
    whole = IFC2FClassifier(**parameters).fit(frame, labels)
    fitted = IFC2FClassifier(**parameters).fit_chunks(cut(frame, labels, 100, 250, 260))
    assert fitted.model_.to_bytes() == whole.model_.to_bytes()
    assert "kind" in fitted.model_.feature_names
    assert fitted.feature_names_in_.tolist() == list(frame.columns)
    assert np.array_equal(fitted.predict(frame), whole.predict(frame))


def test_features_are_chosen_before_their_pairs_if_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = rows(5)
    whole = IFC2FClassifier(max_features=3, **CHEAP).fit(x, y).model_.to_bytes()
    passes = []

    def chunks() -> list[tuple[object, np.ndarray]]:
        passes.append(1)
        return cut(x, y, 150)

    IFC2FClassifier(max_features=3, **CHEAP).fit_chunks(chunks)
    n_usual = len(passes)
    monkeypatch.setattr(chunked, "MOST_CELLS", 100)
    assert IFC2FClassifier(max_features=3, **CHEAP).fit_chunks(chunks).model_.to_bytes() == whole
    assert len(passes) == 2 * n_usual + 1
    monkeypatch.setattr(chunked, "MOST_PAIRED", 2)
    with pytest.raises(ValueError, match="max_features"):
        IFC2FClassifier(max_features=3, **CHEAP).fit_chunks(chunks)


@DIGESTS
def test_sketched_edges_are_close_to_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values all different: quantiles within half a per cent of the ranks, and as good a model."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 40000)
    x = np.column_stack([rng.normal(size=40000) + y, rng.exponential(size=40000) * (1 + 2 * y)])
    x[:, 1] *= rng.random(40000) < 0.7  # many zeros
    chunks = cut(x, y, 500, 10000, 10001, 30000)
    for binning in ("quantile", "entropy"):
        merged = summarise(as_chunk(*chunks[0]), True)
        for part in chunks[1:]:
            merged = merged.merge(summarise(as_chunk(*part), True))
        assert set(merged.digests) == {0, 1}
        settings = IFC2FClassifier(n_bins=8, binning=binning, policy="ordered")._settings()
        bins = chunked._bins_of(merged, settings, (), 1).binnings
        exact = fit_binnings(x, y, 8, binning)
        assert np.array_equal(bins.n_values, exact.n_values)
        if binning == "quantile":
            for c in range(2):
                ranks = np.searchsorted(np.sort(x[:, c]), bins[c].values) / 40000
                expected = np.searchsorted(np.sort(x[:, c]), exact[c].values) / 40000
                assert ranks == pytest.approx(expected, abs=0.005)
    fitted, whole = IFC2FClassifier(**CHEAP).fit_chunks(chunks), IFC2FClassifier(**CHEAP).fit(x, y)
    assert (fitted.predict(x) == y).mean() == pytest.approx((whole.predict(x) == y).mean(), abs=0.005)
    assert fitted.model_.to_bytes() == IFC2FClassifier(**CHEAP).fit_chunks(chunks).model_.to_bytes()


@DIGESTS
def test_digests_travel_and_merging_leaves_its_parts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary, "MOST_VALUES", 5)
    x, y = rows(6)
    one, other = (summarise(as_chunk(*part), True) for part in cut(x, y, 100))
    before = [d.digest.get_total_weight() for d in one.digests[0]]
    first = one.merge(other)
    again = pickle.loads(pickle.dumps(one)).merge(pickle.loads(pickle.dumps(other)))
    assert [d.digest.get_total_weight() for d in one.digests[0]] == before
    for c, digests in first.digests.items():
        for a, b in zip(digests, again.digests[c], strict=True):
            assert a.digest.serialize() == b.digest.serialize()
    for c in range(x.shape[1]):
        for k in range(3):
            present = int((~np.isnan(x[:, c]) & (x[:, c] != 0) & (y == k)).sum())
            assert first.digests[c][k].digest.get_total_weight() == present


@DIGESTS
@pytest.mark.parametrize("n", [1, 4039, 4040, 4041, 20_000])
def test_a_digest_is_the_same_as_of_unsorted_values(n: int) -> None:
    """Values are sorted to save time, and only those that the digest sorts together in any case."""
    random = np.random.default_rng(n)
    for values in (random.normal(size=n), np.round(random.normal(size=n), 1), np.sort(random.normal(size=n))):
        kept = values.copy()
        plain = summary._new_digest()
        plain.update(values)
        plain.compress()
        assert summary._digest(values).digest.serialize() == plain.serialize()
        assert np.array_equal(values, kept)


@DIGESTS
def test_few_values_that_become_many_are_digested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary, "MOST_VALUES", 20)
    x = np.arange(30.0)[:, np.newaxis]
    y = np.arange(30) % 2
    one, other = (summarise(as_chunk(*part), True) for part in cut(x, y, 15))
    assert not one.digests
    assert not other.digests
    merged = one.merge(other)
    assert [d.digest.get_total_weight() for d in merged.digests[0]] == [14, 15]  # 0 is counted apart
    assert len(merged.keys) == 0


def edges_of(x: np.ndarray) -> list[np.ndarray]:
    return [np.unique(np.nanquantile(x[:, c], [0.3, 0.5, 0.8]).astype(np.float32)) for c in range(x.shape[1])]


@settings(max_examples=15)
@given(
    seed=st.integers(0, 100),
    ends=st.lists(st.integers(0, 300), max_size=4),
    features=st.sampled_from([None, [4, 0, 6]]),
    to=st.sampled_from([np.asarray, sparse.csr_array]),
)
def test_partial_fit_is_fit(seed: int, ends: list[int], features: list[int] | None, to: type) -> None:
    x, y = rows(seed)
    parameters = {"edges": edges_of(x), "features": features, **CHEAP}
    whole = IFC2FClassifier(**parameters).fit(to(x), y)
    stream = IFC2FClassifier(**parameters)
    for part, labels in cut(x, y, *ends):
        stream.partial_fit(to(part), labels, classes=[2, 0, 1])
    assert stream.model_.to_bytes() == whole.model_.to_bytes()
    assert stream.expected_cost_.total == whole.expected_cost_.total
    assert np.array_equal(stream.predict_proba(x), whole.predict_proba(x))
    in_chunks = IFC2FClassifier(**parameters).fit_chunks(cut(x, y, *ends))
    assert in_chunks.model_.to_bytes() == whole.model_.to_bytes()
    if features is not None:
        assert set(whole.model_.columns) <= {0, 4, 6}


def test_partial_fit_of_data_frames() -> None:
    x, y = rows(7)
    frame = pd.DataFrame(x, columns=list("abcdefg")).assign(kind=np.array(["up", "down", "left"])[y])
    edges: dict[str, object] = dict(zip("abcdefg", edges_of(x), strict=True))
    edges["kind"] = ["up", "down"]  # "left" is not among them: missing
    whole = IFC2FClassifier(edges=edges, **CHEAP).fit(frame, y)
    stream = IFC2FClassifier(edges=edges, **CHEAP)
    for part in cut(frame, y, 10, 200):
        stream.partial_fit(*part, classes=[0, 1, 2])
    assert stream.model_.to_bytes() == whole.model_.to_bytes()
    kind = next(f for f in whole.model_.network.features if f.name == "kind")
    assert kind.labels == ("up", "down")


def test_the_model_follows_the_stream_and_can_be_pickled() -> None:
    x, y = rows(8)
    stream = IFC2FClassifier(edges=edges_of(x), **CHEAP).partial_fit(x[:50], y[:50], classes=[0, 1, 2])
    early = stream.model_
    assert early is stream.model_
    copy = pickle.loads(pickle.dumps(stream))
    for estimator in (stream, copy):
        estimator.partial_fit(x[50:], y[50:])
        assert estimator.model_.meta["training"]["n_rows"] == 300
    assert copy.model_.to_bytes() == stream.model_.to_bytes() != early.to_bytes()
    stream.fit(x, y)  # begins anew
    assert stream.model_.to_bytes() == copy.model_.to_bytes()


def test_without_edges_there_is_no_partial_fit() -> None:
    x, y = rows(9)
    assert not hasattr(IFC2FClassifier(policy="ordered"), "partial_fit")
    with pytest.raises(AttributeError, match="partial_fit"):
        IFC2FClassifier(policy="ordered").partial_fit(x, y)


def test_fading_counts_forget() -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 6000)
    x = np.column_stack([np.where(np.arange(6000) < 3000, y, 1 - y), rng.integers(0, 2, 6000)]).astype(float)
    parameters = {"policy": "ordered", "edges": [[0.5], [0.5]], "feature_cost": 0.001, "min_features": 1}
    stream = IFC2FClassifier(half_life=200, **parameters)
    for start in range(0, 6000, 100):
        stream.partial_fit(x[start : start + 100], y[start : start + 100], classes=[0, 1])
    assert (stream.predict(x[-500:]) == y[-500:]).mean() == 1.0
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # half of the rows say the opposite of the other half: nothing is told
        remembering = IFC2FClassifier(**parameters).fit(x, y)
        assert (remembering.predict(x[-500:]) == y[-500:]).mean() < 0.7


def test_weights_of_fading_counts() -> None:
    codes = np.array([[0, 1, 1, 0]], dtype=np.uint8)
    counts = count(codes, [0, 1, 0, 1], 2, 2)
    fading = FadingCounts.of(counts, 4).followed_by(counts).followed_by(counts)
    assert fading.classes.tolist() == [2 * 1.75, 2 * 1.75]
    assert fading.features[0].tolist() == [[1.75, 1.75], [1.75, 1.75]]
    assert fading.rounded().classes.tolist() == [4, 4]
    with pytest.raises(ValueError, match="differs from the earlier ones"):
        fading.followed_by(count(codes, [0, 1, 0, 1], 3, 2))
    for wrong in (0, -1, np.inf, np.nan):
        with pytest.raises(ValueError, match="half_life"):
            FadingCounts.of(counts, wrong)


def test_an_iterator_is_refused_for_it_can_be_used_once() -> None:
    x, y = rows(0)
    with pytest.raises(TypeError, match="callable"):
        IFC2FClassifier(policy="ordered").fit_chunks(iter(cut(x, y, 100)))
    fitted = IFC2FClassifier(**CHEAP).fit_chunks(lambda: iter(cut(x, y, 100)))
    assert len(fitted.order_)


@pytest.mark.parametrize(
    "parameters", [{"relevance": "values"}, {"structure": "clique"}, {"structure": "random"}]
)
def test_what_does_not_add_up_is_refused_by_name(parameters: dict[str, str]) -> None:
    x, y = rows(0)
    name, value = next(iter(parameters.items()))
    with pytest.raises(ValueError, match=f"{name}='{value}'"):
        IFC2FClassifier(**parameters).fit_chunks(cut(x, y, 100))
    with pytest.raises(ValueError, match=f"{name}='{value}'"):
        IFC2FClassifier(edges=edges_of(x), **parameters).partial_fit(x, y, classes=[0, 1, 2])


def frames() -> tuple[pd.DataFrame, np.ndarray]:
    x, y = rows(1, 100)
    return pd.DataFrame(x, columns=list("abcdefg")), y


CHANGES = {
    "a column more": (lambda f: f.assign(extra=1.0), "chunk 1 has a column 'extra'"),
    "a column less": (lambda f: f.drop(columns="c"), "chunk 1 has no column 'c'"),
    "another order": (lambda f: f[list("abdcefg")], "chunk 1 .*order.*'d'"),
    "texts": (lambda f: f.assign(e="high"), "'e' holds texts"),
    "no names": (lambda f: f.to_numpy(), "chunk 1.*names"),
    "infinity": (lambda f: f.assign(b=np.inf), "chunk 1.*'b'.*infinite"),
    "minus infinity": (lambda f: f.assign(b=-np.inf), "chunk 1.*'b'.*infinite"),
    "twice one name": (lambda f: f.rename(columns={"b": "a"}), "'a'"),
    "too large": (lambda f: f.assign(b=1e300), "chunk 1.*'b'.*infinite"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_chunks_that_do_not_fit_are_refused_by_name(change: str) -> None:
    frame, y = frames()
    changed, message = CHANGES[change]
    chunks = [(frame[:50], y[:50]), (changed(frame[50:]), y[50:])]
    for binning in METHODS:
        with pytest.raises(ValueError, match=message):
            IFC2FClassifier(binning=binning, **CHEAP).fit_chunks(chunks)
    if "infin" not in message:
        stream = IFC2FClassifier(edges=dict(zip("abcdefg", edges_of(frame.to_numpy()), strict=True)), **CHEAP)
        stream.partial_fit(*chunks[0], classes=[0, 1, 2])
        with pytest.raises(ValueError, match=message):
            stream.partial_fit(*chunks[1])
        stream.partial_fit(frame[50:], y[50:])  # a refused chunk left nothing behind
        assert stream.model_.meta["training"]["n_rows"] == 100


def test_matrices_of_other_width_or_kind_are_refused() -> None:
    x, y = rows(2)
    with pytest.raises(ValueError, match="chunk 1 has 6 columns, others have 7"):
        IFC2FClassifier(policy="ordered").fit_chunks([(x, y), (x[:, :6], y)])
    with pytest.raises(ValueError, match="chunk 1: X holds complex128"):
        IFC2FClassifier(policy="ordered").fit_chunks([(x, y), (x.astype(complex), y)])
    with pytest.raises(ValueError, match="chunk 0: X must have two dimensions"):
        IFC2FClassifier(policy="ordered").fit_chunks([(x[:, 0], y)])
    with pytest.raises(ValueError, match="chunk 0: X holds <U"):
        IFC2FClassifier(policy="ordered").fit_chunks([(x.astype(str), y)])


def test_other_numeric_dtypes_are_the_same_numbers() -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    x = rng.integers(0, 4, (200, 4)) + y[:, np.newaxis]
    whole = IFC2FClassifier(**CHEAP).fit(x, y).model_.to_bytes()
    parts = [
        (x[:50].astype(np.uint8), y[:50].astype(bool).astype(np.int8)),
        (x[50:].astype(np.float64), y[50:]),
    ]
    assert IFC2FClassifier(**CHEAP).fit_chunks(parts).model_.to_bytes() == whole


def test_a_class_that_comes_late() -> None:
    x, y = rows(3)
    order = np.argsort(y, kind="stable")
    x, y = x[order], y[order]
    fitted = IFC2FClassifier(**CHEAP).fit_chunks(cut(x, y, 50, 260))
    assert fitted.classes_.tolist() == [0, 1, 2]
    assert fitted.model_.to_bytes() == IFC2FClassifier(**CHEAP).fit(x, y).model_.to_bytes()
    stream = IFC2FClassifier(edges=edges_of(x), **CHEAP)
    with pytest.raises(ValueError, match="classes"):
        stream.partial_fit(x, y)
    stream.partial_fit(x[:50], y[:50], classes=[0, 1])
    with pytest.raises(ValueError, match="chunk 1 holds the class 2"):
        stream.partial_fit(x[50:], y[50:])


def test_empty_chunks_add_nothing() -> None:
    x, y = rows(4)
    chunks = [(x[:0], y[:0]), *cut(x, y, 100, 100), (x[:0], y[:0])]
    whole = IFC2FClassifier(**CHEAP).fit(x, y).model_.to_bytes()
    assert IFC2FClassifier(**CHEAP).fit_chunks(chunks).model_.to_bytes() == whole
    frame = pd.DataFrame(x)
    parts = [(frame[:0], np.array([], dtype=object)), (frame, y.astype(str))]
    assert IFC2FClassifier(**CHEAP).fit_chunks(parts).classes_.tolist() == ["0", "1", "2"]
    for nothing in ([], [(x[:0], y[:0])]):
        with pytest.raises(ValueError, match=r"no chunk|no rows"):
            IFC2FClassifier(policy="ordered").fit_chunks(nothing)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([0.5, 1.0], "classes are whole numbers"),
        ([0.0, np.nan], "row 1: there is no class"),
        ([0.0, np.inf], "classes are whole numbers"),
        (["a", None], "row 1: there is no class"),
        (["a", 1], "types int and str"),
        ([0], "y must have shape"),
        ([[0], [1]], "y must have shape"),
        ([1j, 0], "y holds complex"),
    ],
)
def test_wrong_labels_are_refused(labels: list[object], message: str) -> None:
    y = np.array(labels, dtype=object) if isinstance(labels[0], str) else np.array(labels)
    with pytest.raises(ValueError, match=f"chunk 1.*{message}"):
        IFC2FClassifier(policy="ordered").fit_chunks([(np.zeros((2, 1)), [0, 1]), (np.zeros((2, 1)), y)])


def test_texts_and_numbers_are_not_classes_of_one_kind() -> None:
    x = np.zeros((2, 1))
    with pytest.raises(ValueError, match="are texts, those of the other numbers"):
        IFC2FClassifier(policy="ordered").fit_chunks([(x, [0, 1]), (x, ["a", "b"])])


def test_constant_missing_and_doubled_columns() -> None:
    x, y = rows(5)
    x[:, 1] = np.nan
    x[:, 3] = 7.0
    x[:, 5] = x[:, 0]
    x[:150, 6] = np.nan
    for binning in METHODS:
        whole = IFC2FClassifier(binning=binning, **CHEAP).fit(x, y).model_.to_bytes()
        chunks = cut(x, y, 100, 150)
        assert IFC2FClassifier(binning=binning, **CHEAP).fit_chunks(chunks).model_.to_bytes() == whole


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([[0.5]], "1 columns, but there are 7"),
        ({0: [0.5]}, "not for 'x1'"),
        ({"nothing": [0.5]}, "'nothing'"),
        ([[0.5, 0.5], *[[0.0]] * 6], "column 'x0'.*increasing"),
        ([[np.nan], *[[0.0]] * 6], "column 'x0'.*finite"),
        ([["b", "b"], *[[0.0]] * 6], "column 'x0' contain"),
        ([np.arange(255.0), *[[0.0]] * 6], "column 'x0'.*255"),
    ],
)
def test_wrong_edges_are_refused(edges: object, message: str) -> None:
    x, y = rows(6)
    with pytest.raises(ValueError, match=message):
        IFC2FClassifier(edges=edges, policy="ordered").fit(x, y)


@pytest.mark.parametrize("features", [[], [0, 0], [7], [-1], ["a"], [True]])
def test_wrong_features_are_refused(features: list[object]) -> None:
    x, y = rows(7)
    with pytest.raises((ValueError, TypeError), match="features"):
        IFC2FClassifier(features=features, policy="ordered").fit(x, y)


def test_too_many_columns_for_a_stream() -> None:
    x = np.zeros((3, 2001))
    edges = [[0.5]] * 2001
    with pytest.raises(ValueError, match="`features`"):
        IFC2FClassifier(edges=edges, policy="ordered").partial_fit(x, [0, 1, 1], classes=[0, 1])
    stream = IFC2FClassifier(edges=edges, features=[3, 9], policy="ordered").partial_fit(
        x, [0, 1, 1], classes=[0, 1]
    )
    assert stream.n_features_in_ == 2001


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "bsr", "dia", "lil", "dok"])
def test_every_kind_of_sparse_matrix_is_the_dense_one(form: str) -> None:
    x, y = rows(3, n=90)
    x = np.nan_to_num(x)
    edges = [[-0.5, 0.5]] * x.shape[1]
    learners = [IFC2FClassifier(edges=edges, **CHEAP) for _ in range(4)]
    other = sparse.csr_array(x).asformat(form)
    learners[0].partial_fit(x, y, classes=[0, 1, 2])
    learners[1].partial_fit(other, y, classes=[0, 1, 2])
    learners[2].fit_chunks([(x, y)])
    learners[3].fit_chunks([(other, y)])
    models = [learner.model_.to_bytes() for learner in learners]
    assert models[0] == models[1]
    assert models[2] == models[3]


def test_progress_tells_stage_and_rate(capsys: pytest.CaptureFixture[str]) -> None:
    x, y = rows(0)
    IFC2FClassifier(verbose=1, **CHEAP).fit_chunks(cut(x, y, 100))
    told = capsys.readouterr().err
    assert "looking at values: 300 rows" in told
    assert "rows/s" in told


def test_chunks_are_read_anew_in_every_pass() -> None:
    chunks = Chunks([(np.zeros((2, 1)), [0, 1])])
    assert [len(list(chunks)), len(list(chunks))] == [1, 1]
    assert isinstance(summarise(next(iter(chunks)), False), Summary)


def test_whole_numbers_as_categories_read_alike_in_every_chunk() -> None:
    """One chunk has a missing cell, which makes its numbers floats; the other has none."""
    with_gap = pd.DataFrame({"grade": pd.Series([1, None, 3], dtype=object).astype(float).astype("category")})
    without = pd.DataFrame({"grade": pd.Series([1, 2, 3]).astype("category")})
    assert as_chunk(with_gap, [0, 1, 1]).texts[0].tolist() == ["1", None, "3"]
    assert as_chunk(without, [0, 1, 1]).texts[0].tolist() == ["1", "2", "3"]

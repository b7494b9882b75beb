"""Graphs, adaptive policies and the choice among all kinds, from chunks, streams and files."""

import itertools
import json
import pickle
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from ifc2f import IFC2FClassifier
from ifc2f.cli import main
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.data.chunks import Chunks
from ifc2f.learning import chunked
from ifc2f.learning.sampling import sample_chunks
from ifc2f.policies import graph
from ifc2f.policies.candidates import POLICIES
from ifc2f.policies.from_chunks import ChunkRows
from ifc2f.policies.graph import Ground, Growth, Material
from ifc2f.policies.node_counts import NodeCounter, count_down, with_more_rows
from ifc2f.settings import Settings

KINDS = [kind for kind in POLICIES if kind != "ordered"]
SMALL = {"graph_trees": 12, "graph_depth": 5, "feature_cost": 0.01}
Rows = tuple[np.ndarray, np.ndarray]


def rows(seed: int, n: int = 260, n_columns: int = 5) -> Rows:
    """Return rows of clusters, some values missing, so that which question is best depends on the answers."""
    rng = np.random.default_rng(seed)
    cluster = rng.integers(0, 6, n)
    centres = rng.normal(size=(6, n_columns)) * 2
    x = np.round(centres[cluster] + rng.normal(size=(n, n_columns)), 2)
    x[rng.random(x.shape) < 0.05] = np.nan
    return x, cluster % 3


def cut(x: object, y: np.ndarray, *ends: int) -> list[tuple[object, np.ndarray]]:
    bounds = [0, *sorted(ends), len(y)]
    take = x.iloc.__getitem__ if hasattr(x, "iloc") else x.__getitem__
    return [(take(slice(a, b)), y[a:b]) for a, b in itertools.pairwise(bounds)]


def cost_of(model: IFC2FClassifier, x: np.ndarray, y: np.ndarray) -> float:
    acquisition = model.acquire(x)
    return float(acquisition.cost.mean() + (acquisition.label != y).mean())


@settings(max_examples=6)
@given(
    seed=st.integers(0, 20),
    ends=st.lists(st.integers(0, 260), max_size=4),
    policy=st.sampled_from(KINDS),
    to=st.sampled_from([np.asarray, sparse.csr_array]),
)
def test_few_rows_in_chunks_give_the_model_of_all_rows(
    seed: int, ends: list[int], policy: str, to: type
) -> None:
    x, y = rows(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        whole = IFC2FClassifier(policy=policy, **SMALL).fit(to(x), y)
        parts = [(to(part), labels) for part, labels in cut(x, y, *ends)]
        fitted = IFC2FClassifier(policy=policy, **SMALL).fit_chunks(parts)
    assert fitted.model_.to_bytes() == whole.model_.to_bytes()
    assert fitted.choice_ == whole.choice_


@pytest.mark.parametrize("policy", KINDS)
def test_data_frames_with_texts(policy: str) -> None:
    x, y = rows(1)
    frame = pd.DataFrame(x, columns=list("abcde"))
    frame["kind"] = np.where(y == 1, "left", np.where(np.arange(len(y)) % 2, "right", "up"))
    frame.loc[200:, "kind"] = None
    frame["level"] = y % 2 + np.arange(len(y)) % 2
    labels = np.array(["no", "maybe", "yes"])[y]
    parameters = {**SMALL, "policy": policy, "categorical_features": ["level"]}
    whole = IFC2FClassifier(**parameters).fit(frame, labels)
    fitted = IFC2FClassifier(**parameters).fit_chunks(cut(frame, labels, 100, 200, 230))
    assert fitted.model_.to_bytes() == whole.model_.to_bytes()
    assert np.array_equal(fitted.predict(frame), whole.predict(frame))
    sampled = IFC2FClassifier(**parameters, graph_rows=150).fit_chunks(cut(frame, labels, 100, 200, 230))
    assert sampled.model_.meta["training"]["n_rows"] == 260
    assert cost_of(sampled, frame, labels) < 0.2


@pytest.mark.parametrize("policy", KINDS)
def test_many_rows_give_one_model_however_they_are_cut(policy: str) -> None:
    x, y = rows(2, 3000)
    parameters = {**SMALL, "policy": policy, "graph_rows": 400}
    fitted = IFC2FClassifier(**parameters).fit_chunks(cut(x, y, 1000, 1001, 2500))
    again = IFC2FClassifier(**parameters, n_jobs=3).fit_chunks(cut(x, y, 20))
    assert again.model_.to_bytes() == fitted.model_.to_bytes()
    assert fitted.model_.meta["training"]["n_rows"] == 3000
    assert fitted.model_.meta["training"]["class_counts"] == np.bincount(y).tolist()
    assert fitted.choice_["name"].startswith("graph" if policy == "graph" else ("adaptive", "graph"))


def test_all_rows_say_what_a_graph_of_a_sample_says() -> None:
    """Rows are counted at every node they pass; a graph that is told of them costs less on rows to come."""
    x, y = rows(3, 20_000)
    test = x[15_000:], y[15_000:]
    x, y = x[:15_000], y[:15_000]
    sample = {**SMALL, "policy": "graph", "graph_depth": 8}
    told = IFC2FClassifier(**sample, graph_rows=400).fit_chunks(cut(x, y, 5000))
    kept = sample_chunks(Chunks([(x, y)]), 400, 0).training_data()
    alone = IFC2FClassifier(**sample).fit(kept.matrix, kept.y)
    assert cost_of(told, *test) < cost_of(alone, *test)
    root, prior = told.model_.graph_nodes()[0], np.bincount(y) / len(y)
    assert root.posterior == pytest.approx(prior, abs=0.01)
    assert alone.model_.graph_nodes()[0].posterior != pytest.approx(prior, abs=0.003)


def grown_graph(seed: int, n: int = 200):
    x, y = rows(seed, n)
    sampled = sample_chunks(Chunks([(x, y)]), n, 0)
    data = sampled.training_data()
    ground = Ground.of(data, Settings(graph_trees=12))
    material = Material.of(ground, data, Settings(graph_trees=12), 100)
    costs = AcquisitionCosts.from_spec(0.01, data.names).select(ground.columns)
    grown = graph.grow(material, costs, misclassification(None, data.classes), Growth(), max_depth=6)
    return sampled, ground, grown


@settings(max_examples=20)
@given(seed=st.integers(0, 5), ends=st.lists(st.integers(0, 500), max_size=4), n_jobs=st.integers(1, 3))
def test_counts_down_a_graph_add_up(seed: int, ends: list[int], n_jobs: int) -> None:
    sampled, ground, grown = grown_graph(seed)
    x, y = rows(seed + 100, 500)
    y[:3] = [0, 1, 2]
    codes = ground.binnings.codes(x[:, ground.columns])
    whole = count_down(grown, codes, y.astype(np.int32), ground.binnings, 3)
    counter = pickle.loads(
        pickle.dumps(NodeCounter.of(grown, sampled.coder(ground.columns, ground.binnings), n_jobs))
    )
    parts = Chunks(cut(x, y, *ends)).gather("", counter, np.add, lambda text: None)
    assert np.array_equal(parts, whole)
    assert whole[0].tolist() == np.bincount(y).tolist()
    for i in range(grown.n_nodes):
        node = grown.nodes[i]
        below = [c for c in (node.low, node.high, node.missing) if c >= 0]
        assert not below or np.array_equal(whole[below].sum(axis=0), whole[i])


@settings(max_examples=20)
@given(seed=st.integers(0, 5))
def test_counts_are_those_of_rows_that_follow_the_cuts(seed: int) -> None:
    """Against a walk written in Python, values missing where no row of the graph lacked them included."""
    _, ground, grown = grown_graph(seed)
    rng = np.random.default_rng(seed)
    n_values = ground.binnings.n_values
    codes = np.stack([rng.integers(0, n + 1, 60) for n in n_values]).astype(np.uint8)
    codes[codes == n_values[:, np.newaxis]] = 255
    y = rng.integers(0, 3, 60).astype(np.int32)
    expected = np.zeros((grown.n_nodes, 3), dtype=np.int64)
    for r in range(60):
        i = 0
        expected[0, y[r]] += 1
        while (node := grown.nodes[i]).feature >= 0:
            larger = node.low if node.share[0] >= node.share[1] else node.high
            if codes[node.feature, r] == 255:
                i = node.missing if node.missing >= 0 else larger
            else:
                i = node.low if codes[node.feature, r] <= node.cut else node.high
            expected[i, y[r]] += 1
    assert np.array_equal(count_down(grown, codes, y, ground.binnings, 3), expected)


@settings(max_examples=10)
@given(seed=st.integers(0, 5), more=st.integers(0, 400))
def test_more_rows_move_sums_weights_and_shares(seed: int, more: int) -> None:
    _, ground, grown = grown_graph(seed)
    x, y = rows(seed + 200, 400)
    codes = ground.binnings.codes(x[:more, ground.columns])
    counts = count_down(grown, codes, y[:more].astype(np.int32), ground.binnings, 3)
    after = with_more_rows(grown, counts)
    assert np.array_equal(after.sums, grown.sums + counts)
    for i in range(grown.n_nodes):
        old, new = grown.nodes[i], after.nodes[i]
        assert new.weight == pytest.approx(old.weight + counts[i].sum(), rel=1e-6)
        assert (new.feature, new.cut, new.low, new.high, new.missing, new.price) == (
            old.feature,
            old.cut,
            old.low,
            old.high,
            old.missing,
            old.price,
        )
        if not more:
            assert list(new.share) == pytest.approx(list(old.share), rel=1e-6)
        if new.feature >= 0:
            assert sum(new.share) == pytest.approx(1, rel=1e-6)
            assert min(new.share) >= 0


def test_tables_are_counted_on_all_rows() -> None:
    """The network beside a graph is that of all rows, also where its counts come by way of chunks."""
    x, y = rows(4, 2000)
    source = Chunks(cut(x, y, 700))
    sampled = sample_chunks(source, 300, 0)
    ground = Ground.of(sampled.training_data(), Settings(graph_trees=12))
    counted = ChunkRows(source, sampled, 1, lambda text: None).families(ground, ground.coarse)
    assert counted is not None
    codes = ground.coarse.codes(x[:, ground.columns])
    for k, parents in enumerate(ground.parents):
        family = [*parents, k]
        expected = chunked.count(codes, y, int(ground.coarse.n_values.max()), 3)
        assert np.array_equal(counted.family([k]), expected.features[k, : ground.coarse.n_values[k]])
        assert counted.family(family).sum() == (codes[family] < 255).all(axis=0).sum()


def test_tables_are_of_the_sample_where_counts_would_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = rows(5, 1000)
    monkeypatch.setattr(chunked, "MOST_CELLS", 10)
    with pytest.warns(UserWarning, match="learned from the sample of 300 rows"):
        fitted = IFC2FClassifier(policy="graph", graph_rows=300, **SMALL).fit_chunks(cut(x, y, 700))
    assert fitted.model_.network.prior == pytest.approx(np.bincount(y) / 1000, abs=0.08)
    assert fitted.model_.policy == "graph"


def edges_of(x: np.ndarray) -> list[np.ndarray]:
    return [np.unique(np.nanquantile(x[:, c], np.linspace(0.1, 0.9, 9))) for c in range(x.shape[1])]


@pytest.mark.parametrize("policy", KINDS)
def test_partial_fit_is_fit_while_all_rows_are_kept(policy: str) -> None:
    x, y = rows(6)
    parameters = {**SMALL, "policy": policy, "edges": edges_of(x)}
    whole = IFC2FClassifier(**parameters).fit(x, y)
    stream = IFC2FClassifier(**parameters)
    for part, labels in cut(x, y, 10, 100):
        stream.partial_fit(part, labels, classes=[2, 0, 1])
    stream = pickle.loads(pickle.dumps(stream))
    assert stream.model_.to_bytes() == whole.model_.to_bytes()
    assert stream.choice_ == whole.choice_


@pytest.mark.parametrize("policy", KINDS)
def test_a_stream_keeps_a_sample_and_counts_the_rest(policy: str) -> None:
    x, y = rows(7, 3000)
    test, x, y = (x[2000:], y[2000:]), x[:2000], y[:2000]
    parameters = {**SMALL, "policy": policy, "edges": edges_of(x), "graph_rows": 300}
    one, other = IFC2FClassifier(**parameters), IFC2FClassifier(**parameters)
    for part, labels in cut(x, y, 500, 900):
        one.partial_fit(part, labels, classes=[0, 1, 2])
    for part, labels in cut(x, y, *range(100, 2000, 100)):
        other.partial_fit(part, labels, classes=[0, 1, 2])
    assert one.model_.to_bytes() == other.model_.to_bytes()
    assert one.model_.meta["training"]["n_rows"] == 2000
    assert one.model_.network.prior == pytest.approx(np.bincount(y) / 2000, abs=0.001)
    few = IFC2FClassifier(**parameters).fit(x[:300], y[:300])
    assert cost_of(one, *test) < 1.1 * cost_of(few, *test)
    assert len(one._stream.sample().positions) == 300


def test_what_a_stream_cannot_do_is_refused() -> None:
    x, y = rows(8)
    stream = IFC2FClassifier(policy="graph", edges=edges_of(x), half_life=100, **SMALL)
    with pytest.raises(ValueError, match=r"half_life .* policy='graph'"):
        stream.partial_fit(x, y, classes=[0, 1, 2])
    stream = IFC2FClassifier(policy="ordered", edges=edges_of(x), **SMALL).partial_fit(
        x, y, classes=[0, 1, 2]
    )
    stream.set_params(policy="graph")
    with pytest.raises(ValueError, match=r"policy='graph' .* kept none"):
        _ = stream.model_


@pytest.mark.parametrize("policy", ["adaptive", "auto"])
@pytest.mark.parametrize("setting", [{"relevance": "values"}, {"structure": "clique"}])
def test_settings_that_need_all_rows_are_refused(policy: str, setting: dict[str, str]) -> None:
    x, y = rows(9)
    name, value = next(iter(setting.items()))
    with pytest.raises(ValueError, match=f"{name}='{value}'"):
        IFC2FClassifier(policy=policy, **setting).fit_chunks([(x, y)])


def test_a_class_with_few_rows_in_the_sample_is_warned_of() -> None:
    x, y = rows(10, 3000)
    y = np.where(np.arange(3000) % 60 == 0, 3, y)  # 50 rows
    with pytest.warns(UserWarning, match=r"of the 50 rows of class 3: raise graph_rows"):
        IFC2FClassifier(policy="graph", graph_rows=300, **SMALL).fit_chunks([(x, y)])


def test_fit_grows_on_a_sample_where_guesses_of_all_rows_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The others are counted down the graph; a limit that all rows are within changes nothing."""
    x, y = rows(13, 20_000)
    test, x, y = (x[15_000:], y[15_000:]), x[:15_000], y[:15_000]
    sample = {**SMALL, "policy": "graph", "graph_depth": 8}
    whole = IFC2FClassifier(**sample).fit(x, y)
    monkeypatch.setattr("ifc2f.policies.choose.MOST_GUESSES", 3 * 15_000)
    assert IFC2FClassifier(**sample).fit(x, y).model_.to_bytes() == whole.model_.to_bytes()
    monkeypatch.setattr("ifc2f.policies.choose.MOST_GUESSES", 3 * 5000)
    told = IFC2FClassifier(**sample).fit(x, y)
    assert told.model_.to_bytes() != whole.model_.to_bytes()
    assert cost_of(told, *test) < 1.1 * cost_of(whole, *test)
    root = told.model_.graph_nodes()[0]
    assert root.rows > 15_000
    assert root.posterior == pytest.approx(np.bincount(y) / 15_000, abs=0.003)


def test_the_choice_is_what_was_chosen() -> None:
    x, y = rows(11)
    for policy in POLICIES:
        fitted = IFC2FClassifier(policy=policy, **SMALL).fit(x, y)
        assert fitted.choice_["name"].partition(",")[0] == fitted.model_.policy


def test_nothing_is_asked_of_many_rows_either_where_no_policy_saves() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(3000, 4)), rng.integers(0, 5, 3000) % 3
    with pytest.warns(UserWarning, match="asks nothing"):
        fitted = IFC2FClassifier(policy="auto", graph_rows=500, **SMALL).fit_chunks(cut(x, y, 1000))
    assert fitted.choice_["name"] == "nothing"
    assert fitted.acquire(x).n_features.max() == 0
    assert fitted.model_.graph_nodes()[0].posterior == pytest.approx(np.bincount(y) / 3000, abs=1e-3)


@pytest.mark.parametrize("policy", KINDS)
def test_command_learns_in_chunks(policy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    x, y = rows(12)
    path, output = tmp_path / "rows.csv", tmp_path / "model.ifc2f"
    pd.DataFrame(x, columns=list("abcde")).assign(target=y).to_csv(path, index=False)
    common = ["train", str(path), "--target", "target", "-o", str(output), "--policy", policy, "--json"]
    found = []
    for more in ([], ["--rows-at-once", "70"], ["--rows-at-once", "70", "--graph-rows", "100"]):
        assert main([*common, *more]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert found[2]["data"]["rows"] == 260
    assert found[2]["model"]["sha256"] != found[0]["model"]["sha256"]


def test_settings_of_the_sample_are_told() -> None:
    assert replace(Settings(), graph_rows=1000).told_of_graphs() == {"graph_rows": 1000, "seed": 0}
    assert "graph_rows" not in Settings(graph_rows=1000).told()

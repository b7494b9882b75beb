"""Scoring of batches: the same numbers as `acquire`, in whatever kind of frame the batches come."""

from __future__ import annotations

import pickle
import sys
from typing import Any

import numpy as np
import pandas as pd
import pytest
from tools import need

from ifc2f import BatchScorer, IFC2FClassifier

pl = pytest.importorskip("polars", reason="polars is not installed")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")


@pytest.fixture(scope="module")
def case() -> tuple[IFC2FClassifier, pd.DataFrame]:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 200)
    X = pd.DataFrame({"id": np.arange(200) + 1000, "fever": rng.normal(size=200) + y})
    X["cough"] = np.where(rng.random(200) < 0.2 + 0.3 * y, "yes", "no")
    X.loc[::7, "fever"] = np.nan
    labels = np.array(["a", "b", "c"])[y]
    return IFC2FClassifier(0.01, policy="ordered").fit(X.drop(columns="id"), labels), X


def as_texts(frame: pd.DataFrame) -> list[list[str]]:
    """Return the cells, numbers to the last bit, whatever kind of array holds them."""
    return [
        [repr(list(c) if isinstance(c, list | np.ndarray) else c) for c in row]
        for row in frame.values.tolist()
    ]


@pytest.fixture(scope="module")
def expected(case: Any) -> list[list[str]]:
    classifier, X = case
    scored = classifier.acquire(X.drop(columns="id"), budget=0.015).to_frame()
    return as_texts(pd.concat([X[["id"]], scored], axis=1))


def scorer(case: Any) -> BatchScorer:
    made = BatchScorer(case[0].model_, ["id"], budget=0.015)
    same: BatchScorer = pickle.loads(pickle.dumps(made))
    return same


def test_every_kind_of_batch_is_scored_as_by_acquire(case: Any, expected: Any) -> None:
    score, X = scorer(case), case[1]
    table = pa.Table.from_pandas(X)
    kinds = [
        (X, lambda found: found),
        (pl.from_pandas(X), lambda found: found.to_pandas()),
        (table, lambda found: found.to_pandas()),
        (table.combine_chunks().to_batches()[0], lambda found: found.to_pandas()),
        ({name: X[name].to_numpy() for name in X}, pd.DataFrame),
    ]
    for batch, to_pandas in kinds:
        found = score(batch)
        assert type(found) is type(batch)
        assert as_texts(to_pandas(found)) == expected
    parts = score(iter([X[:50], X[50:50], X[50:]]))
    assert not isinstance(parts, list), "nothing is scored before it is asked for"
    assert as_texts(pd.concat(parts)) == expected
    shuffled = X.sample(frac=1, random_state=0)
    assert as_texts(score(shuffled).sort_index()) == expected


def test_polars_scores_lazily_and_knows_the_columns_before(case: Any, expected: Any) -> None:
    score, lazy = scorer(case), pl.from_pandas(case[1]).lazy()
    found = lazy.map_batches(score, schema=score.schema(lazy))
    assert found.collect_schema() == found.collect().schema
    assert as_texts(found.collect().to_pandas()) == expected


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")  # PySpark's own, of new versions of pandas
def test_spark_scores_on_its_workers(case: Any, expected: Any, tmp_path: Any, monkeypatch: Any) -> None:
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed: pip install ifc2f[spark]")
    need("java")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    score = scorer(case)
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.sql.warehouse.dir", str(tmp_path)).getOrCreate()
    try:
        frame = spark.createDataFrame(case[1]).repartition(3)
        found = frame.mapInPandas(score, score.schema(frame)).toPandas().sort_values("id")
        assert as_texts(found) == expected
    finally:
        spark.stop()


@pytest.mark.parametrize("labels", [[0, 1], [False, True], [0.0, 1.0], ["x", "y"]])
def test_the_type_of_the_label_is_that_of_the_classes(labels: list[Any]) -> None:
    rng = np.random.default_rng(1)
    y = np.array(labels)[rng.integers(0, 2, 60)]
    X = pl.DataFrame({"a": rng.normal(size=60) + (y == labels[1])})
    score = BatchScorer(IFC2FClassifier(policy="ordered").fit(X, y).model_)
    assert score(X).schema == score.schema(X)


def test_what_cannot_be_scored_is_told(case: Any) -> None:
    classifier, X = case
    with pytest.raises(ValueError, match="the column 'cost' twice"):
        BatchScorer(classifier.model_, ["cost"])
    with pytest.raises(ValueError, match="the column 'id' twice"):
        BatchScorer(classifier.model_, ["id", "id"])
    with pytest.raises(ValueError, match="no column 'key'; it has"):
        BatchScorer(classifier.model_, "key")(X)
    with pytest.raises(ValueError, match="no column 'key'; it has"):
        BatchScorer(classifier.model_, "key").schema(pl.from_pandas(X))
    with pytest.raises(ValueError, match="unknown must be"):
        BatchScorer(classifier.model_, unknown="new")
    with pytest.raises(ValueError, match="'cough'"):
        BatchScorer(classifier.model_)(X.drop(columns="cough"))
    odd = X.assign(cough="new")
    assert (BatchScorer(classifier.model_)(odd)["label"].isin(["a", "b", "c"])).all()
    with pytest.raises(ValueError, match="'cough'"):
        BatchScorer(classifier.model_, unknown="error")(odd)

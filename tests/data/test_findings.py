"""What is odd about columns: numbers of rows and cases, copies of the class, numbers that become one."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifc2f import IFC2FClassifier
from ifc2f.data.findings import KINDS, matrix_findings, table_findings, warn_of_findings
from ifc2f.data.table import Table

N = 300
RANDOM = np.random.default_rng(5)
Y = RANDOM.integers(0, 3, N)
SHUFFLED = RANDOM.permutation(N)
KEEP = np.arange(N) % 60 != 0  # all but a few rows


def texts(cells):
    """Return cells as a column of texts."""
    column = np.empty(len(cells), dtype=object)
    column[:] = [None if cell is None else str(cell) for cell in cells]
    return column


def found(cells, name="x", y=Y):
    """Return the kinds of what is found in a column beside classes, which are known to be without fault."""
    classes = np.array(["a", "b", "c"])[y].astype(object)
    table = Table((name, "class"), (cells, classes), "a table")
    return [finding.kind for finding in table_findings(table, "class")]


ODD = {
    "counted from one": (np.arange(1.0, N + 1), "row number"),
    "counted down": (np.arange(N, 0.0, -1), "row number"),
    "counted, some missing": (np.where(KEEP, np.arange(N), np.nan), "row number"),
    "time of a visit": (1.6e6 + np.cumsum(RANDOM.exponential(50, N)), "row number"),
    "two visits at a time": (np.arange(N) // 2 * 1.0, "row number"),
    "nearly in the order of rows": (np.arange(N) + RANDOM.normal(0, 5, N), "row number"),
    "numbers of cases in any order": (SHUFFLED + 7000.0, "identifier"),
    "one case in a hundred comes twice": (np.where(SHUFFLED < 3, 50.0, SHUFFLED + 100.0), "identifier"),
    "names": (texts([f"p{i}" for i in SHUFFLED]), "identifier"),
    "names, some missing": (texts([f"p{i}" if i % 9 else None for i in SHUFFLED]), "identifier"),
    "73 days in 200 rows": (texts([f"day {i}" for i in RANDOM.integers(0, 110, N)]), "many categories"),
    "classes again": (texts([f"group {c}" for c in Y]), "label in disguise"),
    "numbers of classes": (Y * 7.0 % 5, "label in disguise"),
    "an interval for each class": (Y + RANDOM.uniform(-0.4, 0.4, N), "label in disguise"),
    "but for one row": (np.where(np.arange(N) == 7, 9.0, Y), "label in disguise"),
    "seconds since 1970": (2.4e9 + 100.0 * RANDOM.integers(0, 2, N), "single precision"),
}  # fmt: skip
PLAIN = {
    "a measurement": RANDOM.normal(0, 1, N),
    "a measurement that tells": Y + RANDOM.normal(0, 0.5, N),
    "whole numbers": np.floor(RANDOM.normal(100, 30, N)),
    "large whole numbers": RANDOM.integers(1e5, 1e9, N).astype(float),
    "an age": RANDOM.integers(18, 90, N).astype(float),
    "few categories": texts(RANDOM.integers(0, 12, N)),
    "categories that tell": texts((Y + (RANDOM.random(N) < 0.2)) % 3),
    "one value": np.ones(N),
    "empty": np.full(N, np.nan),
    "no text": texts([None] * N),
    "two stages in the order of rows": (np.arange(N) > 150) * 1.0,
    "digits below single precision": 1 + RANDOM.random(N),
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_column_is_found(name):
    column, kind = ODD[name]
    assert found(column) == [kind]


@pytest.mark.parametrize("name", PLAIN)
def test_nothing_is_found_in_a_plain_column(name):
    assert found(PLAIN[name]) == []


@pytest.mark.parametrize(
    "name", ["id", "ID", "patient_id", "PassengerId", "Sample code number", "patientid", "Unnamed: 0"]
)
def test_a_name_tells_of_numbers_that_may_be_a_quantity(name):
    numbers = PLAIN["large whole numbers"]
    assert found(numbers, name) == ["identifier"]
    assert found(numbers, "platelets") == found(numbers, "valid") == found(numbers, "humid") == []


def test_missing_cells_tell_the_class():
    y = (Y > 0).astype(int)
    number_of_boat = np.where(y == 1, RANDOM.integers(1, 16, N), np.nan)
    assert found(number_of_boat, y=y) == ["label in disguise"]


def test_cells_missing_in_one_class_more_often_are_found_and_a_graph_learns_from_them():
    random = np.random.default_rng(0)
    y = np.arange(400) % 2
    X = random.normal(size=(400, 1))
    X[random.random(400) < np.where(y == 1, 0.95, 0.05)] = np.nan
    for column in (X[:, 0], texts([None if np.isnan(x) else int(10 * x) for x in X[:, 0]])):
        assert found(column, y=y) == ["missing tells"]
    assert found(X[random.permutation(400), 0], y=y) == []
    with pytest.warns(
        UserWarning, match=r"'x0' is missing far more often in one class than in another .9\d % of the"
    ):
        graph = IFC2FClassifier(policy="graph", graph_trees=20).fit(X[:200], y[:200])
    with pytest.warns(UserWarning, match="no feature is informative"):
        ordered = IFC2FClassifier(policy="ordered").fit(X[:200], y[:200])
    assert graph.score(X[200:], y[200:]) > 0.85 > 0.6 > ordered.score(X[200:], y[200:])


def test_few_rows_tell_nothing():
    y = np.arange(15) % 2
    assert found(np.arange(15.0), y=y) == found(y * 1.0, y=y) == []


def test_rows_without_a_class_do_not_count():
    y = np.arange(N) % 2
    classes = texts(np.where(np.arange(N) % 3 == 0, None, y))
    table = Table(("x", "class"), (np.where(np.arange(N) % 3 == 0, 1 - y, y) * 1.0, classes), "a table")
    assert [finding.kind for finding in table_findings(table, "class")] == ["label in disguise"]


def test_many_rows_are_looked_at_here_and_there():
    n = 200_000
    random = np.random.default_rng(1)
    y = random.integers(0, 2, n)
    X = np.column_stack([random.permutation(n), np.arange(n), random.normal(size=n), y])
    assert [(f.column, f.kind) for f in matrix_findings(X, list("abcd"), y, {})] == [
        ("a", "identifier"), ("b", "row number"), ("d", "label in disguise"),
    ]  # fmt: skip


@settings(max_examples=50, deadline=None)
@given(st.lists(st.one_of(st.floats(), st.just(float("nan"))), min_size=1, max_size=60), st.randoms())
def test_any_numbers_are_looked_at_without_an_error(cells, random):
    y = np.array([random.randrange(3) for _ in cells])
    for finding in matrix_findings(np.array(cells)[:, None], ["x"], y, {}):
        assert finding.kind in KINDS


def test_the_order_of_rows_and_names_of_texts_change_no_label_in_disguise():
    order = RANDOM.permutation(N)
    column = Y + RANDOM.uniform(-0.49, 0.49, N)
    assert found(column[order], y=Y[order]) == found(-3 * column) == ["label in disguise"]


def test_columns_of_one_kind_are_warned_of_together():
    X = np.column_stack([np.arange(N), np.arange(N) * 3.0, RANDOM.normal(size=N), Y])
    findings = matrix_findings(X, ["row", "time", "x", "copy"], Y, {})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warn_of_findings(findings, with_options=True)
    first, second = (str(warning.message) for warning in caught)
    assert first.startswith("column 'row' rises with the rows")
    assert first.endswith("--ignore row. The same holds for column 'time'")
    assert second.startswith("column 'copy' determines the class alone")


def test_the_estimator_warns_and_keeps_the_column():
    pandas = pytest.importorskip("pandas")
    X = pandas.DataFrame({"pulse": RANDOM.normal(Y, 1), "case": texts([f"p{i}" for i in SHUFFLED])}).iloc[
        :200
    ]
    with pytest.warns(
        UserWarning, match=r"column 'case' has a different value in nearly every row .200 different"
    ):
        classifier = IFC2FClassifier(policy="ordered").fit(X, Y[:200])
    assert classifier.n_features_in_ == 2

"""Whether numbers go together: the copula, its file, and its threshold."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifc2f import IFC2FClassifier
from ifc2f.assessment.agreement import Agreement, with_agreement
from ifc2f.model import Model

RNG = np.random.default_rng(11)
Z = RNG.multivariate_normal(np.zeros(4), 0.1 * np.eye(4) + 0.9, 600)
X = np.column_stack([np.exp(Z[:, 0]), Z[:, 1:3], np.round(Z[:, 3])]).astype(np.float32)
Y = (Z[:, 0] + RNG.normal(size=600) > 0).astype(int)
MODEL = with_agreement(IFC2FClassifier(max_features=4, policy="ordered").fit(X, Y).model_, X)
AGREEMENT = Agreement.of(MODEL)
COLUMNS = MODEL.columns


def numbers(row, features=range(MODEL.n_features)):
    """Return the numbers of a row by feature."""
    return {k: float(row[COLUMNS[k]]) for k in features}


@pytest.mark.parametrize("features", [(0, 1), (0, 2, 3), (0, 1, 2, 3)])
def test_rows_of_the_kind_are_in_order_and_mixed_ones_are_not(features):
    alarms = np.mean([AGREEMENT.excess(numbers(row, features)) > 0 for row in X])
    assert 0.005 < alarms < 0.05
    halves = [
        {**numbers(a, features), features[0]: numbers(b)[features[0]]}
        for a, b in zip(X, X[::-1], strict=True)
    ]
    assert np.mean([AGREEMENT.excess(half) > 0 for half in halves]) > 0.35


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.integers(0, 3), st.floats(-1e30, 1e30)), st.randoms())
def test_the_order_makes_no_difference_and_any_number_is_taken(values, random):
    keys = list(values)
    random.shuffle(keys)
    shuffled = {k: values[k] for k in keys}
    assert AGREEMENT.excess(shuffled) == AGREEMENT.excess(values)
    assert (AGREEMENT.doubtful(values) is None) == (AGREEMENT.excess(values) <= 0)
    assert AGREEMENT.doubtful(values) in (None, *values)


def test_it_survives_the_file_and_changes_no_decision():
    again = Agreement.of(Model(MODEL.to_bytes()))
    np.testing.assert_array_equal(again.correlation, AGREEMENT.correlation)
    plain = IFC2FClassifier(max_features=4, policy="ordered").fit(X, Y).model_
    assert Agreement.of(plain) is None
    np.testing.assert_array_equal(plain.classify(X).label, MODEL.classify(X).label)


@pytest.mark.parametrize("damage", [
    None, 3, {}, {"features": [0, 99]}, {"features": [0]}, {"quantiles": [[1.0]]}, {"features": "ab"},
    {"correlation": [[], ["x"]]}, {"correlation": [[], [1.0], [1.0, -1.0], [1.0, 1.0, 1.0]]},
    {"features": [True, False, 1, 2]},
])  # fmt: skip
def test_what_makes_no_sense_is_passed_over(damage):
    told = {**MODEL.meta["agreement"], **damage} if isinstance(damage, dict) and damage else damage
    assert Agreement.of(MODEL.with_meta({**MODEL.meta, "agreement": told})) is None


def test_missing_cells_copies_and_constants_are_taken():
    odd = np.column_stack([X[:, 0], X[:, 0], X[:, 1], np.ones(len(X))]).astype(np.float32)
    odd[::3, 0] = np.nan
    model = with_agreement(IFC2FClassifier(max_features=4, policy="ordered").fit(odd, Y).model_, odd)
    found = Agreement.of(model)
    assert found is not None
    row = {k: float(odd[1, model.columns[k]]) for k in found.features}
    assert np.isfinite(found.excess(row))

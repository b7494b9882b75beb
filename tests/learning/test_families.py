"""Counts of families: the same whether codes are held, or found again for each family."""

from itertools import combinations

import numpy as np
import pytest

from ifc2f.data.matrix import Columns
from ifc2f.data.quantise import fit_binnings
from ifc2f.learning import evidence
from ifc2f.learning.evidence import CodedRows, families


def test_families_do_not_depend_on_whether_codes_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 200).astype(np.int32)
    matrix = (rng.normal(size=(200, 4)) + y[:, np.newaxis]).astype(np.float32)
    matrix[rng.random(matrix.shape) < 0.1] = np.nan
    matrix[:, 3] = rng.integers(0, 5, 200)
    binnings = fit_binnings(matrix, y, 6, "quantile", categorical=[3])
    rows = Columns.of(matrix), y, binnings, 3
    held = families(*rows)
    monkeypatch.setattr(evidence, "MOST_HELD", 799)
    found_again = families(*rows)
    assert isinstance(held, CodedRows)
    assert not isinstance(found_again, CodedRows)
    np.testing.assert_array_equal(found_again.classes, held.classes)
    for of in [*((k,) for k in range(4)), *combinations(range(4), 2), (3, 1)]:
        np.testing.assert_array_equal(found_again.family(of), held.family(of))

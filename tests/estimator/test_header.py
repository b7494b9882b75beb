"""Names of columns reach scikit-learn, whichever way it reads them."""

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

from ifc2f import IFC2FClassifier
from ifc2f.data.frames import frame_of
from ifc2f.estimator import header

CELLS = {"a": [1.0, 2.0], "b": [0.0, 1.0], "c": [5.0, 5.0]}


class WithoutProtocol:
    """A frame that gives its Arrow stream and nothing else."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


@pytest.mark.parametrize("make", [pl.DataFrame, pa.table, lambda cells: WithoutProtocol(pa.table(cells))])
@pytest.mark.parametrize("by_protocol", [False, True])
def test_the_header_tells_names_and_shape(make, by_protocol, monkeypatch):
    monkeypatch.setattr(header, "NAMES_BY_PROTOCOL", by_protocol)
    found = header.header_of(frame_of(make(CELLS)))
    assert tuple(found.shape) == (2, 3)
    names = found.__dataframe__().column_names() if by_protocol else found.columns
    if not by_protocol and isinstance(found, pa.Table):
        names = found.column_names
    assert list(names) == ["a", "b", "c"]


@pytest.mark.parametrize("make", [pl.DataFrame, pa.table])
def test_names_of_fit_are_kept_and_checked(make):
    cells = np.random.default_rng(0).normal(size=(3, 60))
    X = make(dict(zip("abc", cells, strict=True)))
    fitted = IFC2FClassifier(policy="ordered").fit(X, cells[0] > 0)
    assert fitted.feature_names_in_.tolist() == ["a", "b", "c"]
    assert fitted.n_features_in_ == 3
    with pytest.raises(ValueError, match="feature names should match"):
        fitted.predict(make(dict(zip("abd", cells, strict=True))))
    with pytest.raises(ValueError, match="names should match"):
        fitted.predict(make(dict(zip("ab", cells, strict=False))))

"""What comes out: results of many instances, and a session, as people and programs take them on."""

import re
import zlib
from copy import copy

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifc2f import Acquisition, IFC2FClassifier, ModelError, Session


@pytest.fixture(scope="module")
def fitted():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 300)
    X = pd.DataFrame(
        {
            "fever": rng.normal(size=300) + y,
            "<cough>": rng.choice(["no", "yes"], 300),
            "age": rng.random(300),
        },
        index=[f"p{n}" for n in range(300)],
    )
    X["age"] = rng.random(300)
    X.loc[y == 2, "<cough>"] = "yes"
    return IFC2FClassifier(feature_cost=0.01, policy="ordered").fit(X, np.array(["<a>", "b", "c"])[y]), X


def test_a_frame_has_a_row_for_each_instance_under_its_name(fitted):
    classifier, X = fitted
    acquisition = classifier.acquire(X)
    frame = acquisition.to_frame()
    assert frame.index.equals(X.index)
    assert frame["label"].tolist() == acquisition.label.tolist()
    assert frame["acquired"].str.len().tolist() == acquisition.n_features.tolist()
    names = list(X.columns)
    assert frame["acquired"].iloc[0] == [names[c] for c in acquisition.order[0] if c >= 0]
    assert frame[["P(<a>)", "P(b)", "P(c)"]].to_numpy().tolist() == acquisition.posterior.tolist()
    assert frame["deferred"].dtype == bool


@given(
    order=st.integers(1, 9).flatmap(
        lambda width: st.lists(
            st.lists(st.sampled_from([-1, 0, 3, 40_000_000]), min_size=width, max_size=width)
        )
    )
)
@settings(max_examples=12)
def test_each_row_of_a_frame_has_its_own_path(order):
    """However many paths there are, and however wide: their keys do not overflow."""
    n = len(order)
    paths = np.array(order, dtype=np.int32).reshape(n, len(order[0]) if n else 0)
    zeros = np.zeros(n, dtype=np.int32)
    acquisition = Acquisition(zeros, np.ones((n, 1), np.float32), zeros, zeros.astype(np.float32), paths)
    wanted = [[str(c) for c in row if c >= 0] for row in order]
    frame = acquisition.to_frame("pandas")
    assert frame["acquired"].tolist() == wanted
    assert acquisition.to_frame("polars")["acquired"].to_list() == wanted
    if n:
        frame["acquired"].iloc[0].append("changed")
        assert frame["acquired"].tolist()[1:] == wanted[1:]


def test_a_frame_is_of_the_kind_that_came_in(fitted):
    pl = pytest.importorskip("polars", reason="polars is not installed")
    classifier, X = fitted
    frame = classifier.acquire(pl.from_pandas(X)).to_frame()
    expected = classifier.acquire(X).to_frame()
    assert isinstance(frame, pl.DataFrame)
    assert frame["acquired"].to_list() == expected["acquired"].tolist()
    assert frame["P(b)"].to_list() == expected["P(b)"].tolist()
    assert classifier.acquire(pl.from_pandas(X)).to_frame("pandas").columns.tolist() == frame.columns
    assert classifier.acquire(X).to_frame("polars").equals(frame)


@given(
    rows=st.one_of(
        st.integers(-300, 299),
        st.slices(300),
        st.lists(st.integers(0, 299), max_size=5),
        st.lists(st.booleans(), min_size=300, max_size=300).map(np.array),
    )
)
@settings(max_examples=30, deadline=None)
def test_some_rows_are_those_rows_of_every_part(fitted, rows):
    classifier, X = fitted
    acquisition = classifier.acquire(X)
    rows = np.array(rows, dtype=np.intp) if isinstance(rows, list) else rows
    some = acquisition[rows]
    chosen = np.arange(300)[rows].reshape(-1)
    assert len(some) == len(chosen)
    pd.testing.assert_frame_equal(some.to_frame(), acquisition.to_frame().iloc[chosen])
    assert some.deferred.tolist() == acquisition.deferred[chosen].tolist()


def test_an_instance_that_is_not_there_is_refused(fitted):
    acquisition = fitted[0].acquire(fitted[1])
    with pytest.raises(IndexError, match="there is no instance 300; there are 300 instances"):
        acquisition[300]


def test_notebooks_show_results_and_sessions_with_their_texts_escaped(fitted):
    classifier, X = fitted
    acquisition = classifier.acquire(X)
    assert re.fullmatch(
        r"<Acquisition: 300 instances, on average \d\.\d\d features acquired and .*>", repr(acquisition)
    )
    html = acquisition._repr_html_()
    assert html.count("<tr>") == 11
    assert "<p>and 290 more</p>" in html
    assert "&lt;a&gt;" in html
    assert "<a>" not in html
    assert repr(acquisition[:0]) == "<Acquisition: no instances>"
    assert "<table>" in acquisition[:0]._repr_html_()
    session = Session(classifier.model_)
    assert repr(session).startswith("<Session: 0 features acquired for 0; ")
    session.answer("<cough>", "yes")
    session.missing("fever")
    html = session._repr_html_()
    assert "<th>&lt;cough&gt;</th><td>yes</td>" in html
    assert "1 feature acquired for 0.01" in repr(session)
    without = classifier.model_.with_policies({})
    assert "no policy" in repr(Session(without))


def test_a_session_travels_without_its_model(fitted):
    model = fitted[0].model_
    session = Session(model, prior=[0.2, 0.3, 0.5], budget=0.02)
    session.answer("<cough>", "yes")
    session.missing("fever", paid=True)
    data = session.to_bytes()
    assert len(data) < 300
    again = Session.resume(model, data)
    assert again.posterior.tobytes() == session.posterior.tobytes()
    assert (again.next(), again.cost, again.acquired) == (session.next(), session.cost, session.acquired)
    assert again.state("fever") == "missing, paid"
    assert again.deferred == session.deferred
    twice = Session.resume(model, again.to_bytes())
    assert twice.posterior.tobytes() == copy(session).posterior.tobytes()


def test_bytes_that_are_no_session_of_the_model_are_refused(fitted):
    classifier = fitted[0]
    data = Session(classifier.model_).to_bytes()
    other = classifier.model_.with_meta({**classifier.model_.meta, "title": "other"})
    with pytest.raises(ValueError, match=r"is of the model [0-9a-f]{12}\.\.\., not of"):
        Session.resume(other, data)
    for damaged in (b"", b"IFCS", data[4:], data[::-1]):
        with pytest.raises(ValueError, match="are not a session"):
            Session.resume(classifier.model_, damaged)
    for damaged in (data[:-4], data + bytes(4)):
        with pytest.raises(ValueError, match="damaged, cut short or too many"):
            Session.resume(classifier.model_, damaged)
    for at in range(40, len(data)):  # the compressed memory has a checksum
        changed = bytearray(data)
        changed[at] ^= 0xFF
        with pytest.raises(ValueError, match="are damaged"):
            Session.resume(classifier.model_, bytes(changed))
    memory = bytearray(zlib.decompress(data[40:]))
    for at in range(len(memory)):  # a checksum is no signature: what it fits to is checked by the runtime
        changed = bytearray(memory)
        changed[at] ^= 0xFF
        try:
            session = Session.resume(classifier.model_, data[:40] + zlib.compress(changed))
        except (ValueError, ModelError):
            continue
        assert session.posterior.sum() == pytest.approx(1, abs=1e-5)

"""Training takes no more memory than the data frame that it is given."""

import sys

import pytest

from benchmarks.frame_memory import beside_frame


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux sets the peak of a process back")
@pytest.mark.parametrize(
    ("library", "kind"),
    [
        ("pandas", "float32 and categories"),
        ("polars", "float32 and categories"),
        ("pyarrow", "float32 and texts"),
    ],
)
def test_frame_and_training_are_at_most_twice_the_frame(library: str, kind: str) -> None:
    pytest.importorskip(library)
    measured = beside_frame(kind, library, "ordered", 600_000)
    assert measured["frame and training over frame"] < 2

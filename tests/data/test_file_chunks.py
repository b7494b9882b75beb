"""Files in chunks: every format, whatever the number of rows at a time, gives the rows it holds."""

import json
import tracemalloc
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.datasets import dump_svmlight_file

from ifc2f import IFC2FClassifier, Model
from ifc2f.cli import main
from ifc2f.data.file_chunks import FileChunks
from ifc2f.data.table import read_table


def rows(seed: int = 0, n: int = 200) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    x = np.round(rng.normal(size=(n, 5)) + y[:, np.newaxis] * [2, 1, 0, 0, 1], 1)
    x[rng.random(x.shape) < 0.4] = 0
    return x, y


def frame_of(x: np.ndarray, y: np.ndarray) -> pd.DataFrame:
    frame = pd.DataFrame(x, columns=list("abcde"))
    frame.loc[3:40, "b"] = np.nan
    frame["kind"] = np.where(np.arange(len(y)) % 3 == y, "same", "other")
    frame["target"] = np.array(["no", "maybe", "yes"])[y]
    return frame


def write(folder: Path, kind: str) -> Path:
    """Write `rows` (arrays) or `frame_of` them (tables)."""
    x, y = rows()
    path = folder / f"data.{kind}"
    if kind == "csv":
        frame_of(x, y).to_csv(path, index=False)
    elif kind == "parquet":
        frame_of(x, y).to_parquet(path, row_group_size=30)
    elif kind == "svmlight":
        dump_svmlight_file(x, y, str(path), zero_based=False)
    elif kind == "npz":
        np.savez_compressed(path, X=x, y=y)
    return path


@pytest.mark.parametrize("kind", ["csv", "parquet", "svmlight", "npz"])
@pytest.mark.parametrize("rows_at_once", [1, 7, 200, 1000])
def test_chunks_hold_the_rows_of_the_file(kind: str, rows_at_once: int, tmp_path: Path) -> None:
    path = write(tmp_path, kind)
    target = "target" if kind in ("csv", "parquet") else "y"
    chunks = FileChunks(path, target, rows_at_once)
    x, y = rows()
    for _ in range(2):  # again in every pass
        parts = list(chunks)
        assert [part.n_rows for part in parts[:-1]] == [rows_at_once] * (len(parts) - 1)
        matrix = np.vstack(
            [part.matrix.toarray() if sparse.issparse(part.matrix) else part.matrix for part in parts]
        )
        labels = np.concatenate([part.labels for part in parts])
        if target == "y":
            assert np.array_equal(matrix, x.astype(np.float32))
            assert np.array_equal(labels, y)
        else:
            frame = frame_of(x, y)
            assert parts[0].names == (*"abcde", "kind")
            assert np.array_equal(matrix[:, :5], frame[list("abcde")].astype(np.float32), equal_nan=True)
            texts = [text for part in parts for text in part.texts[5].tolist()]
            assert texts == frame["kind"].tolist()
            assert labels.tolist() == frame["target"].tolist()


def test_sparse_npz_is_not_made_dense(tmp_path: Path) -> None:
    """A dense one of this shape would take 40 GB, a chunk 4; other threads of the process may take some."""
    rng = np.random.default_rng(0)
    matrix = sparse.random_array((1000, 10_000_000), density=1e-6, format="csr", rng=rng)
    path = tmp_path / "wide.npz"
    np.savez(
        path,
        data=matrix.data,
        indices=matrix.indices,
        indptr=matrix.indptr,
        shape=matrix.shape,
        y=rng.integers(0, 2, 1000),
    )
    tracemalloc.start()
    parts = [part.matrix for part in FileChunks(path, "y", 100)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (sparse.vstack(parts) != matrix.astype(np.float32)).nnz == 0
    assert peak < 100e6


@pytest.mark.parametrize("kind", ["csv", "parquet", "svmlight", "npz"])
def test_command_learns_the_same_in_chunks(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, output = write(tmp_path, kind), str(tmp_path / "model.ifc2f")
    target = ["--target", "target"] if kind in ("csv", "parquet") else []
    common = ["train", str(path), "--policy", "ordered", *target, "-o", output, "--cost", "0.001", "--json"]
    assert main([*common, "--rows-at-once", "33"]) == 0
    told = json.loads(capsys.readouterr().out)
    x, y = rows()
    assert told["data"]["rows"] == 200
    if target:
        assert main(common) == 0
        at_once = json.loads(capsys.readouterr().out)
        assert told["model"]["sha256"] == at_once["model"]["sha256"]
        assert told == at_once
        assert told["data"]["missing_cells"] == 38
    else:
        assert told["data"]["features"] == 5
        fitted = IFC2FClassifier(feature_cost=0.001, policy="ordered").fit(x, y)
        acquisition, expected = Model.load(output).classify(x), fitted.acquire(x)
        assert np.array_equal(acquisition.label, expected.label)
        assert np.array_equal(acquisition.posterior, expected.posterior)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_command_needs_the_class_column_of_a_table(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", str(write(tmp_path, kind)), "-o", str(tmp_path / "m")]) == 2
    assert "--target" in capsys.readouterr().err


def test_command_refuses_what_is_for_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(write(tmp_path, "npz"))
    assert main(["train", path, "--policy", "ordered", "--ignore", "x0", "-o", str(tmp_path / "m")]) != 0
    assert "--ignore" in capsys.readouterr().err
    assert (
        main(["train", path, "--policy", "ordered", "--relevance", "values", "-o", str(tmp_path / "m")]) != 0
    )
    assert "relevance='values'" in capsys.readouterr().err


def test_progress_is_a_bar_with_stage_share_and_rate(tmp_path: Path) -> None:
    told: list[str] = []
    source = FileChunks(write(tmp_path, "csv"), "target", 60)
    source.gather("counting", lambda chunk: chunk.n_rows, lambda a, b: a + b, told.append)
    assert len(told) == 4
    assert told[-1].startswith("#" * 20 + " 100 % counting: 200 rows, ")
    assert told[-1].endswith(" rows/s")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"1 1:2\nyes 1:2\n", "line 2: the class 'yes'"),
        (b"1 1:2\n0 3\n", "line 2: '3' is not column:value"),
        (b"1 1:2\n0 a:3\n", "line 2: 'a:3' is not column:value"),
        (b"1 1:2\n0 1:x\n", "line 2: '1:x' is not column:value"),
        (b"1 1:2\n0 -1:5\n", "line 2: '-1:5' is not column:value"),
        (b"1 1:2\n0 1.5:5\n", "line 2: '1.5:5' is not column:value"),
        (b"1 1:2\n0 1: 2:5\n", "line 2: '1:' is not column:value"),
        (b"1 1:2\n0 99999999999:5\n", "out of range"),
        (b"1 1:2\n0 inf:5\n", "line 2: 'inf:5' is not column:value"),
        (b"1 1:2\n0 99999999999999999999999:5\n", "out of range"),
        (b"1 1:2\n1:2 3\n", "line 2: the class '1:2'"),
        (b"1 1:2\n1 2 3:4:5\n", "line 2: '2' is not column:value"),
        (b"1:2\n1 2 3:4\n", "line 1: the class '1:2'"),  # together as many numbers as there should be
        (b"1\n0\n", "no line has"),
        (b"", "no line has"),
        (b"\xff\xfe\x00 1:2\n", "line 1: the class"),
        (b"1,2 1:2\n", "line 1: the class '1,2'"),
    ],
)
def test_damaged_svmlight_is_refused_by_line(text: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "data.svm"
    path.write_bytes(text)
    with pytest.raises(ValueError, match=message):
        list(FileChunks(path, "", 1 if "line 2" in message else 100))


def test_svmlight_with_comments_blank_lines_and_columns_from_zero(tmp_path: Path) -> None:
    path = tmp_path / "data.svm"
    path.write_bytes(b"# made by hand\n+1 0:1 3:2.5 # the first\n\n-1 2:1e-3\n1\n")
    (chunk,) = FileChunks(path, "", 100)
    assert chunk.matrix.toarray().tolist() == [[1, 0, 0, 2.5], [0, 0, np.float32(1e-3), 0], [0, 0, 0, 0]]
    assert chunk.labels.tolist() == [1, -1, 1]


DAMAGES = {
    "no classes": ({"X": np.zeros((2, 2))}, "no array 'y'"),
    "no matrix": ({"y": np.zeros(2)}, "needs X, or data"),
    "too few classes": ({"X": np.zeros((3, 2)), "y": np.zeros(2)}, "matrix of 2 rows"),
    "column by column": ({"X": np.zeros((3, 2), order="F"), "y": np.zeros(3)}, "row by row"),
    "objects": ({"X": np.zeros((2, 2)), "y": np.array(["a", None])}, "Python objects"),
    "names": (
        {"X": np.zeros((2, 2)), "y": np.zeros(2), "feature_names": np.array(["a"])},
        "1 feature_names for 2",
    ),
    "indptr": (
        {"data": [1.0], "indices": [0], "indptr": [0, 1], "shape": [2, 2], "y": [0, 1]},
        "do not match",
    ),
    "indices": (
        {"data": [1.0], "indices": [2], "indptr": [0, 1, 1], "shape": [2, 2], "y": [0, 1]},
        "outside the 2 columns",
    ),
    "indices beyond 32 bits": (
        {"data": [1.0], "indices": [2**32], "indptr": [0, 1, 1], "shape": [2, 2], "y": [0, 1]},
        "outside the 2 columns",
    ),
    "indptr that begins late": (
        {"data": [1.0, 2.0], "indices": [0, 1], "indptr": [1, 2, 2], "shape": [2, 2], "y": [0, 1]},
        "do not match",
    ),
    "compressed columns": (
        {
            "data": [1.0],
            "indices": [0],
            "indptr": [0, 1, 1],
            "shape": [2, 2],
            "format": np.array(b"csc"),
            "y": [0, 1],
        },
        "of format b'csc'",
    ),
    "names alike": (
        {"X": np.zeros((2, 2)), "y": np.zeros(2), "feature_names": np.array(["a", "a"])},
        "two of the feature_names are equal",
    ),
    "data": (
        {"data": np.zeros(0), "indices": [1], "indptr": [0, 1, 1], "shape": [2, 2], "y": [0, 1]},
        "data ends too early",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_npz_is_refused(damage: str, tmp_path: Path) -> None:
    arrays, message = DAMAGES[damage]
    np.savez(tmp_path / "data.npz", **arrays)
    with pytest.raises(ValueError, match=message):
        list(FileChunks(tmp_path / "data.npz", "y", 10))


def test_files_cut_short_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "npz")
    data = path.read_bytes()
    for n in (0, 10, len(data) // 2, len(data) - 30):
        path.write_bytes(data[:n])
        with pytest.raises(ValueError, match=r"NPZ|damaged"):
            list(FileChunks(path, "y", 10))


@pytest.mark.parametrize("rows_at_once", [1, 3, 100])
def test_a_row_without_a_class_is_named_by_its_place_in_the_file(rows_at_once: int, tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text("a,target\n" + "1,yes\n" * 7 + "1,\n" + "1,no\n" * 3)
    with pytest.raises(ValueError, match=r"line 9: column 'target' has no class;"):
        list(FileChunks(path, "target", rows_at_once))


def test_files_with_a_wrong_byte_are_read_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.npz"
    rng = np.random.default_rng(1)
    np.savez_compressed(path, X=rng.normal(size=(30, 2)), y=np.arange(30) % 2)
    data = path.read_bytes()
    refused = 0
    for at in range(0, len(data), 3):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :])
        try:
            list(FileChunks(path, "y", 10))
        except ValueError:
            refused += 1
    assert refused > len(data) / 3 / 2


def test_a_column_is_of_one_kind_throughout(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text("a,target\n" + "1,x\n2,y\n" * 20 + "low,x\nhigh,y\n" * 20)
    with pytest.raises(ValueError, match="text among numbers"):
        read_table(path)
    with pytest.raises(ValueError, match="'a' holds texts in chunk 1 and numbers in chunk 0"):
        IFC2FClassifier(policy="ordered").fit_chunks(FileChunks(path, "target", 40))
    fitted = IFC2FClassifier(min_features=1, policy="ordered").fit_chunks(
        FileChunks(path, "target", 7, categorical=["a"])
    )
    assert fitted.n_features_in_ == 1

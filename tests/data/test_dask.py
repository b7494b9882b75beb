"""Dask collections give the model of the same rows in memory, also when a worker is lost."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from tools import need_semaphores

from ifc2f import IFC2FClassifier
from ifc2f.data.dask_chunks import DaskChunks
from ifc2f.data.quantise import METHODS

dask = pytest.importorskip("dask", reason="needs the extra ifc2f[dask]")
distributed = pytest.importorskip("distributed", reason="needs the extra ifc2f[dask]")
import dask.array as da  # noqa: E402
import dask.dataframe as dd  # noqa: E402

PARAMETERS = {"policy": "ordered", "feature_cost": 0.001, "min_features": 3}


def rows(seed: int, n: int = 1000) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    x = np.round(rng.normal(size=(n, 6)) + y[:, np.newaxis] * rng.integers(0, 2, 6), 1)
    x[rng.random(x.shape) < 0.05] = np.nan
    return x, y


@pytest.fixture(scope="module")
def client():
    """Two worker processes on this machine."""
    need_semaphores()
    with (
        dask.config.set({"distributed.worker.daemon": True}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.mark.parametrize("binning", METHODS)
def test_array_without_a_cluster(binning: str) -> None:
    x, y = rows(0)
    whole = IFC2FClassifier(binning=binning, **PARAMETERS).fit(x, y)
    X = da.from_array(x, chunks=(137, 3))  # cut along columns too
    Y = da.from_array(y, chunks=137)
    fitted = IFC2FClassifier(binning=binning, **PARAMETERS).fit(X, Y)
    assert fitted.model_.to_bytes() == whole.model_.to_bytes()


def test_array_on_worker_processes(client) -> None:
    x, y = rows(1)
    whole = IFC2FClassifier(**PARAMETERS).fit(x, y)
    fitted = IFC2FClassifier(**PARAMETERS).fit(da.from_array(x, chunks=(50, 6)), da.from_array(y, chunks=50))
    assert fitted.model_.to_bytes() == whole.model_.to_bytes()


def test_data_frame_on_worker_processes(client) -> None:
    x, y = rows(2)
    frame = pd.DataFrame(x, columns=list("abcdef")).assign(kind=np.array(["up", "down", "left"])[y])
    frame["target"] = np.array(["no", "maybe", "yes"])[y]
    table = dd.from_pandas(frame, npartitions=9)
    fitted = IFC2FClassifier(**PARAMETERS).fit(table.drop(columns="target"), table["target"])
    whole = IFC2FClassifier(**PARAMETERS).fit(frame.drop(columns="target"), frame["target"])
    assert fitted.model_.to_bytes() == whole.model_.to_bytes()
    assert fitted.feature_names_in_.tolist() == ["a", "b", "c", "d", "e", "f", "kind"]


def _slowly(block: np.ndarray, started: str) -> np.ndarray:
    """Leave a note of the process that works on a block, and take a while."""
    Path(started, f"{os.getpid()}-{time.monotonic_ns()}").touch()
    time.sleep(0.05)
    return block


SAMPLED = {"policy": "auto", "graph_trees": 12, "graph_depth": 5, "graph_rows": 300}


@pytest.mark.parametrize(
    "parameters",
    [
        pytest.param(PARAMETERS, id="ordered"),
        pytest.param(SAMPLED, id="auto", marks=pytest.mark.long),
    ],
)
def test_a_killed_worker_changes_nothing(client, tmp_path: Path, parameters: dict[str, object]) -> None:
    """One of two workers is killed while it counts; what it held is counted again, and nothing twice."""
    x, y = rows(3)
    whole = IFC2FClassifier(**parameters).fit_chunks([(x, y)])
    blocks = da.from_array(x, chunks=(20, 6)).map_blocks(_slowly, str(tmp_path), dtype=x.dtype)
    labels = da.from_array(y, chunks=20)

    def noted() -> list[int]:
        return [int(note.name.split("-")[0]) for note in tmp_path.iterdir()]

    def kill_one() -> int:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            # Dask tries the function on an empty block in this process, which must not end itself.
            workers = [pid for pid in noted() if pid != os.getpid()]
            if len(workers) >= 12:
                pid = workers[0]
                os.kill(pid, signal.SIGKILL)
                return pid
            time.sleep(0.01)
        raise AssertionError("the workers did not start")

    from concurrent.futures import ThreadPoolExecutor

    before = set(client.scheduler_info(n_workers=-1)["workers"])
    with ThreadPoolExecutor(1) as pool:
        killing = pool.submit(kill_one)
        fitted = IFC2FClassifier(**parameters).fit(blocks, labels)
        killed = killing.result()
    pids = set(noted()) - {os.getpid()}
    assert killed in pids
    assert len(pids) >= 2
    assert set(client.scheduler_info(n_workers=-1)["workers"]) != before
    assert fitted.model_.meta["training"]["n_rows"] == 1000
    assert fitted.model_.to_bytes() == whole.model_.to_bytes()


def test_data_frame_of_unknown_lengths_is_sampled_as_its_rows() -> None:
    x, y = rows(5)
    frame = pd.DataFrame(x, columns=list("abcdef")).assign(target=y)
    table = dd.from_pandas(frame, npartitions=7)
    table = table[table["a"] > -1]  # Dask does not know how many rows are left
    kept = frame[frame["a"] > -1]
    fitted = IFC2FClassifier(**SAMPLED).fit(table.drop(columns="target"), table["target"])
    whole = IFC2FClassifier(**SAMPLED).fit_chunks([(kept.drop(columns="target"), kept["target"])])
    assert fitted.model_.to_bytes() == whole.model_.to_bytes()
    assert fitted.model_.meta["training"]["n_rows"] == len(kept)


def _files(frame: pd.DataFrame, folder: Path) -> dict[str, Callable[[], Any]]:
    """Write a table in several ways; return what reads it, as users do."""
    for number in range(10):
        part = frame[100 * number : 100 * (number + 1)]
        part.to_parquet(folder / f"{number}.parquet")
        part.to_csv(folder / f"{number}.csv", index=False)
    frame.to_parquet(folder / "one.pq", row_group_size=90)
    return {
        "parquet": lambda: dd.read_parquet(str(folder / "*.parquet")),
        "row groups": lambda: dd.read_parquet(str(folder / "one.pq"), split_row_groups=True),
        "csv": lambda: dd.read_csv(str(folder / "*.csv")),
        "blocks": lambda: dd.read_csv(str(folder / "*.csv"), blocksize=2000),
    }


@pytest.mark.parametrize("file", ["parquet", "row groups", "csv", "blocks"])
@pytest.mark.parametrize("kept", [list("abcdef"), ["a", "c"]], ids=["all", "two"])
def test_the_ordinary_program_takes_the_same_rows_for_x_and_y(
    tmp_path: Path, file: str, kept: list[str]
) -> None:
    """Dask reads small parts of a file together, more of them where there are few columns.

    A class that is wrong in one row would change the counts, and with them the bytes of the model.
    """
    x, y = rows(6)
    frame = pd.DataFrame(x, columns=list("abcdef")).assign(target=y)
    frame = frame[frame["a"].fillna(0) > -0.5]
    frame = pd.concat([frame, frame])[:1000].reset_index(drop=True)
    table = _files(frame, tmp_path)[file]()
    table = table[table["b"].fillna(0) < 2]  # of unknown length
    rest = frame[frame["b"].fillna(0) < 2]
    whole = IFC2FClassifier(**PARAMETERS).fit(rest[kept], rest["target"])
    fitted = IFC2FClassifier(**PARAMETERS).fit(table[kept], table["target"])
    assert fitted.model_.to_bytes() == whole.model_.to_bytes()
    dropped = table.drop(columns=[c for c in frame.columns if c not in kept])
    again = IFC2FClassifier(**PARAMETERS).fit(dropped, table["target"])
    assert again.model_.to_bytes() == whole.model_.to_bytes()


def test_a_sample_of_parts_of_a_file_is_that_of_its_rows(tmp_path: Path) -> None:
    x, y = rows(6)
    frame = pd.DataFrame(x, columns=list("abcdef")).assign(target=y)
    table = _files(frame, tmp_path)["parquet"]()
    fitted = IFC2FClassifier(**SAMPLED).fit(table.drop(columns="target"), table["target"])
    whole = IFC2FClassifier(**SAMPLED).fit_chunks([(frame.drop(columns="target"), y)])
    assert fitted.model_.to_bytes() == whole.model_.to_bytes()


def test_rows_of_another_order_are_refused() -> None:
    """Partitions of y that are as long as those of X, and as many, but hold other rows."""
    x, y = rows(7)
    X = dd.from_pandas(pd.DataFrame(x, columns=list("abcdef")), npartitions=4)
    moved = pd.Series(y, name="y").sort_index(ascending=False)
    Y = dd.from_pandas(moved, npartitions=4, sort=False)
    with pytest.raises(ValueError, match=r"chunk \d, row \d+: X and y have different row labels, \d+ and"):
        IFC2FClassifier(**PARAMETERS).fit(X, Y)


def test_looks_of_a_collection_are_those_of_its_rows_and_wait_until_they_are_asked_for() -> None:
    x, y = rows(8)
    frame = pd.DataFrame(x, columns=list("abcdef")).assign(kind=np.array(["up", "down", "left"])[y])
    fitted = IFC2FClassifier(**PARAMETERS).fit(frame, y)
    seen: list[int] = []

    def noted(part: pd.DataFrame) -> pd.DataFrame:
        seen.append(len(part))
        return part

    table = dd.from_pandas(frame, npartitions=4).map_partitions(noted, meta=frame[:0])
    table = table[table["a"] > 1.2]  # some partitions may be empty
    some = frame[frame["a"] > 1.2]
    acquisition, label, p = (
        fitted.acquire(table, budget=0.002),
        fitted.predict(table),
        fitted.predict_proba(table),
    )
    assert not seen
    pd.testing.assert_frame_equal(
        acquisition.compute().astype(object), fitted.acquire(some, budget=0.002).to_frame().astype(object)
    )
    assert label.compute().to_numpy().tolist() == fitted.predict(some).tolist()
    np.testing.assert_allclose(p.compute().to_numpy(), fitted.predict_proba(some), rtol=1e-6)
    of_array = IFC2FClassifier(**PARAMETERS).fit(x, y)
    array = da.from_array(x, chunks=(300, 4))
    assert of_array.predict(array).compute().tolist() == of_array.predict(x).tolist()
    with pytest.raises(ValueError, match="X is a Dask collection"):
        of_array.model_.classify(array)


def test_collections_that_do_not_fit_are_refused() -> None:
    x, y = rows(4)
    X = da.from_array(x, chunks=(100, 6))
    with pytest.raises(TypeError, match="y is a ndarray"):
        DaskChunks(X, y)
    with pytest.raises(TypeError, match="X is a ndarray"):
        DaskChunks(x, da.from_array(y))
    with pytest.raises(ValueError, match="10 partitions and y has 5"):
        DaskChunks(X, da.from_array(y, chunks=200))
    with pytest.raises(ValueError, match="two dimensions"):
        DaskChunks(X[:, 0], da.from_array(y, chunks=100))
    other_cuts = da.from_array(y, chunks=((100, 50, 150, *[100] * 7),))
    with pytest.raises(ValueError, match=r"chunk \d: y must have shape \(100,\)"):
        IFC2FClassifier(policy="ordered").fit(X, other_cuts)
    with pytest.raises(ValueError, match="relevance='values'"):
        IFC2FClassifier(relevance="values", policy="ordered").fit(X, da.from_array(y, chunks=100))
    x[555, 2] = np.inf
    with pytest.raises(ValueError, match="chunk 5, column 2 holds an infinite value"):
        IFC2FClassifier(policy="ordered").fit(da.from_array(x, chunks=(100, 6)), da.from_array(y, chunks=100))

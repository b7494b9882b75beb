"""Work shared out among threads: results, failures, how far it is, and keyboard interrupts."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

from ifc2f import IFC2FClassifier
from ifc2f.core.kernels import over_ranges
from ifc2f.core.threads import Stopped, Threads, advance, current, in_thread, shared, stop_flag


@pytest.mark.parametrize("n_jobs", [1, 2, 7])
def test_results_come_in_the_order_of_items(n_jobs: int) -> None:
    def square(i: int) -> int:
        time.sleep(0.001 * (i % 3))
        return i * i

    expected = [i * i for i in range(40)]
    assert shared(square, range(40), n_jobs) == expected
    with Threads(n_jobs) as threads:
        assert current() is threads
        assert shared(square, range(40)) == expected
        assert shared(square, []) == []
    assert current() is None


@pytest.mark.parametrize("n_jobs", [1, 2, 7])
def test_work_is_shared_out_again_from_within(n_jobs: int) -> None:
    def triangle(n: int) -> int:
        return sum(shared(lambda i: in_thread(lambda: i), range(n)))

    with Threads(n_jobs):
        assert shared(triangle, range(30)) == [n * (n - 1) // 2 for n in range(30)]


def test_all_threads_take_part_and_no_others() -> None:
    names = set()

    def inner(_: int) -> None:
        names.add(threading.current_thread().name)
        time.sleep(0.01)

    with Threads(3):
        shared(lambda _: shared(inner, range(10)), range(2))
    assert len(names) == 3
    assert threading.current_thread().name not in names


@pytest.mark.parametrize("n_jobs", [1, 3])
def test_a_failure_ends_the_work(n_jobs: int) -> None:
    done: list[int] = []

    def work(i: int) -> None:
        if i == 5:
            raise KeyError("five")
        time.sleep(0.001)
        done.append(i)

    with pytest.raises(KeyError, match="five"), Threads(n_jobs):
        shared(lambda _: shared(work, range(1000)), range(1))
    assert len(done) < 1000 - n_jobs


def test_kernels_are_told_to_stop() -> None:
    threads = Threads(2)
    with pytest.raises(ZeroDivisionError), threads:
        shared(lambda i: 1 // i, [0])
    assert threads.is_stopped[0] == 1
    with Threads(1) as threads:
        assert stop_flag() == threads.is_stopped
        threads.is_stopped[0] = 1
        with pytest.raises(Stopped):
            shared(abs, [1])


def test_how_far_the_work_is_is_told_by_whoever_waits() -> None:
    told = []

    def tell(share: float, seconds: float) -> None:
        told.append((share, seconds, threading.current_thread().name))

    def work(_: int) -> None:
        time.sleep(0.03)
        advance(0.1)

    with Threads(2, tell):
        shared(work, range(10))
    shares, seconds, names = zip(*told, strict=True)
    assert set(names) == {threading.current_thread().name}
    assert list(shares) == sorted(shares)
    assert list(seconds) == sorted(seconds)
    assert shares[-1] == pytest.approx(1.0)


def test_whoever_is_told_may_end_the_work() -> None:
    def tell(share: float, seconds: float) -> None:
        raise InterruptedError

    done: list[int] = []
    with pytest.raises(InterruptedError), Threads(1, tell):
        shared(lambda i: done.append(i) or time.sleep(0.01), range(1000))  # type: ignore[func-returns-value]
    assert len(done) < 500


@pytest.mark.parametrize("n", [0, 1, 5, 1000])
def test_ranges_cover_everything_once(n: int) -> None:
    for n_jobs in (1, 3):
        hits = np.zeros(n, dtype=int)

        def kernel(lo: int, hi: int, hits: np.ndarray = hits) -> None:
            hits[lo:hi] += 1

        over_ranges(n, kernel, n_jobs)
        with Threads(n_jobs):
            over_ranges(n, kernel)
        assert hits.tolist() == [2] * n


def test_no_threads_are_refused() -> None:
    for act in (lambda: Threads(0), lambda: over_ranges(3, lambda lo, hi: None, 0)):
        with pytest.raises(ValueError, match="n_jobs must be at least 1, got 0"):
            act()


# ---- Training ----------------------------------------

TRAIN = """
import signal, sys
import numpy as np
from ifc2f import IFC2FClassifier
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the tests run in the background
rng = np.random.default_rng(0)
X = rng.normal(size=(60000, 25)).astype(np.float32)
y = ((X[:, 0] > 0) == (X[:, 1] > 0.3)).astype(int) ^ (rng.random(60000) < 0.1)
print("ready", flush=True)
try:
    IFC2FClassifier(policy=sys.argv[1], n_jobs=int(sys.argv[2])).fit(X, y)
    print("done", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="an interrupt is of a whole console there")
@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("after", [0.3, 1.5])
def test_a_keyboard_interrupt_gets_through(after: float, n_jobs: int) -> None:
    import signal

    command = [sys.executable, "-c", textwrap.dedent(TRAIN), "auto", str(n_jobs)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(after)
        start = time.perf_counter()
        process.send_signal(signal.SIGINT)
        told = process.stdout.readline()
        seconds = time.perf_counter() - start
        try:
            assert process.wait(30) == 0
        finally:
            process.kill()  # a training that hangs must not hang the tests
    assert told == "interrupted\n"
    assert seconds < 1.0  # 0.3 where no one else uses the machine


def test_time_left_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ifc2f.policies.choose._Clock.FIRST", 0.0)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 6))
    y = (X[:, 0] > 0) == (X[:, 1] > 0)
    IFC2FClassifier(policy="graph", verbose=1).fit(X, y)
    lines = capsys.readouterr().err.splitlines()
    assert any("% done, about" in line and line.endswith("s left") for line in lines)


@pytest.mark.parametrize("policy", ["ordered", "adaptive", "graph", "auto"])
def test_models_do_not_depend_on_threads(policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ifc2f.policies.folds.N_REPEATS", 1)
    rng = np.random.default_rng(1)
    X = rng.normal(size=(150, 8)).astype(np.float32)
    y = ((X[:, 0] > 0.4) | (X[:, 1] > 0.4)).astype(int)
    models = [IFC2FClassifier(policy=policy, graph_columns=5, n_jobs=n).fit(X, y).model_ for n in (1, 2, 16)]
    assert models[0].to_bytes() == models[1].to_bytes() == models[2].to_bytes()

"""Threads that share the work of one training, report progress, and can be stopped.

The caller opens `Threads` and waits; all long work runs in them, so that a keyboard interrupt is
noticed at once. Work may be shared out again from within: a thread that does so takes part in it, hence none
ever waits for one that has not begun.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from ifc2f._core import ffi

__all__ = ["Stopped", "Threads", "advance", "current", "in_thread", "shared", "stop_flag"]

Item = TypeVar("Item")
Result = TypeVar("Result")

LOOK = 0.05  # seconds between progress reports
PATIENCE = 0.2  # seconds that threads have to stop; after that they end by themselves

_here = threading.local()


class Stopped(Exception):
    """The work was given up, because it failed elsewhere or was interrupted."""


class Threads:
    """A number of threads for the work of a `with` block, in which `shared` and `in_thread` use them.

    Parameters
    ----------
    n_jobs : int
    tell : callable, optional
        Called now and then with the share of the work that is done and the seconds since it began, by the
        thread that opened the block; if it raises an exception the work ends.
    """

    def __init__(self, n_jobs: int, tell: Callable[[float, float], None] | None = None) -> None:
        from concurrent.futures import (
            ThreadPoolExecutor,
        )  # imports logging, which running a model does not need

        if n_jobs < 1:
            raise ValueError(f"n_jobs must be at least 1, got {n_jobs}")
        self.n_jobs = n_jobs
        self.is_stopped = ffi.new("int32_t *")  # C kernels read it too
        self._error: BaseException | None = None
        self._tell = tell
        self._done, self._start, self._lock = 0.0, time.monotonic(), threading.Lock()
        self._pool = ThreadPoolExecutor(n_jobs, "ifc2f", self._enter)

    def _enter(self) -> None:
        _here.threads, _here.is_worker = self, True

    def __enter__(self) -> Threads:
        self._outer = current()
        _here.threads, _here.is_worker = self, False
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        _here.threads = self._outer
        if kind is not None:
            self.is_stopped[0] = 1
        self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def advance(self, share: float) -> None:
        """Say that a share of all the work is done."""
        with self._lock:
            self._done += share

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """Return the results of a function for some items, in their order.

        Raises
        ------
        Stopped
            If the work was given up elsewhere.
        """
        pieces = _Pieces(function, list(items), self)
        takes_part = _here.is_worker
        n_helpers = min(self.n_jobs, len(pieces.items)) - takes_part
        helpers = [self._pool.submit(pieces.work) for _ in range(n_helpers)]
        if takes_part:
            pieces.work()
            for helper in helpers:
                if not helper.cancel():
                    helper.result()
            return pieces.results
        try:
            self._await(pieces.ended, n_helpers)
        except BaseException as error:
            self.give_up(error)
            _get(pieces.ended, n_helpers, PATIENCE)
            if self._error is not error and self._error is not None:
                raise self._error from None
            raise
        return pieces.results

    def give_up(self, error: BaseException) -> None:
        """End all work because of an error, which the waiting thread raises."""
        self.is_stopped[0] = 1
        with self._lock:
            if self._error is None and not isinstance(error, Stopped):
                self._error = error

    def _await(self, ended: SimpleQueue[None], n: int) -> None:
        """Wait until n helpers have ended; raise what one of them failed with.

        The thread that a keyboard interrupt is raised in must hold nothing that a helper waits for. Futures
        have locks written in Python, which an interrupt can leave locked for ever; this queue is in C.
        """
        while n:
            n -= _get(ended, 1, LOOK)
            if self.is_stopped[0]:
                raise self._error or Stopped
            if self._tell is not None:
                self._tell(self._done, time.monotonic() - self._start)


def _get(ended: SimpleQueue[None], n: int, seconds: float) -> int:
    """Wait for n helpers to end, but not longer than some seconds; return how many have ended."""
    until = time.monotonic() + seconds
    for i in range(n):
        try:
            ended.get(timeout=max(until - time.monotonic(), 0.0))
        except Empty:
            return i
    return n


class _Pieces:
    """Items that several threads take one by one."""

    def __init__(self, function: Callable[[Any], Any], items: list[Any], threads: Threads) -> None:
        self.function, self.items, self.threads = function, items, threads
        self.results: list[Any] = [None] * len(items)
        self._next, self._lock = 0, threading.Lock()
        self.ended: SimpleQueue[None] = SimpleQueue()

    def work(self) -> None:
        """Take items until none is left."""
        try:
            self._take_all()
        finally:
            self.ended.put(None)

    def _take_all(self) -> None:
        while True:
            with self._lock:
                i, self._next = self._next, self._next + 1
            if i >= len(self.items):
                return
            if self.threads.is_stopped[0]:
                raise Stopped
            try:
                self.results[i] = self.function(self.items[i])
            except BaseException as error:
                self.threads.give_up(error)
                raise


def current() -> Threads | None:
    """Return the threads of the block that the calling thread is in."""
    return getattr(_here, "threads", None)


def shared(function: Callable[[Item], Result], items: Iterable[Item], n_jobs: int = 1) -> list[Result]:
    """Return the results of a function for some items, in their order.

    Parameters
    ----------
    function : callable
    items : iterable
    n_jobs : int, default=1
        Threads, where the caller is in no block of `Threads`.
    """
    threads = current()
    if threads is not None:
        return threads.map(function, items)
    if n_jobs == 1:
        return [function(item) for item in items]
    with Threads(n_jobs) as threads:
        return threads.map(function, items)


def in_thread(function: Callable[[], Result]) -> Result:
    """Return the result of a function that is left to one of the threads, where there are any."""
    return shared(lambda _: function(), [None])[0]


def advance(share: float) -> None:
    """Report that a share of all the work is done, if anything listens."""
    threads = current()
    if threads is not None:
        threads.advance(share)


def stop_flag() -> Any:
    """Return the C integer that is set when the work is given up."""
    threads = current()
    return ffi.new("int32_t *") if threads is None else threads.is_stopped

"""How a data set is cut into training and test rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from sklearn.model_selection import StratifiedKFold

from .datasets import N_SPLITS, Dataset

N_FOLDS = 5
N_REPEATS = 5


@dataclass(frozen=True)
class Fold:
    """Row indices of one training and test set; ``label`` names it in the results."""

    label: str
    train: np.ndarray
    test: np.ndarray


def folds(dataset: Dataset, protocol: str, seed: int) -> Iterator[Fold]:
    """The folds of a protocol.

    ``"given"``: the one split of the file. ``"folds"``: five stratified folds, shuffled with the seed.
    ``"repeated"``: five times five of them, repeat r shuffled with seed + r, so that repeat 0 is
    ``"folds"``. ``"blocks"``: five contiguous blocks of rows (time), each once the test set. ``"splits"``:
    the ten that come with the data.

    Raises
    ------
    ValueError
        for an unknown protocol, or ``"given"`` where the file has no split
    """
    if protocol == "given":
        if dataset.split is None:
            raise ValueError(f"data set {dataset.name!r} has no given split")
        yield Fold("given", np.flatnonzero(dataset.split == 0), np.flatnonzero(dataset.split == 1))
    elif protocol == "folds":
        yield from _stratified(dataset, 0, seed)
    elif protocol == "repeated":
        for repeat in range(N_REPEATS):
            yield from _stratified(dataset, repeat, seed)
    elif protocol == "blocks":
        rows = np.arange(len(dataset.y))
        for index, test in enumerate(np.array_split(rows, N_FOLDS)):
            yield Fold(f"block{index}", np.setdiff1d(rows, test), test)
    elif protocol == "splits":
        for index, (train, test) in enumerate(dataset.splits):
            yield Fold(f"s{index}", train, test)
    else:
        raise ValueError(
            f"unknown protocol {protocol!r}; there are given, folds, repeated, blocks and splits"
        )


def labels(protocol: str) -> list[str]:
    """The labels of the folds of a protocol, known without the data."""
    if protocol == "given":
        return ["given"]
    if protocol == "blocks":
        return [f"block{index}" for index in range(N_FOLDS)]
    if protocol == "splits":
        return [f"s{index}" for index in range(N_SPLITS)]
    repeats = N_REPEATS if protocol == "repeated" else 1
    return [f"r{repeat}f{index}" for repeat in range(repeats) for index in range(N_FOLDS)]


def repeated(protocol: str) -> str:
    """The protocol for comparisons with intervals: a given split or blocks stay, folds are repeated."""
    return "repeated" if protocol == "folds" else protocol


def _stratified(dataset: Dataset, repeat: int, seed: int) -> Iterator[Fold]:
    splitter = StratifiedKFold(N_FOLDS, shuffle=True, random_state=seed + repeat)
    for index, (train, test) in enumerate(splitter.split(np.zeros(len(dataset.y)), dataset.y)):
        yield Fold(f"r{repeat}f{index}", train, test)

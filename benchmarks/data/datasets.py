"""The benchmark data, loaded by name from the folder that the environment variable ``IFC2F_DATA`` names.

The project contains no data. A missing file raises `DataMissing`, which names it; callers
report it and go on without it.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import scipy.sparse

from . import priced_tables
from .synthetic import CONCEPTS

ENVIRONMENT_VARIABLE = "IFC2F_DATA"
IN_SCIKIT_LEARN = "scikit-learn"  # in place of a file
SYNTHETIC = "drawn"  # likewise
COST_SETS = ("annealing", "breast", "car", "diabetes", "heart", "iris", "nursery", "tictactoe", "wine")
COST_LEVELS = ("low", "middle", "high")
N_SPLITS = 10  # of the sets whose splits are given, or that are drawn


class DataMissing(FileNotFoundError):
    """A benchmark data file that cannot be found; ``str()`` says which and where it was looked for."""

    def __init__(self, name: str, path: Path | None) -> None:
        where = (
            f"the environment variable {ENVIRONMENT_VARIABLE} is not set"
            if path is None
            else f"no file {path}"
        )
        super().__init__(f"data set {name!r} skipped: {where}")
        self.name, self.path = name, path


@dataclass(frozen=True)
class Declaration:
    """What is known of a data set before its file is read.

    ``protocol`` is how it is split: ``"given"`` (the split in the file), ``"folds"`` (five stratified
    folds), ``"blocks"`` (contiguous blocks of time) or ``"splits"`` (ten splits in the file, or draws).
    ``paper`` is its name in the paper's tables, if it is there. ``n_bins`` is the paper's number of bins.
    ``label_numbers`` are those the data were published with where they are not 1..L: a selector without an
    intercept sees them. ``decimals`` undoes the float32 storage of data that were decimal.
    """

    title: str
    file: str
    protocol: str = "folds"
    paper: str | None = None
    n_bins: int = 4
    decimals: int | None = None
    categorical: tuple[str, ...] = ()
    zero_means_missing: tuple[str, ...] = ()
    costs: str | None = None
    level: str | None = None  # which of the costs in the file
    label_numbers: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Dataset:
    """One data set in memory.

    ``X`` is (n, K), dense float64 with NaN for missing, or CSR float32; ``y`` is (n,) int32 with labels
    0..L-1; ``split`` is (n,) with 0 for training and 1 for test rows, or None; ``categorical`` lists column
    indices. ``costs`` are the prices of features that do not cost the same, ``mistakes[true, decided]`` those
    of mistakes that do not; ``splits`` are the rows of the training and test parts where these are given.
    """

    name: str
    declaration: Declaration
    X: Any
    y: np.ndarray
    class_names: tuple[str, ...]
    feature_names: tuple[str, ...]
    split: np.ndarray | None = None
    costs: Path | Mapping[str, Any] | None = None
    mistakes: np.ndarray | None = None
    splits: tuple[tuple[np.ndarray, np.ndarray], ...] = ()
    extra: Mapping[str, np.ndarray] = field(default_factory=dict)

    @property
    def sparse(self) -> bool:
        return bool(scipy.sparse.issparse(self.X))

    @property
    def label_numbers(self) -> np.ndarray:
        """The published number of each class, ascending."""
        return np.array(self.declaration.label_numbers or range(1, len(self.class_names) + 1))

    @property
    def categorical(self) -> tuple[int, ...]:
        return tuple(self.feature_names.index(name) for name in self.declaration.categorical)


def cost_set(name: str, level: str) -> str:
    """The name of a table of the benchmark of test costs at one level of mistakes' costs."""
    return f"costs-{name}-{level}"


def _declare() -> dict[str, Declaration]:
    # The order is the paper's for its eleven sets, then the others.
    return {
        "madelon": Declaration("Madelon", "madelon.npz", "given", "Madelon", label_numbers=(-1, 1)),
        "lung_cancer": Declaration("Lung Cancer", "lung_cancer.npz", paper="Lung Cancer", decimals=1),
        "mll": Declaration("MLL", "mll.npz", "given", "MLL"),
        "dexter": Declaration("Dexter", "dexter.npz", "given", "Dexter", n_bins=10, label_numbers=(-1, 1)),
        "car": Declaration("Car (genes unfiltered)", "car_11tumors.npz", paper="Car"),
        "lung2": Declaration("Lung2 (100 genes)", "lung2_rand100.npz", paper="Lung2"),
        "leukemia": Declaration("Leukemia", "leukemia.npz", paper="Leukemia"),
        "prostate": Declaration("Prostate", "prostate.npz", paper="Prostate"),
        "spambase": Declaration(
            "Spambase", "spambase.npz", paper="Spambase", n_bins=10, decimals=3, label_numbers=(0, 1)
        ),
        "dorothea": Declaration(
            "Dorothea", "dorothea.npz", "given", "Dorothea", n_bins=10, label_numbers=(-1, 1)
        ),
        "news20": Declaration(
            "News20 (tokenised again)", "news20_binary.npz", paper="News20", n_bins=10, label_numbers=(-1, 1)
        ),
        "wdbc": Declaration("Breast cancer", "wdbc.csv"),
        "thyroid": Declaration("Thyroid", "thyroid_ann.csv", "given", costs="thyroid_ann.costs.csv"),
        "pima": Declaration(
            "Pima",
            "pima.csv",
            zero_means_missing=("glucose_tol", "diastolic_bp", "triceps", "insulin", "mass_index"),
            costs="pima.costs.csv",
        ),
        "heart": Declaration(
            "Heart",
            "heart_cleveland.csv",
            categorical=("cp", "restecg", "slope", "thal"),
            costs="heart_cleveland.costs.csv",
        ),
        "wine": Declaration("Wine", IN_SCIKIT_LEARN),
        "robot": Declaration("Robot", "robot_wall24.npz", "blocks"),
        "imdb": Declaration("IMDB", "imdb.npz", "given", n_bins=10),
        **{
            cost_set(name, level): Declaration(
                f"{name}, {level} mistakes", f"test-costs/{name}.npz", "splits", level=level
            )
            for name in COST_SETS
            for level in COST_LEVELS
        },
        **{
            name: Declaration(concept.title, SYNTHETIC, "splits", categorical=concept.categorical)
            for name, concept in CONCEPTS.items()
        },
    }


DECLARED: Mapping[str, Declaration] = MappingProxyType(_declare())


def data_folder() -> Path | None:
    """The folder of the benchmark data, or None if the environment variable is not set."""
    value = os.environ.get(ENVIRONMENT_VARIABLE)
    return Path(value) if value else None


def _path(declaration: Declaration) -> Path | None:
    folder = data_folder()
    return None if folder is None else folder / declaration.file


def available(name: str) -> bool:
    """Whether the data of a declared set are there."""
    declaration = DECLARED[name]
    path = _path(declaration)
    no_file = declaration.file in (IN_SCIKIT_LEARN, SYNTHETIC)
    return no_file or (path is not None and path.is_file())


def load(name: str) -> Dataset:
    """Load a declared data set.

    Raises
    ------
    KeyError
        if no data set of that name is declared
    DataMissing
        if its file is not there
    """
    if name not in DECLARED:
        raise KeyError(f"no data set {name!r} is declared; there are {', '.join(DECLARED)}")
    declaration = DECLARED[name]
    if declaration.file == IN_SCIKIT_LEARN:
        return _load_wine(name, declaration)
    if declaration.file == SYNTHETIC:
        return _draw(name, declaration)
    path = _path(declaration)
    if path is None or not path.is_file():
        raise DataMissing(name, path)
    if declaration.level is not None:
        return _load_costs(name, declaration, path, declaration.level)
    loader = _load_csv if path.suffix == ".csv" else _load_npz
    return loader(name, declaration, path)


def _load_npz(name: str, declaration: Declaration, path: Path) -> Dataset:
    with np.load(path, allow_pickle=False) as archive:
        arrays = {key: archive[key] for key in archive.files}
    X: Any
    if "indptr" in arrays:
        X = scipy.sparse.csr_matrix(
            (
                arrays.pop("data").astype(np.float32),
                arrays.pop("indices").astype(np.int32),
                arrays.pop("indptr"),
            ),
            shape=tuple(int(size) for size in arrays.pop("shape")),
        )
    else:
        X = arrays.pop("X").astype(np.float64)
        if declaration.decimals is not None:
            X = np.round(X, declaration.decimals)
    y = arrays.pop("y").astype(np.int32)
    classes = arrays.pop("class_names", np.arange(y.max() + 1))
    features = arrays.pop("feature_names", np.array([f"f{index}" for index in range(X.shape[1])]))
    return Dataset(
        name,
        declaration,
        X,
        y,
        class_names=tuple(map(str, classes)),
        feature_names=tuple(map(str, features)),
        split=arrays.pop("split", None),
        extra=arrays,
    )


def _load_csv(name: str, declaration: Declaration, path: Path) -> Dataset:
    with path.open(newline="", encoding="utf-8") as stream:
        header, *rows = list(csv.reader(stream))
    table = np.array([[float(cell) if cell else np.nan for cell in row] for row in rows])
    columns = dict(zip(header, table.T, strict=True))
    y = columns.pop("target").astype(np.int32)
    split = columns.pop("split", None)
    X = np.column_stack(list(columns.values()))
    names = tuple(columns)
    for column in declaration.zero_means_missing:
        index = names.index(column)
        X[X[:, index] == 0.0, index] = np.nan
    return Dataset(
        name,
        declaration,
        X,
        y,
        class_names=tuple(str(label) for label in range(y.max() + 1)),
        feature_names=names,
        split=None if split is None else split.astype(np.uint8),
        costs=path.parent / declaration.costs if declaration.costs else None,
    )


def _load_wine(name: str, declaration: Declaration) -> Dataset:
    from sklearn.datasets import load_wine

    bunch = load_wine()
    return Dataset(
        name,
        declaration,
        bunch.data.astype(np.float64),
        bunch.target.astype(np.int32),
        class_names=tuple(map(str, bunch.target_names)),
        feature_names=tuple(map(str, bunch.feature_names)),
    )


def _load_costs(name: str, declaration: Declaration, path: Path, level: str) -> Dataset:
    table = priced_tables.read(path, level)
    rows = np.arange(len(table.y))
    return Dataset(
        name,
        replace(declaration, categorical=table.categorical),
        table.X,
        table.y,
        class_names=tuple(map(str, range(len(table.mistakes)))),
        feature_names=table.names,
        costs=table.costs,
        mistakes=table.mistakes,
        splits=tuple((np.setdiff1d(rows, test), np.sort(test)) for test in table.tests[:N_SPLITS]),
    )


def _draw(name: str, declaration: Declaration) -> Dataset:
    """Ten training and test parts, one below the other, each simulated anew."""
    concept = CONCEPTS[name]
    size = concept.n_train + concept.n_test
    X, y = concept.draw(np.random.default_rng(0), size * N_SPLITS)
    parts = np.arange(size * N_SPLITS).reshape(N_SPLITS, size)
    return Dataset(
        name,
        declaration,
        X,
        y.astype(np.int32),
        class_names=tuple(map(str, range(int(y.max()) + 1))),
        feature_names=concept.names,
        costs=concept.costs or None,
        splits=tuple((part[: concept.n_train], part[concept.n_train :]) for part in parts),
    )

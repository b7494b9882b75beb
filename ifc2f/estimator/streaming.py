"""Learning of the estimator from chunks: passes over data larger than memory, and streams."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f.assessment.drift import Drift, HeldOutCosts, values_of
from ifc2f.assessment.fingerprints import Sketch
from ifc2f.core.callers import warn_caller
from ifc2f.core.scikit import there_if
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.data.chunks import Chunk, Chunks, ChunkSource, Rows, as_chunk
from ifc2f.data.reservoir import Reservoir, followed_by
from ifc2f.data.summary import Summary, summarise
from ifc2f.data.weights import whole_weights
from ifc2f.learning import chunked
from ifc2f.learning.counts import Counts, FadingCounts
from ifc2f.learning.prices import warn_of_prices
from ifc2f.learning.sampling import Sampled, sample_chunks, sample_of
from ifc2f.learning.train import Progress, model_of
from ifc2f.learning.training_data import Described, check_classes
from ifc2f.metrics import instance_costs
from ifc2f.model import Model
from ifc2f.policies.from_chunks import AllRows, ChunkRows, StreamRows, refuse_unlearnable, train_on_sample
from ifc2f.settings import Settings

__all__ = ["LearnsFromChunks"]

Estimator = TypeVar("Estimator", bound="LearnsFromChunks")


@dataclass(frozen=True, eq=False)
class _Stream:
    """What `partial_fit` has counted so far, and the rows that it keeps for policies which need some."""

    data: chunked.ChunkedData
    features: Sequence[int] | None
    fading: FadingCounts | None
    n_chunks: int
    rows: tuple[Reservoir, ...]  # none with an ordered policy
    drift: Drift
    costs: HeldOutCosts

    def sample(self) -> Reservoir:
        """Return the sample of all rows."""
        return reduce(Reservoir.merge, self.rows)

    def followed_by(self, chunk: Chunk, counts: Counts) -> _Stream:
        if self.rows:
            self = replace(self, rows=followed_by(self.rows, chunk))
        summary = self.data.summary
        seen = summarise(chunk, values=False)
        ranges = np.fmin(summary.low, seen.low), np.fmax(summary.high, seen.high)
        rows = summary.class_counts + counts.classes
        summary = replace(summary, class_counts=rows, low=ranges[0], high=ranges[1])
        if self.fading is not None:
            fading = self.fading.followed_by(counts)
            data = replace(self.data, summary=summary, counts=fading.rounded())
            return replace(self, data=data, fading=fading, n_chunks=self.n_chunks + 1)
        data = replace(self.data, summary=summary, counts=self.data.counts + counts)
        return replace(self, data=data, n_chunks=self.n_chunks + 1)


def _has_edges(estimator: Any) -> bool:
    if estimator.edges is None:
        raise AttributeError(
            "partial_fit needs the parameter `edges`: bins cannot be found before the rows are there; "
            "`fit_chunks` finds them in two passes"
        )
    return True


class LearnsFromChunks:
    """Mixin of `IFC2FClassifier`; its parameters are those of that class."""

    # Attributes and methods of the estimator that are used here.
    edges: Any
    features: Any
    half_life: float | None
    class_weight: Any
    merge_spellings: bool
    missing: str
    policy: str
    budget: float | None
    feature_cost: Any
    tests: dict[str, dict[str, Any]] | None
    misclassification_cost: Any
    classes_: NDArray[Any]
    n_features_in_: int
    feature_names_in_: NDArray[Any]
    _names: Callable[[], Sequence[str]]
    _meant_as_texts: Callable[[], Sequence[Any]]
    _set_columns: Callable[[tuple[str, ...] | None, int], None]
    _given_bins: Callable[[Sequence[str]], chunked.Bins | None]
    _given_features: Callable[[], list[int] | None]
    _checked_rows: Callable[[Any], Any]
    _column: Callable[[Any, str], int]
    _categorical_columns: Callable[[Sequence[str]], list[int]]
    _settings: Callable[[], Settings]
    _n_threads: Callable[[], int]
    _progress: Callable[[], Progress]
    _labels: dict[int, tuple[str, ...]]
    _measured: Sequence[int]
    _units: Mapping[str, str] | None

    _model: Model | None = None
    _stream: _Stream | None = None

    @property
    def model_(self) -> Model:
        """The trained model; after `partial_fit`, it is trained on request."""
        if self._model is None and self._stream is not None:
            self._set_model(self._model_of_stream(self._stream))
        if self._model is None:
            raise AttributeError("the estimator is not fitted yet")
        return self._model

    @property
    def order_(self) -> NDArray[np.int32]:
        """Columns in the order of their acquisition; with a graph, those nearest to its root first."""
        return self.model_.columns[_acquired_in_order(self.model_)]

    def __sklearn_is_fitted__(self) -> bool:
        return self._model is not None or self._stream is not None

    def _forget(self) -> None:
        """Forget what was learned, so that a training that fails leaves no model of other rows behind."""
        self._stream = None
        self._units = None
        self._measured = ()
        self._set_model(None)

    def _set_model(self, model: Model | None) -> None:
        self._model = model
        self._known_rows: NDArray[np.uint64] | None = None  # that the model was made on
        self._sketches: list[Sketch] = []  # of them, that its file is to remember
        for computed in ("expected_cost_", "certificate_"):
            self.__dict__.pop(computed, None)

    def fit_chunks(
        self: Estimator,
        chunks: ChunkSource | Callable[[], Iterable[Rows]] | Iterable[Rows],
        *,
        meta: dict[str, Any] | None = None,
    ) -> Estimator:
        """Train the model on rows that come in chunks, in a few passes over them.

        Memory does not grow with the number of rows. An ordered policy takes two passes, or three with more
        than 2000 columns. It equals that of `fit` on all rows, except that bin edges of columns with more
        than 1024 distinct values come from a sketch, unless `binning` is "equal-width" or `edges` are given.

        For other policies, the first pass keeps a sample of `graph_rows` rows. If these are all rows, the
        model is that of `fit`. Otherwise policies are compared, and a graph grown, on the sample; further
        passes count all rows in the tables of the chosen policy and down the graph, which is then pruned. A
        category that no row of the sample has counts as missing in graphs and adaptive policies.

        Parameters
        ----------
        chunks : callable or iterable
            A callable that returns a new iterator over pairs (X, y), or such pairs in a list. X and y are as
            for `fit`; all chunks have the same columns. Instead of pairs there may be (X, y, sample_weight),
            whose whole numbers say how many rows each row stands for.
        meta : dict, optional
            As for `fit`.

        Raises
        ------
        ValueError
            If chunks do not match each other, or a setting needs all rows at once; the message names chunk,
            column or setting.
        TypeError
            If `chunks` is an iterator, which can be used only once.
        """
        self._forget()
        if self.class_weight is not None:
            raise ValueError("class_weight needs all rows at once: give weights in the chunks instead")
        if self.merge_spellings:
            raise ValueError("merge_spellings needs all rows at once: use fit, or merge them in the chunks")
        self._refuse_companions()
        source = chunks if isinstance(chunks, ChunkSource) else Chunks(chunks, self._meant_as_texts())
        names, n_columns = source.columns()
        self._set_columns(names, n_columns)
        column_names = self._names()
        settings, n_threads, progress = self._settings(), self._n_threads(), self._progress()
        about: dict[str, Any] = {
            "categorical": self._categorical_columns(column_names),
            "given": self._given_bins(column_names),
            "features": self._given_features(),
        }
        if self.policy == "ordered":
            data = chunked.count_chunks(source, settings, **about, n_jobs=n_threads, progress=progress)
            self._labels, self.classes_ = data.labels, data.summary.classes
            self._set_model(self._model_of(data, about["features"], meta))
            return self
        refuse_unlearnable(self.policy, settings)
        sampled = sample_chunks(source, settings.graph_rows, settings.seed, **about, progress=progress)
        self._labels, self.classes_ = sampled.labels, sampled.summary.classes
        rows = ChunkRows(source, sampled, n_threads, progress)
        self._set_model(self._model_of_sample(sampled, rows, meta))
        return self

    @there_if(_has_edges)
    def partial_fit(
        self: Estimator,
        X: Any,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Estimator:
        """Learn from further rows.

        A warning names a feature whose distribution changes, or says that held-out rows cost more: those that
        come after the model was used, before it learns from them.

        After all rows of a data set the model equals that of `fit`, bit for bit, unless `half_life` is set:
        then old rows weigh less. Training waits until the model is used, so many small chunks cost little.

        Policies other than "ordered" are trained on rows. The estimator keeps `graph_rows` of them, chosen at
        random, in memory and in its pickle. As long as these are all rows so far, the model is that of `fit`.
        With more rows, tables are learned from all rows, and a graph and the choice of the policy from the
        kept ones.

        Parameters
        ----------
        X : array_like, sparse matrix or data frame, shape (n, n_features)
            As for `fit`.
        y : array_like, shape (n,)
            Class labels.
        classes : array_like, shape (n_classes,)
            All class labels; the first call needs them.
        sample_weight : array_like, shape (n,), optional
            Whole numbers: how many rows each row stands for. None: one.

        Raises
        ------
        ValueError
            If `classes` is missing in the first call, there are more than 2000 columns and no `features`, the
            rows do not match `edges`, or hold another class.
        """
        first = self._stream is None
        number = 0 if self._stream is None else self._stream.n_chunks
        chunk = as_chunk(X, y, number, 0, sample_weight, self._meant_as_texts())
        if self._stream is None:
            if classes is None:
                raise ValueError("the first call of partial_fit needs `classes`, all possible class labels")
            stream = self._new_stream(chunk, np.unique(np.asarray(classes)))
        else:
            stream = self._stream
        data = stream.data
        counts = chunked.count_chunk(
            chunk, data.bins, data.summary.classes, data.summary.names, data.columns, n_jobs=self._n_threads()
        )
        if first and self.half_life is not None:
            stream = replace(stream, fading=FadingCounts.of(data.counts, self.half_life))
        self._stream = self._watched(stream, counts, X, y, sample_weight).followed_by(chunk, counts)
        self.classes_ = self._stream.data.summary.classes
        self._labels = self._stream.data.labels
        self._set_model(None)
        return self

    def _watched(
        self, stream: _Stream, counts: Counts, X: Any, y: ArrayLike, sample_weight: ArrayLike | None
    ) -> _Stream:
        """Compare rows with those before, and their cost if a model was used that has not seen them."""
        drift, shifts = stream.drift.followed_by(values_of(counts))
        names = [*(repr(stream.data.names[c]) for c in stream.data.columns), "the classes"]
        for shift in shifts:
            tell_drift(
                f"the distribution of {names[shift.column]} has changed: {shift.distance:.0%} of the latest "
                "rows have other values than before"
            )
        costs = stream.costs
        if self._stream is not None and self._model is not None:
            matrix = self._checked_rows(X)
            acquisition = self._model.classify(matrix, unknown="missing", n_jobs=self._n_threads())
            paid = instance_costs(y, acquisition, self._model.misclassification)
            times = 1 if sample_weight is None else whole_weights(sample_weight, len(paid), "partial_fit")
            costs, risen = costs.followed_by(np.repeat(paid, times))
            if risen is not None:
                tell_drift(
                    f"the latest held-out rows cost {risen[1]:.4g} on average, and {risen[0]:.4g} before"
                )
        return replace(stream, drift=drift, costs=costs)

    def _new_stream(self, chunk: Chunk, classes: NDArray[Any]) -> _Stream:
        self._refuse_companions()
        if self.policy != "ordered" and self.half_life is not None:
            raise ValueError(
                f"half_life is for policy='ordered', whose counts can fade; policy={self.policy!r} is "
                "trained on rows of equal weight"
            )
        self._set_columns(chunk.names, chunk.n_columns)
        settings = self._settings()
        chunked.refuse_settings(settings)
        names = self._names()
        bins = self._given_bins(names)
        assert bins is not None
        features = self._given_features()
        columns = list(range(len(names))) if features is None else features
        if len(columns) > chunked.MOST_PAIRED:
            raise ValueError(
                f"all pairs of features are counted in a stream, so {len(columns)} columns are too many (at "
                f"most {chunked.MOST_PAIRED}): name those to keep with the parameter `features`"
            )
        check_classes(classes.tolist())
        empty = np.full(chunk.n_columns, np.nan, dtype=np.float32)
        no_rows = np.zeros(len(classes), dtype=np.int64)
        summary = Summary(0, chunk.names, classes, no_rows, empty, empty, {})
        nothing = replace(chunk, matrix=chunk.matrix[:0], labels=chunk.labels[:0], texts={})
        counts = chunked.count_chunk(nothing, bins, classes, chunk.names, columns)
        rows: tuple[Reservoir, ...] = ()
        if self.policy != "ordered":
            rows = (sample_of(nothing, settings.graph_rows, settings.seed)[1],)
        data = chunked.ChunkedData(summary, bins, columns, counts)
        self._costs(data)  # wrong costs are reported with the first rows, not when the model is requested
        return _Stream(data, features, None, 0, rows, Drift.of(values_of(counts)), HeldOutCosts())

    def _refuse_companions(self) -> None:
        if self.missing == "category":
            raise ValueError(
                "missing='category' needs all rows at once: use fit, or give whether a value was measured as "
                "a column of its own"
            )

    def _model_of(
        self, data: chunked.ChunkedData, features: Sequence[int] | None, meta: dict[str, Any] | None
    ) -> Model:
        settings = self._settings()
        budget = np.inf if self.budget is None else self.budget
        costs = self._costs(data)
        kept = data.kept(settings, features, costs[0], self._n_threads())
        n_threads, progress = self._n_threads(), self._progress()
        return model_of(data, kept, *costs, budget, settings, meta or {}, n_threads, progress)

    def _model_of_stream(self, stream: _Stream) -> Model:
        data = stream.data
        if self.policy == "ordered":
            return self._model_of(data, stream.features, None)
        if not stream.rows:
            raise ValueError(
                f"policy={self.policy!r} is trained on rows, but partial_fit kept none while policy was "
                "'ordered': start with a new estimator"
            )
        categorical = self._categorical_columns(self._names())
        sampled = Sampled(data.summary, stream.sample(), data.bins, categorical, stream.features)
        return self._model_of_sample(sampled, StreamRows(data), None)

    def _model_of_sample(self, sampled: Sampled, rows: AllRows, meta: dict[str, Any] | None) -> Model:
        return train_on_sample(
            self.policy,
            sampled,
            rows,
            *self._costs(sampled),
            budget=np.inf if self.budget is None else self.budget,
            settings=self._settings(),
            meta=meta,
            n_jobs=self._n_threads(),
            progress=self._progress(),
        )

    def _costs(self, data: Described) -> tuple[AcquisitionCosts, NDArray[np.float32]]:
        """Return the costs of features and of mistakes."""
        costs = AcquisitionCosts.from_spec(self.feature_cost, data.names, self.tests)
        mistakes = misclassification(self.misclassification_cost, data.classes)
        warn_of_prices(costs, mistakes)
        return costs, mistakes


def tell_drift(what: str) -> None:
    """Warn the caller of `partial_fit`."""
    advice = "old rows may mislead: plan again on recent ones with a new estimator, or set half_life"
    warn_caller(f"{what}; {advice}")


def _acquired_in_order(model: Model) -> list[int]:
    """Return the features that the policy may acquire: in its order, or by their depth in its graph."""
    if model.policy != "graph":
        return list(range(model.n_stages if model.policy == "ordered" else model.n_features))
    nodes = model.graph_nodes()
    order: list[int] = []
    level = [0]
    while level:
        order += [nodes[i].feature for i in level if nodes[i].feature >= 0]
        below = [(n.low, n.high, n.missing) for n in (nodes[i] for i in level) if n.feature >= 0]
        level = list(dict.fromkeys(child for children in below for child in children))
    return list(dict.fromkeys(order))

"""A model: the bytes of a model file and a view of them through the C runtime."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import ffi, lib
from ifc2f.acquisition import Acquisition
from ifc2f.core.checks import listed, named, whole_number
from ifc2f.core.errors import ModelError, status_text
from ifc2f.core.words import words
from ifc2f.costs import AcquisitionCosts, checked_budget
from ifc2f.data.columns import float_rows, plain_matrix
from ifc2f.data.matrix import is_sparse
from ifc2f.files import format as fmt
from ifc2f.files.graph_nodes import Node, at_prior, graph_section, read_nodes
from ifc2f.files.meta import deferral_threshold, label_array, read_meta
from ifc2f.files.ordered_section import read_ordered
from ifc2f.files.reading import read_regular
from ifc2f.files.writing import write_atomically
from ifc2f.network import ClassLabel, Network

_ROWS_AT_ONCE = 32768  # rows converted to float32 at a time: stays within the processor's cache
_LARGEST = float(np.finfo(np.float32).max)
OF_DECISIONS = ("distilled", "guarantee", "plan")  # descriptions that hold for decisions as they are
_CELLS_AT_ONCE = 1 << 23  # of the acquisitions of these rows: a model may have very many features


class Model:
    """A trained model: tree network, costs, policy, and descriptions for people.

    A model is immutable. Get one from :meth:`load`, from a fitted estimator's ``model_``, or from
    :meth:`build`; use it through :class:`Session`, one answer at a time, or :meth:`classify`, many rows at
    once.

    Parameters
    ----------
    data : bytes
        The bytes of a model file.

    Raises
    ------
    ModelError
        If the bytes are not a model or are damaged; the message says what is wrong.
    """

    def __init__(self, data: bytes) -> None:
        self._bytes = bytes(data)
        self._buffer = ffi.from_buffer(self._bytes)
        self.c_model = ffi.new("ifc2f_model *")
        status = lib.ifc2f_open(self.c_model, self._buffer, len(self._bytes))
        if status < 0:
            raise ModelError(status_text(status))
        try:
            self.meta = read_meta(
                self._sections.get("META"), self.n_classes, self.c_model.n_groups, self._n_categories()
            )
        except ValueError as error:
            raise ModelError(words("the model's descriptive section is damaged: {why}", why=error)) from error

    def _n_categories(self) -> list[int | None]:
        """Return the number of categories of every feature, None for a numeric one."""
        numeric = fmt.numeric_features(self._sections)
        return [None if numeric[k] else lib.ifc2f_n_values(self.c_model, k) for k in range(self.n_features)]

    @classmethod
    def build(
        cls,
        network: Network,
        costs: AcquisitionCosts,
        misclassification: NDArray[np.float32],
        *,
        budget: float = np.inf,
        policies: Mapping[str, bytes] | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Model:
        """Build a model from its parts.

        Parameters
        ----------
        network : Network
            L classes, K features.
        costs : AcquisitionCosts
            Costs of the K features, in their order.
        misclassification : ndarray of float32, shape (L, L)
            Cost of deciding column j when row i is true.
        budget : float, default=inf
            The most that a session spends.
        policies : mapping of str to bytes, optional
            Policy sections by tag, such as ``{"ORDR": plan(model)}``.
        meta : mapping, optional
            Descriptions for people, as JSON values; a list ``features`` of mappings describes the features.

        Raises
        ------
        ValueError
            If a part is out of range.
        """
        described = dict(meta or {})
        extra = described.get("features", [{}] * len(network.features))
        described["features"] = [
            {**entry, "name": feature.name}
            | ({"labels": list(feature.labels)} if feature.labels is not None else {})
            | ({"delay": delay} if delay else {})
            for feature, entry, delay in zip(network.features, extra, costs.delay, strict=True)
        ]
        described |= {"classes": list(network.classes), "groups": list(costs.group_names)}
        limit = checked_budget(budget)
        return cls(fmt.write_model(network, costs, misclassification, limit, policies or {}, described))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Model:
        """Read a model file.

        Raises
        ------
        ModelError
            If the file is not a model or is damaged; the message names the file and what is wrong.
        OSError
            If the file cannot be read, is not a regular file, or is larger than 1 GB.
        """
        data = read_regular(path, magic=fmt.MAGIC)
        try:
            return cls(data)
        except ModelError as error:
            raise ModelError(words("{path}: {why}", path=os.fspath(path), why=error)) from None

    def __reduce__(self) -> tuple[type[Model], tuple[bytes]]:
        return Model, (self._bytes,)

    def __repr__(self) -> str:
        return f"<Model: {self.n_features} features, classes {listed(self.classes)}>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model file. It replaces an old file only once it is complete.

        Raises
        ------
        OSError
            If the file cannot be written; an old file then stays as it was.
        """
        write_atomically(path, self._bytes)

    def to_bytes(self) -> bytes:
        """Return the bytes of the model file."""
        return self._bytes

    def to_page(self) -> str:
        """Return a self-contained web page that asks the questions: HTML, to be written as UTF-8."""
        from ifc2f.page.assemble import page  # loaded when wanted: sessions start sooner

        return page(self._bytes, self.meta)

    def with_policies(self, policies: Mapping[str, bytes]) -> Model:
        """Return a model with other policy sections; a guarantee belongs to the old policy and is dropped."""
        meta = {key: value for key, value in self.meta.items() if key not in OF_DECISIONS}
        return Model(fmt.with_policies(self._sections, policies, meta))

    def with_meta(self, meta: Mapping[str, Any]) -> Model:
        """Return a model with other descriptions."""
        return self.changed(meta=meta)

    def changed(self, **parts: Any) -> Model:
        """Return a model with some parts of `build` replaced.

        A guarantee and the bounds of a plan hold only for the old decisions, so they stay only if you replace
        nothing but descriptions. A policy graph that is not replaced asks the same questions, with posteriors
        at the new prior. An adaptive policy loses the plan kept with it, whose bounds were for the old parts.
        """
        names = ("network", "costs", "misclassification", "budget", "policies", "meta")
        kept = {name: getattr(self, name) for name in names}
        if set(parts) - {"meta"}:
            kept["meta"] = {key: value for key, value in self.meta.items() if key not in OF_DECISIONS}
        of_policy = {"network", "costs", "misclassification"}  # what beliefs and expected costs follow
        is_other = bool(set(parts) & of_policy) and "policies" not in parts
        if is_other and "GRAF" in self.policies:
            kept["policies"] = {**self.policies, "GRAF": self._graph_with({**kept, **parts})}
        if is_other and self.policy == "adaptive":
            kept["policies"] = {"ADPT": self.policies["ADPT"]}
        return Model.build(**{**kept, **parts})

    def _graph_with(self, parts: Mapping[str, Any]) -> bytes:
        """Return the policy graph as it is with other parts of the model."""
        nodes = self.graph_nodes()
        before, prior = self.network.prior, parts["network"].prior
        return graph_section(at_prior(nodes, before, prior, parts["costs"], parts["misclassification"]))

    @cached_property
    def _sections(self) -> fmt.Sections:
        return fmt.decode(self._bytes)

    @cached_property
    def network(self) -> Network:
        """The network: features, tables, classes and prior."""
        return fmt.network_from(self._sections, self.meta)

    @cached_property
    def _costs_and_budget(self) -> tuple[AcquisitionCosts, float]:
        return fmt.costs_from(self._sections, self.meta)

    @property
    def costs(self) -> AcquisitionCosts:
        """Acquisition costs of the features."""
        return self._costs_and_budget[0]

    @property
    def budget(self) -> float:
        """The most that a session spends; infinity for no limit."""
        return self._costs_and_budget[1]

    @property
    def policies(self) -> dict[str, bytes]:
        """Policy sections by tag."""
        return {tag: self._sections[tag] for tag in ("ORDR", "GRAF", "ADPT") if tag in self._sections}

    def graph_nodes(self) -> list[Node]:
        """Return the nodes of the policy graph, the root first.

        Raises
        ------
        ValueError
            If the model has none.
        """
        if "GRAF" not in self._sections:
            raise ValueError("the model has no policy graph: train with policy='graph'")
        return read_nodes(self._sections["GRAF"], self.n_classes)

    @property
    def misclassification(self) -> NDArray[np.float32]:
        """Misclassification costs, shape (L, L): rows true, columns assigned."""
        costs = np.frombuffer(self._sections["MISC"], dtype="<f4").astype(np.float32)
        return costs.reshape(self.n_classes, -1)

    @property
    def classes(self) -> tuple[ClassLabel, ...]:
        """The class labels."""
        return tuple(self.meta["classes"])

    @property
    def n_classes(self) -> int:
        """Number of classes, L."""
        return int(self.c_model.n_classes)

    @property
    def n_features(self) -> int:
        """Number of features in the network, K."""
        return int(self.c_model.n_features)

    @property
    def policy(self) -> str | None:
        """The kind of policy: "graph", "adaptive", "ordered", or None."""
        names = {"GRAF": "graph", "ADPT": "adaptive", "ORDR": "ordered"}
        return next((name for tag, name in names.items() if tag in self._sections), None)

    @property
    def n_stages(self) -> int:
        """Number of features the ordered policy may acquire."""
        return int(self.c_model.ordered.n_stages)

    @property
    def treatment(self) -> str | None:
        """How the ordered policy's sets of alpha vectors are indexed; None without such a policy."""
        section = self._sections.get("ORDR")
        return None if section is None else read_ordered(section, self.n_classes).treatment

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Names of the features, in the network's order."""
        return tuple(entry["name"] for entry in self.meta["features"])

    @cached_property
    def columns(self) -> NDArray[np.int32]:
        """Column of the training matrix that each feature came from, shape (K,)."""
        return np.array([lib.ifc2f_column(self.c_model, k) for k in range(self.n_features)], dtype=np.int32)

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of the file's bytes, in hexadecimal: the model's identity."""
        return hashlib.sha256(self._bytes).hexdigest()

    def feature_index(self, feature: int | str) -> int:
        """Return the index of a feature given by index or name.

        Raises
        ------
        ValueError
            If there is no such feature.
        TypeError
            If it is neither a whole number nor a text.
        """
        if isinstance(feature, str):
            if feature not in self._index_of_name:
                raise ValueError(f"the model has no feature {feature!r}; it has {listed(self.feature_names)}")
            return self._index_of_name[feature]
        index = whole_number(feature, "a feature is given by its name or number")
        if not 0 <= index < self.n_features:
            raise ValueError(f"the model has no feature {index}; its features are 0 to {self.n_features - 1}")
        return index

    @cached_property
    def _index_of_name(self) -> dict[str, int]:
        return {name: k for k, name in enumerate(self.feature_names)}

    def describe_error(self, status: int, feature: int, value: float) -> str:
        """Return a sentence about a value that the runtime refused."""
        name = self.feature_names[feature]
        if status != lib.IFC2F_ERR_VALUE:
            return f"feature {name!r}: {status_text(status)}"
        if not np.isfinite(value):
            return (
                f"feature {name!r}: {value} is not a finite number of at most {_LARGEST:.2g} in size; "
                "use NaN for a missing value"
            )
        known = self.network.features[feature]
        if known.labels is not None:
            return f"feature {name!r}: the value is not one of its categories, {listed(known.labels)}"
        categories = listed([f"{v:g}" for v in known.values])
        return f"feature {name!r}: {value:g} is not one of its categories, {categories}"

    def found_by_name(self, X: Any, columns: Any = None) -> tuple[Any, Any]:
        """Return a data frame as a matrix with a column for each feature, and the numbers of its columns.

        Anything else is returned unchanged. So is a frame whose columns are numbered, and a frame with
        none of the model's names if the model was trained on columns without names.
        """
        if type(X) is np.ndarray:
            return X, columns
        from ifc2f.data.frames import frame_of  # a program that runs a model may have no frames

        if (frame := frame_of(X)) is None:
            return X, columns
        features, names = self.network.features, set(map(str, frame.labels))
        is_unnamed = all(f.name == f"x{f.column}" and f.name not in names for f in features)
        if columns is not None or is_unnamed:
            return frame.matrix({}), columns
        return frame.by_name(features), np.arange(self.n_features)

    def classify(
        self,
        X: Any,
        *,
        columns: Sequence[int] | NDArray[np.integer[Any]] | None = None,
        budget: float | None = None,
        unknown: str = "error",
        known: Iterable[int | str] | None = (),
        n_jobs: int = 1,
        progress: Callable[[int], None] | None = None,
    ) -> Acquisition:
        """Classify each row of a matrix, acquiring one feature at a time as the policy asks.

        Parameters
        ----------
        X : array_like, SciPy sparse matrix or data frame, shape (n, C)
            NaN is a missing value. Cells that the policy does not ask for have no effect. Columns of a data
            frame are matched by name, and further columns are ignored; its categories are texts. In a matrix,
            categories are the model's numbers for them (``network.features[k].values``).
        columns : array_like of int, shape (K,), optional
            Column of `X` for each feature; default: the columns of the training matrix.
        budget : float, optional
            The most to spend on a row; default: the model's budget.
        unknown : {"error", "missing"}, default="error"
            What to do with a category the model does not know.
        known : iterable of int or str, optional
            Features whose values are known before the first acquisition, at no cost, where a row has them.
        n_jobs : int, default=1
            Number of threads.
        progress : callable, optional
            Called with the number of rows done since the last call.

        Raises
        ------
        ValueError
            If a value that is known or asked for is infinite or an unknown category; the message names the
            row and the feature. If a data frame lacks a column.
        """
        X, columns = self.found_by_name(X, columns)
        X = X if is_sparse(X) else plain_matrix(X)
        if X.ndim != 2:
            raise ValueError(f"X must have two dimensions, not {X.ndim}")
        wanted = self.columns if columns is None else np.asarray(columns)
        if wanted.shape != (self.n_features,):
            raise ValueError(
                f"columns must name one column for each of the {self.n_features} features, not be of shape "
                f"{wanted.shape}"
            )
        if wanted.size and wanted.dtype.kind not in "iu":
            raise ValueError(f"columns must be numbers of columns, not {wanted.tolist()}")
        outside = wanted[(wanted < 0) | (wanted >= X.shape[1])]
        if len(outside):
            raise ValueError(f"X has {X.shape[1]} columns; the model acquires column {int(outside[0])}")
        limit = self.budget if budget is None else checked_budget(budget)
        if unknown not in ("error", "missing"):
            raise ValueError(f"unknown must be 'error' or 'missing', not {unknown!r}")
        n_jobs = whole_number(n_jobs, "n_jobs must be a number of threads")
        if is_sparse(X):  # only what may be asked for; made dense a chunk of rows at a time
            X, wanted = X.tocsr()[:, wanted], np.arange(self.n_features)
        n = X.shape[0]
        known_features = list(dict.fromkeys(map(self.feature_index, named(known, "known"))))
        batch = _Batch(self, n, known_features)
        n_at_once = max(min(_ROWS_AT_ONCE, _CELLS_AT_ONCE // max(self.n_features, 1)), 1)
        chunks = range(0, n, n_at_once)

        def run(start: int) -> int:
            rows = X[start : start + n_at_once]
            rows = rows.toarray() if is_sparse(rows) else rows
            n_unknown = batch.run(rows, wanted, start, limit, unknown == "missing")
            if progress is not None:
                progress(len(rows))
            return n_unknown

        if n_jobs == 1 or len(chunks) < 2:
            n_unknown = sum(map(run, chunks))
        else:
            from concurrent.futures import ThreadPoolExecutor  # imports logging, which few rows do not need

            with ThreadPoolExecutor(n_jobs if n_jobs > 0 else os.cpu_count()) as pool:
                n_unknown = sum(pool.map(run, chunks))
        is_guaranteed = limit == self.budget and not known_features  # for other answers it was not tried
        return batch.result(n_unknown, deferral_threshold(self.meta) if is_guaranteed else 0.0)


def checked_model(model: Any, what: str) -> Model:
    """Return a model. Raise TypeError for anything else, such as a classifier instead of its `model_`."""
    if not isinstance(model, Model):
        raise TypeError(
            f"{what} needs a Model, such as Model.load(path) or a classifier's model_, not {model!r}"
        )
    return model


class _Batch:
    """Output arrays of a batch, filled range by range, possibly by several threads at once."""

    def __init__(self, model: Model, n: int, known: Sequence[int]) -> None:
        self.model, self.known = model, np.array(known, dtype=np.uint32)
        self.label = np.empty(n, dtype=np.int32)
        self.posterior = np.empty((n, model.n_classes), dtype=np.float32)
        self.n_features = np.empty(n, dtype=np.int32)
        self.cost = np.empty(n, dtype=np.float32)
        self.orders: dict[int, NDArray[np.int32]] = {}  # by first row, as wide as the most acquisitions there

    def run(
        self, rows: NDArray[Any], columns: NDArray[Any], start: int, budget: float, unknown_is_missing: bool
    ) -> int:
        """Classify rows into the arrays from position `start` on; return how many categories are unknown."""
        matrix, at = float_rows(rows, columns)
        part = slice(start, start + len(rows))
        batch = ffi.new("ifc2f_batch *")
        batch.label = ffi.from_buffer("int32_t *", self.label[part])
        batch.posterior = ffi.from_buffer("float *", self.posterior[part])
        batch.n_acquired = ffi.from_buffer("int32_t *", self.n_features[part])
        batch.cost = ffi.from_buffer("float *", self.cost[part])
        order = np.empty((len(rows), max(self.model.n_features, 1)), dtype=np.int32)
        batch.order = ffi.from_buffer("int32_t *", order)
        batch.order_width = order.shape[1]
        batch.known, batch.n_known = ffi.from_buffer("uint32_t *", self.known), len(self.known)
        if "ADPT" in self.model.policies:
            together = np.empty(lib.ifc2f_together_bytes(self.model.c_model, len(rows)) // 4, dtype=np.uint32)
            batch.together = ffi.from_buffer(together)
        report = ffi.new("ifc2f_batch_report *")
        memory_bytes = lib.ifc2f_session_bytes(self.model.c_model)
        status = lib.ifc2f_classify(
            self.model.c_model,
            ffi.from_buffer("float *", matrix),
            len(rows),
            matrix.shape[1],
            ffi.from_buffer("uint32_t *", at),
            budget,
            unknown_is_missing,
            ffi.new("uint32_t[]", memory_bytes // 4),
            memory_bytes,
            batch,
            report,
        )
        if status < 0:
            row, feature = report.failed_row, report.failed_feature
            if status != lib.IFC2F_ERR_VALUE:
                raise ValueError(status_text(status))
            value = float(matrix[row, at[feature]])
            raise ValueError(f"row {start + row}, {self.model.describe_error(status, feature, value)}")
        self.orders[start] = order[:, : self.n_features[part].max(initial=0)].copy()
        return int(report.n_unknown)

    def result(self, n_unknown: int, threshold: float) -> Acquisition:
        """Return labels as the model's classes and acquisitions as columns."""
        order = np.full((len(self.label), self.n_features.max(initial=0)), -1, dtype=np.int32)
        columns = np.append(self.model.columns, -1).astype(np.int32)
        for start, part in self.orders.items():
            order[start : start + len(part), : part.shape[1]] = columns[part]
        label = label_array(self.model.classes)[self.label]
        given = self.posterior, self.n_features, self.cost, order, n_unknown, threshold
        names = dict(zip(columns.tolist(), self.model.feature_names, strict=False))
        return Acquisition(label, *given, classes=self.model.classes, names=names)

"""Scoring where rows come in batches: Spark's `mapInPandas`, and `map_batches` of Ray and polars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ifc2f.core.checks import listed, named
from ifc2f.costs import checked_budget
from ifc2f.model import Model, checked_model

if TYPE_CHECKING:
    import pandas

__all__ = ["BatchScorer"]

# Types of the result's columns, as Spark and polars write them; the label has that of the classes.
_RESULTS = {"deferred": "boolean", "cost": "float", "n_features": "int", "acquired": "array<string>"}
_LABELS = {bool: "boolean", int: "bigint", float: "double", str: "string"}
_POLARS = {
    "boolean": "Boolean",
    "bigint": "Int64",
    "double": "Float64",
    "string": "String",
    "float": "Float32",
    "int": "Int32",
}


class BatchScorer:
    """A function that classifies a batch of rows, acquiring one feature at a time as the policy asks.

    It takes a data frame of pandas or polars, a table or record batch of pyarrow, or a dict of arrays, and
    returns the same kind, with the columns of `Acquisition.to_frame`. Of an iterator of batches it returns an
    iterator. It can be pickled, so it travels to the workers of a cluster, and the model with it.

    Parameters
    ----------
    model : Model
        Such as ``classifier.model_``, or ``Model.load(path)``.
    keep : sequence of str, optional
        Columns of the batch to repeat at the front of the result, such as keys of the rows.
    budget : float, optional
        The most to spend on a row; default: the model's budget.
    unknown : {"missing", "error"}, default="missing"
        What to do with a category that the model does not know.
    known : iterable of int or str, optional
        Features whose values are known before the first acquisition and cost nothing. Where a value is
        missing, the policy may still ask for it.

    Raises
    ------
    ValueError
        If `known` names no feature of the model, or `keep` names a column twice or one of the result.

    Examples
    --------
    With ``score = BatchScorer(model, keep=["id"])``:

    >>> spark_frame.mapInPandas(score, score.schema(spark_frame))        # doctest: +SKIP
    >>> lazy_frame.map_batches(score, schema=score.schema(lazy_frame))   # doctest: +SKIP
    >>> ray_dataset.map_batches(score, batch_format="pandas")            # doctest: +SKIP
    """

    def __init__(
        self,
        model: Model,
        keep: Sequence[str] = (),
        *,
        budget: float | None = None,
        unknown: str = "missing",
        known: Iterable[int | str] | None = (),
    ) -> None:
        self.model = checked_model(model, "scoring")
        self.keep = [keep] if isinstance(keep, str) else list(keep)
        self.budget = None if budget is None else checked_budget(budget)
        self.unknown = unknown
        self.known = [self.model.feature_index(name) for name in named(known, "known")]
        if unknown not in ("missing", "error"):
            raise ValueError(f"unknown must be 'missing' or 'error', not {unknown!r}")
        names = [*self.keep, *self._types()]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"keep: the result would have the column {name!r} twice; rename it first")

    def __call__(self, batch: Any) -> Any:
        """Classify a batch, or each batch of an iterator once it is asked for.

        Raises
        ------
        ValueError
            If a column of the model or of `keep` is missing, or as for `Model.classify`.
        """
        if isinstance(batch, Iterator):
            return map(self, batch)
        package = type(batch).__module__.partition(".")[0]
        if package == "polars":
            import polars

            return polars.concat(
                [batch.select(self._kept(batch)), self._scored(batch, "polars")], how="horizontal"
            )
        if package == "pyarrow":
            import pyarrow as pa

            table = pa.Table.from_batches([batch]) if isinstance(batch, pa.RecordBatch) else batch
            scored = self._as_pandas(table.to_pandas())
            arrow = pa.Table.from_pandas(scored, preserve_index=False)
            return arrow if batch is table else arrow.combine_chunks().to_batches()[0]
        import pandas

        if isinstance(batch, dict):
            return {
                name: column.to_numpy() for name, column in self._as_pandas(pandas.DataFrame(batch)).items()
            }
        return self._as_pandas(batch)

    def schema(self, frame: Any) -> Any:
        """Return the columns of the result and their types.

        Parameters
        ----------
        frame : pyspark.sql.DataFrame or polars.LazyFrame or polars.DataFrame
            What will be scored: it knows the types of the columns kept.

        Returns
        -------
        str or dict
            For `mapInPandas`, or for `map_batches` of polars.
        """
        if type(frame).__module__.partition(".")[0] == "polars":
            return self._polars_schema(frame.collect_schema())
        given = {field.name: field.dataType.simpleString() for field in frame.schema.fields}
        types = {**{name: given[name] for name in self._kept(given)}, **self._types()}
        return ", ".join(f"`{name.replace('`', '``')}` {kind}" for name, kind in types.items())

    def _polars_schema(self, given: Any) -> dict[str, Any]:
        import polars

        own = {name: getattr(polars, _POLARS.get(kind, "String"))() for name, kind in self._types().items()}
        own["acquired"] = polars.List(polars.String)
        return {**{name: given[name] for name in self._kept(given)}, **own}

    def _types(self) -> dict[str, str]:
        """Return the columns of the result and their types in Spark."""
        classes = self.model.classes
        kinds = {type(label) for label in classes}
        label = _LABELS[kinds.pop()] if len(kinds) == 1 else "string"
        return {"label": label, **_RESULTS, **{f"P({c})": "float" for c in classes}}

    def _kept(self, names: Any) -> list[str]:
        there = list(getattr(names, "columns", names))
        for name in self.keep:
            if name not in there:
                raise ValueError(f"keep: the batch has no column {name!r}; it has {listed(there)}")
        return self.keep

    def _scored(self, batch: Any, kind: Any) -> Any:
        acquisition = self.model.classify(batch, budget=self.budget, unknown=self.unknown, known=self.known)
        return acquisition.to_frame(kind)

    def _as_pandas(self, batch: pandas.DataFrame) -> pandas.DataFrame:
        import pandas

        scored = self._scored(batch, "pandas").set_axis(batch.index)
        kept: pandas.DataFrame = batch[self._kept(batch)]
        return pandas.concat([kept, scored], axis=1)

"""Times as numbers: dates and moments as days, times of day and durations as seconds.

Moments with a time zone count in universal time.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "DAYS",
    "DURATION",
    "EPOCH",
    "SECONDS",
    "Written",
    "times_of_arrow",
    "times_of_objects",
    "times_of_pandas",
    "times_of_polars",
]

DAYS, SECONDS, DURATION = "days since 1970-01-01", "seconds since midnight", "seconds"
EPOCH = np.datetime64("1970-01-01")


class Written(NamedTuple):
    """The numbers of a column, and their unit: None if the file has none."""

    numbers: NDArray[np.float64]
    unit: str | None = None


def times_of_pandas(column: Any) -> Written:
    """Return what a column of pandas of moments or durations stands for, NaN where one is missing."""
    if hasattr(column.dtype, "pyarrow_dtype"):
        times = times_of_arrow(column.array.__arrow_array__())
        assert times is not None
        return times
    if column.dtype.kind == "M":
        return Written(_days_of(column.to_numpy("datetime64[us]", na_value=np.datetime64("NaT", "us"))), DAYS)
    durations = column.to_numpy("timedelta64[us]", na_value=np.timedelta64("NaT", "us"))
    return Written(durations / np.timedelta64(1, "s"), DURATION)


def times_of_polars(column: Any) -> Written:
    """Return what a column of polars that holds times stands for, NaN where one is missing."""
    import polars

    if column.dtype == polars.Time:
        return Written(column.cast(polars.Int64).cast(polars.Float64).to_numpy() / 1e9, SECONDS)
    if column.dtype == polars.Duration:
        return Written(column.dt.total_microseconds().cast(polars.Float64).to_numpy() / 1e6, DURATION)
    moments = column.cast(polars.Datetime("us", getattr(column.dtype, "time_zone", None)))
    if moments.dtype.time_zone is not None:
        moments = moments.dt.convert_time_zone("UTC").dt.replace_time_zone(None)
    return Written(_days_of(moments.to_numpy()), DAYS)


def times_of_arrow(column: Any) -> Written | None:
    """Return what a column of pyarrow that holds times stands for, NaN if missing; None for others."""
    import pyarrow
    from pyarrow import types

    kind = column.type
    if types.is_date(kind) or types.is_timestamp(kind):
        moments = column.cast(pyarrow.timestamp("us"), safe=False).to_numpy(**_copied(column))
        return Written(_days_of(moments.astype("datetime64[us]")), DAYS)
    if types.is_time(kind) or types.is_duration(kind):
        unit = pyarrow.time64("us") if types.is_time(kind) else pyarrow.duration("us")
        counted = column.cast(unit, safe=False).cast(pyarrow.int64()).cast(pyarrow.float64())
        seconds = counted.to_numpy(**_copied(column)) / 1e6
        return Written(seconds, SECONDS if types.is_time(kind) else DURATION)
    return None


def _copied(column: Any) -> dict[str, bool]:
    """Return the arguments that let an array of pyarrow copy; a chunked one always copies."""
    return {} if hasattr(column, "chunks") else {"zero_copy_only": False}


def times_of_objects(values: Sequence[Any]) -> Written | None:
    """Return what dates, times of day or durations stand for; None if some are none, or they are mixed."""
    if all(isinstance(value, datetime.date | np.datetime64) for value in values):
        return Written(_days_of(np.array(list(map(_naive, values)), dtype="datetime64[us]")), DAYS)
    if all(isinstance(value, datetime.timedelta | np.timedelta64) for value in values):
        return Written(np.array(values, dtype="timedelta64[us]") / np.timedelta64(1, "s"), DURATION)
    if all(isinstance(value, datetime.time) for value in values):
        return Written(np.array([_seconds(value) for value in values]), SECONDS)
    return None


def _naive(moment: Any) -> Any:
    """Return a moment in universal time, without its zone."""
    if getattr(moment, "tzinfo", None) is None:
        return moment
    return moment.astimezone(datetime.timezone.utc).replace(tzinfo=None)


def _seconds(time: datetime.time) -> float:
    return 3600.0 * time.hour + 60.0 * time.minute + time.second + time.microsecond / 1e6


def _days_of(times: NDArray[Any]) -> NDArray[np.float64]:
    """Return datetime64 as days since 1970, NaN for NaT."""
    seconds = (times - EPOCH) / np.timedelta64(1, "s")
    return np.asarray(np.where(np.isnat(times), np.nan, seconds / 86400.0), dtype=np.float64)

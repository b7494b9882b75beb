"""The META section of a model, with its descriptions for people. It is read strictly."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ifc2f.core.words import words
from ifc2f.data.columns import is_missing
from ifc2f.network import ClassLabel

__all__ = ["deferral_threshold", "label_array", "label_text", "read_meta", "row_labels", "write_meta"]

MAX_DEPTH = 50  # of lists and objects in each other
MAX_DIGITS = 300  # of a whole number: what has more is beyond double precision


def write_meta(meta: Any) -> bytes:
    """Return a META section: UTF-8 JSON with sorted keys; numbers and arrays of NumPy become plain ones.

    Raises
    ------
    TypeError
        If something in it is no JSON value.
    ValueError
        If a number is not finite, or a text no Unicode.
    """
    try:
        text = json.dumps(
            meta, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_plain
        )
        return text.encode("utf-8")
    except TypeError as error:
        raise TypeError(f"a model's descriptions must be JSON values with texts as keys: {error}") from error
    except UnicodeEncodeError as error:
        odd = error.object[max(error.start - 10, 0) : error.end]
        raise ValueError(
            words("unpaired surrogate in {odd!r}: texts in a model must be valid Unicode", odd=odd)
        ) from error
    except (ValueError, RecursionError) as error:
        raise ValueError(words("a model's descriptions must be JSON values: {why}", why=error)) from error


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{value!r} is not one")


def read_meta(
    section: bytes | None, n_classes: int, n_groups: int, n_categories: Sequence[int | None]
) -> dict[str, Any]:
    """Read a META section, and complete it with names where there are none.

    Parameters
    ----------
    section : bytes or None
        None where the model has no such section.
    n_classes, n_groups : int
    n_categories : sequence of K int or None
        Number of categories of every feature, None for a numeric one.

    Raises
    ------
    ValueError
        If it is not what docs/format.md says; the message says what is wrong.
    """
    n_features = len(n_categories)
    meta = {} if section is None else _parsed(section)
    if not isinstance(meta, dict):
        raise ValueError(words("it is not a JSON object"))
    _check_texts(meta)
    meta.setdefault("features", [{"name": f"feature {k}"} for k in range(n_features)])
    meta.setdefault("classes", list(range(n_classes)))
    meta.setdefault("groups", [str(group) for group in range(n_groups)])
    _check_classes(meta["classes"], n_classes)
    _check_features(meta["features"], n_categories)
    _check_guarantee(meta.get("guarantee"))
    if not _are_texts(meta["groups"], n_groups):
        raise ValueError(words("{n_groups} group names were expected", n_groups=n_groups))
    return meta


def _parsed(section: bytes) -> Any:
    try:
        return json.loads(
            section.decode("utf-8"), parse_constant=_refuse_constant, parse_float=_finite, parse_int=_integer
        )
    except RecursionError:
        raise ValueError(words("lists or objects are nested more than {most} deep", most=MAX_DEPTH)) from None


def _refuse_constant(name: str) -> float:
    raise ValueError(words("{name} is not a number", name=name))


def _finite(text: str) -> float:
    value = float(text)
    if not np.isfinite(value):
        raise ValueError(words("the number {text} is out of range", text=text[:40]))
    return value


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(words("the number {text} is out of range", text=text[:40]))
    return int(text)


def _check_texts(value: Any) -> None:
    """Refuse deep nesting and, anywhere, a text that cannot be written as UTF-8."""
    level = [value]
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        texts = [item for item in level if isinstance(item, str)]
        try:
            "".join(texts).encode("utf-8")
        except UnicodeEncodeError:
            for text in texts:
                _check_unicode(text)
        for item in level:
            if isinstance(item, dict):
                below += [*item.keys(), *item.values()]
            elif isinstance(item, list):
                below += item
        if not below:
            return
        level = below
    raise ValueError(words("lists or objects are nested more than {most} deep", most=MAX_DEPTH))


def _check_unicode(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ValueError(words("unpaired surrogate in {text!r}", text=text[:40])) from error


def _check_classes(classes: Any, n_classes: int) -> None:
    if not isinstance(classes, list) or len(classes) != n_classes:
        raise ValueError(words("{n_classes} class labels were expected", n_classes=n_classes))
    if not all(isinstance(label, str | int | float) for label in classes):
        raise ValueError(words("class labels are texts, numbers or booleans"))
    seen: set[str] = set()
    for label in classes:
        text = label_text(label)
        if text in seen:
            raise ValueError(words("two classes are called {text!r}", text=text[:40]))
        seen.add(text)


def _check_features(features: Any, n_categories: Sequence[int | None]) -> None:
    if not isinstance(features, list) or len(features) != len(n_categories):
        raise ValueError(words("{n} features were expected", n=len(n_categories)))
    seen: set[str] = set()
    for k, (entry, n) in enumerate(zip(features, n_categories, strict=True)):
        name = entry.get("name") if isinstance(entry, dict) else None
        if not isinstance(name, str):
            raise ValueError(words("feature {k} has no name", k=k))
        if name in seen:
            raise ValueError(words("two features are called {name!r}", name=name[:40]))
        seen.add(name)
        if "labels" in entry and n is None:
            raise ValueError(words("feature {name!r} is numeric, but has category texts", name=name[:40]))
        if "labels" in entry and not (_are_texts(entry["labels"], n) and len(set(entry["labels"])) == n):
            raise ValueError(
                words("{n} different category texts were expected for feature {name!r}", n=n, name=name[:40])
            )


def _check_guarantee(guarantee: Any) -> None:
    if guarantee is None:
        return
    threshold = guarantee.get("threshold", "") if isinstance(guarantee, dict) else ""
    if threshold is not None and (isinstance(threshold, bool) or not isinstance(threshold, int | float)):
        raise ValueError(words("the guarantee has no threshold"))


def deferral_threshold(meta: Mapping[str, Any]) -> float:
    """Return the probability of the most probable class from which a case is answered, not deferred.

    0 without a guarantee, infinity if no threshold passed.
    """
    guarantee = meta.get("guarantee")
    if guarantee is None:
        return 0.0
    return math.inf if guarantee["threshold"] is None else float(guarantee["threshold"])


def _are_texts(value: Any, n: int | None) -> bool:
    return isinstance(value, list) and len(value) == n and all(isinstance(text, str) for text in value)


def label_text(label: Any) -> str:
    """Return a class label as tables write it: whole numbers without decimals."""
    return str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)


def row_labels(y: ArrayLike, n_rows: int) -> list[Any]:
    """Return the class of each of n rows.

    Raises
    ------
    ValueError
        If `y` is not one label per row, or a row has none.
    """
    # A masked array has to stay one, and a list may mix numbers and texts.
    is_list = not hasattr(y, "dtype")
    labels = y if isinstance(y, np.ndarray) else np.asarray(y, dtype=object if is_list else None)
    if labels.shape != (n_rows,):
        raise ValueError(
            words(
                "y must hold a class for each of the {n_rows} rows, shape ({n_rows},), not be of shape "
                "{shape}",
                n_rows=n_rows,
                shape=labels.shape,
            )
        )
    found: list[Any] = labels.tolist()
    row = next((row for row, label in enumerate(found) if is_missing(label)), None)
    if row is not None:
        raise ValueError(words("y has no label in row {row}", row=row))
    return found


def refuse_one_class(labels: Sequence[Any], what: str) -> None:
    """Refuse rows that all are of one class.

    Raises
    ------
    ValueError
        The message says what needs more classes.
    """
    if labels and all(label == labels[0] for label in labels):
        raise ValueError(
            words(
                "all {n} rows are of class {label!r}: {what} needs rows of two classes at least, in the "
                "proportions of those the model is used on",
                n=len(labels),
                label=labels[0],
                what=what,
            )
        )


def label_array(labels: Sequence[ClassLabel]) -> NDArray[Any]:
    """Return labels as an array that holds them as they are: of objects, where NumPy would change one."""
    array = np.array(labels)
    if array.tolist() == list(labels) and len({type(label) for label in labels}) == 1:
        return array
    array = np.empty(len(labels), dtype=object)
    array[:] = list(labels)
    return array

"""What acquiring features costs, and what assigning a wrong class costs.

Acquiring a feature buys the *tests* it needs. An ordinary feature has one test of its own. A derived feature
has none: it needs the tests of the features it is computed from. Tests may share a group: the first one of a
group bought for an instance costs `cost`, each later one `discount_cost` (blood is drawn once). A *panel* is
one test that measures several features at once: its price is paid once, and they come together.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from ifc2f.core.callers import warn_caller
from ifc2f.core.words import words
from ifc2f.data.cost_entries import (
    DERIVED,
    LARGEST_COST,
    PANEL,
    checked_entry,
    checked_number,
    costs_by_name,
    entries_with_panels,
    first_of_panels,
    parts_of,
)

Float32Array = npt.NDArray[np.float32]


@dataclass(frozen=True)
class _OwnTests(Sequence[tuple[int, ...]]):
    """The tests of columns that each have their own; made on demand, because there may be millions."""

    n_columns: int

    def __len__(self) -> int:
        return self.n_columns

    def __getitem__(self, column: Any) -> Any:
        return (range(self.n_columns)[column],)


@dataclass(frozen=True)
class _NoDelays(Sequence[str]):
    """The delays of columns of which none is known."""

    n_columns: int

    def __len__(self) -> int:
        return self.n_columns

    def __getitem__(self, column: Any) -> Any:
        range(self.n_columns)[column]  # IndexError outside
        return ""


@dataclass(frozen=True, eq=False)
class AcquisitionCosts:
    """Costs of acquiring features.

    Attributes
    ----------
    cost : float32 array of shape (n_tests,)
        Price of a test, in the user's unit, if it is the first of its group or has no group.
    discount_cost : float32 array of shape (n_tests,)
        Price of a test if another of its group was acquired before.
    group : int32 array of shape (n_tests,)
        Index into `group_names`, or -1 for a test without a group.
    group_names : tuple of str
        Names of the groups. A panel is the only test of the group of its name.
    tests_of : sequence of n_columns tuples of int
        The tests that each column needs, ascending: one for an ordinary feature, several for a derived one.
    delay : sequence of n_columns str
        When the answer is available, such as "immediate"; empty if unknown. For people only, not part of the
        cost.
    """

    cost: Float32Array
    discount_cost: Float32Array
    group: npt.NDArray[np.int32]
    group_names: tuple[str, ...]
    tests_of: Sequence[tuple[int, ...]]
    delay: Sequence[str]

    @classmethod
    def from_spec(
        cls, spec: Any, names: Sequence[str], tests: Mapping[str, Mapping[str, Any]] | None = None
    ) -> AcquisitionCosts:
        """Build the costs of the columns `names`.

        Parameters
        ----------
        spec : number, array, dict, path, data frame or list of dict
            A number: the cost of every column. An array of shape (n_columns,): one cost per column. A dict
            (or pandas Series): for every column by name, a cost or a dict with `cost` and, where wanted,
            `discount_cost` (default: `cost`), `group` and `delay`. A path: of a CSV file with the columns
            `feature`, `cost` and, where wanted, those others. A data frame with these columns, or a list of
            dicts: the rows of such a file. The group ``derived:A+B`` marks a column that is computed from A
            and B; its own cost is left out or 0.
            The group ``panel:blood count`` marks the columns that one test of this name shows together; each
            has the price of the test as its cost, which is paid once.
        names : sequence of str
            Column names.
        tests : mapping, optional
            Panels by name, such as ``{"blood count": {"cost": 20, "features": ["leukocytes", "iron"]}}``.
            Then costs by name are those of the other features; by position, those of a panel's features do
            not count.

        Raises
        ------
        ValueError
            If a cost is negative, not finite, or above 1e20, the most a model holds, a column is unknown,
            missing or listed twice, a discounted cost is above the cost, a column is derived from one that
            has no test of its own, or the columns of a panel have different costs. The message names the
            column.
        """
        if tests:
            return cls._from_entries(entries_with_panels(spec, names, tests), names)
        given = costs_by_name(spec)
        if given is None:
            return cls._from_array(spec, names)
        return cls._from_entries(
            {str(name): checked_entry(value, str(name)) for name, value in given.items()}, names
        )

    @classmethod
    def _from_array(cls, spec: Any, names: Sequence[str]) -> AcquisitionCosts:
        """Build from one cost for all columns or an array of shape (n_columns,), without groups."""
        try:
            given = np.asarray(spec, dtype=np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"the feature costs must be numbers, not {spec!r}") from error
        if given.ndim > 0 and given.shape != (len(names),):
            raise ValueError(
                f"the feature costs have shape {given.shape}, but there are {len(names)} features"
            )

        def what(index: int) -> str:
            if given.ndim == 0:
                return "the feature cost"
            return words("the {field} of feature {name!r}", field="cost", name=names[index])

        cost = np.broadcast_to(_nonnegative(np.atleast_1d(given), what), (len(names),)).copy()
        return cls._build(
            cost, cost, np.full(len(names), -1), (), _OwnTests(len(names)), _NoDelays(len(names))
        )

    @classmethod
    def _from_entries(
        cls, entries: Mapping[str, Mapping[str, Any]], names: Sequence[str]
    ) -> AcquisitionCosts:
        """Build from one checked entry per column (see `checked_entry`)."""
        known = set(names)
        if len(known) < len(names):
            raise ValueError("costs by name need unique column names")
        if unknown := [name for name in entries if name not in known]:
            raise ValueError(f"costs are given for {unknown[0]!r}, which is not a feature")
        if missing := [name for name in names if name not in entries]:
            raise ValueError(f"no cost is given for feature {missing[0]!r}")
        first_of = first_of_panels(entries, names)
        tested = [
            name
            for name in names
            if not entries[name]["group"].startswith(DERIVED)
            and first_of.get(entries[name]["group"], name) == name
        ]
        test = {name: index for index, name in enumerate(tested)}
        test |= {name: test[first] for name in names if (first := first_of.get(entries[name]["group"]))}

        def amounts(field: str) -> Float32Array:
            values = np.array([entries[name][field] for name in tested], dtype=np.float64)
            return _nonnegative(
                values,
                lambda index: words("the {field} of feature {name!r}", field=field, name=tested[index]),
            )

        groups = [entries[name]["group"].removeprefix(PANEL) for name in tested]
        group_names = tuple(dict.fromkeys(group for group in groups if group))
        number = {"": -1} | {group: index for index, group in enumerate(group_names)}
        cost, discount_cost = amounts("cost"), amounts("discount_cost")
        if above := [
            name for name, full, less in zip(tested, cost, discount_cost, strict=True) if less > full
        ]:
            raise ValueError(words("the discount_cost of feature {name!r} is above its cost", name=above[0]))

        def tests(name: str) -> tuple[int, ...]:
            group = entries[name]["group"]
            if not group.startswith(DERIVED):
                return (test[name],)
            return tuple(sorted({test[part] for part in parts_of(group, name, known, test)}))

        return cls._build(
            cost,
            discount_cost,
            np.array([number[group] for group in groups]),
            group_names,
            (tests(name) for name in names),
            (entries[name]["delay"] for name in names),
        )

    @classmethod
    def _build(
        cls,
        cost: Float32Array,
        discount_cost: Float32Array,
        group: npt.NDArray[Any],
        group_names: tuple[str, ...],
        tests_of: Iterable[tuple[int, ...]],
        delay: Iterable[str],
    ) -> AcquisitionCosts:
        """Freeze the arrays, so that costs can be shared without being copied."""
        arrays = (cost, discount_cost, np.asarray(group, dtype=np.int32))
        for array in arrays:
            array.setflags(write=False)
        return cls(
            *arrays,
            group_names,
            tests_of if isinstance(tests_of, _OwnTests) else tuple(tests_of),
            delay if isinstance(delay, _NoDelays) else tuple(delay),
        )

    def select(self, columns: Iterable[int]) -> AcquisitionCosts:
        """Return the costs of some columns, in the order given.

        Tests that none of them needs are dropped and the rest are renumbered, in their old order; a test that
        only a derived feature needs stays. Groups left without a test are dropped.
        """
        kept = list(columns)
        tests = sorted({test for column in kept for test in self.tests_of[column]})
        test_number = {test: index for index, test in enumerate(tests)}
        group = self.group[tests]
        groups = sorted(set(group[group >= 0].tolist()))
        group_number = {-1: -1} | {old: new for new, old in enumerate(groups)}
        return self._build(
            self.cost[tests],
            self.discount_cost[tests],
            np.array([group_number[old] for old in group.tolist()], dtype=np.int32),
            tuple(self.group_names[old] for old in groups),
            (tuple(test_number[test] for test in self.tests_of[column]) for column in kept),
            (self.delay[column] for column in kept),
        )

    @property
    def panels(self) -> dict[str, tuple[int, ...]]:
        """The columns of each panel that has several, by its name."""
        if not self.group_names:
            return {}
        n_tests = np.bincount(self.group[self.group >= 0], minlength=len(self.group_names))
        of_test: dict[int, list[int]] = {}
        for column, tests in enumerate(self.tests_of):
            if len(tests) == 1 and self.group[tests[0]] >= 0 and n_tests[self.group[tests[0]]] == 1:
                of_test.setdefault(tests[0], []).append(column)
        return {
            self.group_names[self.group[test]]: tuple(columns)
            for test, columns in of_test.items()
            if len(columns) > 1
        }

    @property
    def are_apart(self) -> bool:
        """Whether no column's price depends on others, as it does within a group or panel of tests."""
        tests = [test for some in self.tests_of for test in some]
        alone = len(tests) == len(set(tests)) == len(self.tests_of)
        return alone and all(self.tests_of) and bool((self.group < 0).all())

    def price(self, column: int, acquired: Iterable[int]) -> float:
        """Return the cost of acquiring a column after others, in whatever order those were acquired.

        A sequence costs what its columns cost one after the other.
        """
        purchases = Purchases(self)
        for other in acquired:
            purchases.buy(other)
        return purchases.price(column)

    def free_with(self, columns: Iterable[int]) -> list[int]:
        """Return the other columns that cost something alone and nothing after these, ascending.

        They are the rest of a panel, members of a group without a price after the first, and what is derived
        from these columns.
        """
        if not self.group_names and isinstance(self.tests_of, _OwnTests):
            return []
        bought, alone = Purchases(self), Purchases(self)
        taken = set(columns)
        for column in taken:
            bought.buy(column)
        others = (column for column in range(len(self.tests_of)) if column not in taken)
        return [column for column in others if bought.price(column) <= 0 < alone.price(column)]

    def affordable(self, order: Iterable[int], budget: float) -> list[int]:
        """Remove from an order the columns that a budget cannot pay for after those before them."""
        chosen: list[int] = []
        purchases = Purchases(self)
        spent = 0.0
        for column in order:
            price = purchases.price(column)
            if np.float32(spent + price) <= np.float32(budget):
                chosen.append(column)
                purchases.buy(column)
                spent += price
        return chosen


class Purchases:
    """The tests bought for one instance, and the cost of a further acquisition."""

    def __init__(self, costs: AcquisitionCosts) -> None:
        self._tests_of = costs.tests_of
        self._cost, self._discount_cost = costs.cost.tolist(), costs.discount_cost.tolist()
        self._group = costs.group.tolist()
        self._tests: set[int] = set()
        self._groups: set[int] = set()

    def price(self, column: int) -> float:
        """Return the cost of acquiring a column now."""
        total = 0.0
        first_of: set[int] = set()
        for test in self._tests_of[column]:
            if test not in self._tests:
                group = self._group[test]
                discounted = group >= 0 and (group in self._groups or group in first_of)
                total += (self._discount_cost if discounted else self._cost)[test]
                first_of.add(group)
        return float(total)

    def buy(self, column: int) -> None:
        """Buy the tests that a column needs."""
        self._tests.update(self._tests_of[column])
        self._groups.update(self._group[test] for test in self._tests_of[column])


def misclassification(spec: Any, classes: Sequence[Any]) -> Float32Array:
    """Build the matrix Q of misclassification costs.

    Parameters
    ----------
    spec : None, number, array, dict or path
        None: 0 for the right class, 1 for a wrong one. A number r, for two classes only, is a cost ratio:
        assigning the first class when the second is true costs r, and the reverse costs 1. An array of shape
        (n_classes, n_classes): rows are the true classes, columns the assigned ones. A dict: ``{(true,
        predicted): cost}``; omitted pairs as for None. A path: of a CSV file with the columns `true`,
        `predicted`, `cost`, classes as they print.
    classes : sequence of n_classes labels
        In the order of rows and columns.

    Returns
    -------
    float32 array of shape (n_classes, n_classes)
        Q[i, j], the cost of assigning class j when class i is true.

    Raises
    ------
    ValueError
        If the shape is wrong, a class is unknown, a pair is listed twice, a ratio is not above 0, or a cost
        is negative, not finite, above 1e20 or not a number. The message names the classes.
    """
    labels = list(classes)
    if isinstance(spec, str | os.PathLike):
        spec = _pairs_of_file(spec, labels)
    if spec is None or isinstance(spec, Mapping):
        given = _matrix_of_pairs(spec or {}, labels)
    elif isinstance(spec, Real):
        if len(labels) != 2:
            raise ValueError(
                f"a cost ratio is for two classes, but there are {len(labels)}: give a dict by pairs"
            )
        if not float(spec) > 0:
            raise ValueError(
                f"a cost ratio is a number above 0, not {spec}: with 0, deciding for {labels[0]!r} would "
                "never be a mistake"
            )
        given = _matrix_of_pairs({(labels[1], labels[0]): spec}, labels)
    else:
        try:
            given = np.asarray(spec, dtype=np.float64)
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(
                f"the misclassification costs must be a matrix of numbers, not {spec!r}"
            ) from error
    if given.shape != (len(labels), len(labels)):
        raise ValueError(
            f"misclassification costs have shape {given.shape}, but there are {len(labels)} classes: {labels}"
        )

    def what(index: int) -> str:
        true, predicted = divmod(index, len(labels))
        return words(
            "the cost of assigning class {predicted!r} when {true!r} is true",
            predicted=labels[predicted],
            true=labels[true],
        )

    costs = _nonnegative(given.ravel(), what).reshape(given.shape)
    _warn_of_dear_truth(costs, labels)
    return costs


def _warn_of_dear_truth(costs: Float32Array, labels: list[Any]) -> None:
    """Warn of classes for which a mistake costs less than the right decision: often gains given as costs."""
    least = costs.argmin(axis=1)
    for i in np.flatnonzero(costs.diagonal() > costs.min(axis=1)).tolist():
        warn_caller(
            words(
                "if class {label!r} is true, deciding for it costs {right:g}, but deciding for "
                "{other!r} only {wrong:g}: the mistake is the better decision",
                label=labels[i],
                right=costs[i, i],
                other=labels[least[i]],
                wrong=costs[i, least[i]],
            ),
        )


def _matrix_of_pairs(pairs: Mapping[Any, Any], labels: list[Any]) -> npt.NDArray[np.float64]:
    """Fill a 0-1 cost matrix with the costs that are given for pairs of classes."""
    index = {label: position for position, label in enumerate(labels)}
    matrix = 1.0 - np.eye(len(labels))
    for pair, cost in pairs.items():
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise ValueError(f"misclassification costs are keyed by (true, predicted), not by {pair!r}")
        for label in pair:
            if label not in index:
                raise ValueError(f"misclassification cost for class {label!r}, but the classes are {labels}")
        matrix[index[pair[0]], index[pair[1]]] = checked_number(cost, f"the misclassification cost of {pair}")
    return matrix


def _pairs_of_file(path: str | os.PathLike[str], labels: list[Any]) -> dict[tuple[Any, Any], Any]:
    """Read ``{(true, predicted): cost}`` from a CSV file that names classes by their text."""
    from ifc2f.data.csv_file import read_rows  # loaded when wanted: sessions start sooner

    by_text = {str(label): label for label in labels}
    pairs: dict[tuple[Any, Any], Any] = {}
    for line, row in read_rows(path, numbers=("cost",)):
        if set(row) != {"true", "predicted", "cost"}:
            raise ValueError(f"{path}: the columns must be true, predicted, cost, not {', '.join(row)}")
        pair = (by_text.get(row["true"], row["true"]), by_text.get(row["predicted"], row["predicted"]))
        if pair in pairs:
            raise ValueError(f"{path}, line {line}: the pair {pair} is listed twice")
        pairs[pair] = row["cost"]
    return pairs


def checked_budget(budget: Any) -> float:
    """Return a budget in single precision; one too large for it is no limit.

    Raises
    ------
    TypeError
        If it is not a number.
    ValueError
        If it is negative or NaN.
    """
    if isinstance(budget, str | bytes) or not hasattr(budget, "__float__"):
        raise TypeError(f"budget must be a number >= 0, not {budget!r}")
    try:
        number = float(budget)
    except OverflowError:  # a whole number
        number = np.inf if budget > 0 else -np.inf
    if not number >= 0:
        raise ValueError(f"budget must be a number >= 0, not {budget}")
    with np.errstate(over="ignore"):
        return float(np.float32(number))


def _nonnegative(values: npt.NDArray[np.float64], what: Callable[[int], str]) -> Float32Array:
    """Convert to float32 after checking; `what` names the value at an index for the message."""
    with np.errstate(over="ignore"):
        rounded: Float32Array = values.astype(np.float32) + np.float32(0.0)  # no negative zero in a model
    wrong = np.flatnonzero(~((rounded >= 0) & (rounded <= np.float32(LARGEST_COST))))
    if wrong.size:
        value = values[wrong[0]]
        reason = (
            words("negative")
            if value < 0
            else words(
                "above {largest:g}, the most a model holds; choose a larger unit", largest=LARGEST_COST
            )
            if np.isfinite(value)
            else words("not finite")
        )
        raise ValueError(
            words("{what} is {value}: {reason}", what=what(int(wrong[0])), value=value, reason=reason)
        )
    return rounded

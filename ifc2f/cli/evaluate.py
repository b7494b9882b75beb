"""``ifc2f evaluate``: how well a model does on a table, and at what cost."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.acquisition import Acquisition
from ifc2f.assessment.measures import (
    ReliabilityBin,
    brier_score,
    confusion,
    expected_calibration_error,
    reliability,
    wilson_interval,
)
from ifc2f.cli import describe
from ifc2f.cli.options import add_json, add_labelled_data, add_unknown, add_use, in_use
from ifc2f.cli.predict import warn_of_unknown
from ifc2f.cli.rows import read_labelled
from ifc2f.cli.screen import Progress, Screen, amount, percent, plural, shorten
from ifc2f.cli.screen import stdout as stdout_screen
from ifc2f.model import Model
from ifc2f.planning.plan import Expectation, expected_cost

_EPILOG = """\
examples:
  ifc2f evaluate model.ifc2f others.csv --target ill
  ifc2f evaluate model.ifc2f others.csv --target ill --budget 5 --json

Use rows that the model was not trained on. Columns are matched by name, in any order.
Other columns are ignored.
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "evaluate",
        help="measure a model on rows whose class is known",
        description="Classify rows whose class is known; report accuracy, features, costs and calibration.",
        epilog=_EPILOG,
    )
    add_labelled_data(parser)
    add_use(parser)
    add_unknown(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Classify and report."""
    trained = Model.load(args.model)
    model = in_use(trained, args)
    with Progress() as progress:
        progress(f"reading {args.data}")
        rows, truth = read_labelled(model, args)
        progress(f"classifying {plural(len(truth), 'row')}")
        acquisition = rows.classify(args.unknown)
        result = Evaluation.of(model, acquisition, truth)
    warn_of_unknown(rows, acquisition)
    if args.json:
        document = {"model": describe.identity(trained, args.model), "data": args.data, **result.document()}
        print(describe.to_json(document))
    else:
        screen = stdout_screen()
        screen.line(screen.style(f"{args.model} on {args.data}, {plural(len(truth), 'row')}", "bold"))
        result.show(screen)
    return 0


@dataclass(frozen=True)
class Spread:
    """Mean, standard deviation and range of what varies between instances."""

    mean: float
    sd: float
    min: float
    median: float
    max: float

    @classmethod
    def of(cls, values: NDArray[Any]) -> Spread:
        """Return the spread of some values."""
        values = values.astype(np.float64)
        numbers = values.mean(), values.std(), values.min(), np.median(values), values.max()
        return cls(*(float(f"{number:.9g}") for number in numbers))

    def text(self) -> str:
        """Return standard deviation, median and range in words."""
        return f"sd {amount(self.sd)}, median {amount(self.median)}, {amount(self.min)} to {amount(self.max)}"


@dataclass(frozen=True)
class Answered:
    """The rows that a model's guarantee covers; the others are deferred to a person.

    Attributes
    ----------
    n, n_right : int
        How many these are, and how many of them were classified rightly.
    """

    n: int
    n_right: int

    @classmethod
    def of(cls, acquisition: Acquisition, is_right: NDArray[np.bool_]) -> Answered | None:
        """Count them; None without a guarantee."""
        if not acquisition.threshold:
            return None
        return cls(int((~acquisition.deferred).sum()), int((~acquisition.deferred & is_right).sum()))

    def text(self, n: int) -> str:
        """Say it in a sentence."""
        if not self.n:
            return f"All {n} cases are deferred to a person."
        error = percent(1 - self.n_right / self.n)
        return (
            f"{self.n} of {n} cases ({percent(self.n / n)}) are answered, {error} of them wrongly; "
            f"{n - self.n} are deferred to a person."
        )


@dataclass(frozen=True)
class Evaluation:
    """What a model did on rows whose class is known.

    Attributes
    ----------
    model : Model
    n, n_right : int
        Rows, and those that were classified rightly.
    interval : tuple of float
        Of the accuracy, 95 %.
    n_features, cost : Spread
        Features acquired, and their cost.
    mistakes : Spread
        Cost of the decisions.
    total : Spread
        Both together.
    total_error : float
        Standard error of the mean total.
    at_once : float
        What these rows would have cost on average if nothing was acquired.
    expected : Expectation
        The same under the model.
    bins : list of ReliabilityBin
    brier : float
    confusion : ndarray of int, shape (L, L)
        Rows true, columns decided for.
    used : ndarray of int, shape (K,)
        How many rows each feature was acquired in.
    answered : Answered or None
        What the model's guarantee covers, if it has one.
    """

    model: Model
    n: int
    n_right: int
    interval: tuple[float, float]
    n_features: Spread
    cost: Spread
    mistakes: Spread
    total: Spread
    total_error: float
    at_once: float
    expected: Expectation
    bins: list[ReliabilityBin]
    brier: float
    confusion: NDArray[np.int64]
    used: NDArray[np.int64]
    answered: Answered | None

    @classmethod
    def of(cls, model: Model, acquisition: Acquisition, truth: NDArray[np.int64]) -> Evaluation:
        """Compare decisions with the truth.

        Parameters
        ----------
        model : Model
        acquisition : Acquisition
            What the model did, n rows.
        truth : ndarray of int, shape (n,)
            Number of the true class.
        """
        number = {label: i for i, label in enumerate(model.classes)}
        decided = np.array([number[label] for label in acquisition.label.tolist()], dtype=np.int64)
        mistakes = model.misclassification.astype(np.float64)[truth, decided]
        total = acquisition.cost.astype(np.float64) + mistakes
        at_once = int(np.argmin(model.network.prior @ model.misclassification))
        n, n_right = len(truth), int((truth == decided).sum())
        return cls(
            model=model,
            n=n,
            n_right=n_right,
            interval=wilson_interval(n_right, n),
            n_features=Spread.of(acquisition.n_features),
            cost=Spread.of(acquisition.cost),
            mistakes=Spread.of(mistakes),
            total=Spread.of(total),
            total_error=float(total.std(ddof=1) / n**0.5) if n > 1 else 0.0,
            at_once=float(model.misclassification[truth, at_once].astype(np.float64).mean()),
            expected=expected_cost(model),
            bins=reliability(acquisition.posterior, truth),
            brier=brier_score(acquisition.posterior, truth),
            confusion=confusion(truth, decided, model.n_classes),
            used=np.array([(acquisition.order == column).sum() for column in model.columns], dtype=np.int64),
            answered=Answered.of(acquisition, truth == decided),
        )

    def document(self) -> dict[str, Any]:
        """Return the results for a JSON document."""
        return {
            "rows": self.n,
            "right": self.n_right,
            "accuracy": self.n_right / self.n,
            "accuracy_interval": {
                "low": self.interval[0],
                "high": self.interval[1],
                "level": 0.95,
                "method": "Wilson",
            },
            "n_features": self.n_features,
            "feature_cost": self.cost,
            "mistake_cost": self.mistakes,
            "total_cost": {
                "realised": self.total,
                "standard_error": self.total_error,
                "expected": self.expected,
                "deciding_at_once": self.at_once,
            },
            "calibration": {
                "expected_calibration_error": expected_calibration_error(self.bins),
                "brier": self.brier,
                "bins": self.bins,
            },
            "classes": self.model.classes,
            "confusion": self.confusion,
            "used": dict(zip(self.model.feature_names, self.used, strict=True)),
            **({} if self.answered is None else {"answered": self.answered}),
        }

    def remarks(self) -> list[str]:
        """Return what the costs say against the model or the policy, a sentence each."""
        found = []
        if self.total.mean - 2 * self.total_error > self.expected.total:
            found.append(
                "More than the model expects, by over two standard errors: the model is overconfident, or "
                "these rows differ from its training rows."
            )
        if self.total.mean > self.at_once:
            found.append(
                f"Deciding at once, without asking anything, would have cost {amount(self.at_once)} on these "
                "rows: less than the policy."
            )
        return found

    def show(self, screen: Screen) -> None:
        """Print the results."""
        low, high = self.interval
        right = f"{self.n_right} of {self.n} right, 95 % interval {percent(low)} to {percent(high)}"
        screen.table(("", "", ""), [("Accuracy", percent(self.n_right / self.n), right)], "<><")
        if self.answered is not None:
            screen.heading("Guarantee")
            screen.paragraph(self.answered.text(self.n), 2)
        self._show_costs(screen)
        self._show_calibration(screen)
        self._show_confusion(screen)
        self._show_used(screen)

    def _show_costs(self, screen: Screen) -> None:
        screen.heading("Cost of an instance")
        expected = self.expected
        margin = f"± {2 * self.total_error:.2g} (two standard errors)"
        rows = [
            (
                "features acquired",
                amount(self.n_features.mean),
                amount(expected.n_features),
                self.n_features.text(),
            ),
            ("their cost", amount(self.cost.mean), amount(expected.acquisition), self.cost.text()),
            ("cost of mistakes", amount(self.mistakes.mean), amount(expected.misclassification), ""),
            ("total cost", amount(self.total.mean), amount(expected.total), margin),
        ]
        screen.table(("", "found", "expected", "found, between instances"), rows, "<>><")
        for remark in self.remarks():
            screen.paragraph(remark, 2)

    def _show_calibration(self, screen: Screen) -> None:
        screen.heading("Calibration: are the probabilities right?")
        rows = [
            (
                f"{b.low:.1f} to {b.high:.1f}",
                f"{b.confidence:.3f}",
                f"{b.accuracy:.3f}",
                str(b.n),
                screen.bar(b.n / self.n),
            )
            for b in self.bins
        ]
        screen.table(("probability", "mean", "right", "rows", ""), rows, "<>>><")
        error = expected_calibration_error(self.bins)
        screen.line(
            f"expected calibration error {error:.3f}, Brier score {self.brier:.3f} (0 best, 2 worst)", 2
        )

    def _show_confusion(self, screen: Screen) -> None:
        screen.heading("Confusion (rows: the true class, columns: the class decided for)")
        names = [shorten(name, 20) for name in describe.class_names(self.model)]
        rows = [[name, *map(str, row)] for name, row in zip(names, self.confusion.tolist(), strict=True)]
        screen.table(["", *names], rows, "<" + ">" * len(names))

    def _show_used(self, screen: Screen) -> None:
        screen.heading("How often each feature was acquired")
        names = self.model.feature_names
        rows = [
            (names[k], percent(self.used[k] / self.n), screen.bar(self.used[k] / self.n))
            for k in np.flatnonzero(self.used)
        ]
        if rows:
            screen.table(("", "", ""), rows, "<><", most=40)
        never = [names[k] for k in np.flatnonzero(self.used == 0)]
        if never:
            screen.paragraph(f"never: {', '.join(never)}", 2)

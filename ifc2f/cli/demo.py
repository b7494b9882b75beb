"""``ifc2f demo``: everything once, on the breast-cancer data that scikit-learn ships."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f.acquisition import Acquisition
from ifc2f.cli import describe
from ifc2f.cli import train as training
from ifc2f.cli.evaluate import Evaluation
from ifc2f.cli.inspect import order_document
from ifc2f.cli.interview import Interview, advise
from ifc2f.cli.options import add_json, check_output
from ifc2f.cli.rows import ModelRows, class_numbers, rounded
from ifc2f.cli.screen import Progress, Screen, percent, plural, size
from ifc2f.cli.screen import stdout as stdout_screen
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.data.table import Table
from ifc2f.learning.train import train
from ifc2f.learning.training_data import TrainingData
from ifc2f.model import Model
from ifc2f.planning.plan import Expectation, expected_cost
from ifc2f.session import Session
from ifc2f.settings import Settings

TARGET = "diagnosis"
FEATURE_COST = 0.01
HELD_OUT = 0.25
N_FEATURES = 12  # few enough for the exact treatment, so that the costs shown bound the truth

_TITLE = "Breast mass: malignant or benign? (an example)"
_INTENDED_USE = (
    "An example for trying the program, trained on published research data (Breast Cancer Wisconsin, "
    "diagnostic, 1995). Not for diagnosis, and not for any other decision about a person."
)

# What the description of the data says of each measurement; it gives no units.
_MEASUREMENTS = {
    "radius": "radius: mean of the distances from the centre to points on the perimeter",
    "texture": "texture: standard deviation of grey-scale values",
    "perimeter": "",
    "area": "",
    "smoothness": "smoothness: local variation in radius lengths",
    "compactness": "compactness: perimeter² / area - 1",
    "concavity": "concavity: severity of concave portions of the contour",
    "concave points": "concave points: number of concave portions of the contour",
    "symmetry": "",
    "fractal dimension": 'fractal dimension: "coastline approximation" - 1',
}

_EPILOG = """\
examples:
  ifc2f demo
  ifc2f demo -o example.ifc2f --json
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "demo",
        help="see it work on breast-cancer data",
        description="Train on breast-cancer data, evaluate on held-out rows, and explain three cases.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "-o",
        "--output",
        default="breast-cancer.ifc2f",
        metavar="FILE",
        help="model to write (default: breast-cancer.ifc2f)",
    )
    add_json(parser)
    parser.set_defaults(run=run)


@dataclass(frozen=True)
class Demonstration:
    """What the demonstration learned and found, before any of it is shown."""

    data: TrainingData
    learning: Table
    held_out: Table
    expected: Expectation
    rows: ModelRows
    result: Evaluation
    cases: list[Case]

    @property
    def model(self) -> Model:
        """The trained model."""
        return self.rows.model

    def document(self, output: str) -> dict[str, Any]:
        """Return all of it, for a JSON document."""
        return {
            "model": describe.identity(self.model, output),
            "data": {"training_rows": self.learning.n_rows, "held_out_rows": self.held_out.n_rows},
            "order": order_document(self.model),
            "expected": self.expected,
            "evaluation": self.result.document(),
            "cases": [case_document(case, self.rows, self.held_out) for case in self.cases],
        }


def run(args: argparse.Namespace) -> int:
    """Run the demonstration."""
    check_output(args.output)
    with Progress() as progress:
        found = _demonstrate(progress)
    found.model.save(args.output)
    if args.json:
        print(describe.to_json(found.document(args.output)))
    else:
        _show(found, args.output, stdout_screen())
    return 0


def _demonstrate(progress: Progress) -> Demonstration:
    """Train on a part of the rows, and try the model on the others."""
    progress("reading the data")
    learning, held_out = load()
    data = training.training_data(learning, TARGET)
    model = train(
        data,
        AcquisitionCosts.from_spec(FEATURE_COST, data.names),
        misclassification(None, data.classes),
        settings=Settings(max_features=N_FEATURES),
        meta={
            "title": _TITLE,
            "intended_use": _INTENDED_USE,
            "features": {name: about(name) for name in data.names},
        },
        progress=progress,
    )
    progress("evaluating it")
    expected = expected_cost(model)
    rows = rows_for(model, held_out)
    acquisition = rows.classify("error")
    truth = class_numbers(held_out, TARGET, model)
    result = Evaluation.of(model, acquisition, truth)
    return Demonstration(
        data, learning, held_out, expected, rows, result, choose_cases(model, acquisition, truth)
    )


def _show(found: Demonstration, output: str, screen: Screen) -> None:
    """Show it, chapter by chapter."""
    _introduce(screen, found.learning, found.held_out)
    _title(screen, "1  Learn")
    n_missing = int(np.isnan(found.data.matrix).sum())
    trained = training.Trained(found.model, n_missing, found.data.n_columns)
    training.show(trained, found.expected, found.learning.source, screen)
    screen.line()
    n_bytes = len(found.model.to_bytes())
    screen.line(f"Saved as {output}: {size(n_bytes)}, everything needed to ask and decide.")
    _title(screen, f"2  Try it on the {plural(found.held_out.n_rows, 'row')} held out")
    result = found.result
    result.show(screen)
    screen.line()
    screen.paragraph(
        f"In short: {percent(result.n_right / result.n)} right, acquiring {result.n_features.mean:.1f} of "
        f"{len(found.data.names)} measurements on average.",
        2,
    )
    _title(screen, "3  Three of them, step by step")
    for number, case in enumerate(found.cases, 1):
        walk(number, case, found.rows, found.held_out, screen)
    _title(screen, "4  Your turn")
    program = program_name()
    commands = [
        (f"{program} ask {output}", "answer the questions yourself"),
        (f"{program} export {output} --target page", "write a web page that asks them"),
        (f"{program} inspect {output}", "see the contents of the file"),
        (f"{program} train --help", "train on your own table"),
    ]
    screen.table(("", ""), commands, "<<")


def program_name() -> str:
    """Return how this program is called here: by its name where the shell finds it, else by its path."""
    if shutil.which("ifc2f"):
        return "ifc2f"
    beside = Path(sys.executable).with_name("ifc2f")
    return os.path.relpath(beside) if beside.exists() else "python -m ifc2f"


def load() -> tuple[Table, Table]:
    """Return the rows to learn from and the rows kept aside, classes in the same proportion."""
    from sklearn.datasets import load_breast_cancer
    from sklearn.model_selection import train_test_split

    bunch = load_breast_cancer()
    classes = bunch.target_names[bunch.target].astype(object)
    parts = train_test_split(np.arange(len(classes)), test_size=HELD_OUT, random_state=0, stratify=classes)
    sources = ("breast-cancer data, three quarters", "breast-cancer data, one quarter")
    names = (*map(str, bunch.feature_names), TARGET)
    learning, held_out = (
        Table(names, (*bunch.data[part].T, classes[part]), source)
        for part, source in zip(map(np.sort, parts), sources, strict=True)
    )
    return learning, held_out


def about(name: str) -> dict[str, str]:
    """Return the question for a feature, and what the data's description says of it."""
    measurement = name.removesuffix(" error").removeprefix("mean ").removeprefix("worst ")
    asked = f"standard error of the {measurement}" if name.endswith(" error") else name
    worst = "worst: mean of the three largest values" if name.startswith("worst ") else ""
    explained = "; ".join(filter(None, [_MEASUREMENTS[measurement], worst]))
    return {"question": f"{asked.capitalize()} of the cell nuclei?"} | (
        {"help": explained} if explained else {}
    )


def rows_for(model: Model, table: Table) -> ModelRows:
    """Return a table's rows as the model sees them."""
    return ModelRows(model, table, rounded(np.stack([table[name] for name in model.feature_names], axis=1)))


@dataclass(frozen=True)
class Case:
    """A row to walk through, and why this one."""

    row: int
    why: str


def choose_cases(model: Model, acquisition: Acquisition, truth: NDArray[np.int64]) -> list[Case]:
    """Choose a case that is soon clear, one that takes longer, and one mistaken or else least sure.

    Where no row is classified rightly, the first two are left out.
    """
    right = acquisition.label == np.array(model.classes)[truth]
    n = acquisition.n_features
    wrong = np.flatnonzero(~right)
    if wrong.size:
        third = Case(int(min(wrong, key=lambda i: int(n[i]))), "one that it gets wrong")
    else:
        third = Case(int(acquisition.posterior.max(axis=1).argmin()), "the one it is least sure of")
    if not right.any():
        return [third]
    soon = min(np.flatnonzero(right), key=lambda i: int(n[i]))
    longer = min(np.flatnonzero(right), key=lambda i: abs(int(n[i]) - int(n[soon]) - 2))
    return [Case(int(soon), "soon clear"), Case(int(longer), "one that takes more questions"), third]


def walk(number: int, case: Case, rows: ModelRows, held_out: Table, screen: Screen) -> None:
    """Answer the policy's questions from a row, and print each question, answer and what it did."""
    interview = Interview(Session(rows.model), screen)
    if number > 1:
        screen.line()
    screen.line(screen.style(f"Case {number}: {case.why}", "bold"))
    screen.line("Before any answer:", 3)
    interview.show_posterior()
    while (advice := advise(interview.session)).feature is not None:
        k = advice.feature
        screen.line(advice.text(), 3)
        interview.show_question(k)
        before = interview.session.posterior
        screen.line(f"   > {cell_text(rows, case.row, k)}")
        interview.answer(k, float(rows.matrix[case.row, k]), cell_text(rows, case.row, k))
        interview.show_posterior(before)
    screen.line(advice.text(), 3)
    screen.line()
    interview.show_decision()
    truth = held_out[TARGET][case.row]
    verdict = (
        screen.style("right", "good") if truth == interview.session.decide() else screen.style("wrong", "bad")
    )
    screen.line(f"The true class is {truth}: {verdict}.")


def cell_text(rows: ModelRows, row: int, k: int) -> str:
    """Return a cell as a person would type it."""
    return f"{rows.table[rows.model.feature_names[k]][row]:g}"


def case_document(case: Case, rows: ModelRows, held_out: Table) -> dict[str, Any]:
    """Return a case step by step, for a JSON document."""
    model, session = rows.model, Session(rows.model)
    steps = []
    while (advice := advise(session)).feature is not None:
        k = advice.feature
        session.answer(k, float(rows.matrix[case.row, k]))
        steps.append(
            {
                "feature": model.feature_names[k],
                "answer": rows.matrix[case.row, k],
                "posterior": describe.by_class(model, session.posterior),
            }
        )
    return {
        "why": case.why,
        "steps": steps,
        "ended": advice.reason,
        "class": session.decide(),
        "true_class": held_out[TARGET][case.row],
        "cost": np.float32(session.cost),
    }


def _introduce(screen: Screen, learning: Table, held_out: Table) -> None:
    n_features = len(learning.names) - 1
    screen.line(
        screen.style("Ask only what is worth its cost: a demonstration on breast-cancer data", "bold")
    )
    screen.paragraph(
        f"{learning.n_rows + held_out.n_rows} breast masses, malignant or benign, each with {n_features} "
        f"measurements of cell nuclei in an image. Acquiring a measurement costs {FEATURE_COST:g}, a wrong "
        "class costs 1. The program learns which measurement to acquire first, which next, and when the next "
        "one is not worth its cost.",
        2,
    )
    screen.line("An example, not for diagnosis.", 2)


def _title(screen: Screen, text: str) -> None:
    screen.line()
    screen.line()
    screen.line(screen.style(text, "accent"))
    screen.line(screen.style("-" * len(text), "accent"))

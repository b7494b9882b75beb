"""``ifc2f train``: train a model from a table."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f import settings as presets
from ifc2f.assessment.agreement import with_agreement
from ifc2f.assessment.fingerprints import Sketch, join_sketches, remembering, sketch_of
from ifc2f.cli import describe
from ifc2f.cli.inspect import choice_of, order_document, show_mistakes, show_order
from ifc2f.cli.options import (
    add_columns,
    add_dialect,
    add_drop,
    add_json,
    add_weights,
    check_output,
    dialect_of,
    whole_number,
)
from ifc2f.cli.parser import UsageError
from ifc2f.cli.problem import add_costs, add_description, description, priced
from ifc2f.cli.rows import numbered_categories, read_for_training, repeated, weights_of
from ifc2f.cli.screen import Progress, Screen, amount, percent, plural, size, warn
from ifc2f.cli.screen import stdout as stdout_screen
from ifc2f.data.chunks import Chunk
from ifc2f.data.file_chunks import FileChunks, is_array_file
from ifc2f.data.findings import table_findings, warn_of_findings
from ifc2f.data.reservoir import Reservoir
from ifc2f.data.table import Table, reading_of
from ifc2f.exchange.needs import device_needs
from ifc2f.files.meta import label_text
from ifc2f.learning.chunked import ChunkedData, count_chunks
from ifc2f.learning.measured import with_companions, with_sources
from ifc2f.learning.sampling import Sampled, sample_chunks
from ifc2f.learning.train import CHOICES, model_of
from ifc2f.learning.training_data import TrainingData, check_classes
from ifc2f.model import Model
from ifc2f.planning.plan import Expectation, expected_cost
from ifc2f.policies.candidates import POLICIES
from ifc2f.policies.choose import train_by_policy
from ifc2f.policies.from_chunks import ChunkRows, refuse_unlearnable, train_on_sample
from ifc2f.settings import Settings

_PRESETS: dict[str, dict[str, Any]] = {
    "own": {},
    "authors": presets.AUTHORS_SETTINGS,
    "paper": presets.PAPER_SETTINGS,
}
ROWS_AT_ONCE = 50_000
MOST_SAMPLED = 10_000  # rows for the copula of the numeric features
_EPILOG = """\
examples:
  ifc2f train patients.csv --target ill -o ill.ifc2f
  ifc2f train patients.csv --target ill --costs costs.csv --mistake yes no 20
  ifc2f train genes.parquet --target tumour --cost 0.001 --bins 4 --structure naive

DATA has a header line, one row per example, and an empty cell where a value is missing.
The costs file has the columns feature,cost and, optionally, discount_cost,group,delay. The first feature
acquired in a group costs `cost`, later ones cost `discount_cost`; the group derived:A+B marks a feature
computed from A and B. Costs of features and of mistakes must be in the same unit: the policy asks for a
feature only if it is worth its cost.
"""


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "train",
        help="train a model from a table",
        description="Train a model from a table: what to acquire, in which order, and when to stop.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "data",
        metavar="DATA",
        help="CSV file, or XLSX (.xlsx), Parquet (.parquet, .pq), SVMlight (.svm, .svmlight, .libsvm) or NPZ "
        "(.npz)",
    )
    add_dialect(parser)
    add_drop(parser)
    add_weights(parser, "how many rows each row stands for")
    parser.add_argument(
        "--target", metavar="COL", help="the column that holds the class; for NPZ, the array (default: y)"
    )
    parser.add_argument(
        "--rows-at-once",
        type=whole_number(1),
        metavar="N",
        help="read this many rows at a time, for data larger than memory (default for SVMlight "
        f"and NPZ: {ROWS_AT_ONCE}); edges of columns with more than 1024 different values are then "
        "approximate",
    )
    parser.add_argument(
        "-o",
        "--output",
        default="model.ifc2f",
        metavar="FILE",
        help="model file to write (default: model.ifc2f)",
    )
    add_columns(parser)
    parser.add_argument(
        "--merge-spellings",
        action="store_true",
        help="merge texts that differ only in capitals and blanks, under their most frequent spelling",
    )
    parser.add_argument(
        "--missing",
        choices=("auto", "category"),
        default="auto",
        help="what a missing cell means: nothing, but graphs learn from it (auto, the default); or whether a "
        "value was measured becomes a feature of its own (category), which is right only where values are "
        "missing for the same reasons as in DATA",
    )
    add_costs(parser.add_argument_group("costs"))
    _add_settings(parser.add_argument_group("how to learn (defaults: those of the preset)"))
    add_description(parser.add_argument_group("description of the model"))
    parser.add_argument(
        "--jobs",
        type=whole_number(1),
        default=1,
        metavar="N",
        help="number of threads; the model does not depend on it",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def _add_settings(group: Any) -> None:
    group.add_argument(
        "--policy",
        choices=POLICIES,
        help="how to choose the next feature; auto, the default, compares the others on held-out rows; "
        "ordered trains fastest, and is the default with the presets authors and paper",
    )
    group.add_argument(
        "--preset",
        choices=tuple(_PRESETS),
        default="own",
        help="settings of ifc2f, of the method's authors' code, or of their paper (default: own)",
    )
    group.add_argument(
        "--bins",
        dest="n_bins",
        type=whole_number(2, 255),
        metavar="N",
        help="largest number of bins of a feature (graphs choose their own)",
    )
    _add_choice(group, "binning", "how numbers are cut into bins")
    group.add_argument(
        "--merge-categories",
        action="store_true",
        default=None,
        help="merge categories with similar class frequencies",
    )
    _add_choice(group, "relevance", "whether relevance is measured on bins or on values")
    _add_choice(
        group,
        "relevance_average",
        "entropy by which relevance is normalised: the mean of feature and class, or the larger",
    )
    group.add_argument(
        "--min-features",
        type=whole_number(1),
        metavar="N",
        help="stop lowering the relevance threshold at this many features",
    )
    group.add_argument("--max-features", type=whole_number(1), metavar="N", help="most features to keep")
    _add_choice(
        group, "selection", "keep features by relevance alone, or by what they add to those already kept"
    )
    _add_network_and_plan(group)


def _add_choice(group: Any, setting: str, text: str) -> None:
    group.add_argument(f"--{setting.replace('_', '-')}", choices=CHOICES[setting], help=text)


def _add_network_and_plan(group: Any) -> None:
    _add_choice(group, "structure", "which features depend on which")
    _add_choice(group, "order", "order of the questions: by information per cost, or the paper's order")
    _add_choice(
        group,
        "smoothing",
        "how tables are smoothed: along the axis, by Laplace, or towards the feature's own distribution",
    )
    _add_choice(group, "treatment", "which earlier answers the stopping rule uses besides the posterior")
    _add_choice(group, "solver", "how alpha vectors are computed")
    group.add_argument(
        "--beliefs",
        dest="n_beliefs",
        type=whole_number(1, 65535),
        metavar="N",
        help="number of simulated instances",
    )
    group.add_argument(
        "--graph-rows",
        type=whole_number(10),
        metavar="N",
        help="with --rows-at-once, rows in the sample for comparing policies and growing graphs "
        f"(default: {Settings.graph_rows})",
    )
    group.add_argument(
        "--seed",
        type=whole_number(0, 2**32 - 1),
        metavar="N",
        help="seed of the simulation and of the random structure (default: 0)",
    )


@dataclass(frozen=True)
class Trained:
    """A model, and facts of its data: missing cells, and columns other than the class."""

    model: Model
    n_missing: int
    n_features: int

    @property
    def n_rows(self) -> int:
        """Rows learned from."""
        return int(self.model.meta["training"]["n_rows"])

    @property
    def class_counts(self) -> list[int]:
        """Rows of each class."""
        counts: list[int] = self.model.meta["training"]["class_counts"]
        return counts


def run(args: argparse.Namespace) -> int:
    """Train, save and report."""
    check_output(args.output, args.data, args.costs, args.misclassification, args.questions)
    with Progress() as progress:
        progress(f"reading {args.data}")
        in_chunks = args.rows_at_once is not None or is_array_file(args.data)
        trained = (train_in_chunks if in_chunks else train_at_once)(args, progress)
        model = trained.model
        progress("computing its expected cost")
        expected = expected_cost(model)
    model.save(args.output)
    if args.json:
        print(describe.to_json(document(trained, expected, args)))
    else:
        screen = stdout_screen()
        show(trained, expected, args.data, screen)
        screen.heading(f"Saved {args.output}, {size(len(model.to_bytes()))}")
        screen.line(f"SHA-256 {model.sha256}", 2)
        show_needs(model, screen)
        screen.line(f"next: ifc2f ask {args.output}", 2)
    return 0


def train_at_once(args: argparse.Namespace, progress: Progress) -> Trained:
    """Train on a table that is read whole."""
    target = required_target(args)
    table = read_for_training(args, target)
    counted = table
    if args.weights is not None:
        weights, table = weights_of(table, args.weights), table.without([args.weights])
        counted = repeated(table, target, weights, chosen_settings(args).seed)
    data = training_data(counted, target)
    warn_of_findings(table_findings(table, target), chosen_policy(args), with_options=True)
    costs, mistakes = priced(args, data, no_features(args, target))
    n_missing, n_columns = int(np.isnan(data.matrix).sum()), data.n_columns
    companions: dict[str, int] = {}
    if args.missing == "category":
        data, costs, companions = with_companions(data, costs)
    about = with_sources(description(args, data.names, table.units), data.names, companions)
    model = train_by_policy(
        chosen_policy(args),
        data,
        costs,
        mistakes,
        budget=np.inf if args.budget is None else args.budget,
        settings=chosen_settings(args),
        meta=about,
        n_jobs=args.jobs,
        progress=progress,
    )
    model = with_agreement(model, _sampled(data.matrix, 0).matrix)
    model = remembering(model, sketch_of(data.matrix, model.columns))
    return Trained(model, n_missing, n_columns)


def train_in_chunks(args: argparse.Namespace, progress: Progress) -> Trained:
    """Train on a file that is read some rows at a time."""
    settings = chosen_settings(args)
    if args.merge_spellings:
        raise ValueError("--merge-spellings needs the whole table: leave out --rows-at-once")
    if args.missing == "category":
        raise ValueError("--missing category needs the whole table: leave out --rows-at-once")
    if is_array_file(args.data):
        if args.ignore or args.categorical or args.weights:
            raise ValueError(
                f"--ignore, --categorical and --weights are for tables, and {args.data} is not one"
            )
        target = args.target or "y"
    else:
        target = required_target(args)
    rows_at_once = args.rows_at_once or ROWS_AT_ONCE
    source = FileChunks(
        args.data,
        target,
        rows_at_once,
        args.ignore,
        args.categorical,
        reading=reading_of(**dialect_of(args)),
        drop_rows_without_class=args.drop_rows_without_class,
        weights=args.weights,
    )
    data: ChunkedData | Sampled
    policy = chosen_policy(args)
    if policy == "ordered":
        data = count_chunks(source, settings, n_jobs=args.jobs, progress=progress)
    else:
        refuse_unlearnable(policy, settings)
        data = sample_chunks(source, settings.graph_rows, settings.seed, progress=progress)
    for note in source.notes:
        warn(f"{args.data}: {note}")
    if data.n_classes < 2:
        raise ValueError(f"{args.data}: there is only one class, {data.classes[0]!r}; training needs two")
    costs = priced(args, data, no_features(args, target))
    budget = np.inf if args.budget is None else args.budget
    about = description(args, data.names)
    if isinstance(data, ChunkedData):
        kept = data.kept(settings, None, costs[0], args.jobs)
        model = model_of(data, kept, *costs, budget, settings, about, args.jobs, progress)
    else:
        passes = ChunkRows(source, data, args.jobs, progress)
        told: dict[str, Any] = {"meta": about, "n_jobs": args.jobs, "progress": progress}
        model = train_on_sample(policy, data, passes, *costs, budget=budget, settings=settings, **told)
    if not is_array_file(args.data):  # guarantees and calibrations are of tables

        def measure(chunk: Chunk) -> tuple[Sketch, Reservoir]:
            matrix = chunk.encoded(data.labels)
            return sketch_of(matrix, model.columns), _sampled(matrix, chunk.start)

        rows, sample = source.located().gather(
            "remembering rows",
            measure,
            lambda one, other: (join_sketches(one[0], other[0]), one[1].merge(other[1])),
            progress,
        )
        model = remembering(with_agreement(model, sample.matrix), rows)
    return Trained(model, data.summary.n_missing, data.n_columns)


def _sampled(matrix: NDArray[np.float32], start: int) -> Reservoir:
    """Return the rows for the copula: of merged chunks the same as of the whole."""
    chunk = Chunk(0, matrix, {}, np.zeros(len(matrix), dtype=np.int32), None, start)
    return Reservoir.of(chunk, MOST_SAMPLED, 0)


def required_target(args: argparse.Namespace) -> str:
    """Return the class column of a table, which has to be named."""
    if args.target is None:
        raise UsageError("the following arguments are required: --target (see: ifc2f train --help)")
    if args.target in args.ignore:
        raise UsageError(f"--ignore names {args.target!r}, the column of --target, which training needs")
    if args.weights is not None and args.weights in (args.target, *args.ignore):
        raise UsageError(f"--weights names {args.weights!r}, which --target or --ignore names too")
    target: str = args.target
    return target


def no_features(args: argparse.Namespace, target: str) -> list[str]:
    """Return the columns that are not features."""
    return [*args.ignore, target, *([] if args.weights is None else [args.weights])]


def training_data(table: Table, target: str) -> TrainingData:
    """Split a table into a matrix and classes.

    Raises
    ------
    ValueError
        If a column is not there, no feature is left, a row has no class, there is one class only, or a cell
        is infinite.
    """
    labels = table.labels(target)
    classes, y = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        only = label_text(classes[0].item())
        raise ValueError(
            f"{table.source}: column {target!r} has only one class, {only!r}; training needs two"
        )
    check_classes(classes.tolist(), f"{table.source}: column {target!r}")
    features = table.without([target])
    matrix, texts = numbered_categories(features)
    return TrainingData(
        matrix=matrix,
        y=y.astype(np.int32),
        names=features.names,
        classes=classes.tolist(),
        categorical=sorted(texts),
        labels=texts,
    )


def chosen_policy(args: argparse.Namespace) -> str:
    """Return the policy of the command line, or that of the preset."""
    return str(args.policy or _PRESETS[args.preset].get("policy", "auto"))


def chosen_settings(args: argparse.Namespace) -> Settings:
    """Return the settings of the preset, with those of the command line in their place."""
    names = {field.name for field in fields(Settings)}
    preset = {name: value for name, value in _PRESETS[args.preset].items() if name in names}
    given = {name: getattr(args, name) for name in names if getattr(args, name, None) is not None}
    return replace(Settings(**preset), **given)


def document(trained: Trained, expected: Expectation, args: argparse.Namespace) -> dict[str, Any]:
    """Return what training did as a JSON document."""
    model = trained.model
    size_of_data = {
        "rows": trained.n_rows,
        "features": trained.n_features,
        "missing_cells": trained.n_missing,
    }
    return {
        "model": describe.identity(model, args.output),
        "bytes": len(model.to_bytes()),
        "device": {target: describe.needs(made) for target, made in device_needs(model).items()},
        "data": {"file": args.data, **size_of_data},
        "classes": model.classes,
        "class_counts": describe.by_class(model, np.array(trained.class_counts)),
        "settings": model.meta["training"]["settings"],
        "misclassification": model.misclassification,
        "budget": model.budget,
        "order": order_document(model),
        "policy": model.policy,
        "treatment": model.treatment,
        "expected": expected,
        "cost_of_stopping_at_once": stopping_at_once(model),
    }


def stopping_at_once(model: Model) -> float:
    """Return the expected cost of deciding without acquiring anything: the least of Q' times the prior."""
    return float((model.network.prior @ model.misclassification).min())


def show(trained: Trained, expected: Expectation, source: str, screen: Screen) -> None:
    """Print what training did."""
    model, n_rows, n_features = trained.model, trained.n_rows, trained.n_features
    missing = trained.n_missing / (n_rows * n_features)
    screen.line(screen.style(f"Trained on {source}", "bold"))
    text = f"{plural(n_rows, 'row')}, {plural(n_features, 'feature')}"
    screen.line(text + (f", {percent(missing)} of the cells missing" if missing else ""), 2)
    rows = [
        (name, str(n), percent(n / n_rows))
        for name, n in zip(describe.class_names(model), trained.class_counts, strict=True)
    ]
    screen.table(("class", "rows", ""), rows, "<>>")
    screen.line()
    show_mistakes(model, screen)
    show_order(model, screen)
    choice = choice_of(model)
    if choice["cross_validation"]:
        n_policies = plural(len(choice["cross_validation"]), "policy", "policies")
        screen.line(f"Policy, chosen from {n_policies} by cross-validation: {choice['name']}", 2)
    show_expected(model, expected, screen)
    if choice["held_out_cost"] is not None:
        screen.line(
            f"Rows held out in cross-validation cost {amount(choice['held_out_cost'])} on average.", 2
        )


def show_needs(model: Model, screen: Screen) -> None:
    """Print what the model takes on a device."""
    for target, made in device_needs(model).items():
        told = f"refused, {made}" if isinstance(made, str) else describe.size_on_device(made)
        screen.paragraph(f"on a device as {target}: {told}", 2)


def show_expected(model: Model, expected: Expectation, screen: Screen) -> None:
    """Print the expected cost of an instance and its parts."""
    # A graph's probabilities are not its network's, which the certificate goes by.
    whose = "by the graph's probabilities" if model.policy == "graph" else "under the model"
    screen.heading(f"Expected cost of an instance, {whose}")
    acquisition = f"{expected.n_features:.2f} of {plural(model.n_features, 'feature')} acquired"
    error = f"± {2 * expected.standard_error:.2g} (simulated)" if expected.standard_error else ""
    rows = [
        ("features", amount(expected.acquisition), acquisition),
        ("mistakes", amount(expected.misclassification), ""),
        ("total", amount(expected.total), error),
        ("deciding at once", amount(stopping_at_once(model)), "without any feature"),
    ]
    screen.table(("", "", ""), rows, "<><")

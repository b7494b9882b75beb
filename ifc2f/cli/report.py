"""``ifc2f report``: one HTML page on a model and how it does on a table."""

from __future__ import annotations

import argparse
import base64
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ifc2f import __version__
from ifc2f.acquisition import Acquisition
from ifc2f.assessment.guarantees import guarantee_of
from ifc2f.assessment.measures import expected_calibration_error
from ifc2f.cli import describe
from ifc2f.cli.demo import choose_cases
from ifc2f.cli.evaluate import Evaluation
from ifc2f.cli.options import add_labelled_data, add_unknown, add_use, check_output, in_use
from ifc2f.cli.predict import warn_of_unknown
from ifc2f.cli.rows import ModelRows, read_labelled
from ifc2f.cli.screen import Progress, amount, percent, plural, size
from ifc2f.cli.screen import stdout as stdout_screen
from ifc2f.files.writing import write_atomically
from ifc2f.model import Model
from ifc2f.planning.certificate import certificate
from ifc2f.plots import (
    AcquisitionPathDisplay,
    CostAccuracyDisplay,
    DependencyTreeDisplay,
    Display,
    FeatureUseDisplay,
    PolicyDisplay,
    ReliabilityDisplay,
    ValueFunctionDisplay,
)

_EPILOG = """\
examples:
  ifc2f report model.ifc2f others.csv --target ill
  ifc2f report model.ifc2f others.csv --target ill -o report.html

Use rows that the model was not trained on. The page is self-contained: it loads nothing from
elsewhere. It needs matplotlib (pip install 'ifc2f[plot]').
"""

_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1f24; background: #fff; margin: 2rem auto;
  max-width: 62rem; padding: 0 1.2rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin-bottom: .3rem; }
h2 { font-size: 1.25rem; margin-top: 2.4rem; border-bottom: 1px solid #d0d4d9; padding-bottom: .2rem; }
h3 { font-size: 1.05rem; margin-bottom: .2rem; }
.note, figcaption { color: #4a525b; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .6rem 0; }
th, td { padding: .25rem .9rem .25rem 0; text-align: left; vertical-align: top; }
tbody th { white-space: nowrap; }
thead th { border-bottom: 1px solid #888; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; overflow-x: auto; }
figure img { max-width: 100%; height: auto; }
.side { display: flex; flex-wrap: wrap; gap: 0 2rem; align-items: flex-start; }
.key { display: flex; flex-wrap: wrap; gap: .4rem 2.4rem; margin: 1rem 0; padding: 0; list-style: none; }
.key b { display: block; font-size: 1.6rem; line-height: 1.2; }
code { overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; } h2, figure { break-inside: avoid; } }
"""

# Nothing may be loaded from elsewhere, and no script may run.
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "report",
        help="write an HTML report on a model and its results",
        description="Write one HTML page: how a model performs on rows whose class is known, at what "
        "cost, how "
        "it decides, and what it contains.",
        epilog=_EPILOG,
    )
    add_labelled_data(parser)
    parser.add_argument(
        "-o", "--output", default="report.html", metavar="FILE", help="page to write (default: report.html)"
    )
    add_use(parser)
    add_unknown(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Classify and write the page."""
    check_output(args.output, args.model, args.data)
    trained = Model.load(args.model)
    model = in_use(trained, args)
    with Progress() as progress:
        progress(f"reading {args.data}")
        rows, truth = read_labelled(model, args)
        page = page_of(trained, rows, truth, args.model, args.unknown, progress)
    write_atomically(args.output, page)
    stdout_screen().line(f"Written: {args.output}, {size(len(page.encode()))}.")
    return 0


def page_of(
    trained: Model,
    rows: ModelRows,
    truth: NDArray[np.int64],
    file: str,
    unknown: str = "missing",
    progress: Callable[[str], None] = lambda stage: None,
) -> str:
    """Return the page.

    Parameters
    ----------
    trained : Model
        The model as it is in its file.
    rows : ModelRows
        Rows, and the model as it is used for them.
    truth : ndarray of int, shape (n,)
        Number of the true class of each.
    file : str
        Name of the model file.
    unknown : {"missing", "error"}, default="missing"
    progress : callable, optional
        Called with what is being done.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    ValueError
        As `ModelRows.classify`.
    """
    model = rows.model
    progress(f"classifying {plural(len(truth), 'row')}")
    acquisition = rows.classify(unknown)
    warn_of_unknown(rows, acquisition)
    known = _by_feature(rows)
    result = Evaluation.of(model, acquisition, truth)
    progress("drawing")
    title = str(model.meta.get("title") or file)
    parts = [
        f"<h1>{escape(title)}</h1>",
        _note(f"{file} on {rows.table.source}, {plural(len(truth), 'row')}"),
        *([_paragraph(str(model.meta["intended_use"]))] if model.meta.get("intended_use") else []),
        _figures(result),
        _results(known, acquisition, truth, result),
        _decisions(known, acquisition, truth),
        _model(model),
        _provenance(trained, file),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" href="data:,"><title>{escape(title)}</title><style>{_STYLE}</style></head>\n'
        f"<body>\n{chr(10).join(parts)}\n</body></html>\n"
    )


def _by_feature(rows: ModelRows) -> ModelRows:
    """Return the rows with a model whose columns are theirs; what it does not know is missing."""
    features = rows.model.network.features
    network = replace(
        rows.model.network, features=tuple(replace(f, column=k) for k, f in enumerate(features))
    )
    model = Model.build(
        network,
        rows.model.costs,
        rows.model.misclassification,
        budget=rows.model.budget,
        policies=rows.model.policies,
        meta=rows.model.meta,
    )
    return ModelRows(model, rows.table, np.where(rows.is_unknown, np.float32(np.nan), rows.matrix))


# ---- Parts of the page ----------------------------------------


def _figures(result: Evaluation) -> str:
    low, high = result.interval
    key = [
        (percent(result.n_right / result.n), f"right; 95 % interval {percent(low)} to {percent(high)}"),
        (f"{result.n_features.mean:.2f}", f"features acquired, of {result.model.n_features}"),
        (amount(result.cost.mean), "acquisition cost, per row"),
        (amount(result.total.mean), "total cost per row, with mistakes"),
    ]
    items = "".join(f"<li><b>{escape(number)}</b>{escape(text)}</li>" for number, text in key)
    remarks = (f"Total cost: {remark[0].lower()}{remark[1:]}" for remark in result.remarks())
    unit = describe.unit_of_costs(result.model)
    notes = [unit, *remarks] if unit else remarks
    return f'<ul class="key">{items}</ul>{"".join(map(_note, notes))}'


def _results(rows: ModelRows, acquisition: Acquisition, truth: NDArray[np.int64], result: Evaluation) -> str:
    model, expected = rows.model, result.expected
    labels = [model.classes[i] for i in truth]
    margin = f"± {2 * result.total_error:.2g} (two standard errors)"
    found = [
        ("features acquired", result.n_features.mean, expected.n_features, result.n_features.text()),
        ("their cost", result.cost.mean, expected.acquisition, result.cost.text()),
        ("cost of mistakes", result.mistakes.mean, expected.misclassification, ""),
        ("total cost", result.total.mean, expected.total, margin),
    ]
    costs = _table(
        ("", "found", "expected by the model", "found, between rows"),
        [(name, amount(mean), amount(hoped), text) for name, mean, hoped, text in found],
        "<>><",
    )
    names = describe.class_names(model)
    confusion = _table(
        ("true class", *(f"decided {name}" for name in names)),
        [(name, *map(str, row)) for name, row in zip(names, result.confusion.tolist(), strict=True)],
        "<" + ">" * len(names),
    )
    curve = CostAccuracyDisplay.from_estimator(model, rows.matrix, labels, ax=_axes())
    use = FeatureUseDisplay.from_estimator(model, rows.matrix, labels, ax=_axes())
    calibration = ReliabilityDisplay.from_predictions(
        labels, acquisition.posterior, model.classes, ax=_axes()
    )
    error = expected_calibration_error(result.bins)
    return "\n".join(
        [
            "<h2>How well it performs, and at what cost</h2>",
            costs,
            _figure(curve, "The same policy, stopped when a row reaches that cost."),
            "<h3>Mistakes</h3>",
            confusion,
            "<h3>What it acquires</h3>",
            _figure(use, "Share of the rows of a class in which each feature was acquired."),
            "<h3>Are its probabilities right?</h3>",
            _figure(
                calibration,
                f"Expected calibration error {error:.3f}, Brier score {result.brier:.3f} (0 best, 2 worst).",
            ),
        ]
    )


def _decisions(rows: ModelRows, acquisition: Acquisition, truth: NDArray[np.int64]) -> str:
    model = rows.model
    if model.policy is None:
        return ""
    parts = ["<h2>How it decides</h2>"]
    parts.append(
        _figure(
            PolicyDisplay.from_estimator(model, ax=_axes()),
            "The first three questions, and what follows each answer. The wider a line, the more "
            "often it is taken.",
        )
    )
    if model.policy == "ordered" and model.n_stages and model.n_classes in (2, 3):
        parts.append(
            _figure(
                ValueFunctionDisplay.from_estimator(model, ax=_axes()),
                "Expected further cost before the first acquisition, at every class probability.",
            )
        )
    parts.append("<h3>Some rows, step by step</h3>")
    for case in choose_cases(model, acquisition, truth):
        path = AcquisitionPathDisplay.from_estimator(model, rows.matrix, row=case.row, ax=_axes())
        name = describe.class_names(model)[truth[case.row]]
        parts.append(_figure(path, f"Row {case.row + 1}, {case.why}. The true class is {name}."))
    return "\n".join(parts)


def _model(model: Model) -> str:
    costs = describe.full_costs(model)
    features = [
        (
            str(k + 1),
            describe.question(model, k),
            describe.unit(model, k),
            describe.range_text(model, k),
            amount(costs[k]),
            describe.group_text(model, k),
            " | ".join(feature.value_texts()),
            describe.parent_text(model, k),
        )
        for k, feature in enumerate(model.network.features)
    ]
    header = ("#", "feature", "unit", "in training", "cost", "group", "bins", "depends on #")
    kept = [
        i for i, name in enumerate(header) if name in ("#", "feature", "cost", "bins") or _any(features, i)
    ]
    names = describe.class_names(model)
    prior = [(name, f"{share:.3f}") for name, share in zip(names, model.network.prior, strict=True)]
    Q = model.misclassification.tolist()
    mistakes = [(name, *map(amount, row)) for name, row in zip(names, Q, strict=True)]
    return "\n".join(
        [
            "<h2>What it is</h2>",
            *[
                f"<h3>{heading}</h3>{_paragraph(str(model.meta[key]))}"
                for key, heading in (("description", "Description"), ("limits", "Limits"))
                if model.meta.get(key)
            ],
            "<h3>Classes and their prior probability</h3>",
            _table(("class", "probability"), prior, "<>"),
            "<h3>Costs of mistakes</h3>",
            _table(("true class", *(f"decided {name}" for name in names)), mistakes, "<" + ">" * len(names)),
            _paragraph(f"The policy spends at most {amount(model.budget)} on a row.")
            if np.isfinite(model.budget)
            else "",
            "<h3>Features</h3>",
            _table(
                [header[i] for i in kept],
                [[row[i] for i in kept] for row in features],
                "".join("><<<><<>"[i] for i in kept),
            ),
            _paragraph(told) if (told := describe.factor_text(model)) else "",
            _figure(DependencyTreeDisplay.from_estimator(model, ax=_axes()), "")
            if model.n_features
            else _paragraph("None: the class is decided from the prior alone."),
            *[f"<h3>{heading}</h3>{_paragraph(text)}" for heading, text in _assured(model)],
        ]
    )


def _assured(model: Model) -> list[tuple[str, str]]:
    """Return what is known of a model's policy by computation, and of its errors by rows kept aside."""
    told = []
    if model.policy is not None:
        told.append(("Certificate", describe.certificate_text(certificate(model))))
    if (guaranteed := guarantee_of(model)) is not None:
        told.append(("Guarantee", str(guaranteed)))
    return told


def _any(rows: Sequence[Sequence[str]], i: int) -> bool:
    return any(row[i] for row in rows)


def _provenance(trained: Model, file: str) -> str:
    training = trained.meta.get("training")
    told = [
        ("file", f"{file}, {size(len(trained.to_bytes()))}"),
        ("SHA-256", trained.sha256),
        ("policy", str(trained.policy) + (f", {trained.treatment}" if trained.treatment else "")),
    ]
    if isinstance(training, dict):
        told.append(("trained on", f"{training.get('n_rows')} rows, {training.get('n_columns')} columns"))
        settings = training.get("settings")
        if isinstance(settings, dict):
            told.append(("settings", describe.settings_text(settings)))
        told.append(("trained by", f"ifc2f {training.get('version')}"))
    told.append(("this page", f"ifc2f {__version__}"))
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td><code>{escape(text)}</code></td></tr>" for name, text in told
    )
    support = "The figures support a decision by a qualified person; they are not a decision themselves."
    return f"<h2>Where it comes from</h2><table><tbody>{rows}</tbody></table>{_note(support)}"


# ---- HTML ----------------------------------------


def _paragraph(text: str) -> str:
    return f"<p>{'<br>'.join(map(escape, text.splitlines()))}</p>"


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'


def _table(header: Sequence[str], rows: Iterable[Sequence[str]], align: str) -> str:
    kind = [' class="number"' if side == ">" else "" for side in align]
    head = "".join(f'<th scope="col"{k}>{escape(cell)}</th>' for cell, k in zip(header, kind, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{k}>{escape(cell)}</td>" for cell, k in zip(row, kind, strict=True)) + "</tr>"
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _figure(display: Display, caption: str) -> str:
    """Return a picture as SVG within the page, with a text for those who do not see it."""
    from matplotlib import rc_context

    width, height = display.size()
    figure: Any = display.plot(_axes((width, height))).figure_
    content = io.BytesIO()
    with rc_context({"svg.hashsalt": "ifc2f"}):  # names within the picture are the same every time
        figure.savefig(content, format="svg", metadata={"Date": None, "Creator": None})
    data = base64.b64encode(content.getvalue()).decode("ascii")
    image = (
        f'<img src="data:image/svg+xml;base64,{data}" alt="{escape(display.describe())}" '
        f'width="{width * 84:.0f}" height="{height * 84:.0f}">'
    )
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{image}{below}</figure>"


def _axes(size: tuple[float, float] = (6.4, 4.8)) -> Any:
    """Return axes of a figure that no window knows of."""
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise ImportError("a report needs matplotlib: pip install 'ifc2f[plot]'") from error
    return Figure(figsize=size, layout="constrained").subplots()

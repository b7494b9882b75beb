"""``ifc2f export``: write a model as files for a device, and report what changes."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ifc2f.cli import describe
from ifc2f.cli.distil import add_distilling, distilled_document, distilled_for, show_distilled
from ifc2f.cli.options import (
    add_dialect,
    add_drop,
    add_json,
    check_output,
    dialect_of,
    number_from,
    whole_number,
)
from ifc2f.cli.rows import ModelRows, class_numbers, read_for_model
from ifc2f.cli.screen import Progress, Screen, amount, percent, plural, size
from ifc2f.cli.screen import stdout as stdout_screen
from ifc2f.core.kernels import Float32
from ifc2f.exchange.c_names import identifier
from ifc2f.exchange.export import TARGETS, Export, export, with_scales
from ifc2f.exchange.integer.compare import Differences, compare, with_failing
from ifc2f.exchange.integer.convert import to_integer
from ifc2f.exchange.integer.model import IntegerModel
from ifc2f.exchange.integer.readings import scale_text
from ifc2f.exchange.plain_c import FORMS, PlainC, plain_c
from ifc2f.files.writing import write_atomically
from ifc2f.model import Model
from ifc2f.policies.distilled import Distilled

_EPILOG = """\
examples:
  ifc2f export model.ifc2f --target int8 --data others.csv
  ifc2f export model.ifc2f --target int16 --scale temperature=16 --scale pressure=4.096 -o fridge
  ifc2f export model.ifc2f --target float32 --format c
  ifc2f export model.ifc2f --target page -o model.html
  ifc2f export model.ifc2f --target c --form code -o fridge
  ifc2f export adaptive.ifc2f --target int8 --policy graph --gap 0.2 --bytes 8000

int8 and int16 are for devices without floating point; the library of ifc2f_integer.h runs them. A reading is
then a whole number: the feature's value times its scale, rounded. Without --scale, a feature whose values in
--data have few decimals is scaled by a power of ten, any other by a power of two. With --data, the integer
model and MODEL both run on its rows, and you see the differences before you flash anything. float32 keeps all
numbers.
c writes the policy itself as C, which needs no library and decides as int8 does. A graph becomes a table
(--form table) with a state of one or two bytes, or straight code that calls your function for each reading.
An ordered policy of two classes becomes a table.
--policy graph first turns an adaptive policy into a policy graph, as ifc2f distil does. --bytes is the most
that an int8, int16 or float32 model may take.
page writes one HTML file that asks the questions in a browser, without an internet connection and with the
same numbers.
"""

IN_A_GRAPH = (
    "if no training row of the graph lacked the value, this model keeps the branch's probabilities, and "
    "MODEL computes them by exact inference"
)
IN_AN_ORDER = (
    "if several answers carry information on a missing value, this model counts each as if it were the "
    "only one. If the difference matters, train with --policy graph or --structure naive"
)
PAGE = "page"
FORMATS = {"binary": ".bin", "c": ".c", "header": ".h"}


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "export",
        help="write a model for a device, or as a web page",
        description="Write a model for a device: its bytes, a C array of them, and a header with its names. "
        "Or write it as a web page that asks the questions.",
        epilog=_EPILOG,
    )
    parser.add_argument("model", metavar="MODEL", help="model file")
    parser.add_argument(
        "--target", required=True, choices=(*TARGETS, "c", PAGE), help="what to write, see below"
    )
    _add_policy(parser)
    parser.add_argument("--form", choices=FORMS, help="form of the code for target c (default: table)")
    parser.add_argument(
        "--posterior", action="store_true", help="with target c, add the class probabilities to the table"
    )
    _add_data(parser)
    parser.add_argument(
        "--format",
        action="append",
        choices=FORMATS,
        help="kind of file to write; may be repeated (default: all of them)",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="STEM",
        help="files to write, without extension; for a page, the file itself (default: the model's name)",
    )
    parser.add_argument("--name", help="prefix of names in C (default: the last part of STEM)")
    parser.add_argument(
        "--scale",
        action="append",
        default=[],
        metavar="FEATURE=FACTOR",
        help="raw units of a reading per unit of the feature; may be repeated",
    )
    parser.add_argument(
        "--vectors",
        type=int,
        choices=(8, 16),
        help="bits of alpha vectors (default: as the target); use 16 if costs differ widely",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def _add_policy(parser: argparse.ArgumentParser) -> None:
    """Add how an adaptive policy becomes a graph."""
    group = parser.add_argument_group("adaptive policy")
    group.add_argument(
        "--policy", choices=("graph",), help="distil a policy graph from the model's adaptive policy"
    )
    add_distilling(group)
    group.add_argument("--bytes", type=whole_number(1), metavar="N", help="most bytes of the model written")


def _add_data(parser: argparse.ArgumentParser) -> None:
    """Add the options for rows to compare on."""
    parser.add_argument(
        "--data", metavar="DATA", help="CSV, XLSX or Parquet file: compare with the model on its rows"
    )
    parser.add_argument(
        "--class",
        dest="class_column",
        metavar="COL",
        help="the column of DATA that holds the class, to report mistakes too",
    )
    parser.add_argument(
        "--failing",
        type=number_from(0),
        metavar="SHARE",
        help="also compare with this share of the sensors failing, for example 0.1",
    )
    add_drop(parser)
    add_dialect(parser)


def run(args: argparse.Namespace) -> int:
    """Export, compare, write and report."""
    _refuse_distilling(args)
    if args.target == PAGE:
        return _write_page(args)
    _refuse_options(args)
    formats = args.format or [kind for kind in FORMATS if args.target != "c" or kind != "binary"]
    stem = args.output or Path(args.model).stem
    name = args.name or identifier(Path(stem).name)
    files = {kind: stem + FORMATS[kind] for kind in dict.fromkeys(formats)}
    for path in files.values():
        check_output(path, args.model, args.data)
    model = Model.load(args.model)
    differences = list[Differences]()
    with Progress() as progress:
        distilled = _distilled(args, model, progress)
        model = model if distilled is None else distilled.model
        given = _scales(args.scale, model)
        rows = None
        if args.data:
            progress(f"reading {args.data}")
            texts = [args.class_column] if args.class_column else []
            drop = args.drop_rows_without_class
            rows = read_for_model(model, args.data, texts, drop=drop, **dialect_of(args))
        progress("making numbers whole")
        result = _made(args, model, name, with_scales(model, given, None if rows is None else rows.matrix))
        integer = to_integer(model, 8, scales=result.scales) if isinstance(result, PlainC) else result.integer
        if rows is not None and integer is not None:
            progress(f"running both on {plural(rows.table.n_rows, 'row')}")
            differences = _compared(rows, integer, args)
    header = f"{Path(stem).name}.h"
    for kind, path in files.items():
        if kind == "binary":
            assert isinstance(result, Export)
            write_atomically(path, result.data)
        else:
            write_atomically(path, result.source(header) if kind == "c" else result.header())
    if args.json:
        told = None if distilled is None else distilled_document(distilled)
        print(describe.to_json({**_document(result, args, files, differences), "distilled": told}))
    else:
        screen = stdout_screen()
        if distilled is not None:
            show_distilled(distilled, args, screen)
        _show(result, args, files, differences, screen)
    return 0


def _made(args: argparse.Namespace, model: Model, name: str, scales: Float32) -> Export | PlainC:
    """Return what is written; float32 changes no number, and has no scales."""
    if args.target == "c":
        return plain_c(model, name, scales, args.form or "table", args.posterior)
    return export(model, args.target, name, None if args.target == "float32" else scales, args.vectors)


def _distilled(args: argparse.Namespace, model: Model, progress: Progress) -> Distilled | None:
    """Return a graph that is distilled from an adaptive policy, if that is asked for."""
    if args.policy is None:
        return None

    def fits(graph: Model) -> bool:
        made = export(graph, args.target, "model", vector_bits=args.vectors) if args.bytes else None
        return made is None or len(made.data) <= args.bytes

    return distilled_for(args, model, progress, fits)


def _refuse_distilling(args: argparse.Namespace) -> None:
    """Refuse distilling options where nothing is distilled, or that do not apply to the target."""
    of_distilling = (args.gap, args.nodes, args.missing, args.seed, args.bytes)
    if args.policy is None and any(option is not None for option in of_distilling):
        raise ValueError("--gap, --nodes, --missing, --seed and --bytes are for --policy graph")
    if args.policy is not None and args.target == PAGE:
        raise ValueError("a page follows an adaptive policy as it is: leave out --policy")
    if args.bytes is not None and args.target == "c":
        raise ValueError("--bytes is for int8, int16 and float32: bound plain C by --nodes")


def _refuse_options(args: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    if args.target == "float32" and (args.scale or args.vectors or args.data):
        raise ValueError("--scale, --vectors and --data are for int8 and int16; float32 changes no number")
    if args.target != "c" and (args.form or args.posterior):
        raise ValueError(f"--form and --posterior are for target c, not {args.target}")
    if args.target == "c" and (args.vectors or "binary" in (args.format or ())):
        raise ValueError(
            "target c has no alpha vectors and no bytes: leave out --vectors and --format binary"
        )
    if not args.data and (args.class_column or args.failing or args.drop_rows_without_class):
        raise ValueError("--class, --failing and --drop-rows-without-class need rows: add --data")
    if args.drop_rows_without_class and not args.class_column:
        raise ValueError("--drop-rows-without-class needs --class, the column that holds the class")
    if args.failing is not None and not args.failing <= 1:
        raise ValueError(f"--failing is a share of the sensors, from 0 to 1, not {args.failing:g}")


def _compared(rows: ModelRows, integer: IntegerModel, args: argparse.Namespace) -> list[Differences]:
    """Compare on the rows as they are and, if that is asked for, where sensors fail."""
    model = rows.model
    truth = class_numbers(rows.table, args.class_column, model) if args.class_column else None
    shares = [0.0, *([args.failing] if args.failing else [])]
    return [compare(model, integer, with_failing(rows.matrix, share), truth) for share in shares]


def _write_page(args: argparse.Namespace) -> int:
    of_devices = (args.scale, args.vectors, args.data, args.format, args.name, args.form, args.posterior)
    if any(of_devices) or args.failing or args.class_column or args.drop_rows_without_class:
        raise ValueError(
            "--scale, --vectors, --data and its options, --format, --name, --form and --posterior "
            "are for devices, not for a page"
        )
    path = args.output or f"{Path(args.model).stem}.html"
    check_output(path, args.model)  # as it was written: the name of a folder is no name of a page
    if not path.lower().endswith((".html", ".htm")):
        path += ".html"
    check_output(path, args.model)
    model = Model.load(args.model)
    text = model.to_page()
    write_atomically(path, text)
    n_bytes = len(text.encode("utf-8"))
    if args.json:
        told = {"model": describe.identity(model, args.model), "target": PAGE, "bytes": n_bytes, "file": path}
        print(describe.to_json(told))
    else:
        screen = stdout_screen()
        screen.line(screen.style(f"{args.model} as a page, written to {path}", "bold"))
        screen.line(f"{size(n_bytes)}; it opens in a browser, without an internet connection", 2)
        screen.line(f"it shows the model's SHA-256, {model.sha256}", 2)
    return 0


def _scales(texts: list[str], model: Model) -> dict[int, float]:
    scales = {}
    for text in texts:
        name, equals, factor = text.rpartition("=")
        if not equals:
            raise ValueError(f"--scale is written FEATURE=FACTOR, and {text!r} has no '='")
        try:
            k = model.feature_index(name)
        except ValueError as error:
            raise ValueError(f"--scale {text}: {error}") from None
        try:
            scales[k] = float(factor)
        except ValueError:
            raise ValueError(f"--scale {text}: {factor!r} is not a number") from None
    return scales


def _document(
    result: Export | PlainC, args: argparse.Namespace, files: dict[str, str], differences: list[Differences]
) -> dict[str, Any]:
    if isinstance(result, PlainC):
        return {
            "model": describe.identity(result.model, args.model),
            "target": args.target,
            "form": result.form,
            "policy": result.model.policy,
            f"n_{result.step}s": result.n_steps,
            "session_bytes": result.session_bytes,
            "files": files,
            "scales": {result.model.feature_names[k]: float(result.scales[k]) for k in result.features},
            **_told_differences(args, differences),
        }
    scales = None
    if result.integer is not None:
        names = result.model.feature_names
        scales = {names[k]: float(result.integer.scales[k]) for k in result.features}
    return {
        "model": describe.identity(result.model, args.model),
        "target": result.target,
        "policy": result.model.policy,
        "id": result.id,
        **describe.needs(result),
        "files": files,
        "scales": scales,
        "cost_scale": None if result.integer is None else result.integer.cost_scale,
        **_told_differences(args, differences),
    }


def _told_differences(args: argparse.Namespace, differences: list[Differences]) -> dict[str, Any]:
    told = [asdict(found) for found in differences] + [None, None]
    return {
        "data": args.data,
        "differences": told[0],
        "failing": args.failing,
        "differences_failing": told[1],
    }


def _show(
    result: Export | PlainC,
    args: argparse.Namespace,
    files: dict[str, str],
    differences: list[Differences],
    screen: Screen,
) -> None:
    if isinstance(result, PlainC):
        _show_plain(result, args, files, screen)
        _show_differences(differences, args, screen)
        return
    screen.line(
        screen.style(f"{args.model} as {result.target}, written to {', '.join(files.values())}", "bold")
    )
    screen.line(f"{describe.size_on_device(result)}, id 0x{result.id:08X}", 2)
    if result.integer is not None:
        _show_readings(result, screen)
    _show_differences(differences, args, screen)
    found = differences[-1] if differences else None
    if found is not None and found.n_incomplete and result.loses_with_missing:
        _show_missing(found, result.model.policy == "graph", screen)


def _show_plain(result: PlainC, args: argparse.Namespace, files: dict[str, str], screen: Screen) -> None:
    screen.line(
        screen.style(f"{args.model} as C ({result.form}), written to {', '.join(files.values())}", "bold")
    )
    n, steps = len(result.features), plural(result.n_steps, result.step)
    screen.line(
        f"{steps}, {plural(n, 'feature')} of {result.model.n_features} asked for, "
        f"{plural(result.session_bytes, 'byte')} of memory for a session",
        2,
    )
    _show_readings_of(result.model, result.features, result.scales, screen)


def _show_readings(result: Export, screen: Screen) -> None:
    assert result.integer is not None
    _show_readings_of(result.model, result.features, result.integer.scales, screen)
    if result.integer.cost_scale != 1:
        screen.line(f"costs x {result.integer.cost_scale:.9g}", 2)


def _show_readings_of(model: Model, asked: Iterable[int], scales: Float32, screen: Screen) -> None:
    screen.heading("Readings, whole numbers")
    rows = []
    for k in asked:
        feature, unit = model.network.features[k], describe.unit(model, k)
        what = f"value{f' in {unit}' if unit else ''} x {scale_text(float(scales[k]))}"
        rows.append([feature.name, "number of its category" if feature.categorical else what])
    screen.table(["feature", "reading"], rows, "<<", most=40)


def _show_differences(differences: list[Differences], args: argparse.Namespace, screen: Screen) -> None:
    """Print what differs on the rows as they are, then where sensors fail."""
    for i, found in enumerate(differences):
        failing = f", with {percent(args.failing)} of the values missing" if i else ""
        rows = f"{plural(found.n_rows, 'row')} of {args.data}{failing}"
        screen.heading(f"Differences from floating point on {rows}")
        _show_found(found, args.class_column is not None, screen)


def _show_found(found: Differences, has_truth: bool, screen: Screen) -> None:
    what = "cost of a row, mistakes included" if has_truth else "acquisition cost of a row"
    rows = [
        ["classes", str(found.classes), f"of {found.n_rows} rows"],
        ["features acquired", str(found.features), f"of {found.n_rows} rows"],
        ["decisions to go on or to stop", str(found.decisions), f"of {found.n_decisions}"],
        ["probabilities, where features agree", f"{found.posterior:.2g}", "at most"],
        [what, amount(found.device_cost), f"of MODEL {amount(found.host_cost)}"],
    ]
    screen.table(["", "differ", ""], rows, "<><")


def _show_missing(found: Differences, is_graph: bool, screen: Screen) -> None:
    lack = "row lacks" if found.n_incomplete == 1 else "rows lack"
    screen.paragraph(
        f"{found.n_incomplete} {lack} a value that the model may ask for; {found.classes_incomplete} of the "
        f"{found.classes} with another class are among them: "
        f"{IN_A_GRAPH if is_graph else IN_AN_ORDER}: docs/firmware.md.",
        2,
    )

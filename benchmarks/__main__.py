"""The commands of the benchmarks: ``python -m benchmarks --help``."""

from __future__ import annotations

import argparse
from pathlib import Path

from .runs import complexity, declare, imdb, store
from .runs.runner import CAP_SECONDS, Runner, cells

# Tables that are not made of cells on data sets.
EXTRA = {"imdb": imdb.run, "complexity": complexity.run}


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not at least 1")
    return value


def _seconds(text: str) -> float:
    value = float(text)
    if not value > 0.0:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return value


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    run = commands.add_parser("run", help="run tables; what is done already is not run again")
    run.add_argument("tables", nargs="+", choices=[*declare.TABLES, *EXTRA, "all-paper"], metavar="TABLE")
    run.add_argument("--data", help="only these data sets, separated by commas")
    run.add_argument("--methods", help="only these methods or columns of the report, separated by commas")
    run.add_argument("--cap", type=_seconds, default=CAP_SECONDS, help="seconds a cell may take")
    run.add_argument("--jobs", type=_positive, default=1, help="cells run side by side")
    run.add_argument(
        "--folds", type=_positive, help="only so many folds of each line; 5 is one repeat of five"
    )
    run.add_argument("--quick", action="store_true", help="small sets, two folds, one cost: a smoke test")

    report = commands.add_parser("report", help="write report.md and its figures from the results there are")
    kept = commands.add_parser(
        "keep", help="store reports and means in docs/evaluation, and say what has changed"
    )
    for command in (run, report, kept):
        command.add_argument("--results", type=Path, default=store.FOLDER, help="folder of the results")

    arguments = parser.parse_args()
    try:
        if arguments.command == "run":
            _run(arguments)
        else:
            from .reports import kept as keeping  # whose pictures need the extra `bench`
            from .reports import report as reporting

            if arguments.command == "report":
                print(reporting.write(arguments.results))
            else:
                print("\n".join(keeping.keep(arguments.results)))
    except (store.InUse, store.OtherColumns, store.TooLarge) as error:
        raise SystemExit(str(error)) from None
    except KeyboardInterrupt:
        raise SystemExit("stopped: the same command goes on where it stopped") from None


def _run(arguments: argparse.Namespace) -> None:
    names: list[str] = []
    for name in arguments.tables:
        names += [*declare.PAPER_TABLES, *EXTRA] if name == "all-paper" else [name]
    _check_names(arguments, names)
    for name in names:
        if name in EXTRA:
            if not arguments.quick:
                EXTRA[name](arguments.results)
            continue
        entries = declare.TABLES[name][1]()
        if arguments.data:
            entries = [entry for entry in entries if entry.data in arguments.data.split(",")]
        if arguments.methods:
            wanted = set(arguments.methods.split(","))
            entries = [entry for entry in entries if wanted & {entry.method, entry.name}]
        if arguments.quick:
            entries = declare.quick(entries, name)
        runner = Runner(store.Store(arguments.results, name), arguments.cap, arguments.jobs)
        runner.run(cells(entries, 2 if arguments.quick else arguments.folds))
        for message in runner.missing.values():
            print(message)


def _check_names(arguments: argparse.Namespace, tables: list[str]) -> None:
    """Refuse names that no table has: they would silently run nothing."""
    entries = [entry for name in tables if name in declare.TABLES for entry in declare.TABLES[name][1]()]
    known = {
        "--data": (arguments.data, {entry.data for entry in entries}),
        "--methods": (arguments.methods, {name for e in entries for name in (e.method, e.name)}),
    }
    for option, (given, names) in known.items():
        unknown = sorted(set(given.split(",")) - names) if given is not None else []
        if unknown:
            there = ", ".join(sorted(names)) or "none"
            raise SystemExit(
                f"{option}: {', '.join(map(repr, unknown))} not in these tables; there are {there}"
            )


if __name__ == "__main__":
    main()

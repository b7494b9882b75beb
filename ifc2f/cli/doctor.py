"""``ifc2f doctor``: check the installation: what is there, what is missing, whether the core is correct."""

from __future__ import annotations

import argparse
import platform
from dataclasses import asdict
from typing import Any

from ifc2f import __version__
from ifc2f.cli.options import add_json
from ifc2f.cli.requirements import Found, look, of_part, requirements
from ifc2f.cli.screen import Progress, Screen
from ifc2f.cli.screen import stdout as stdout_screen

# What each extra is for; a compiler is needed by none.
PURPOSES = {
    "gui": "the window",
    "data": "data frames, Parquet and Feather files",
    "plot": "plots and ifc2f report",
    "chunks": "training in chunks, from tables larger than memory",
    "dask": "training on Dask collections",
    "networks": "networks in XMLBIF, XDSL, UAI, NET and DSL",
    "bench": "the benchmarks",
}

# The posterior of the self-check's model, as bits (float32, little-endian), before and after each answer: the
# core promises the same bits on every machine.
POSTERIORS = {None: "0000603f0000003e", 0: "821f783fc20ffc3c", 1: "efeeee3e8988083f"}


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "doctor",
        help="check the installation, and show what is missing",
        description="Check this installation: versions, extras, and whether the core computes correctly.",
        epilog="Exit status: 0 if everything installed works (extras may be missing), otherwise 1.",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check, and print what was found."""
    everything = requirements()
    with Progress() as progress:
        progress("checking the core")
        core = [look(requirement) for requirement in of_part("", everything)]
        wide_words, failure = check_core()
        extras: dict[str, list[Found]] = {}
        for name in PURPOSES:
            progress(f"loading what the extra {name} needs")
            extras[name] = [look(requirement) for requirement in of_part(name, everything)]
    found = [*core, *(one for part in extras.values() for one in part)]
    works = failure is None and all(one.version for one in core) and not any(one.problem for one in found)
    if args.json:
        from ifc2f.cli.describe import to_json  # needs the core, which may be what does not load

        print(
            to_json(
                {
                    "ifc2f": __version__,
                    "python": platform.python_version(),
                    "platform": platform.platform(),
                    "wide_words": wide_words,
                    "self_check": failure or "passes",
                    "core": [asdict(one) for one in core],
                    "extras": {
                        name: {"for": PURPOSES[name], "needs": [asdict(one) for one in part]}
                        for name, part in extras.items()
                    },
                    "works": works,
                }
            )
        )
    else:
        _show(core, wide_words, failure, extras, works)
    return 0 if works else 1


def check_core() -> tuple[bool | None, str | None]:
    """Return whether wide words are counted (None: unknown), and what is wrong with the core, if anything is.

    A model of one test and two classes is planned, written, read and asked; what it asks, its posteriors
    to the bit, and what it decides are known.
    """
    try:
        from ifc2f._core import lib

        return bool(lib.ifc2f_counts_wide_words()), _self_check()
    except Exception as error:  # a core that does not load may raise anything
        return None, f"the core does not run: {' '.join(str(error).split()) or type(error).__name__}"


def _self_check() -> str | None:
    from ifc2f.model import Model
    from ifc2f.session import Session

    model = Model(coin().to_bytes())
    for answer, bits in POSTERIORS.items():
        session = Session(model)
        if session.next() != 0:
            return "the policy of the self-check's model does not ask its only question"
        if answer is not None:
            session.answer_bin(0, answer)
            if session.next() is not None:
                return "the policy of the self-check's model does not stop after its only question"
            if session.decide() != answer:
                return f"the self-check decides {session.decide()} after answer {answer}, not {answer}"
        shown = session.posterior.astype("<f4").tobytes().hex()
        if shown != bits:
            return f"the self-check's posterior is {shown}, not {bits}"
    return None


def coin() -> Any:
    """Return the model of the self-check, planned anew: one test, two classes."""
    import numpy as np

    from ifc2f.costs import AcquisitionCosts
    from ifc2f.model import Model
    from ifc2f.network import Feature, Network
    from ifc2f.planning.plan import plan

    feature = Feature(
        name="test",
        column=0,
        values=np.array([0.5], dtype=np.float32),
        categorical=False,
        labels=None,
        parent=-1,
        table=np.array([[[0.9, 0.2], [0.1, 0.8]]], dtype=np.float32),
    )
    network = Network((feature,), (0, 1), np.array([0.875, 0.125], dtype=np.float32))
    costs = AcquisitionCosts.from_spec(0.0625, ["test"])
    model = Model.build(network, costs, np.array([[0, 1], [10, 0]], dtype=np.float32))
    return model.with_policies({"ORDR": plan(model)})


def _show(
    core: list[Found],
    wide_words: bool | None,
    failure: str | None,
    extras: dict[str, list[Found]],
    works: bool,
) -> None:
    screen = stdout_screen()
    screen.line(f"ifc2f {__version__}, Python {platform.python_version()}, {platform.platform()}")
    screen.heading("Core (no compiler is needed)")
    _mark(screen, failure is None, f"self-check: {failure or 'the same bits as everywhere'}")
    if wide_words is not None:
        how = "available (AVX-512)" if wide_words else "not available; counting pairs is slower without it"
        screen.line(f"      fast counting of bits: {how}")
    for one in core:
        _show_found(one, screen, missing=f"is not installed: pip install '{one.name}'")
    screen.heading("Extras")
    for name, part in extras.items():
        missing = [one.name for one in part if one.version is None]
        text = f"{name}, for {PURPOSES[name]}"
        if not part:
            version = platform.python_version()
            screen.line(
                f"  {screen.style('--', 'dim')}  {text}: what it needs cannot be had for Python {version}"
            )
        elif missing:
            screen.line(f"  {screen.style('--', 'dim')}  {text}: pip install 'ifc2f[{name}]'")
        elif not any(one.problem for one in part):
            _mark(screen, True, text)
        else:
            _mark(screen, False, text)
        for one in part:
            _show_found(one, screen, missing="is not installed", indent=4)
    screen.line()
    verdict = (
        "Everything installed works." if works else "Something is wrong: see the lines that begin with !!"
    )
    screen.line(screen.style(verdict, "good" if works else "bad"))


def _show_found(one: Found, screen: Screen, missing: str, indent: int = 0) -> None:
    if one.problem:
        _mark(screen, False, f"{one.name} {one.problem}", indent)
    elif one.version is None:
        screen.line(f"--  {one.name} {missing}", 2 + indent)
    else:
        screen.line(f"    {one.name} {one.version}", 2 + indent)


def _mark(screen: Screen, good: bool, text: str, indent: int = 0) -> None:
    mark = screen.style("ok", "good") if good else screen.style("!!", "bad")
    screen.line(f"{mark}  {text}", 2 + indent)

"""Measure what the runtimes take on small devices, beside other libraries, and write docs/footprint.md."""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
from builds import BUILDS, DECISIONS, N_CLASSES, OPENED, OUT, RIVALS, STEPS, TWO
from images import (
    CPUS,
    check_symbols,
    instructions,
    link,
    link_plain,
    link_rival,
    opening_instructions,
    other_instructions,
    ram_bytes,
    run,
    stack_bytes,
    text_bytes,
)
from make_data import SMALL as SMALL_MODELS
from make_data import trained

from ifc2f.exchange.integer.compare import compare, with_failing
from ifc2f.exchange.integer.convert import to_integer
from ifc2f.exchange.integer.readings import choose_scales

ABOUT = """\
Flash is the size, in bytes, of a linked program that opens a model, asks, answers and decides (minimal.c):
the runtime, and separately helpers of the compiler (arithmetic that the processor lacks). Stack is the
deepest path of calls. QEMU counts instructions, not cycles, from begin to decision over recorded rows in
which all sensors answer; the counts are exact. The runtimes have no .data or .bss in any build. The images
contain no heap and no double-precision helper, and those of the integer runtime no floating point at all.
"""
COMPARED = """\
{}. All use the same data and split: scikit-learn's breast cancer and digits, with 7 of 10 rows for
training. Accuracy is on the other rows, and instructions are the mean over the first 10 of them. Flash is
code, helpers and model. RAM is our session, and the variables of the others. Features are those acquired;
for trees, those on a row's paths, although their code needs all. J is the cost of a row: 0.01 for each
feature, 1 for a mistake. A single tree is the smallest that is right on the other rows as often as our
graph, or the best one.
"""
OPENING = """\
Instructions on a Cortex-M0+ to open a model: with the checksum bit by bit, with tables of 16 or 256 words,
and for a model linked into the program (`ifc2f_open_linked`), whose checksum is only compared.
"""
ELSEWHERE = """\
Bytes of code and constants of a policy in plain C, with all of its functions, at -Os.
"""
COMPILERS = {  # beginnings of the tools' names, and what tells the processor
    "M0+": ("arm-none-eabi-", ["-mthumb", "-mcpu=cortex-m0plus"]),
    "M4F": ("arm-none-eabi-", ["-mthumb", "-mcpu=cortex-m4", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"]),
    "RV32": ("riscv64-unknown-elf-", ["-march=rv32imac", "-mabi=ilp32"]),
    "Xtensa": ("xtensa-lx106-elf-", ["-mlongcalls"]),
    "AVR": ("avr-", ["-mmcu=atmega328p"]),
}
FORMS = {
    "table": "graph as a table",
    "posterior": "graph as a table with probabilities",
    "code": "graph as straight code",
    "ordered": "ordered policy",
}

FAILING = """\
The cost of a row of the same data, mistakes (1 each) and acquisitions, if a random share of the sensors
does not answer; the host uses exact inference. The graph grown with gaps was trained on rows in which 10 %
of the values were removed at random, so it has a branch for each sensor that fails.
"""
SHARES_FAILING = (0.0, 0.1, 0.3)
TRAINED_FOR_FAILING = {"ordered": 0.0, "graph": 0.0, "graph, grown with gaps": 0.1}


def build_rows(folder: Path) -> list[str]:
    """Return the table of flash, stack and session."""
    rows = [
        "| build | flash M0+ | flash M4F | helpers M0+ | stack M0+ | stack M4F | session |",
        "|---|---|---|---|---|---|---|",
    ]
    for build in BUILDS:
        cells = []
        for cpu in CPUS:
            link(cpu, "minimal.c", build.data, build, folder)
            check_symbols(folder, build)
            cells.append((*text_bytes(folder, build.runtime.stem), stack_bytes(folder, build)))
        m0, m4 = cells
        session = build.session_bytes(20, 2) or "by the network"
        rows.append(f"| {build.title} | {m0[0]} | {m4[0]} | {m0[1]} | {m0[2]} | {m4[2]} | {session} |")
    return rows


def step_rows(folder: Path) -> list[str]:
    """Return the table of instructions per step: what 12 steps take beyond 4, by 8."""
    rows = ["| one step | M0+ | of these own | M4F | of these own |", "|---|---|---|---|---|"]
    names = {
        "vectors": "8 alpha vectors, all tried",
        "vectors3": "8 alpha vectors of 3 classes, all tried",
        "chain": "a node of a graph",
    }
    thresholds = "8 alpha vectors, made one interval"
    for kind, build, target in STEPS:
        cells = []
        for cpu in CPUS:
            few, many = (instructions(cpu, f"{target}{kind}-{n}", build, folder) for n in (4, 12))
            cells.append([(b - a) / 8 for a, b in zip(few, many, strict=True)])
        (m0, own), (m4, own_m4) = cells
        what = thresholds if build is TWO else names[kind]
        rows.append(f"| {build.title}: {what} | {m0:.0f} | {own:.0f} | {m4:.0f} | {own_m4:.0f} |")
    return rows


def told_of(place: Path) -> str:
    """Return the cells of accuracy, features and cost."""
    return " | ".join((place / "accuracy").read_text().split())


def decision_rows(data: str, folder: Path) -> list[str]:
    """Return the table of whole decisions on a data set, ours and others."""
    rows = [
        "| | accuracy | features | J | flash M0+ | flash M4F | RAM | instructions M0+ | M4F |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for build, name in DECISIONS[data]:
        place = OUT / "data" / name
        constants = (place / "data.c").read_text()
        model = int(re.search(r"model_length = (\d+)", constants)[1])
        n_features = re.search(r"sensor_of_feature\[\] = \{(.*)\}", constants)[1].count(",") + 1
        session = build.session_bytes(n_features, N_CLASSES[data])
        flash, spent = [], []
        for cpu in CPUS:
            link(cpu, "minimal.c", name, build, folder)
            flash.append(sum(text_bytes(folder, build.runtime.stem)) + model)
            spent.append(instructions(cpu, name, build, folder)[0])
        rows.append(
            f"| ifc2f {build.title}{', small model' * name.endswith('-small')} | {told_of(place)} "
            f"| {flash[0]} | {flash[1]} | {session} | {spent[0]:.0f} | {spent[1]:.0f} |"
        )
    for form in ("table", "code", *(["ordered"] if N_CLASSES[data] == 2 else [])):
        name = f"plain-{form}-{data}"
        state = int((OUT / "data" / name / "session_bytes").read_text())
        title = f"ifc2f in plain C, {FORMS[form]}"
        rows.append(other_row(title, OUT / "data" / name, link_plain, "policy", folder, state))
    for library, title in RIVALS.items():
        rows.append(other_row(title, OUT / "rivals" / f"{library}-{data}", link_rival, "rival", folder))
    return rows


def other_row(
    title: str, place: Path, linked: Callable[..., Path], source: str, folder: Path, state: int = 0
) -> str:
    """Return the row of what needs no runtime, in the source of this name."""
    flash, spent = [], []
    for cpu in CPUS:
        linked(cpu, place.name, folder)
        flash.append(sum(text_bytes(folder, source)))
        ram = ram_bytes(folder, source) + state
        spent.append(other_instructions(cpu, place.name, linked, folder))
    return (
        f"| {title} | {told_of(place)} | {flash[0]} | {flash[1]} | {ram} | {spent[0]:.0f} | {spent[1]:.0f} |"
    )


def plain_rows(folder: Path) -> list[str]:
    """Return the table of what plain C takes on other processors, as its object file says."""
    names = " | ".join(COMPILERS)
    rows = [f"| data | policy | nodes or stages | {names} |", f"|---|---|---|{'---|' * len(COMPILERS)}"]
    for data, (form, words) in product(N_CLASSES, FORMS.items()):
        if form == "ordered" and N_CLASSES[data] > 2:
            continue
        place = OUT / "data" / f"plain-{form}-{data}"
        n_steps = re.search(r"of (\d+) (?:nodes|stages)", (place / "policy.h").read_text())[1]
        cells = []
        for compiler, options in COMPILERS.values():
            built = folder / "policy.o"
            run(
                f"{compiler}gcc",
                *options,
                "-std=c99",
                "-ffreestanding",
                "-Os",
                "-c",
                str(place / "policy.c"),
                "-o",
                str(built),
            )
            text, constants, *_ = run(f"{compiler}size", str(built)).splitlines()[1].split()
            cells.append(str(int(text) + int(constants)))
        rows.append(f"| {data} | {words} | {n_steps} | {' | '.join(cells)} |")
    return rows


def opening_rows(folder: Path) -> list[str]:
    """Return the table of instructions that opening takes, beside those of one decision."""
    rows = [
        "| model | bytes | opening | table of 16 | table of 256 | linked | a decision |",
        "|---|---|---|---|---|---|---|",
    ]
    for build, name in OPENED:
        length = re.search(r"model_length = (\d+)", (OUT / "data" / name / "data.c").read_text())[1]
        ways = ([], ["-DIFC2F_CRC_TABLE=16"], ["-DIFC2F_CRC_TABLE=256"], ["-DLINKED=1"])
        spent = [opening_instructions(name, build, folder, *way) for way in ways]
        decision = instructions("Cortex-M0+", name, build, folder)[0]
        cells = " | ".join(map(str, spent))
        rows.append(f"| {build.title}: {name.split('-')[-1]} | {length} | {cells} | {decision:.0f} |")
    return rows


def difference_rows() -> list[str]:
    """Return the table of what differs from floating point on rows not trained on."""
    rows = ["| data | policy | target | classes | features | decisions |", "|---|---|---|---|---|---|"]
    names = ["wine", "cancer", "digits", *(["robot"] if "IFC2F_DATA" in os.environ else [])]
    cases = [
        (data, policy, "", {"max_features": 20}) for data, policy in product(names, ("ordered", "graph"))
    ]
    cases += [(data, "ordered", ", small model", settings) for data, settings in SMALL_MODELS.items()]
    for data, policy, small, settings in cases:
        model, X, _ = trained(policy, data, **settings)
        matrix = X[:, model.columns]
        scales = choose_scales(model, matrix)
        for bits in (8, 16):
            try:
                integer = to_integer(model, bits, scales=scales)
            except ValueError as error:
                rows.append(
                    f"| {data} | {policy}{small} | int{bits} | refused: {str(error).split(':')[0]} | | |"
                )
                continue
            found = compare(model, integer, matrix)
            rows.append(
                f"| {data} | {policy}{small} | int{bits} | {found.classes} of {found.n_rows} "
                f"| {found.features} of {found.n_rows} | {found.decisions} of {found.n_decisions} |"
            )
    return rows


def missing_rows() -> list[str]:
    """Return the table of what it costs that sensors fail: mistakes and looks together, by row."""
    rows = ["| data | policy | failing | host | int8 | int16 |", "|---|---|---|---|---|---|"]
    names = ["wine", "cancer", "digits", *(["robot"] if "IFC2F_DATA" in os.environ else [])]
    for data, (policy, failing) in product(names, TRAINED_FOR_FAILING.items()):
        model, X, y = trained(policy.split(",")[0], data, failing=failing, max_features=20)
        truth = np.searchsorted(model.classes, y)
        for share in SHARES_FAILING:
            matrix = with_failing(X[:, model.columns], share)
            scales = choose_scales(model, matrix)
            found = [
                compare(model, to_integer(model, bits, scales=scales), matrix, truth) for bits in (8, 16)
            ]
            costs = [found[0].host_cost, *(one.device_cost for one in found)]
            cells = " | ".join(f"{cost:.3f}" for cost in costs)
            rows.append(f"| {data} | {policy} | {share:.0%} | {cells} |")
    return rows


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path)
    options = parser.parse_args()
    compiler = run("arm-none-eabi-gcc", "--version").splitlines()[0]
    lines: list[str] = []

    def add(*more: str) -> None:
        lines.extend(more)
        print(*more, sep="\n", flush=True)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        add(
            "# Flash, memory and time on small devices\n",
            "Written by `make footprint`; do not edit.\n",
            ABOUT,
        )
        add(f"Compiler: {compiler}, -Os. The session is for 20 features and 2 classes.\n")
        add(*build_rows(folder))
        add("\n## One step\n")
        add("Instructions to answer one feature and ask for the next: all checks, 2 classes, 3 edges.\n")
        add(*step_rows(folder))
        add("\n## Opening\n", OPENING, *opening_rows(folder))
        add("\n## Whole decisions, beside other libraries\n")
        add(COMPARED.format((OUT / "rivals/versions").read_text()))
        add("Breast cancer:\n", *decision_rows("cancer", folder))
        add("\nDigits:\n", *decision_rows("digits", folder))
        add("\n## Without a library, elsewhere\n", ELSEWHERE, *plain_rows(folder))
        add("\n## Whole numbers beside floating point\n")
        add("Differences on rows not used for training: the class, the features acquired, and decisions to")
        add("go on or to stop. From the first decision of a row that differs, all of the row count.\n")
        add(*difference_rows())
        add("\n## When sensors fail\n", FAILING, *missing_rows())
    options.page.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Measure what the runtimes take on small devices, beside other libraries, and write docs/footprint.md."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
from make_data import SMALL as SMALL_MODELS
from make_data import trained

from ifc2f.exchange.integer.compare import compare, with_failing
from ifc2f.exchange.integer.convert import to_integer
from ifc2f.exchange.integer.readings import choose_scales

ABOUT = """\
Flash is what a program links that opens a model, asks, answers and decides (minimal.c), in bytes: the
runtime's own, and beside it helpers of the compiler (arithmetic that the processor lacks). Stack is the
deepest path of calls. Instructions are counted by QEMU from begin to decision over recorded rows in which all
sensors answer: exact, and not cycles. The runtimes have no .data or .bss in any build, and the images neither
heap nor double-precision helper, those of the integer runtime no floating point at all.
"""
COMPARED = """\
{}. The same data and split for all: scikit-learn's breast cancer and digits, 7 of 10 rows to train on,
accuracy on the others, instructions as the mean of the first 10 of them. Flash is code, helpers and model.
RAM is our session, and the others' variables. Features are those looked at; the others need all.
"""

FAILING = """\
What a row of the same data costs, mistakes (1 each) and looks, if a share of the sensors, drawn at random,
does not answer, on the host by exact inference. A graph that is grown with gaps learned from rows in which
10 % of the values were taken away at random: it has a branch for each sensor that fails.
"""
SHARES_FAILING = (0.0, 0.1, 0.3)
TRAINED_FOR_FAILING = {"ordered": 0.0, "graph": 0.0, "graph, grown with gaps": 0.1}
N_ROWS = 10  # that instructions are counted on
TRACE_SECONDS = 300  # that a count may take
HERE = Path("csrc/firmware")
OUT = Path("build/firmware")
MEMORY = "flash_origin=0 flash_length=4M ram_origin=0x20000000 ram_length=4M"
CPUS = {
    "Cortex-M0+": (["-mcpu=cortex-m0plus"], "mps2-an385"),
    "Cortex-M4F": (["-mcpu=cortex-m4", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"], "mps2-an386"),
}


@dataclass(frozen=True)
class Build:
    """A runtime and its compile-time choices."""

    title: str
    data: str  # in build/firmware/data: what minimal.c is linked with
    integer: bool = False
    choices: dict[str, int] = field(default_factory=dict)

    def defines(self) -> list[str]:
        """Return the compiler options."""
        prefix = "IFC2F_INTEGER_" if self.integer else "IFC2F_"
        return [f"-DINTEGER={int(self.integer)}", *(f"-D{prefix}{c}={n}" for c, n in self.choices.items())]

    @property
    def runtime(self) -> Path:
        """The amalgamated source."""
        return OUT / ("ifc2f_integer.c" if self.integer else "ifc2f.c")

    def session_bytes(self, n_features: int, n_classes: int) -> int | None:
        """Return the memory of a session; with exact inference, None, it depends on the network."""
        if self.integer:
            return 16 + 4 * n_features + (8 * n_classes if self.choices.get("VECTORS") == 1 else 0)
        if self.choices.get("EXACT", 1):
            return None
        head = 32 if self.choices.get("GRAPHS", 1) else 24  # of a model with a graph
        return (head + 16 * n_classes + 3 * n_features + 3) // 4 * 4


SMALL = {"EXACT": 0, "GROUPS": 0, "GRAPHS": 0}
ORDERED = Build("float, ordered", "ordered-cancer", choices=SMALL)
LEAST = Build(
    "float, ordered, what the checksum vouches for unchecked",
    "ordered-cancer",
    choices={**SMALL, "CHECKS": 0},
)
GRAPHS = Build("float, ordered and graphs", "graph-cancer", choices={**SMALL, "GRAPHS": 1})
EXACT = Build(
    "float, ordered and adaptive, exact inference", "ordered-cancer", choices={"GRAPHS": 0, "GROUPS": 0}
)


def integer_build(title: str, data: str, kind: str, **choices: int) -> Build:
    """Return a build of the integer runtime for one kind of model."""
    kinds = {name: int(name == kind) for name in ("THRESHOLDS", "VECTORS", "GRAPH")}
    return Build(f"integer, {title}", data, True, {**kinds, **choices})


TWO = integer_build("ordered, two classes, 8 bits only", "int8-ordered-cancer", "THRESHOLDS", WIDE=0)
MORE = integer_build("ordered, any classes, 8 bits only", "int8-ordered-wine", "VECTORS", WIDE=0)
WALK = integer_build("graphs, 8 bits only", "int8-graph-cancer", "GRAPH", WIDE=0)
ALIGNED = integer_build(
    "graphs, 8 bits only, aligned models", "int8-graph-cancer", "GRAPH", WIDE=0, ALIGNED=1
)
BUILDS = [
    LEAST,
    ORDERED,
    Build("float, ordered, with cost groups", "ordered-cancer", choices={**SMALL, "GROUPS": 1}),
    GRAPHS,
    EXACT,
    Build("float, everything", "ordered-cancer"),
    TWO,
    integer_build("ordered, two classes", "int8-ordered-cancer", "THRESHOLDS"),
    MORE,
    integer_build("ordered, any classes", "int8-ordered-wine", "VECTORS"),
    WALK,
    ALIGNED,
    integer_build("graphs", "int8-graph-cancer", "GRAPH"),
    Build("integer, everything", "int8-ordered-cancer", True),
]
STEPS = [("vectors", ORDERED, ""), ("vectors", TWO, "int8-"), ("vectors3", MORE, "int8-")]
STEPS += [("chain", GRAPHS, ""), ("chain", WALK, "int8-"), ("chain", ALIGNED, "int8-")]
DECISIONS = {
    "cancer": [
        (ORDERED, "ordered-cancer"),
        (GRAPHS, "graph-cancer"),
        (TWO, "int8-ordered-cancer"),
        (TWO, "int8-ordered-cancer-small"),
        (WALK, "int8-graph-cancer"),
    ],
    "digits": [
        (GRAPHS, "graph-digits"),
        (MORE, "int8-ordered-digits-small"),
        (WALK, "int8-graph-digits"),
    ],
}
N_CLASSES = {"cancer": 2, "digits": 10}
RIVALS = ("emlearn-inline", "emlearn-loadable", "m2cgen")
HELPERS = re.compile(r"__aeabi_d|__adddf|__muldf|__divdf|__extendsf|__truncdf|malloc|free$")
FLOATS = re.compile(r"__aeabi_[fdi]?2?[fd]|__aeabi_u?i2f|__addsf|__mulsf|__divsf")


def run(*command: str) -> str:
    """Run a command and return what it prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def flags(cpu: str) -> list[str]:
    """Return compiler options for a processor."""
    return [
        "-mthumb",
        *CPUS[cpu][0],
        "-std=c99",
        "-ffp-contract=off",
        "-ffreestanding",
        "-ffunction-sections",
        "-fdata-sections",
    ]


def compile_and_link(
    cpu: str, sources: list[Path], include: list[Path], folder: Path, options: list[str], libraries: list[str]
) -> Path:
    """Build an image at -Os; its map stands beside it."""
    objects = []
    for source in sources:
        objects.append(folder / f"{source.stem}.o")
        run(
            "arm-none-eabi-gcc", *flags(cpu), "-Os", "-fcallgraph-info=su", *options,
            *(f"-I{path}" for path in include), "-c", str(source), "-o", str(objects[-1]),
        )  # fmt: skip
    image = folder / "image.elf"
    symbols = [f"-Wl,--defsym,{symbol}" for symbol in MEMORY.split()]
    run(
        "arm-none-eabi-gcc", *flags(cpu), "-nostdlib", "-Wl,--gc-sections",
        f"-Wl,-Map={folder / 'image.map'}",
        "-T", str(HERE / "board.ld"), *symbols, *map(str, objects), *libraries, "-o", str(image),
    )  # fmt: skip
    return image


def link(cpu: str, program: str, data: str, build: Build, folder: Path, *more: str) -> Path:
    """Build a program of ours."""
    place = OUT / "data" / data
    sources = [HERE / "cortex_m.c", HERE / program, HERE / "bare/memory.c", build.runtime, place / "data.c"]
    options = [*build.defines(), *more]
    return compile_and_link(cpu, sources, [OUT, place, HERE, HERE / "bare"], folder, options, ["-lgcc"])


def link_rival(cpu: str, rival: str, folder: Path, *more: str) -> Path:
    """Build another library's model."""
    place = OUT / "rivals" / rival
    include = [place, Path((OUT / "rivals/include").read_text())]
    sources = [HERE / "cortex_m.c", HERE / "rival.c", place / "rival.c", place / "data.c"]
    main = folder / "main.c"  # two files cannot both become rival.o
    main.write_text((HERE / "rival.c").read_text())
    sources[1] = main
    libraries = ["-Wl,--start-group", "-lgcc", "-lc_nano", "-lm", "-Wl,--end-group"]
    return compile_and_link(cpu, sources, [*include, HERE], folder, list(more), libraries)


def text_bytes(folder: Path, name: str) -> tuple[int, int]:
    """Return bytes of flash of an object file's functions and constants, and of the compiler's helpers."""
    text = (folder / "image.map").read_text()
    text = text[text.index("Linker script and memory map") :]
    own = helpers = 0
    for size, where in re.findall(
        r"^ \.(?:text|rodata|data)\S*\s+0x[0-9a-f]+\s+0x([0-9a-f]+)\s+(\S+)$", text, re.M
    ):
        own += int(size, 16) * where.endswith(f"/{name}.o")
        helpers += int(size, 16) * bool(re.search(r"lib(gcc|c_nano|m)\.a", where))
    return own, helpers


def ram_bytes(folder: Path, name: str) -> int:
    """Return bytes of an object file's variables."""
    sizes = run("arm-none-eabi-size", str(folder / f"{name}.o")).splitlines()[1].split()
    return int(sizes[1]) + int(sizes[2])


def stack_bytes(folder: Path, build: Build) -> int:
    """Return the deepest stack of the functions that minimal.c calls."""
    text = (folder / f"{build.runtime.stem}.ci").read_text()
    frame = {
        name: int(n) for name, n in re.findall(r'node: \{ title: "([^"]+)" label: "[^"]*?(\d+) bytes', text)
    }
    calls: dict[str, set[str]] = {}
    for caller, callee in re.findall(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"', text):
        calls.setdefault(caller, set()).add(callee)

    @cache
    def depth(name: str) -> int:
        return frame.get(name, 0) + max((depth(callee) for callee in calls.get(name, ())), default=0)

    prefix = "ifc2f_int_" if build.integer else "ifc2f_"
    used = {prefix + name for name in re.findall(r"RUNTIME\((\w+)\)\(", (HERE / "minimal.c").read_text())}
    return max(depth(name) for name in frame if name.split(":")[-1] in used)


def check_symbols(folder: Path, build: Build) -> None:
    """Stop if the runtime has variables, or the image a heap, double precision or (integer) any float."""
    if ram_bytes(folder, build.runtime.stem):
        sys.exit(f"{build.title}: the runtime has .data or .bss")
    unwanted = FLOATS if build.integer else HELPERS
    names = run("arm-none-eabi-nm", str(folder / "image.elf")).split()
    found = [name for name in names if unwanted.search(name) or HELPERS.search(name)]
    if found:
        sys.exit(f"{build.title}: the image holds {', '.join(found)}")


def trace(cpu: str, what: str, image: Path, folder: Path, must_succeed: bool = False) -> Counter[str]:
    """Run an image and return the instructions executed in each function; stop and say `what` if it fails."""
    log = folder / "trace"
    command = [
        "qemu-system-arm", "-M", CPUS[cpu][1], "-nographic", "-monitor", "none", "-serial", "none",
        "-semihosting-config", "enable=on,target=native", "-singlestep", "-d", "exec,nochain",
        "-D", str(log), "-kernel", str(image),
    ]  # fmt: skip
    try:
        done = subprocess.run(command, check=False, capture_output=True, timeout=TRACE_SECONDS)
    except subprocess.TimeoutExpired:
        sys.exit(
            f"{what} did not end within {TRACE_SECONDS} s in {' '.join(command[:3])}: run again, and if it "
            "stops here again look for an endless loop in it"
        )
    if must_succeed and done.returncode != 0:
        sys.exit(
            f"{what} ended with status {done.returncode}: {(done.stdout + done.stderr).decode().strip()}"
        )
    with log.open() as lines:
        count = Counter(line.rsplit(None, 1)[-1] for line in lines if line.startswith("Trace"))
    log.unlink()
    return count


def per_row(counts: list[Counter[str]]) -> tuple[float, float]:
    """Return instructions per row, the second run less the first: all, and without helpers."""
    spent = counts[1] - counts[0]
    helpers = re.compile(r"__|memset$|memcpy$|main$")
    own = sum(n for name, n in spent.items() if not helpers.match(name))
    return sum(spent.values()) / N_ROWS, own / N_ROWS


def instructions(cpu: str, data: str, build: Build, folder: Path) -> tuple[float, float]:
    """Return instructions per decision: all, and without float helpers and copies."""
    counts = []
    for repeat in (1, 2):
        image = link(
            cpu, "program.c", data, build, folder, "-DQUIET=1", f"-DREPEAT={repeat}", f"-DROWS={N_ROWS}"
        )
        counts.append(trace(cpu, f"{build.title}: {data}", image, folder, must_succeed=True))
    return per_row(counts)


def rival_instructions(cpu: str, rival: str, folder: Path) -> float:
    """Return another library's instructions per decision. Its program's status is a sum of labels."""
    counts = [
        trace(cpu, rival, link_rival(cpu, rival, folder, f"-DREPEAT={n}", f"-DROWS={N_ROWS}"), folder)
        for n in (1, 2)
    ]
    return per_row(counts)[0]


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


def decision_rows(data: str, folder: Path) -> list[str]:
    """Return the table of whole decisions on a data set, ours and others."""
    rows = [
        "| | accuracy | features | flash M0+ | flash M4F | RAM | instructions M0+ | M4F |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for build, name in DECISIONS[data]:
        accuracy, features = (OUT / "data" / name / "accuracy").read_text().split()
        constants = (OUT / "data" / name / "data.c").read_text()
        model = int(re.search(r"model_length = (\d+)", constants)[1])
        n_features = re.search(r"sensor_of_feature\[\] = \{(.*)\}", constants)[1].count(",") + 1
        session = build.session_bytes(n_features, N_CLASSES[data])
        flash, spent = [], []
        for cpu in CPUS:
            link(cpu, "minimal.c", name, build, folder)
            flash.append(sum(text_bytes(folder, build.runtime.stem)) + model)
            spent.append(instructions(cpu, name, build, folder)[0])
        rows.append(
            f"| ifc2f {build.title}{', small model' * name.endswith('-small')} | {accuracy} | {features} "
            f"| {flash[0]} | {flash[1]} | {session} | {spent[0]:.0f} | {spent[1]:.0f} |"
        )
    for library in RIVALS:
        name = f"{library}-{data}"
        accuracy, features = (OUT / "rivals" / name / "accuracy").read_text().split()
        flash, spent = [], []
        for cpu in CPUS:
            link_rival(cpu, name, folder)
            flash.append(sum(text_bytes(folder, "rival")))
            ram = ram_bytes(folder, "rival")
            spent.append(rival_instructions(cpu, name, folder))
        rows.append(
            f"| {library.replace('-', ', ')}, forest of 10 | {accuracy} | {features} | {flash[0]} "
            f"| {flash[1]} | {ram} | {spent[0]:.0f} | {spent[1]:.0f} |"
        )
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
            "# What the runtime takes on small devices\n",
            "Written by `make footprint`; do not edit.\n",
            ABOUT,
        )
        add(f"Compiler: {compiler}, -Os. A session is that of 20 features and 2 classes.\n")
        add(*build_rows(folder))
        add("\n## One step\n")
        add("Answering one feature and asking for the next, all checks on, 2 classes, 3 edges.\n")
        add(*step_rows(folder))
        add("\n## Whole decisions, beside other libraries\n")
        add(COMPARED.format((OUT / "rivals/versions").read_text()))
        add("Breast cancer:\n", *decision_rows("cancer", folder))
        add("\nDigits:\n", *decision_rows("digits", folder))
        add("\n## Whole numbers beside floating point\n")
        add("What differs on rows not trained on: the class, which features are looked at, and decisions to")
        add("look or to stop, of which all in a row count from the first that differs.\n", *difference_rows())
        add("\n## When sensors fail\n", FAILING, *missing_rows())
    options.page.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

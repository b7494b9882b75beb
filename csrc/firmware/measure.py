"""Measure what the runtime takes on small devices, and write docs/footprint.md.

Flash is what of the runtime a program links that opens a model, asks, answers and decides (minimal.c), in
bytes; the compiler's float helpers stand beside it. Stack is the deepest path of calls from any of these
functions. Instructions are those of whole decisions of the smallest build, begin to end, counted by QEMU over
recorded rows: exact, and not cycles.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

HERE = Path("csrc/firmware")
OUT = Path("build/firmware")
MEMORY = "flash_origin=0 flash_length=4M ram_origin=0x20000000 ram_length=4M"
CPUS = {
    "Cortex-M0+": (["-mcpu=cortex-m0plus"], "mps2-an385"),
    "Cortex-M4F": (["-mcpu=cortex-m4", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"], "mps2-an386"),
}
LEAST = {"EXACT": 0, "GROUPS": 0, "GRAPHS": 0, "CHECKS": 0}
BUILDS = {
    "ordered, what the checksum vouches for unchecked": LEAST,
    "ordered": {**LEAST, "CHECKS": 1},
    "ordered, with cost groups": {**LEAST, "CHECKS": 1, "GROUPS": 1},
    "ordered and graphs": {**LEAST, "CHECKS": 1, "GRAPHS": 1},
    "everything (exact inference, adaptive policy)": {},
}
HELPERS = re.compile(r"__aeabi_d|__adddf|__muldf|__divdf|__extendsf|__truncdf|malloc|free$")


def run(*command: str) -> str:
    """Run a command and return what it prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def defines(build: dict[str, int]) -> list[str]:
    """Return the options of a build."""
    return [f"-DIFC2F_{name}={value}" for name, value in build.items()]


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


def link(cpu: str, program: str, data: str, build: dict[str, int], folder: Path, *more: str) -> Path:
    """Build a program at -Os and return the image; its map stands beside it."""
    sources = [
        HERE / "cortex_m.c",
        HERE / program,
        HERE / "bare/memory.c",
        OUT / "ifc2f.c",
        OUT / "data" / data / "data.c",
    ]
    objects = []
    for source in sources:
        objects.append(folder / f"{source.stem}.o")
        include = [f"-I{path}" for path in (OUT, OUT / "data" / data, HERE, HERE / "bare")]
        run(
            "arm-none-eabi-gcc", *flags(cpu), "-Os", "-fcallgraph-info=su", *defines(build), *more, *include,
            "-c", str(source), "-o", str(objects[-1]),
        )  # fmt: skip
    image = folder / "image.elf"
    symbols = [f"-Wl,--defsym,{symbol}" for symbol in MEMORY.split()]
    run(
        "arm-none-eabi-gcc", *flags(cpu), "-nostdlib", "-Wl,--gc-sections",
        f"-Wl,-Map={folder / 'image.map'}",
        "-T", str(HERE / "board.ld"), *symbols, *map(str, objects), "-lgcc", "-o", str(image),
    )  # fmt: skip
    return image


def text_bytes(folder: Path) -> tuple[int, int]:
    """Return bytes of the runtime's own functions and constants, and of the compiler's helpers."""
    text = (folder / "image.map").read_text()
    text = text[text.index("Linker script and memory map") :]
    own = helpers = 0
    for size, where in re.findall(
        r"^ \.(?:text|rodata)\S*\s+0x[0-9a-f]+\s+0x([0-9a-f]+)\s+(\S+)$", text, re.M
    ):
        own += int(size, 16) * where.endswith("/ifc2f.o")
        helpers += int(size, 16) * ("libgcc.a" in where)
    return own, helpers


def stack_bytes(folder: Path) -> int:
    """Return the deepest stack of the functions that minimal.c calls."""
    text = (folder / "ifc2f.ci").read_text()
    frame = {
        name: int(n) for name, n in re.findall(r'node: \{ title: "([^"]+)" label: "[^"]*?(\d+) bytes', text)
    }
    calls: dict[str, set[str]] = {}
    for caller, callee in re.findall(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"', text):
        calls.setdefault(caller, set()).add(callee)

    @cache
    def depth(name: str) -> int:
        return frame.get(name, 0) + max((depth(callee) for callee in calls.get(name, ())), default=0)

    used = set(re.findall(r"\b(ifc2f_\w+)\(", (HERE / "minimal.c").read_text()))
    return max(depth(name) for name in frame if name.split(":")[-1] in used)


def check_symbols(folder: Path) -> None:
    """Stop if the runtime has data of its own, or the image a heap or double precision."""
    sizes = run("arm-none-eabi-size", str(folder / "ifc2f.o")).splitlines()[1].split()
    if sizes[1] != "0" or sizes[2] != "0":
        sys.exit(f"the runtime has .data or .bss: {sizes}")
    found = [
        line for line in run("arm-none-eabi-nm", str(folder / "image.elf")).split() if HELPERS.search(line)
    ]
    if found:
        sys.exit(f"the image holds {', '.join(found)}")


def instructions(cpu: str, data: str, build: dict[str, int], folder: Path) -> tuple[float, float]:
    """Return instructions per decision: all, and without float helpers and copies."""
    counts = []
    for repeat in (1, 2):
        image = link(cpu, "program.c", data, build, folder, "-DQUIET=1", f"-DREPEAT={repeat}")
        log = folder / f"trace{repeat}"
        run(
            "qemu-system-arm", "-M", CPUS[cpu][1], "-nographic", "-monitor", "none", "-serial", "none",
            "-semihosting-config", "enable=on,target=native", "-singlestep", "-d", "exec,nochain",
            "-D", str(log), "-kernel", str(image),
        )  # fmt: skip
        with log.open() as lines:
            counts.append(Counter(line.rsplit(None, 1)[-1] for line in lines if line.startswith("Trace")))
        log.unlink()
    n_rows = int(re.search(r"N_ROWS = (\d+)", (OUT / "data" / data / "data.h").read_text())[1])
    spent = {name: counts[1][name] - counts[0][name] for name in counts[1]}
    own = sum(
        n
        for name, n in spent.items()
        if not name.startswith("__") and name not in ("memset", "memcpy", "main")
    )
    return sum(spent.values()) / n_rows, own / n_rows


def session_bytes(build: dict[str, int], n_features: int, n_classes: int) -> str:
    """Return the memory of a session; with exact inference it depends on the network."""
    if build.get("EXACT", 1):
        return "by the network"
    return str((24 + 16 * n_classes + 3 * n_features + 3) // 4 * 4)


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("page", type=Path)
    parser.add_argument("data", nargs="+", help="folders of build/firmware/data to count instructions on")
    options = parser.parse_args()
    compiler = run("arm-none-eabi-gcc", "--version").splitlines()[0]
    lines = [
        "# What the runtime takes on small devices\n",
        "Written by `make footprint`; do not edit.\n",
        __doc__.split("\n\n", 1)[1].strip() + "\n",
        f"Compiler: {compiler}, -Os. The runtime has no .data or\n"
        ".bss in any build, and the image no heap and no double-precision helper. A session is that of\n"
        "20 features and 2 classes.\n",
        "| build | flash M0+ | flash M4F | float helpers M0+ | stack M0+ | stack M4F | session |",
        "|---|---|---|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, build in BUILDS.items():
            cells: dict[str, tuple[int, int, int]] = {}
            for cpu in CPUS:
                link(cpu, "minimal.c", options.data[0], build, folder)
                check_symbols(folder)
                cells[cpu] = (*text_bytes(folder), stack_bytes(folder))
            m0, m4 = cells.values()
            lines.append(
                f"| {title} | {m0[0]} | {m4[0]} | {m0[1]} | {m0[2]} | {m4[2]} "
                f"| {session_bytes(build, 20, 2)} |"
            )
        lines += [
            "",
            "| instructions per decision | M0+ | of these the runtime's own | M4F |",
            "|---|---|---|---|",
        ]
        for data in options.data:
            (m0_all, m0_own), (m4_all, _) = (instructions(cpu, data, LEAST, folder) for cpu in CPUS)
            lines.append(f"| {data} | {m0_all:.0f} | {m0_own:.0f} | {m4_all:.0f} |")
    options.page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()

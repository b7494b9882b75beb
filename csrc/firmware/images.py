"""Programs for a Cortex-M: building them, their sizes, and their instructions, counted in QEMU."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

from builds import OUT, Build

N_ROWS = 10  # that instructions are counted on
TRACE_SECONDS = 300  # that a count may take
HERE = Path("csrc/firmware")
MEMORY = "flash_origin=0 flash_length=4M ram_origin=0x20000000 ram_length=4M"
CPUS = {
    "Cortex-M0+": (["-mcpu=cortex-m0plus"], "mps2-an385"),
    "Cortex-M4F": (["-mcpu=cortex-m4", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"], "mps2-an386"),
}


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


def link_plain(cpu: str, name: str, folder: Path, *more: str) -> Path:
    """Build a policy in plain C."""
    place = OUT / "data" / name
    sources = [HERE / "cortex_m.c", HERE / "plain_rows.c", HERE / "bare/memory.c"]
    sources += [place / f"{part}.c" for part in ("policy", "data", "rows")]
    return compile_and_link(cpu, sources, [place, HERE, HERE / "bare"], folder, list(more), ["-lgcc"])


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


def by_repeating(
    cpu: str, what: str, linked: Callable[..., Path], folder: Path, must_succeed: bool = False
) -> Counter[str]:
    """Return the instructions in each function that one more repetition of a program takes."""
    once, twice = (
        trace(cpu, what, linked(cpu, f"-DREPEAT={n}"), folder, must_succeed=must_succeed) for n in (0, 1)
    )
    return twice - once


def instructions(cpu: str, data: str, build: Build, folder: Path) -> tuple[float, float]:
    """Return instructions per decision: all, and without float helpers and copies."""

    def linked(cpu: str, *more: str) -> Path:
        return link(cpu, "program.c", data, build, folder, "-DQUIET=1", f"-DROWS={N_ROWS}", *more)

    spent = by_repeating(cpu, f"{build.title}: {data}", linked, folder, must_succeed=True)
    helpers = re.compile(r"__|memset$|memcpy$|main$")
    own = sum(n for name, n in spent.items() if not helpers.match(name))
    return spent.total() / N_ROWS, own / N_ROWS


def other_instructions(cpu: str, name: str, link_other: Callable[..., Path], folder: Path) -> float:
    """Return instructions per decision of what needs no runtime. Its program's status is a sum of labels."""

    def linked(cpu: str, *more: str) -> Path:
        return link_other(cpu, name, folder, f"-DROWS={N_ROWS}", *more)

    return by_repeating(cpu, name, linked, folder).total() / N_ROWS


def opening_instructions(data: str, build: Build, folder: Path, *more: str) -> int:
    """Return instructions that opening a model takes on a Cortex-M0+."""

    def linked(cpu: str, *repeat: str) -> Path:
        return link(cpu, "opening.c", data, build, folder, *more, *repeat)

    return by_repeating("Cortex-M0+", f"opening {data}", linked, folder, must_succeed=True).total()

"""Make ``ifc2f.wasm``, the C code of web pages, by one compiler: its bytes are the same everywhere.

``python csrc/page/build.py FILE`` needs ``pip install ziglang==VERSION``. The module is the runtime, the
folder ``confidence``, the functions that they use and the memory copies of ``csrc/firmware/bare``. It
imports nothing. A section of it, ``sources``, holds the SHA-256 of what it was made from, this file included.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

COMPILER = "ziglang==0.17.1"  # Clang and its linker as a wheel for every system
CSRC = Path(__file__).resolve().parents[1]
BARE = CSRC / "firmware" / "bare"
HEADERS = [CSRC / "include" / f"{name}.h" for name in ("ifc2f", "ifc2f_confidence")]  # what pages call
FUNCTIONS = ("logs", "normal")  # of the folder `training`: logarithms, the normal distribution
SOURCES = [
    *(path for folder in ("runtime", "confidence") for path in sorted((CSRC / folder).glob("*.c"))),
    *(CSRC / "training" / f"{name}.c" for name in FUNCTIONS),
    *(CSRC / "page" / "page.c", BARE / "memory.c"),
]
INCLUDED = [
    *HEADERS,
    *(CSRC / "include" / f"ifc2f_{name}.h" for name in ("count", "smooth")),
    *(path for folder in ("base", "runtime", "confidence") for path in (CSRC / folder).glob("*.h")),
    *(CSRC / "training" / f"{name}.h" for name in FUNCTIONS),
    *(BARE / "string.h", CSRC / "page" / "math.h"),
]
FLAGS = [
    *("--target=wasm32-freestanding", "-mcpu=mvp", "-nostdlib"),
    *("-std=c99", "-Oz", "-g0", "-ffp-contract=off", "-fno-math-errno"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-unknown-attributes", "-Wno-unknown-pragmas"),
    *("-DIFC2F_BATCH=0", f"-I{CSRC / 'include'}", f"-I{BARE}", f"-I{CSRC / 'page'}"),
]
STACK = 64 * 1024
NOT_CALLED = {
    f"ifc2f_{name}"
    for name in (
        "classify",
        "together_bytes",
        "open_known",
        "open_linked",
        "use_policy",
        "use_costs",
        "parent",
        "column",
        "has_factor",
        "bin",
        "read_table",
        "read_table_row",
        "read_misclassification",
        "normal_scores",
        "disagreement",
    )
}


def exported() -> list[str]:
    """Return the public functions, but those that no page calls."""
    headers = "\n".join(path.read_text(encoding="utf-8") for path in HEADERS)
    names = re.findall(r"^[a-z][\w ]*[ *](ifc2f_\w+)\([^;]*\);", headers, flags=re.M)
    return [name for name in names if name not in NOT_CALLED]


def digest() -> str:
    """Return the SHA-256 of the sources, and of how they are compiled, in hexadecimal."""
    found = hashlib.sha256()
    for path in sorted([*SOURCES, *INCLUDED, Path(__file__).resolve()]):
        text = path.read_text(encoding="utf-8")  # whatever ends its lines
        found.update(f"{path.relative_to(CSRC).as_posix()}\0{text}\0".encode())
    return found.hexdigest()


def with_digest(module: bytes) -> bytes:
    """Return a module with the digest as a section of its own, which engines pass over."""
    name, content = b"sources", digest().encode("ascii")
    section = bytes([len(name)]) + name + content
    return module + bytes([0, len(section)]) + section


def build(to: Path) -> None:
    """Compile and link.

    Raises
    ------
    subprocess.CalledProcessError
        If the compiler refuses.
    """
    links = ["--no-entry", "--strip-all", "-z", f"stack-size={STACK}", "--export=__heap_base"]
    links += [f"--export={name}" for name in exported()]
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "ifc2f.wasm"
        command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, *map(str, SOURCES)]
        command += [f"-Wl,{','.join(links)}", "-o", str(made)]
        subprocess.run(command, check=True)
        to.write_bytes(with_digest(made.read_bytes()))


if __name__ == "__main__":
    build(Path(sys.argv[1]))
    print(f"{sys.argv[1]}: {Path(sys.argv[1]).stat().st_size} bytes")

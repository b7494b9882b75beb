"""Describe the C extension ``ifc2f._core`` to cffi: API mode, limited ABI.

The declarations cffi needs are the public headers themselves with the preprocessor lines taken out, so that a
prototype is written in one place only.
"""

import platform
import re
import struct
import sys
from pathlib import Path

from cffi import FFI

TOPICS = [
    "integer",
    "plan",
    "evaluate",
    "count",
    "grow",
    "forest",
    "smooth",
    "factor",
    "certificate",
    "confidence",
    "baselines",
]
HEADERS = ["ifc2f", *(f"ifc2f_{topic}" for topic in TOPICS)]  # public
SOURCE_DIR = "csrc"  # relative, because setuptools refuses absolute source paths


def declarations(header: Path) -> str:
    """Return the declarations of a header without preprocessor lines and C++ guards."""
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", header.read_text(encoding="utf-8"), flags=re.S)
    text = re.sub(r"\\\n", " ", text)
    return re.sub(r"^[ \t]*#.*$", "", text, flags=re.M)


def compiler_flags() -> list[str]:
    """Return flags that give the same float results everywhere: no contraction, no fast math.

    Python's own flags ask for debug information, which would be two thirds of a wheel.
    """
    if sys.platform == "win32":
        return ["/O2", "/fp:precise"]
    flags = ["-std=c99", "-O3", "-g0", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden"]
    return flags + ["-msse2", "-mfpmath=sse"] * is_x86_32()


def is_x86_32() -> bool:
    """Return whether the build is for 32-bit x86, whose old unit computes floats in a wider type."""
    names = ("i386", "i486", "i586", "i686", "x86_64", "amd64")  # the kernel's may be that of 64 bits
    return platform.machine().lower() in names and struct.calcsize("P") == 4


root = Path(__file__).resolve().parent / SOURCE_DIR
parts = (root / "parts").read_text(encoding="utf-8").split()
sources = [path for part in parts for path in sorted((root / part).glob("*.c"))]
ffibuilder = FFI()
for header in HEADERS:
    ffibuilder.cdef(declarations(root / "include" / f"{header}.h"))
ffibuilder.set_source(
    "ifc2f._core",
    "\n".join(f'#include "{header}.h"' for header in HEADERS),
    sources=[path.relative_to(root.parent).as_posix() for path in sources],
    include_dirs=[f"{SOURCE_DIR}/include"],
    extra_compile_args=compiler_flags(),
    extra_link_args=["-s"] if sys.platform == "linux" else [],  # no names of local functions
    py_limited_api=True,
)

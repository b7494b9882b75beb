"""Describe the C extension ``ifc2f._core`` to cffi: API mode, limited ABI.

The declarations cffi needs are the public headers themselves with the preprocessor lines taken out, so that a
prototype is written in one place only.
"""

import re
import sys
from pathlib import Path

from cffi import FFI

HEADERS = ["ifc2f", "ifc2f_plan", "ifc2f_evaluate", "ifc2f_count", "ifc2f_grow", "ifc2f_baselines"]  # public
SOURCE_DIR = "csrc"  # relative, because setuptools refuses absolute source paths


def declarations(header: Path) -> str:
    """Return the declarations of a header without preprocessor lines and C++ guards."""
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", header.read_text(encoding="utf-8"), flags=re.S)
    text = re.sub(r"\\\n", " ", text)
    return re.sub(r"^[ \t]*#.*$", "", text, flags=re.M)


def compiler_flags() -> list[str]:
    """Return flags that give the same float results everywhere: no contraction, no fast math."""
    if sys.platform == "win32":
        return ["/O2", "/fp:precise"]
    return ["-std=c99", "-O3", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden"]


root = Path(__file__).resolve().parent / SOURCE_DIR
ffibuilder = FFI()
for header in HEADERS:
    ffibuilder.cdef(declarations(root / f"{header}.h"))
ffibuilder.set_source(
    "ifc2f._core",
    "\n".join(f'#include "{header}.h"' for header in HEADERS),
    sources=[f"{SOURCE_DIR}/{path.name}" for path in sorted(root.glob("*.c"))],
    include_dirs=[SOURCE_DIR],
    extra_compile_args=compiler_flags(),
    py_limited_api=True,
)

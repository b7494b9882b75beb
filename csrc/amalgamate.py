"""Write the C library as pairs of files to drop into a project.

They are ifc2f.c and ifc2f.h, for planning on the device ifc2f_plan.c and ifc2f_plan.h, and for devices that
do without floating point ifc2f_integer.c and ifc2f_integer.h (which takes from ifc2f.h its statuses). Within
each all private functions are static, so that the only symbols are the public ones; with ``--prefix``
these (and the macros) begin with another word than ``ifc2f``.
"""

import argparse
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The folder that each file is put together from, and its files in the order of dependence: each uses only
# those before it.
FILES = {
    "ifc2f": (
        "runtime",
        [
            *(
                "model",
                "rounding",
                "cursor",
                "checks",
                "state",
                "costs",
                "weights",
                "exact",
                "in_order",
                "deciding",
            ),
            *("ordered", "graph", "pairs", "favourite", "gates", "lookahead", "adaptive"),
            *("posterior", "policy", "worth"),
            *("session", "open", "batch", "status"),
        ],
    ),
    "ifc2f_plan": (
        "planner",
        ["random", "shape", "work", "section", "beliefs", "outcomes", "backup", "plan"],
    ),
    "ifc2f_integer": (
        "integer",
        ["model", "state", "numbers", "graph", "thresholds", "vectors", "ordered", "session", "batch"],
    ),
}


def without_includes(path: Path, seen: set[str]) -> str:
    """Return a file with private headers put in where they are first included, the other ones named once."""
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        include = re.match(r'#include [<"](.+)[>"]', line)
        if not include:
            lines.append(line)
            continue
        header = (path.parent / include[1]).resolve()
        is_private = header.exists()  # these are named from where they are used
        name = str(header) if is_private else include[1]
        if name not in seen:
            seen.add(name)
            lines.append(without_includes(header, seen) if is_private else line)
    return "\n".join(lines)


# Once they stand in a file that does not use them, Clang takes a header's inline functions for forgotten.
INLINE = '#ifdef __clang__\n#pragma clang diagnostic ignored "-Wunused-function"\n#endif\n\n'


def amalgamate() -> dict[str, str]:
    """Return the files by name."""
    licence = "".join(
        f" * {line}".rstrip() + "\n"
        for line in (HERE.parent / "LICENSE").read_text(encoding="utf-8").splitlines()
    )
    licence = f"/*\n{licence} */\n\n"
    files = {}
    for name, (folder, sources) in FILES.items():
        seen: set[str] = set()
        texts = [without_includes(HERE / folder / f"{source}.c", seen) for source in sources]
        files[f"{name}.h"] = licence + (HERE / "include" / f"{name}.h").read_text(encoding="utf-8")
        files[f"{name}.c"] = licence + INLINE + "#define IFC2F_PRIVATE static\n\n" + "\n\n".join(texts) + "\n"
    return files


def with_prefix(text: str, prefix: str) -> str:
    """Rename public names and files."""
    text = re.sub(r"\bifc2f(?=[_.])", prefix, text)
    return re.sub(r"\bIFC2F(?=_)", prefix.upper(), text)


def main() -> None:
    """Write the files to a folder."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--prefix", default="ifc2f", help="what public names begin with instead of ifc2f")
    options = parser.parse_args()
    if not re.fullmatch(r"[a-z][a-z0-9_]*", options.prefix):
        parser.error(f"--prefix must be a lower-case C identifier, not {options.prefix!r}")
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, text in amalgamate().items():
        path = options.folder / with_prefix(name, options.prefix)
        path.write_text(with_prefix(text, options.prefix), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

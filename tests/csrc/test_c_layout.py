"""The folders of csrc and the order of dependence among their files, held by what is included and called."""

import re
import runpy
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from tools import need

CSRC = Path(__file__).resolve().parents[2] / "csrc"
PARTS = (CSRC / "parts").read_text(encoding="utf-8").split()
# The folders that each may use besides itself: the last column of the guide's table.
USED_BY = {
    folder: set(re.findall(r"`(\w+)`", last))
    for folder, last in re.findall(
        r"^\| `(\w+)/` \|.*\|(.*)\|$", (CSRC / "README.md").read_text(encoding="utf-8"), flags=re.M
    )
    if folder != "include"
}
PUBLIC = {  # whose functions each public header declares
    "ifc2f.h": "runtime",
    "ifc2f_integer.h": "integer",
    "ifc2f_plan.h": "planner",
    **dict.fromkeys(("ifc2f_certificate.h", "ifc2f_evaluate.h"), "certificate"),
    **dict.fromkeys(("ifc2f_count.h", "ifc2f_forest.h", "ifc2f_grow.h", "ifc2f_smooth.h"), "training"),
    "ifc2f_confidence.h": "confidence",
    "ifc2f_baselines.h": "baselines",
}
Uses = dict[tuple[str, str], set[tuple[str, str]]]  # what each (folder, file without suffix) uses


def includes() -> Iterator[tuple[Path, Path]]:
    """Yield each file of a part with each private or public header that it includes."""
    for path in (path for part in USED_BY for path in sorted((CSRC / part).glob("*.[ch]"))):
        for name in re.findall(r'^#include "(.+)"', path.read_text(encoding="utf-8"), flags=re.M):
            yield path, (CSRC / "include" if name in PUBLIC else path.parent).joinpath(name).resolve()


def calls(folder: Path) -> Iterator[tuple[tuple[str, str], str, str]]:
    """Yield file, kind and name of each symbol that the compiled files define or need."""
    need("cc", "nm")
    for part in USED_BY:
        sources = sorted((CSRC / part).glob("*.c"))
        (folder / part).mkdir()
        if sources:
            command = ["cc", "-std=c99", "-O0", f"-I{CSRC / 'include'}", "-c", *sources]
            subprocess.run(command, cwd=folder / part, check=True)
        for built in (folder / part).glob("*.o"):
            told = subprocess.run(["nm", "-g", built], capture_output=True, text=True, check=True).stdout
            for line in told.splitlines():
                *_, kind, name = line.split()
                yield (part, built.stem), kind, name.removeprefix("_")  # as some systems begin them


@pytest.fixture(scope="module")
def uses(tmp_path_factory: pytest.TempPathFactory) -> Uses:
    """Return which file uses which, by private header or by call."""
    symbols = list(calls(tmp_path_factory.mktemp("objects")))
    home = {name: file for file, kind, name in symbols if kind != "U"}
    found: Uses = defaultdict(set)
    for file, kind, name in symbols:
        if kind == "U" and re.match(r"ifc2f_|i2f_", name):
            found[file].add(home[name])
    for path, header in includes():
        if header.name not in PUBLIC:
            found[path.parent.name, path.stem].add((header.parent.name, header.stem))
    return {file: used - {file} for file, used in found.items()}


def test_the_table_names_every_folder_after_those_it_uses() -> None:
    assert list(USED_BY) == ["base", *PARTS]
    assert all(
        list(USED_BY).index(folder) > list(USED_BY).index(u) for folder in USED_BY for u in USED_BY[folder]
    )
    with_sources = {path.parent.name for path in CSRC.glob("*/*.c")}
    assert with_sources - set(PARTS) == {"tests", "fuzz", "proof", "firmware", "page"}


def test_a_folder_uses_only_those_of_its_last_column(uses: Uses) -> None:
    wrong = [(f, u) for f, used in uses.items() for u in used if u[0] not in {f[0], *USED_BY[f[0]]}]
    assert wrong == []


def test_a_folder_includes_public_headers_of_those_only() -> None:
    found = [(path, header.name) for path, header in includes() if header.name in PUBLIC]
    assert len(found) > len(PUBLIC)
    wrong = [one for one in found if PUBLIC[one[1]] not in {one[0].parent.name, *USED_BY[one[0].parent.name]}]
    assert wrong == []


def test_no_files_use_each_other_in_a_circle(uses: Uses) -> None:
    assert len(list(TopologicalSorter(uses).static_order())) > 50


@pytest.mark.parametrize("part", ["runtime", "planner", "integer"])
def test_files_use_only_those_named_before_them(part: str, uses: Uses) -> None:
    """The order is that in which the amalgamation puts them together."""
    orders = dict(runpy.run_path(str(CSRC / "amalgamate.py"))["FILES"].values())
    assert sorted(orders[part]) == sorted(path.stem for path in (CSRC / part).glob("*.c"))
    place = {(part, name): i for i, name in enumerate(orders[part])}
    assert [(f, u) for f in place for u in uses[f] if u in place and place[u] > place[f]] == []

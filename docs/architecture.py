"""Draw the picture of docs/architecture.md from the imports: ``python docs/architecture.py``.

A box is a folder or a module at the top of the package, the window, or a folder of the C library. An arrow
points to what is imported or, from Python to C, to where a function stands that is called. An arrow that
follows from others is left out, and boxes stand above all that they use.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = Path(__file__).resolve().with_name("architecture.svg")
NO_PLACE = {"", "_core", "__main__"}  # the face of the package, the compiled extension, `python -m ifc2f`
NOT_THE_LIBRARY = {"tests", "fuzz", "firmware", "page", "proof", "package"}
DEFINITION = re.compile(r"^[a-z][\w *]*?\b(ifc2f_\w+)\([^;{]*\)\n\{", re.M)
INCLUDED, CALL = re.compile(r'#include "([^"]+)"'), re.compile(r"\b(ifc2f_\w+)\(")
WINDOW = "the window"
WIDTH, HEIGHT, ACROSS, DOWN = 116, 34, 20, 40  # of a box, and between boxes
LANE = 26  # of an arrow that passes a floor
SWEEPS = 8
COLOURS = {"module": "#e8f0fb", "folder": "#ffffff", "c": "#f3ecd8", "window": "#e9f5e6"}

Arrows = dict[str, set[str]]
Stop = tuple[str, str]  # a box, or a place where an arrow of it passes a floor


def sources(folder: Path, package: str) -> dict[str, str]:
    """Return the text of every module of a package by its name."""
    texts = {}
    for file in sorted(folder.rglob("*.py")):
        name = ".".join((package, *file.relative_to(folder).with_suffix("").parts))
        texts[name.removesuffix(".__init__")] = file.read_text(encoding="utf-8")
    return texts


def imports_of(module: str, texts: Mapping[str, str], package: str = "ifc2f") -> set[str]:
    """Return the modules of a package that a module imports, at its top or later."""
    found = set()
    for node in import_nodes(texts[module]):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        else:
            if node.level:
                raise ValueError(f"{module} has a relative import")
            face = homes_of_public_names(texts[package]) if node.module == package else {}
            below = {f"{node.module}.{face.get(alias.name, alias.name)}" for alias in node.names}
            found |= {name if name in texts else str(node.module) for name in below}
    return {name for name in found if name.split(".")[0] == package and name != module}


@cache
def import_nodes(text: str) -> list[ast.Import | ast.ImportFrom]:
    """Return the imports of a module; a module is read many times, and parsed once."""
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]


@cache
def homes_of_public_names(face: str) -> dict[str, str]:
    """Return the module that holds each name that a package's ``__init__`` loads when it is used."""
    for node in ast.parse(face).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_MODULE_OF":
            return dict(ast.literal_eval(node.value))
    return {}


def place(module: str) -> str:
    """Return the folder or the module at the top of its package that a module stands in."""
    return module.split(".")[1] if "." in module else ""


def c_folders() -> dict[str, list[Path]]:
    """Return the files of the C library by the folder they stand in, without what tests and builds it."""
    folders = [folder for folder in sorted((ROOT / "csrc").iterdir()) if folder.is_dir()]
    files = {folder.name: sorted(folder.glob("*.[ch]")) for folder in folders}
    return {name: found for name, found in files.items() if found and name not in NOT_THE_LIBRARY}


def c_functions() -> dict[str, str]:
    """Return the folder in which each public C function is defined."""
    found = {}
    for folder, files in c_folders().items():
        for file in files:
            if file.suffix == ".c":
                text = file.read_text(encoding="utf-8")
                found |= dict.fromkeys(DEFINITION.findall(text), f"csrc/{folder}")
    return found


def c_uses(folder: str, files: list[Path], functions: Mapping[str, str]) -> set[str]:
    """Return the folders of the C library that one includes a header of, or calls a public function of."""
    found = set()
    for file in files:
        text = file.read_text(encoding="utf-8")
        for name in INCLUDED.findall(text):
            home = next((h for h in (file.parent / name, ROOT / "csrc" / name) if h.exists()), None)
            found |= {f"csrc/{home.resolve().parent.name}"} if home else set()
        found |= {functions[name] for name in CALL.findall(text) if name in functions}
    return found - {f"csrc/{folder}", "csrc/include"}


def arrows() -> Arrows:
    """Return what each place uses."""
    texts, windows = sources(ROOT / "ifc2f", "ifc2f"), sources(ROOT / "gui" / "ifc2f_gui", "ifc2f_gui")
    functions = c_functions()
    found: Arrows = {}
    for module, text in texts.items():
        if place(module) in NO_PLACE:
            continue
        used = found.setdefault(place(module), set())
        used |= {place(name) for name in imports_of(module, texts)} - NO_PLACE - {place(module)}
        used |= {functions[name] for name in re.findall(r"\blib\.(ifc2f_\w+)", text) if name in functions}
    everything = {**texts, **windows}
    found[WINDOW] = {place(name) for module in windows for name in imports_of(module, everything)} - NO_PLACE
    for folder, files in c_folders().items():
        if folder != "include":  # what all of it declares
            found[f"csrc/{folder}"] = c_uses(folder, files, functions)
    return found


def floors(uses: Arrows) -> dict[str, int]:
    """Return the floor of each box: above all it uses, and just below the lowest that uses it."""
    found: dict[str, int] = {}

    def lowest(box: str) -> int:
        if box not in found:
            found[box] = 1 + max((lowest(other) for other in uses[box]), default=-1)
        return found[box]

    for box in sorted(uses, key=lowest, reverse=True):  # from the top down
        users = [found[other] for other, used in uses.items() if box in used]
        found[box] = max([found[box], *([min(users) - 1] if users else [])])
    return found


def reduced(uses: Arrows) -> Arrows:
    """Leave out the arrows that follow from others."""

    def reached(box: str) -> set[str]:
        return {end for other in uses[box] for end in (other, *reached(other))}

    return {box: used - {end for other in used for end in reached(other)} for box, used in uses.items()}


def routes(uses: Arrows) -> tuple[list[list[Stop]], dict[tuple[str, str], list[Stop]]]:
    """Return the floors from the bottom up, and the stops of each arrow, one on every floor it passes.

    The order of stops on a floor follows what is next to them above and below, which keeps arrows from
    crossing (Sugiyama, Tagawa and Toda, IEEE Trans. Systems, Man, and Cybernetics 11(2), 1981).
    """
    level, few = floors(uses), reduced(uses)
    rows: list[list[Stop]] = [[] for _ in range(max(level.values()) + 1)]
    for box in sorted(uses):
        rows[level[box]].append((box, ""))
    ways = {}
    for box in sorted(few):
        for other in sorted(few[box], key=lambda name: (-level[name], name)):
            between = [(box, f"{other} {n}") for n in range(level[box] - 1, level[other], -1)]
            for n, stop in zip(range(level[box] - 1, level[other], -1), between, strict=True):
                rows[n].append(stop)
            ways[box, other] = [(box, ""), *between, (other, "")]
    near: dict[Stop, set[Stop]] = {stop: set() for row in rows for stop in row}
    for way in ways.values():
        for stop, following in itertools.pairwise(way):
            near[stop].add(following)
            near[following].add(stop)
    middle = {stop: i - (len(row) - 1) / 2 for row in rows for i, stop in enumerate(row)}
    for _ in range(SWEEPS):
        for row in (*rows, *reversed(rows)):
            wanted = {stop: sum(middle[n] for n in near[stop]) / max(len(near[stop]), 1) for stop in row}
            row.sort(key=lambda stop: (wanted[stop], stop))
            middle |= {stop: i - (len(row) - 1) / 2 for i, stop in enumerate(row)}
    return rows, ways


def places(rows: list[list[Stop]]) -> dict[Stop, tuple[float, float]]:
    """Return the middle of each stop in the picture."""
    widths = [[WIDTH + ACROSS if not stop[1] else LANE for stop in row] for row in rows]
    widest = max(map(sum, widths))
    found = {}
    for n, (row, width) in enumerate(zip(rows, widths, strict=True)):
        x, y = (widest - sum(width)) / 2, (len(rows) - n - 0.5) * (HEIGHT + DOWN)
        for stop, own in zip(row, width, strict=True):
            found[stop] = x + own / 2 + ACROSS / 2, y
            x += own
    return found


def kind(box: str) -> str:
    """Return what a box stands for, which is its colour."""
    if box == WINDOW:
        return "window"
    if box.startswith("csrc/"):
        return "c"
    return "folder" if (ROOT / "ifc2f" / box).is_dir() else "module"


def svg(uses: Arrows) -> str:
    """Return the picture."""
    rows, ways = routes(uses)
    at = places(rows)
    width = max(x for x, _ in at.values()) + WIDTH / 2 + ACROSS
    height = len(rows) * (HEIGHT + DOWN)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        'font-family="sans-serif" font-size="13">',
        '<defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0L8 4L0 8z" fill="#667"/></marker></defs>',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fcfcfa"/>',
    ]
    for _, way in sorted(ways.items()):
        path = ""
        for stop, following in itertools.pairwise(way):
            (x, y), (to_x, to_y) = at[stop], at[following]
            start, end = y + HEIGHT / 2, to_y - HEIGHT / 2
            path += f"L{x:.0f} {start:.0f}" if path else f"M{x:.0f} {start:.0f}"
            half = (start + end) / 2
            path += f"C{x:.0f} {half:.0f} {to_x:.0f} {half:.0f} {to_x:.0f} {end:.0f}"
        parts.append(f'<path d="{path}" fill="none" stroke="#667" marker-end="url(#end)"/>')
    for (box, between), (x, y) in sorted(at.items()):
        if between:
            continue
        name = f"{box}/" if kind(box) in ("folder", "c") else f"{box}.py" if kind(box) == "module" else box
        parts.append(
            f'<rect x="{x - WIDTH / 2:.0f}" y="{y - HEIGHT / 2:.0f}" width="{WIDTH}" height="{HEIGHT}" '
            f'rx="5" fill="{COLOURS[kind(box)]}" stroke="#445"/>'
            f'<text x="{x:.0f}" y="{y + 5:.0f}" text-anchor="middle">{name}</text>'
        )
    return "\n".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    PICTURE.write_text(svg(arrows()), encoding="utf-8")
    print(PICTURE)

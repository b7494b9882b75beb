"""Collect the window's texts for translators, and make what the program loads: ``make translations``.

Texts are the literals given to ``tr()``, by the window and by a model's page, those given to ``words()``, by
the library and the window's worker, the C library's texts of statuses, and the table of shortcuts.
Every ``ifc2f_<language>.ts`` is brought up to date (translations are kept, texts that are gone are dropped)
and compiled to ``.qm``; what the page says goes into its ``texts.json``. For another language, copy
``ifc2f.ts`` to ``ifc2f_<language>.ts``, fill it in, with Qt Linguist or by hand, and run this again.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from ifc2f_gui.shared import shortcuts
from ifc2f_gui.shared.languages import FOLDER
from ifc2f_gui.shared.texts import CONTEXT

from ifc2f.core.errors import status_text

SOURCES = FOLDER.parent
LIBRARY = SOURCES.parents[1] / "ifc2f"
PAGE = LIBRARY / "page"
TEMPLATE = FOLDER / "ifc2f.ts"
_NO_STATUS = status_text(-1000)
_FROM_TABLE = {"heading", "menu", "row.text"}  # arguments of tr() that come from the table of shortcuts


@cache
def texts() -> dict[str, list[str]]:
    """Return every text of the program, and the files it is in."""
    found: dict[str, list[str]] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        for text in [*_literals(path, "tr", "words"), *(_of_table() if path.stem == "shortcuts" else [])]:
            places = found.setdefault(text, [])
            if (place := path.relative_to(SOURCES).as_posix()) not in places:
                places.append(place)
    for text, place in [*texts_of_library(), *texts_of_page()]:
        places = found.setdefault(text, [])
        if place not in places:
            places.append(place)
    return found


@cache
def texts_of_library() -> list[tuple[str, str]]:
    """Return every text that the library says in a window, and the file it is in."""
    found = []
    for path in sorted(LIBRARY.rglob("*.py")):
        place = f"../../ifc2f/{path.relative_to(LIBRARY).as_posix()}"
        found += [(text, place) for text in _literals(path, "words")]
    return found + [(text, "../../csrc/runtime/status.c") for text in texts_of_statuses()]


def texts_of_statuses() -> list[str]:
    """Return the C library's text of each error."""
    n_statuses = next(n for n in range(1000) if status_text(-n) == _NO_STATUS)
    return [status_text(-n) for n in range(1, n_statuses)]


_IN_JAVASCRIPT = re.compile(r"""\btr\(\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|(?=[^"'\s]))""")


def texts_of_page() -> list[tuple[str, str]]:
    """Return every text of the page, and the file it is in as seen from the window's folder."""
    found = []
    for path in sorted(PAGE.glob("*.mjs")):
        for double, single in _IN_JAVASCRIPT.findall(path.read_text(encoding="utf-8")):
            if double or single:
                found.append((json.loads(f'"{double or single}"'), f"../../ifc2f/page/{path.name}"))
            elif path.name != "texts.mjs":  # which has the function itself
                raise SystemExit(f"{path.name}: tr() needs a literal, because its text is collected")
    return found


def page_texts() -> str:
    """Return the page's translations as JSON: by language, then by the English text."""
    wanted = sorted({text for text, _ in texts_of_page()} | set(texts_of_statuses()))
    tables = {path.stem.removeprefix("ifc2f_"): read(path) for path in sorted(FOLDER.glob("ifc2f_*.ts"))}
    shown = {language: {text: table[text] for text in wanted} for language, table in tables.items()}
    return json.dumps(shown, ensure_ascii=False, indent=0) + "\n"


def _literals(path: Path, *names: str) -> Iterator[str]:
    """Yield the literals that a file gives to functions of these names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names):
            continue
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value
        elif ast.unparse(first) not in _FROM_TABLE:
            raise SystemExit(
                f"{path.name}, line {node.lineno}: {node.func.id}() needs a literal: its text is collected"
            )


def _of_table() -> list[str]:
    return [*shortcuts.MENUS, *(row.text for row in shortcuts.SHORTCUTS)]


def read(path: Path) -> dict[str, str]:
    """Return the translations of a file, empty where there is none yet."""
    messages = ElementTree.parse(path).getroot().iter("message")
    return {message.findtext("source") or "": message.findtext("translation") or "" for message in messages}


def ts(language: str, translated: dict[str, str]) -> str:
    """Return a file for translators."""
    target = f' language="{language}"' if language else ""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>"]
    lines.append(f'<TS version="2.1" sourcelanguage="en"{target}>')
    lines += ["<context>", f"    <name>{CONTEXT}</name>"]
    for text, places in texts().items():
        done = translated.get(text, "")
        state = "" if done else ' type="unfinished"'
        lines.append("    <message>")
        lines += [f'        <location filename="../{name}"/>' for name in places]
        lines.append(f"        <source>{escape(text)}</source>")
        lines.append(f"        <translation{state}>{escape(done)}</translation>")
        lines.append("    </message>")
    return "\n".join([*lines, "</context>", "</TS>", ""])


def main() -> None:
    """Bring all files up to date."""
    FOLDER.mkdir(exist_ok=True)
    TEMPLATE.write_text(ts("", {}), encoding="utf-8")
    for path in sorted(FOLDER.glob("ifc2f_*.ts")):
        translated = read(path)
        path.write_text(ts(path.stem.removeprefix("ifc2f_"), translated), encoding="utf-8")
        missing = [text for text in texts() if not translated.get(text)]
        print(f"{path.name}: {len(texts()) - len(missing)} of {len(texts())} texts translated")
        for text in missing:
            print(f"    {text!r}")
        release = [str(Path(sys.executable).with_name("pyside6-lrelease")), "-silent", str(path)]
        subprocess.run([*release, "-qm", str(path.with_suffix(".qm"))], check=True)
    (PAGE / "texts.json").write_text(page_texts(), encoding="utf-8")


if __name__ == "__main__":
    main()

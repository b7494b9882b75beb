"""The one table of shortcuts: it makes the menus, drives the keys, and is the help page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape

from PySide6.QtGui import QKeySequence

from ifc2f_gui.shared.texts import tr


@dataclass(frozen=True)
class Shortcut:
    """A key and what it does.

    Attributes
    ----------
    name : str
        Of the action, and of the command it runs. Empty for keys that an input handles.
    keys : tuple of str
        Alternatives, as Qt writes them. May be empty.
    text : str
        Of the menu entry and the help page.
    menu : str
        The menu it stands in, and its heading on the help page.
    checkable : bool
    """

    name: str
    keys: tuple[str, ...]
    text: str
    menu: str
    checkable: bool = False


FILE, CASE, ANSWER, VIEW, HELP = "&File", "&Case", "&Answer", "&View", "&Help"
MENUS = (FILE, CASE, ANSWER, VIEW, HELP)

SHORTCUTS = (
    Shortcut("open", ("Ctrl+O",), "Open model or case…", FILE),
    Shortcut("demo", (), "Open demo model", FILE),
    Shortcut("train", ("Ctrl+Shift+T",), "Train a model…", FILE),
    Shortcut("card", ("Ctrl+M",), "Model card", FILE),
    Shortcut("page", (), "Save the model as a page…", FILE),
    Shortcut("quit", ("Ctrl+Q",), "Quit", FILE),
    Shortcut("new_case", ("Ctrl+N",), "New case", CASE),
    Shortcut("save", ("Ctrl+S",), "Save case", CASE),
    Shortcut("save_as", ("Ctrl+Shift+S",), "Save case as…", CASE),
    Shortcut("report", ("Ctrl+P",), "Write report…", CASE),
    Shortcut("print", ("Ctrl+Shift+P",), "Print report…", CASE),
    Shortcut("record", ("Ctrl+H",), "Record of the case…", CASE),
    Shortcut("copy_record", ("Ctrl+Shift+C",), "Copy for the record", CASE),
    Shortcut("rename", ("F2",), "Name the case…", CASE),
    Shortcut("known", ("Ctrl+K",), "Known values…", CASE),
    Shortcut("prior", ("Ctrl+E",), "Pre-test probability…", CASE),
    Shortcut("budget", ("Ctrl+B",), "Budget…", CASE),
    Shortcut("undo", ("Ctrl+Z",), "Undo", CASE),
    Shortcut("redo", ("Ctrl+Y", "Ctrl+Shift+Z"), "Redo", CASE),
    Shortcut("what_if", ("Ctrl+I",), "What if", CASE, checkable=True),
    Shortcut("keep_what_if", ("Ctrl+Shift+I",), "Keep the what-if answers", CASE),
    Shortcut("", ("Return",), "Answer with what is entered", ANSWER),
    Shortcut("", ("1 … 9",), "Choose an answer by its number", ANSWER),
    Shortcut("unknown", ("U",), "Unknown", ANSWER),
    Shortcut("not_available", ("N",), "Not available", ANSWER),
    Shortcut("pending", ("P",), "Ordered, result pending", ANSWER),
    Shortcut("failed", ("F",), "Failed: done without a usable result", ANSWER),
    Shortcut("uncertain", ("Ctrl+U",), "Uncertain answer…", ANSWER),
    Shortcut("suggested", ("F7",), "Back to the question the model asks", ANSWER),
    Shortcut("edit", ("Ctrl+Return",), "Edit the selected answer", ANSWER),
    Shortcut("retract", ("Del",), "Retract the selected answer", ANSWER),
    Shortcut("pause", ("Ctrl+Space",), "Pause or count the selected answer", ANSWER),
    Shortcut("go_on", ("Ctrl+G",), "Continue anyway", ANSWER),
    Shortcut("decide", ("Ctrl+D",), "Decide now", ANSWER),
    Shortcut("decide_other", ("Ctrl+Shift+D",), "Choose another class…", ANSWER),
    Shortcut("to_question", ("Ctrl+1",), "Go to the question", VIEW),
    Shortcut("to_others", ("Ctrl+2",), "Go to the other questions", VIEW),
    Shortcut("to_answers", ("Ctrl+3",), "Go to the answers", VIEW),
    Shortcut("to_figures", ("Ctrl+4",), "Go to the figures", VIEW),
    Shortcut("tables", ("Ctrl+T",), "Tables in place of plots", VIEW, checkable=True),
    Shortcut("larger", ("Ctrl++", "Ctrl+="), "Larger text", VIEW),
    Shortcut("smaller", ("Ctrl+-",), "Smaller text", VIEW),
    Shortcut("normal", ("Ctrl+0",), "Normal text", VIEW),
    Shortcut("dark", (), "Dark colours", VIEW, checkable=True),
    Shortcut("light", (), "Light colours", VIEW, checkable=True),
    Shortcut("help", ("F1",), "Keys and first steps", HELP),
    Shortcut("about", (), "About", HELP),
)


@cache
def all_keys() -> tuple[QKeySequence, ...]:
    """Return every key that runs a command."""
    return tuple(QKeySequence(key) for row in SHORTCUTS if row.name for key in row.keys)


def native(keys: tuple[str, ...]) -> str:
    """Return keys as this system writes them."""
    shown = (
        key if "…" in key else QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        for key in keys
    )
    return tr(" or ").join(shown)


def keys_html() -> str:
    """Return the help page's tables: one for each menu."""
    parts = []
    for menu in MENUS:
        rows = [s for s in SHORTCUTS if s.menu == menu and s.keys]
        parts.append(f"<h3>{escape(tr(menu).replace('&', ''))}</h3><table cellpadding='4' width='100%'>")
        parts += [
            f"<tr><td width='34%'><b>{escape(native(row.keys))}</b></td><td>{escape(tr(row.text))}</td></tr>"
            for row in rows
        ]
        parts.append("</table>")
    return "".join(parts)

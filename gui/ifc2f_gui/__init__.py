"""The window for experts in a field: the model asks, they answer, and the class probabilities change.

Qt is not loaded until :func:`main` runs. Each folder imports only folders named before it:

- `shared`: texts, numbers, colours, small widgets, and the one table of menu entries and keys;
- `case`: a case, the model's view of it, and the desk, through which all else reads and changes it. Cases
  are written by `case/case_file.py` when `window/keeper.py` says so, their copies against crashes by
  `case/autosave.py`;
- `panels`: the views of the desk. A new panel is a `Card` here with a place in `window/case_page.py`;
- `report`: the report and the model card as HTML and PDF;
- `dialogs`: windows that ask or show one thing;
- `training`: from a table to a model, in a process of its own;
- `window`: the window, its files, its menus. A new entry is a row of `shared/shortcuts.py` and a command of
  `window/commands.py`.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

# What Qt asks of Debian or Ubuntu to show a window; Makefile's QT_LIBRARIES adds what the tests need.
QT_PACKAGES = (
    "libegl1", "libgl1", "libx11-6", "libfontconfig1", "libfreetype6", "libglib2.0-0", "libxkbcommon0",
    "libdbus-1-3", "libzstd1", "fonts-dejavu-core", "libxcb-cursor0", "libxcb-icccm4", "libxcb-image0",
    "libxcb-keysyms1", "libxcb-randr0", "libxcb-render-util0", "libxcb-shape0", "libxcb-shm0", "libxcb-sync1",
    "libxcb-xfixes0", "libxcb-xkb1", "libx11-xcb1", "libxkbcommon-x11-0",
)  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window and return the exit status when it closes.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments without the program's name: a model or case file, or none. Default: the command line's.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    gc.disable()  # until the window stands: all that is made stays, and looking for what does not takes long
    try:
        try:
            from ifc2f_gui.app import run
        except ImportError as error:
            print(what_to_install(error), file=sys.stderr)
            return 1
        return run(arguments)
    finally:
        gc.enable()


def what_to_install(error: ImportError) -> str:
    """Return what to do about an import that failed: pip helps where packages of Python are missing."""
    if isinstance(error, ModuleNotFoundError):
        return f"The window needs PySide6 ({error}): pip install 'ifc2f[gui]'"
    packages = " ".join(QT_PACKAGES)
    return (
        f"The window needs a system library that cannot be loaded ({error}). "
        f"On Debian or Ubuntu: sudo apt-get install {packages}"
    )

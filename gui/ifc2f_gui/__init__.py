"""The window for people who know their field: the model asks, they answer, the class probabilities move.

Nothing of Qt is loaded until :func:`main` runs.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window and return the exit status when it closes.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments without the program's name: a model or case file, or none. Default: the command line's.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        from ifc2f_gui.app import run
    except ImportError as error:
        print(f"The window needs PySide6 and pyqtgraph ({error}): pip install 'ifc2f[gui]'", file=sys.stderr)
        return 1
    return run(arguments)

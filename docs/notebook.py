"""Run the cells of ``docs/guide.ipynb`` and keep what they print: ``python docs/notebook.py``."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parent / "guide.ipynb"


def executed(notebook: dict[str, Any]) -> list[str]:
    """Return what each cell of code prints."""
    variables: dict[str, Any] = {"__name__": "__main__"}
    printed = []
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile("".join(cell["source"]), f"cell {number} of {NOTEBOOK.name}", "exec"), variables)
        printed.append(out.getvalue())
    return printed


def kept(notebook: dict[str, Any]) -> list[str]:
    """Return what each cell of code printed when its output was kept."""
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return ["".join(line for output in cell["outputs"] for line in output["text"]) for cell in cells]


def main() -> None:
    """Run all cells and write the notebook with their output."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    texts = iter(executed(notebook))
    for number, cell in enumerate(cell for cell in notebook["cells"] if cell["cell_type"] == "code"):
        text = next(texts).splitlines(keepends=True)
        cell["execution_count"] = number + 1
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": text}] if text else []
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

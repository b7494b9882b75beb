"""Pages that are written from what they describe: the C API from its header, the commands from their help."""

import contextlib
import io
import os
import re
from pathlib import Path
from unittest import mock

import ifc2f
from ifc2f import plots
from ifc2f.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parent.parent
HEADERS = ("ifc2f.h", "ifc2f_integer.h", "ifc2f_plan.h")

GROUPS = {
    "Training": [
        "IFC2FClassifier", "Acquisition", "AcquisitionCosts", "misclassification", "Table", "read_table",
    ],
    "Running a model": [
        "Model", "Session", "BatchScorer", "explain", "Explanation", "ModelError", "Expectation",
        "expected_cost",
    ],
    "Networks and policies": [
        "BayesianNetwork", "read_network", "plan_graph", "NetworkPlan", "Network", "Feature", "DecisionGraph",
        "plan_network", "distil", "Distilled", "read_bif", "write_bif", "to_pgmpy", "Certificate",
        "certificate",
    ],
}  # fmt: skip

_SECTION = re.compile(r"/\* ---- (.+?) -{3,} ?(\*/)?")
_COMMENT = re.compile(r"/\*(.*?)\*/", re.S)


def write(folder):
    """Write the pages."""
    folder.mkdir(exist_ok=True)
    (folder / "c-api.md").write_text(c_api(), encoding="utf-8")
    (folder / "api.md").write_text(api(), encoding="utf-8")
    (folder / "commands.md").write_text(commands(), encoding="utf-8")


def api():
    """Return the page on the Python API: all public names, in groups; what is in none comes last."""
    grouped = [name for names in GROUPS.values() for name in names]
    groups = {**GROUPS, "More": [n for n in ifc2f.__all__ if n not in grouped and not n.startswith("__")]}
    parts = ["# The Python API\n\nAll public names except those of `ifc2f.baselines`.\n\n```{eval-rst}"]
    for heading, names in {**groups, "Pictures": plots.__all__}.items():
        module = plots if heading == "Pictures" else ifc2f
        if not names:
            continue
        parts.append(f"{heading}\n{'-' * len(heading)}\n\n.. currentmodule:: {module.__name__}\n")
        for is_class in (True, False):
            chosen = [name for name in names if isinstance(getattr(module, name), type) == is_class]
            template = "   :template: class.rst\n" if is_class else ""
            if chosen:
                listed = "".join(f"   {name}\n" for name in chosen)
                parts.append(f".. autosummary::\n   :toctree: api\n{template}\n{listed}")
    return "\n".join([*parts, "```\n"])


def c_api():
    """Return the page on the C API: every declaration of the headers under the comment before it."""
    parts = ["# The C API\n\nThe declarations of `csrc/include`, each with its comment.\n"]
    for name in HEADERS:
        text = (ROOT / "csrc/include" / name).read_text(encoding="utf-8")
        parts.append(f"## {name}\n\n{_words(_COMMENT.search(text)[1])}\n")
        parts += list(_declarations(text))
    return "\n".join(parts)


def _declarations(text):
    """Yield headings, comments and the code that follows them."""
    body = text[_COMMENT.search(text).end() : text.rfind("#ifdef __cplusplus")]
    body = body.split('extern "C" {\n#endif', 1)[-1]
    for block in re.split(r"\n\s*\n", body.strip()):
        section = _SECTION.match(block)
        if section:
            yield f"### {section[1]}\n"
            rest = block[section.end() :]
            block = "/*" + rest if not section[2] and rest.strip(" *\n/") else rest
        comment = re.match(r"\s*/\*(.*?)\*/\s*", block, re.S)
        code = block
        if comment and comment.start() == 0:
            if _words(comment[1]):
                yield _words(comment[1]) + "\n"
            code = block[comment.end() :]
        code = code.strip("\n")
        if code.strip():
            yield f"```c\n{code}\n```\n"


def _words(comment):
    """Return a comment as Markdown: stars removed, what Markdown would read as its own escaped."""
    lines = [re.sub(r"^\s*\* ?", "", line).strip() for line in comment.strip("*- \n").splitlines()]
    text = "\n".join(lines).strip()
    text = re.sub(
        r"(?<![\w`])(\w+\(\)|[A-Za-z_]+\[[^\]]*\]|[A-Z0-9_]*_[A-Z0-9_]+)", r"`\1`", text.replace("`", "")
    )
    return text.replace("*", r"\*").replace("<", r"\<")


def commands():
    """Return the page on the command line: the help of every command."""
    parts = ["# The command line\n\nWhat `ifc2f COMMAND --help` says.\n"]
    for words in ([], *([name] for name in COMMANDS)):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), mock.patch.dict(os.environ, COLUMNS="100"):
            assert main([*words, "--help"]) == 0
        name = " ".join(["ifc2f", *words])
        parts.append(f"## {name}\n\n```text\n{out.getvalue().rstrip()}\n```\n")
    return "\n".join(parts)

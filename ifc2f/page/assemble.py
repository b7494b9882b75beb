"""Assemble a page: its modules as one script with the runtime, and the model.

The script stands in the page as it is in the sources, but compressed, without indentation and without the
comments that describe functions and their types. A few lines, `loader.mjs`, expand it; the browser runs it
because the page's policy has its hash. The script has that of the runtime. The style sheet is
without blanks and comments.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from ifc2f import __version__

__all__ = ["library", "page", "script"]

# In the order of dependence: each uses only those before it.
LIBRARY = ("core", "meta", "model", "session")
MODULES = (
    *LIBRARY,
    *(
        "texts",
        "times",
        "numbers",
        "describe",
        "decided",
        "case",
        "agreement",
        "graph",
        "evidence",
        "case_file",
        "outlook",
        "advice",
        "words",
        "desk",
    ),
    *(
        "html",
        "charts",
        "settings",
        "card",
        "report",
        "entry",
        "panel_entry",
        "question",
        "dialogs",
        "panels",
        "sha256",
        "page",
    ),
)
PROGRAM = f"ifc2f {__version__}"
_IMPORT = re.compile(r"^import [^;]*;\n", flags=re.M)
_EXPORT = re.compile(r"^export ", flags=re.M)
# Comments for people and type checkers: on their own lines, and types within a line.
_DESCRIBED = re.compile(
    r"^ */\*\*(?:(?!\*/).)*\*/\n|^ *// [^\n]*\n|/\*\* @type [^*]*\*/ ?", flags=re.M | re.S
)
_INDENT = re.compile(r"^ +", flags=re.M)
_OF_STYLE = re.compile(r"/\*.*?\*/|(?<=[{};:,])\s+|\s+(?=\{)", flags=re.S)  # what a browser does without


def page(data: bytes, meta: Mapping[str, Any]) -> str:
    """Return a model as a page of HTML that needs nothing else.

    Its policy lets the browser run this script and this style and nothing else: no request goes anywhere. A
    model's texts are read by the script from the model's bytes and shown as texts; none of them is in the
    markup but the title.

    Parameters
    ----------
    data : bytes
        Of a model file.
    meta : mapping
        Its descriptions; the page has its title.
    """
    style, loader = _OF_STYLE.sub("", _text("page.css")).strip(), _text("loader.mjs")
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_digest(loader)}' '{_digest(script())}' 'wasm-unsafe-eval'",
            f"style-src '{_digest(style)}'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    title = meta.get("title")
    return Template(_text("page.html")).substitute(
        policy=policy,
        program=escape(PROGRAM),
        title=escape(title if isinstance(title, str) else PROGRAM),
        style=style,
        model=base64.b64encode(data).decode("ascii"),
        script=_compressed(script().encode("utf-8")),
        runtime=_compressed(_runtime()),
        loader=loader,
    )


def library() -> str:
    """Return ``ifc2f.mjs``: models and sessions for JavaScript, the runtime within."""
    parts = [
        _joined(LIBRARY),
        f"await load({_runtime_in_javascript()});",
        "export { Ifc2fError, Model, Session };",
    ]
    return f"// {PROGRAM}, BSD-3-Clause\n\n" + "\n".join(parts) + "\n"


@cache
def script() -> str:
    """Return the page's script: the modules, the translations, and the beginning.

    It knows the runtime by its hash, and takes no other.
    """
    texts = json.dumps(json.loads(_text("texts.json")), ensure_ascii=False, separators=(",", ":"))
    digest = hashlib.sha256(_runtime()).hexdigest()
    ends = [f"useTexts({texts});", f'await begin("{digest}", {json.dumps(PROGRAM)});']
    modules = _INDENT.sub("", _DESCRIBED.sub("", _joined(MODULES)))
    return "\n".join([modules, *ends]) + "\n"


def _joined(modules: Sequence[str]) -> str:
    """Return modules in one scope: without what they import from each other and export to each other."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", _text(f"{name}.mjs"))) for name in modules)


def _runtime() -> bytes:
    """Return the C runtime."""
    return (files(__package__) / "ifc2f.wasm").read_bytes()


def _runtime_in_javascript() -> str:
    """Return an expression for its bytes."""
    text = base64.b64encode(_runtime()).decode("ascii")
    return f'Uint8Array.from(atob("{text}"), (letter) => letter.charCodeAt(0))'


def _compressed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, mtime=0)).decode("ascii")


def _text(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"

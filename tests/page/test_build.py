"""The WebAssembly module that the package holds is what its compiler makes of the sources."""

import importlib.util
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from page_jobs import FOLDER

ROOT = Path(__file__).parents[2]
BUILD = runpy.run_path(str(ROOT / "csrc" / "page" / "build.py"))


def test_the_module_is_made_of_the_sources(tmp_path, monkeypatch):
    """From another folder, too: no path is in it."""
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip(f"needs the compiler: pip install {BUILD['COMPILER']}")
    from importlib.metadata import version

    assert f"ziglang=={version('ziglang')}" == BUILD["COMPILER"]
    sources = tmp_path / "elsewhere" / "csrc"
    shutil.copytree(ROOT / "csrc", sources, ignore=shutil.ignore_patterns("corpus", "*.o"))
    monkeypatch.setenv("ZIG_GLOBAL_CACHE_DIR", str(tmp_path / "cache"))
    made = tmp_path / "ifc2f.wasm"
    subprocess.run([sys.executable, sources / "page" / "build.py", made], check=True, capture_output=True)
    assert made.read_bytes() == (FOLDER / "ifc2f.wasm").read_bytes(), "run: make wasm"


def test_the_module_says_that_it_was_made_of_the_sources_as_they_are():
    """Without a compiler: after a change of the runtime this fails until the module is made anew."""
    data = (FOLDER / "ifc2f.wasm").read_bytes()
    assert data == BUILD["with_digest"](data[: data.rindex(b"\0\x48\7sources")]), "run: make wasm"


def test_the_module_is_small_and_has_what_the_page_calls_and_no_more():
    data = (FOLDER / "ifc2f.wasm").read_bytes()
    assert data[:8] == b"\0asm\1\0\0\0"
    assert len(data) < 49_000
    texts = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.mjs"))
    called = set(re.findall(r"\bc\.((?:ifc2f|page)_\w+)", texts))
    assert len(called) > 25
    assert {name for name in called if not name.startswith("page_")} == set(BUILD["exported"]())
    for name in called:
        assert name.encode() in data

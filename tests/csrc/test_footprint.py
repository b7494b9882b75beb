"""What `make footprint` does when something goes wrong."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

FIRMWARE = Path(__file__).resolve().parents[2] / "csrc/firmware"


@pytest.fixture
def images(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script as a module."""
    monkeypatch.syspath_prepend(str(FIRMWARE))
    spec = importlib.util.spec_from_file_location("images", FIRMWARE / "images.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "images", module)
    spec.loader.exec_module(module)
    return module


def put_emulator(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a shell script in the place of the emulator."""
    emulator = folder / "qemu-system-arm"
    emulator.write_text(f"#!/bin/sh\n{script}\n")
    emulator.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_an_image_that_does_not_end_is_named(
    images: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_emulator(tmp_path, monkeypatch, "exec sleep 60")
    monkeypatch.setattr(images, "TRACE_SECONDS", 0.2)
    words = r"float, ordered: wine did not end within 0.2 s in qemu-system-arm -M mps2-an385: run again"
    with pytest.raises(SystemExit, match=words):
        images.trace("Cortex-M0+", "float, ordered: wine", tmp_path / "image.elf", tmp_path)


def test_instructions_are_counted_by_function(
    images: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "".join(f"Trace 0: 0x7f [0/1/0/0] {name}\\n" for name in ("main", "next", "next")) + "end\\n"
    put_emulator(tmp_path, monkeypatch, f'while [ "$1" != -D ]; do shift; done; printf "{lines}" >"$2"')
    found = images.trace("Cortex-M4F", "words", tmp_path / "image.elf", tmp_path)
    assert found == {"main": 1, "next": 2}


def test_an_image_that_fails_is_named_with_what_it_said(
    images: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_emulator(tmp_path, monkeypatch, "echo refused: status -3 >&2; exit 1")
    with pytest.raises(SystemExit, match="integer: wine ended with status 1: refused: status -3"):
        images.trace("Cortex-M0+", "integer: wine", tmp_path / "image.elf", tmp_path, must_succeed=True)

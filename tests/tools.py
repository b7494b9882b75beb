"""What tests call that a machine may lack: each function skips a test where it is missing, and says so."""

import multiprocessing
import shutil
from pathlib import Path

import pytest

# What `make page-tools` fetches.
NPM = Path(__file__).resolve().parent.parent / "build/page-tools/node_modules/.bin"

# The names that a program goes by, and what it is in on Debian and Ubuntu.
NAMES = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "firefox": ("firefox-esr", "firefox"),
}
PACKAGES = {
    "Xvfb": "xvfb",
    "arm-none-eabi-gcc": "gcc-arm-none-eabi",
    "bash": "bash",
    "c++": "g++",
    "cargo": "cargo",
    "cc": "gcc libc6-dev",
    "chromium": "chromium",
    "clang": "clang",
    "cmake": "cmake",
    "firefox": "firefox-esr",
    "fish": "fish",
    "gcc": "gcc libc6-dev",
    "git": "git",
    "java": "default-jre-headless",
    "meson": "meson",
    "ninja": "ninja-build",
    "nm": "binutils",
    "node": "nodejs",
    "pkg-config": "pkg-config",
    "prettier": "",
    "qemu-system-arm": "qemu-system-arm",
    "tsc": "",
    "zsh": "zsh",
}


def need(*tools: str) -> str:
    """Return where the first of these tools is; skip the test if one of them is not there."""
    places = {}
    for tool, package in [(tool, PACKAGES[tool]) for tool in tools]:
        names = NAMES.get(tool, (tool,))
        place = next(filter(None, map(shutil.which, names)), None) or shutil.which(tool, path=str(NPM))
        if place is None:
            pytest.skip(f"needs {tool}: {f'apt-get install {package}' if package else 'make page-tools'}")
        places[tool] = place
    return places[tools[0]]


def need_semaphores() -> None:
    """Skip the test where processes cannot share a semaphore."""
    try:
        multiprocessing.get_context("spawn").Semaphore()
    except OSError as error:
        pytest.skip(f"needs semaphores that processes share (a writable /dev/shm): {error}")


def need_terminal() -> tuple[int, int]:
    """Return both ends of a new terminal; skip the test where there can be none."""
    pty = pytest.importorskip("pty")
    try:
        master, slave = pty.openpty()
    except OSError as error:
        pytest.skip(f"needs a terminal (/dev/pts): {error}")
    return master, slave

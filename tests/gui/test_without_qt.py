"""What the program says where the window cannot start."""

import re
from pathlib import Path

from ifc2f_gui import QT_PACKAGES, what_to_install

ROOT = Path(__file__).resolve().parents[2]


def test_a_package_of_python_that_is_missing_is_installed_by_pip():
    said = what_to_install(ModuleNotFoundError("No module named 'PySide6'"))
    assert "No module named 'PySide6'" in said
    assert "pip install 'ifc2f[gui]'" in said


def test_a_library_of_the_system_that_is_missing_is_not():
    said = what_to_install(ImportError("libEGL.so.1: cannot open shared object file"))
    assert "libEGL.so.1" in said
    assert "pip" not in said
    assert "apt-get install libegl1 " in said


def test_the_packages_are_those_that_the_makefile_installs():
    (listed,) = re.findall(r"^QT_LIBRARIES := ((?:.*\\\n)*.*)$", (ROOT / "Makefile").read_text(), flags=re.M)
    assert tuple(listed.replace("\\\n", "").split()) == (*QT_PACKAGES, "xvfb", "xauth")

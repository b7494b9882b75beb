"""Write the C library as others' build systems take it: a folder for each, with the sources in it.

What is special to a place is the folder of its name beside this file. The sources and the licence are put to
it, and @VERSION@ becomes the version. Places that compile files get the amalgamation, and those that call
CMake what csrc/CMakeLists.txt needs.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from make_arduino import c_array, one_sensor

import ifc2f

HERE = Path(__file__).resolve().parent
OF_FILES = ("cmsis-pack", "esp-idf", "meson", "micropython", "rust", "zephyr")
OF_CMAKE = ("conan", "vcpkg")
BUILT = ("CMakeLists.txt", "package/ifc2f.pc.in", "base", "include", "integer", "planner", "runtime")


def put_sources(place: str, to: Path) -> None:
    """Put the library into the folder of a place, and for Rust the model that its tests read."""
    csrc = HERE.parent
    if place in OF_CMAKE:
        for name in BUILT:
            (to / "csrc" / name).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (csrc / name).is_dir() else shutil.copy
            copy(csrc / name, to / "csrc" / name)
        return
    subprocess.run([sys.executable, csrc / "amalgamate.py", to / "src"], check=True)
    shutil.copy(csrc / "include/ifc2f.hpp", to / "src")
    if place == "zephyr":
        (to / "samples/one_sensor/src/model.h").write_text(c_array(one_sensor().to_bytes()), encoding="utf-8")
    if place == "rust":
        (to / "tests/one_sensor.ifc2f").write_bytes(one_sensor().to_bytes())


def main() -> None:
    """Write the folders anew."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="gets a folder ifc2f for each, in one of the place's name")
    folder = parser.parse_args().folder
    for place in sorted(OF_FILES + OF_CMAKE):
        to = folder / place / "ifc2f"
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(HERE / place, to)
        for path in [path for path in to.rglob("*") if path.is_file()]:
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("@VERSION@", ifc2f.__version__), encoding="utf-8")
        put_sources(place, to)
        shutil.copy(HERE.parent.parent / "LICENSE", to)
        print(to)


if __name__ == "__main__":
    main()

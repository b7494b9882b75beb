"""Write the C library as others' build systems take it: a folder for each, with the sources in it.

What is special to a place is the folder of its name beside this file. The sources, the header for C++ and the
licence are put to it, and @VERSION@ becomes the version.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

import ifc2f

HERE = Path(__file__).resolve().parent
PLACES = ("esp-idf", "meson", "zephyr")


def main() -> None:
    """Write the folders anew."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="gets a folder ifc2f for each, in one of the place's name")
    folder = parser.parse_args().folder
    for place in PLACES:
        to = folder / place / "ifc2f"
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(HERE / place, to)
        for path in [path for path in to.rglob("*") if path.is_file()]:
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("@VERSION@", ifc2f.__version__), encoding="utf-8")
        subprocess.run([sys.executable, HERE.parent / "amalgamate.py", to / "src"], check=True)
        shutil.copy(HERE.parent / "include/ifc2f.hpp", to / "src")
        shutil.copy(HERE.parent.parent / "LICENSE", to)
        print(to)


if __name__ == "__main__":
    main()

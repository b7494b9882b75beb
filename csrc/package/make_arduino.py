"""Write the Arduino and PlatformIO library: manifests, amalgamated sources, an example.

The folder is what the Arduino IDE takes as a library (zipped, or in its folder of libraries), and what
PlatformIO takes by ``lib_deps = file://...``.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

import ifc2f
import ifc2f.planning.plan
from ifc2f import Model
from ifc2f.costs import AcquisitionCosts
from ifc2f.network import Feature, Network

HERE = Path(__file__).resolve().parent
EXAMPLE = "examples/OneSensorAtATime"


def one_sensor() -> Model:
    """Return a model of one sensor whose reading is above 512 more often in the second class."""
    table = np.array([[[0.9, 0.2], [0.1, 0.8]]], dtype=np.float32)
    feature = Feature(
        name="reading",
        column=0,
        values=np.array([512], dtype=np.float32),
        categorical=False,
        labels=None,
        parent=-1,
        table=table,
    )
    network = Network(features=(feature,), classes=("low", "high"), prior=np.array([0.5, 0.5], np.float32))
    costs = AcquisitionCosts.from_spec([0.01], ["reading"])
    model = Model.build(network, costs, np.array([[0, 1], [1, 0]], dtype=np.float32))
    return model.with_policies({"ORDR": ifc2f.planning.plan.plan(model)})


def c_array(data: bytes) -> str:
    """Return bytes as the header model.h."""
    rows = [", ".join(f"0x{byte:02X}" for byte in data[i : i + 16]) for i in range(0, len(data), 16)]
    return (
        "// A model of one sensor whose reading is above 512 more often in the second class than in the\n"
        "// first. Put one of yours in its place.\n\n#include <stdint.h>\n\n"
        "static const uint8_t model_bytes[] = {\n    " + ",\n    ".join(rows) + ",\n};\n"
    )


def main() -> None:
    """Write the folder anew."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "arduino", folder)
    shutil.copy(HERE.parent.parent / "LICENSE", folder)
    for name in ("library.properties", "library.json"):
        text = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace("@VERSION@", ifc2f.__version__), encoding="utf-8")
    subprocess.run([sys.executable, HERE.parent / "amalgamate.py", folder / "src"], check=True)
    (folder / EXAMPLE / "model.h").write_text(c_array(one_sensor().to_bytes()), encoding="utf-8")


if __name__ == "__main__":
    main()

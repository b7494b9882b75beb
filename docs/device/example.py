"""From sensor data to a flash image: train, export three ways, build for a micro:bit, run in QEMU, measure.

``make device`` runs it. With IFC2F_DATA set to a folder with robot_wall24.npz it takes the readings of a
robot that follows a wall (24 distances, 4 ways to go on), else it draws readings of such a robot.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from serial_device import Decision, SerialDevice
from sklearn.model_selection import train_test_split

from ifc2f import IFC2FClassifier, Model
from ifc2f.exchange.export import Export, export
from ifc2f.exchange.plain_c import PlainC, plain_c

HERE = Path(__file__).resolve().parent
CSRC = HERE.parents[1] / "csrc"
BOARD = CSRC / "firmware"  # start-up and linker script, as the tests of the runtime have them
N_SENSORS, MILLIMETRES = 24, 1000  # in a metre
COST = 0.01  # of a reading; a wrong way costs 1
COMPILER = ["arm-none-eabi-gcc", "-mthumb", "-mcpu=cortex-m0"]
FLAGS = ["-std=c99", "-Os", "-ffreestanding", "-ffp-contract=off", "-ffunction-sections", "-fdata-sections"]
FLAGS += ["-Wall", "-Wextra", "-Wconversion", "-Werror"]
MEMORY = ["flash_origin=0", "flash_length=256K", "ram_origin=0x20000000", "ram_length=16K"]
EMULATOR = ["qemu-system-arm", "-M", "microbit", "-display", "none", "-monitor", "none", "-serial", "stdio"]
TRACED = ["-singlestep", "-d", "exec,nochain", "-D"]
# What speaks to the host, and the division that writing a number takes.
OF_THE_LINE = {
    "main",
    "after",
    "go_on",
    "put_line",
    "serial_get",
    "serial_put",
    "__udivsi3",
    "__aeabi_uidivmod",
}
NEEDED = {"arm-none-eabi-gcc": "gcc-arm-none-eabi", "qemu-system-arm": "qemu-system-arm"}


@dataclass(frozen=True)
class Target:
    """A way to export: the file that calls the policy, the library it takes, and what that leaves out."""

    name: str
    source: str
    library: str | None = None
    defines: tuple[str, ...] = ()


TARGETS = (
    Target("float32", "float32.c", "ifc2f", ("-DIFC2F_UNCERTAIN=0", "-DIFC2F_GROUPS=0", "-DIFC2F_BATCH=0")),
    Target(
        "int8",
        "int8.c",
        "ifc2f_integer",
        ("-DIFC2F_INTEGER_THRESHOLDS=0", "-DIFC2F_INTEGER_VECTORS=0", "-DIFC2F_INTEGER_WIDE=0"),
    ),
    Target("c", "plain.c"),
)


def robot_rows(n: int = 2000) -> tuple[np.ndarray, np.ndarray]:
    """Return distances in metres, and the way to go on: the recorded ones, or drawn ones."""
    if "IFC2F_DATA" in os.environ:
        with np.load(Path(os.environ["IFC2F_DATA"]) / "robot_wall24.npz") as data:
            return data["X"], data["class_names"][data["y"]]
    rng = np.random.default_rng(0)
    X = rng.gamma(4, 0.5, (n, N_SENSORS)).clip(0.3, 5).round(3).astype(np.float32)
    front, left = X[:, [0, 1, 23]].min(axis=1), X[:, 17:20].min(axis=1)
    y = np.where(front < 0.9, "sharp right", np.where(left < 0.9, "slight right", "forward"))
    return X, np.where((left > 2) & (front >= 0.9), "slight left", y)


def trained(X: np.ndarray, y: np.ndarray) -> Model:
    """Return a model whose policy is a graph, which all three exports hold."""
    return IFC2FClassifier(COST, policy="graph").fit(X, y).model_


def exported(model: Model, target: Target) -> Export | PlainC:
    """Return the model as files for the device; its readings are whole millimetres."""
    scales = np.full(model.n_features, MILLIMETRES, np.float32)
    if target.name == "c":
        return plain_c(model, "robot", scales)
    return export(model, target.name, "robot", None if target.name == "float32" else scales)


def build(made: Export | PlainC, target: Target, folder: Path) -> Path:
    """Write the export to a folder and return the flash image that runs it."""
    (folder / "robot.h").write_text(made.header())
    (folder / "robot.c").write_text(made.source("robot.h"))
    sources = [HERE / "main.c", HERE / "microbit.c", HERE / target.source, folder / "robot.c"]
    if target.library:
        subprocess.run([sys.executable, CSRC / "amalgamate.py", folder], check=True)
        sources.append(folder / f"{target.library}.c")
    sources += [BOARD / "cortex_m.c", BOARD / "bare/memory.c"]
    link = ["-nostdlib", "-Wl,--gc-sections", "-T", BOARD / "board.ld", "-lgcc"]
    link += [f"-Wl,--defsym,{symbol}" for symbol in MEMORY]
    include = [f"-I{place}" for place in (HERE, folder, BOARD, BOARD / "bare")]
    image = folder / f"{target.name}.elf"
    command = [*COMPILER, *FLAGS, *target.defines, *include, *sources, *link, "-o", image]
    subprocess.run(command, check=True)
    return image


@contextmanager
def running(image: Path, *more: str) -> Iterator[SerialDevice]:
    """Run an image in QEMU for as long as the block lasts; what QEMU itself says is in a file beside it."""
    command = [*EMULATOR, *more, "-kernel", str(image)]
    log = image.with_suffix(".log").open("w")
    with (
        log,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log) as emulator,
    ):
        assert emulator.stdin is not None
        assert emulator.stdout is not None
        try:
            yield SerialDevice(emulator.stdin, emulator.stdout)
        finally:
            emulator.terminate()


def decisions(device: SerialDevice, X: np.ndarray, columns: list[int]) -> list[Decision]:
    """Have the device decide on rows; `columns` are those of its features."""
    found = []
    for row in X:
        readings = [None if np.isnan(x) else round(float(x) * MILLIMETRES) for x in row[columns]]
        found.append(device.classify(readings.__getitem__))
    return found


def n_different(model: Model, found: list[Decision], X: np.ndarray, columns: list[int]) -> int:
    """Return how many rows the device decides otherwise than the host, or asks otherwise."""
    host = model.classify(X)
    labels = [str(model.classes[one.label]) for one in found]
    asked = [[columns[k] for k in one.asked] for one in found]
    orders = [[column for column in order if column >= 0] for order in host.order.tolist()]
    pairs = zip(labels, asked, map(str, host.label), orders, strict=True)
    return sum((label, own) != (theirs, order) for label, own, theirs, order in pairs)


def instructions(image: Path, X: np.ndarray, columns: list[int], n: int = 10) -> tuple[float, float]:
    """Return instructions for each of rows n to 2n - 1: all, and those of the policy alone."""
    counts = []
    for rows in (X[:n], X[: 2 * n]):
        log = image.with_suffix(".trace")
        with running(image, *TRACED, str(log)) as device:
            decisions(device, rows, columns)
        with log.open() as lines:
            counts.append(Counter(line.rsplit(None, 1)[-1] for line in lines if line.startswith("Trace")))
        log.unlink()
    spent = counts[1] - counts[0]
    policy = sum(count for name, count in spent.items() if name not in OF_THE_LINE)
    return spent.total() / n, policy / n


def flash_and_ram(image: Path) -> tuple[int, int]:
    """Return bytes of flash of all of the image, and bytes of its variables."""
    told = subprocess.run(["arm-none-eabi-size", image], capture_output=True, text=True, check=True).stdout
    text, data, bss = (int(number) for number in told.splitlines()[1].split()[:3])
    return text + data, data + bss


def main() -> None:
    """Do all of it, and print a row for each way to export."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="gets exports and images")
    parser.add_argument(
        "--rows", type=int, default=200, help="rows to send over the serial line (default: 200)"
    )
    options = parser.parse_args()
    for tool, package in NEEDED.items():
        if shutil.which(tool) is None:
            sys.exit(f"needs {tool}; on Debian or Ubuntu: apt-get install --no-install-recommends {package}")
    X, y = robot_rows()
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.3, random_state=0, stratify=y)
    model = trained(X_train, y_train)
    X_test, y_test = X_test[: options.rows], y_test[: options.rows]
    print(
        f"{len(X_train)} rows to train on; {len(X_test)} others go over the serial line, sensor by sensor\n"
    )
    print("| export | other than the host | right | readings | flash | RAM | instructions | of the policy |")
    print("|---|---|---|---|---|---|---|---|")
    for target in TARGETS:
        folder = options.folder / target.name
        folder.mkdir(parents=True, exist_ok=True)
        made = exported(model, target)
        columns = [int(made.model.columns[k]) for k in made.features]
        image = build(made, target, folder)
        with running(image) as device:
            found = decisions(device, X_test, columns)
        right = np.mean(
            [str(model.classes[one.label]) == truth for one, truth in zip(found, y_test, strict=True)]
        )
        n_asked = np.mean([len(one.asked) for one in found])
        flash, ram = flash_and_ram(image)
        everything, own = instructions(image, X_test, columns)
        print(
            f"| {target.name} | {n_different(model, found, X_test, columns)} of {len(found)} | {right:.3f} "
            f"| {n_asked:.2f} of {N_SENSORS} | {flash} | {ram} | {everything:.0f} | {own:.0f} |"
        )


if __name__ == "__main__":
    main()

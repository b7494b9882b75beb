"""Train a model and write it, with recorded rows, as constants for the firmware program.

What to write is the folder's name: a policy, before it the target if it is not float32, behind it the data if
they are not the default, and "small" if flash counts more than features looked at. The default data are
scikit-learn's wine (13 sensors, 3 classes), or with ``IFC2F_DATA`` readings of a robot that follows a wall
(24 sensors, 4 classes); in some of their rows some sensors do not answer. Rows that the model is tried on are
not those it was trained on.
"""

import argparse
import os
import re
import struct
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from ifc2f._core import lib
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.model_selection import train_test_split

from ifc2f import IFC2FClassifier
from ifc2f.costs import AcquisitionCosts, misclassification
from ifc2f.exchange.export import Export, export
from ifc2f.exchange.integer.compare import with_failing
from ifc2f.exchange.integer.model import IntegerModel
from ifc2f.exchange.integer.readings import NO_READING, choose_scales, readings_of
from ifc2f.files.format import adaptive_section
from ifc2f.files.graph_nodes import Node, graph_section
from ifc2f.learning.factor import factor_network
from ifc2f.learning.train import keep_relevant
from ifc2f.learning.training_data import TrainingData
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.settings import Settings

N_ROWS = 60  # what a board runs in a second or two under QEMU
SMALL = {  # plans whose stages do not depend on all answers before
    "cancer": {"max_features": 14, "treatment": "parent"},
    "digits": {"max_features": 20, "treatment": "marginal", "n_beliefs": 150},
}
MAX_FEATURES = 20
# Exact inference's session is in 16 KB of RAM, whichever network is chosen.
FOR_RAM = {
    "adaptive": {"n_bins": 4, "max_features": 10, "graph_columns": 10},
    "factor": {"n_bins": 4, "max_features": 6},
}
BELIEFS = 100  # backed up in planning; more give more alpha vectors than small flash holds


def load(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return features and labels of a data set by name."""
    if name == "robot":
        with np.load(Path(os.environ["IFC2F_DATA"]) / "robot_wall24.npz") as data:
            return data["X"], data["y"]
    return {"wine": load_wine, "digits": load_digits, "cancer": load_breast_cancer}[name](return_X_y=True)


def parts(data: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return features to train on and to try, then labels of both."""
    X, y = load(data)
    X = np.ascontiguousarray(X, dtype=np.float32)
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.3, random_state=0, stratify=y)
    return X_train, X_test, y_train, y_test


def with_factor(data: str, **settings: Any) -> tuple[Model, np.ndarray, np.ndarray]:
    """Return an adaptive policy on a network with a factor, and features and labels to try it on."""
    X_train, X_test, y_train, y_test = parts(data)
    classes, codes = np.unique(y_train, return_inverse=True)
    names = [f"f{k}" for k in range(X_train.shape[1])]
    rows = TrainingData(X_train, codes.astype(np.int32), names, tuple(classes.tolist()))
    chosen = Settings(**settings)
    costs = AcquisitionCosts.from_spec(0.01, names)
    network = factor_network(rows, keep_relevant(rows, costs, chosen, 1, lambda stage: None), chosen)
    costs = AcquisitionCosts.from_spec(0.01, [feature.name for feature in network.features])
    mistakes = misclassification(None, network.classes)
    return Model.build(network, costs, mistakes, policies={"ADPT": adaptive_section()}), X_test, y_test


@cache
def trained(
    policy: str, data: str, failing: float = 0, **settings: Any
) -> tuple[Model, np.ndarray, np.ndarray]:
    """Return a model trained on 7 in 10 rows of a data set, and features and labels of the others.

    Of the rows to train on a share `failing` of the values is taken away at random.
    """
    X_train, X_test, y_train, y_test = parts(data)
    if policy == "graph":
        settings.pop("max_features", None)  # graphs choose their features themselves
    else:
        settings = {"n_beliefs": BELIEFS, **settings}
    classifier = IFC2FClassifier(policy=policy, **settings)
    classifier.fit(with_failing(X_train, failing), y_train)
    return classifier.model_, X_test, y_test


def endless(policy: str, n: int) -> tuple[Model, np.ndarray, np.ndarray]:
    """Return a model that looks at all its n features, and rows: for the cost of one step.

    The order has 8 alpha vectors at each stage, of which only the last pays, for two classes or three; the
    graph is a chain.
    """
    L = 3 if policy == "vectors3" else 2
    rng = np.random.default_rng(0)
    table, edges = np.full((1, 4, L), 0.25, np.float32), np.array([-1, 0, 1], np.float32)
    features = [Feature(f"f{k}", k, edges, False, None, -1, table) for k in range(n)]
    prior = np.array([0.7, 0.3] if L == 2 else [0.6, 0.3, 0.1], np.float32)
    network = Network(tuple(features), ("a", "b", "c")[:L], prior)
    costs = AcquisitionCosts.from_spec(np.full(n, 0.001), [f"f{k}" for k in range(n)])
    model = Model.build(network, costs, (1 - np.eye(L)).astype(np.float32))
    rows = rng.normal(size=(10, n)).astype(np.float32)
    if policy == "chain":
        half = np.array([0.5, 0.5], np.float32)
        nodes = [
            Node(posterior=half, feature=k, cut=1, low=k + 1, high=k + 1, missing=k + 1, own_missing=True)
            for k in range(n)
        ]
        section = graph_section([*nodes, Node(posterior=half)])
        return model.with_policies({"GRAF": section}), rows, np.zeros(len(rows), int)
    stop = 1 - float(prior.max())
    vectors = np.full((n, 8, L), stop + 0.03, np.float32)
    vectors[:, :7, 0] += np.linspace(0, 0.02, 7)
    vectors[:, :7, 1] -= np.linspace(-0.01, 0.01, 7)
    vectors[:, 7] = (0.05, 0.75, 0.75)[:L]
    section = struct.pack("<5I", n, n, 8 * n, 0, 1)
    section += b"".join(struct.pack("<3I", k, 0, 0) for k in range(n))
    section += struct.pack(f"<{n + 1}I", *range(0, 8 * n + 1, 8)) + vectors.astype("<f4").tobytes()
    return model.with_policies({"ORDR": section}), rows, np.zeros(len(rows), int)


def main() -> None:
    """Write data.c and data.h to a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="its name says what: [int8-|int16-]POLICY[-DATA[-small]]")
    options = parser.parse_args()
    target, policy, data, small = re.fullmatch(
        r"(?:(int8|int16)-)?(ordered|graph|adaptive|factor|vectors3?|chain)(?:-(\w+))?(?:-(small))?",
        options.folder.name,
    ).groups(default="")
    if policy in ("vectors", "vectors3", "chain"):
        model, X_test, y_test = endless(policy, int(data))
    else:
        data = data or ("robot" if "IFC2F_DATA" in os.environ else "wine")
        settings = SMALL[data] if small else {"max_features": MAX_FEATURES, **FOR_RAM.get(policy, {})}
        model, X_test, y_test = (
            with_factor(data, **settings) if policy == "factor" else trained(policy, data, **settings)
        )
    rows = X_test[:N_ROWS].copy()
    if options.folder.name == f"{target}-{policy}".strip("-"):
        rows[::7, ::3] = np.nan  # sensors that do not answer
    scales = choose_scales(model, X_test[:, model.columns])
    exported = export(model, target or "float32", "model", scales if target else None)
    write(options.folder, exported, rows, scales)
    line = accuracy_line(model, exported.integer, X_test, y_test)
    (options.folder / "accuracy").write_text(line)
    print(f"{options.folder.name}: {data}, {len(exported.data)} bytes of model; {line.strip()}")


def accuracy_line(model: Model, integer: IntegerModel | None, X: np.ndarray, y: np.ndarray) -> str:
    """Return accuracy, features looked at, and what a row costs: looks, and mistakes at 1 each."""
    if integer is None:
        acquired = model.classify(X)
        labels = np.asarray(acquired.label)
    else:
        readings = readings_of(model, integer.scales, X[:, model.columns])[:, integer.features]
        acquired = integer.classify(readings)
        labels = np.asarray(model.classes)[acquired.label]
    accuracy = float(np.mean(labels == y))
    return f"{accuracy:.3f} {acquired.n_features.mean():.2f} {1 - accuracy + acquired.cost.mean():.3f}\n"


def write(folder: Path, exported: Export, rows: np.ndarray, scales: np.ndarray) -> None:
    """Write the constants as C."""
    model = exported.model
    if exported.integer is None:
        kind, sensors, session_bytes = "float", model.columns, int(lib.ifc2f_session_bytes(model.c_model))
        texts = [["NAN" if np.isnan(x) else float(x).hex() + "f" for x in row] for row in rows]
    else:
        kind, sensors, session_bytes = "int32_t", range(len(exported.features)), exported.session_bytes
        readings = readings_of(model, scales, rows[:, model.columns])[:, exported.features]
        texts = [[f"{x + 1} - 1" if x == NO_READING else str(x) for x in row] for row in readings.tolist()]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "data.h").write_text(
        "#ifndef DATA_H\n#define DATA_H\n\n#include <stdint.h>\n\n"
        f"enum {{ N_ROWS = {len(rows)}, N_SENSORS = {len(texts[0])}, N_CLASSES = {model.n_classes}, "
        f"SESSION_BYTES = {session_bytes} }};\n"
        f"#define MODEL_ID 0x{exported.id:08X}u\n\n"
        "extern const uint8_t model_bytes[];\nextern const uint32_t model_length;\n"
        f"extern const uint16_t sensor_of_feature[];\n"
        f"extern const {kind} rows[N_ROWS][N_SENSORS];\n\n#endif\n"
    )
    lines = ["{" + ",".join(row) + "}" for row in texts]
    (folder / "data.c").write_text(
        '#include "data.h"\n\n#define NAN (0.0f / 0.0f)\n\n'
        f"const uint32_t model_length = {len(exported.data)};\n"
        "__attribute__((aligned(4)))\n"
        f"const uint8_t model_bytes[] = {{{','.join(map(str, exported.data))}}};\n"
        f"const uint16_t sensor_of_feature[] = {{{','.join(map(str, sensors))}}};\n"
        f"const {kind} rows[N_ROWS][N_SENSORS] = {{\n" + ",\n".join(lines) + "\n};\n"
    )


if __name__ == "__main__":
    main()

"""Train a model and write it, with recorded rows, as constants for the firmware program.

The data are scikit-learn's wine (13 sensors, 3 classes), or with ``IFC2F_DATA`` the readings of a robot that
follows a wall (24 sensors, 4 classes). Rows that the model is tried on are not those it was trained on.
"""

import argparse
import os
from pathlib import Path

import numpy as np
from ifc2f._core import lib
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.model_selection import train_test_split

from ifc2f import IFC2FClassifier
from ifc2f.format import decode, encode
from ifc2f.model import Model

N_ROWS = 60  # what a board runs in a second or two under QEMU


def load(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return features and labels of a data set by name."""
    if name == "robot":
        with np.load(Path(os.environ["IFC2F_DATA"]) / "robot_wall24.npz") as data:
            return data["X"], data["y"]
    return {"wine": load_wine, "digits": load_digits, "cancer": load_breast_cancer}[name](return_X_y=True)


def main() -> None:
    """Write data.c and data.h to a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", default="robot" if "IFC2F_DATA" in os.environ else "wine")
    parser.add_argument("--policy", default="ordered")
    parser.add_argument("--max-features", type=int, default=20)
    options = parser.parse_args()
    X, y = load(options.data)
    X = np.ascontiguousarray(X, dtype=np.float32)
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.3, random_state=0, stratify=y)
    classifier = IFC2FClassifier(policy=options.policy, max_features=options.max_features).fit(
        X_train, y_train
    )
    model = without_names(classifier.model_)
    rows = X_test[:N_ROWS].copy()
    rows[::7, ::3] = np.nan  # sensors that do not answer
    write(options.folder, model, rows)
    acquired = model.classify(X_test)
    labels = np.asarray(classifier.classes_)[acquired.label]
    print(
        f"{options.data}, {options.policy}: {len(model.to_bytes())} bytes of model, "
        f"{model.n_features} features, "
        f"accuracy {np.mean(labels == y_test):.3f} with {acquired.n_features.mean():.2f} of them"
    )


def without_names(model: Model) -> Model:
    """Return the model without what is for people."""
    sections = decode(model.to_bytes())
    return Model(encode([(tag, content, True) for tag, content in sections.items() if tag != "META"]))


def session_bytes(model: Model) -> int:
    """Return the bytes of a session with exact inference, the most that any build needs."""
    return int(lib.ifc2f_session_bytes(model.c_model))


def write(folder: Path, model: Model, rows: np.ndarray) -> None:
    """Write the constants as C."""
    folder.mkdir(parents=True, exist_ok=True)
    data = model.to_bytes()
    (folder / "data.h").write_text(
        "#ifndef DATA_H\n#define DATA_H\n\n#include <stdint.h>\n\n"
        f"enum {{ N_ROWS = {len(rows)}, N_SENSORS = {rows.shape[1]}, N_CLASSES = {model.n_classes}, "
        f"EXACT_SESSION_BYTES = {session_bytes(model)} }};\n\n"
        "extern const uint8_t model_bytes[];\nextern const uint32_t model_length;\n"
        "extern const uint16_t sensor_of_feature[];\nextern const float rows[N_ROWS][N_SENSORS];\n\n#endif\n"
    )
    lines = [
        "{" + ",".join("NAN" if np.isnan(x) else float(x).hex() + "f" for x in row) + "}" for row in rows
    ]
    (folder / "data.c").write_text(
        '#include "data.h"\n\n#define NAN (0.0f / 0.0f)\n\n'
        f"const uint32_t model_length = {len(data)};\n"
        f"const uint8_t model_bytes[] = {{{','.join(map(str, data))}}};\n"
        f"const uint16_t sensor_of_feature[] = {{{','.join(map(str, model.columns))}}};\n"
        f"const float rows[N_ROWS][N_SENSORS] = {{\n" + ",\n".join(lines) + "\n};\n"
    )


if __name__ == "__main__":
    main()

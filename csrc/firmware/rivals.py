"""Write trees and forests of emlearn and m2cgen as C, with rows to try them on: data and split are as ours.

Runs in an environment of its own, which has emlearn, m2cgen and scikit-learn (see the Makefile beside this
file). Trees are scikit-learn's, on features scaled to 16 bits for emlearn and as they are for m2cgen: ten, or
the smallest single one that is as often right as our graph.
"""

import argparse
from importlib.metadata import version
from pathlib import Path
from typing import Any

import emlearn
import m2cgen
import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split
from sklearn.tree import DecisionTreeClassifier

N_ROWS = 60
MOST_LEAVES = 300  # of a single tree
FEATURE_COST = 0.01  # as in ours
DATA = {"cancer": load_breast_cancer, "digits": load_digits}


def split(name: str) -> list[np.ndarray]:
    """Return training and test features, training and test labels."""
    X, y = DATA[name](return_X_y=True)
    return train_test_split(X.astype(np.float32), y, test_size=0.3, random_state=0, stratify=y)


def forest(X: np.ndarray, y: np.ndarray) -> RandomForestClassifier:
    """Return a forest of ten trees."""
    return RandomForestClassifier(n_estimators=10, random_state=0).fit(X, y)


def tree(X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray, wanted: float) -> Any:
    """Return the tree of fewest leaves that reaches an accuracy on the other rows, or else the best."""
    best, reached = None, -1.0
    for n_leaves in range(2, MOST_LEAVES + 1):
        found = DecisionTreeClassifier(max_leaf_nodes=n_leaves, random_state=0).fit(X, y)
        score = found.score(X_test, y_test)
        if score > reached:
            best, reached = found, score
        if reached >= wanted:
            break
    return best


def features_met(model: Any, X: np.ndarray) -> float:
    """Return how many different features a row meets on its ways through all trees, on average."""
    met = np.zeros(X.shape, dtype=bool)
    for one in getattr(model, "estimators_", [model]):
        row, node = one.decision_path(X).nonzero()
        feature = one.tree_.feature[node]
        met[row[feature >= 0], feature[feature >= 0]] = True
    return float(met.sum(axis=1).mean())


def write(folder: Path, kind: str, rows: np.ndarray, code: str, accuracy: float, met: float) -> None:
    """Write rival.c, data.h, data.c and the accuracy."""
    folder.mkdir(parents=True, exist_ok=True)
    number = (lambda x: str(int(x))) if kind == "int16_t" else (lambda x: repr(float(x)))
    lines = ",\n".join("{" + ",".join(map(number, row)) + "}" for row in rows)
    (folder / "data.h").write_text(
        "#ifndef DATA_H\n#define DATA_H\n\n#include <stdint.h>\n\n"
        f"enum {{ N_ROWS = {len(rows)}, N_SENSORS = {rows.shape[1]} }};\n"
        f"typedef {kind} reading_type;\nextern const reading_type rows[N_ROWS][N_SENSORS];\n"
        "int32_t rival(const reading_type *row);\n\n#endif\n"
    )
    (folder / "data.c").write_text(
        f'#include "data.h"\n\nconst reading_type rows[N_ROWS][N_SENSORS] = {{\n{lines}}};\n'
    )
    (folder / "rival.c").write_text(code)
    (folder / "accuracy").write_text(f"{accuracy:.3f} {met:.2f} {1 - accuracy + FEATURE_COST * met:.3f}\n")


def write_emlearn(folder: Path, data: str, method: str, wanted: float | None = None) -> None:
    """Write an emlearn forest, as nested conditions ("inline") or as a table ("loadable").

    If an accuracy is `wanted`, a single tree.
    """
    X, X_test, y, y_test = split(data)
    scale = 30000 / np.abs(X).max(axis=0).clip(min=1e-9)
    whole, whole_test = ((part * scale).clip(-32768, 32767).astype(np.int16) for part in (X, X_test))
    trees = forest(whole, y) if wanted is None else tree(whole, y, whole_test, y_test, wanted)
    model = emlearn.convert(trees, method=method, dtype="int16_t")
    folder.mkdir(parents=True, exist_ok=True)
    model.save(file=str(folder / "model.h"), name="rival_model", format="c")
    code = (
        '#include "data.h"\n#include "model.h"\n\n'
        "int32_t rival(const int16_t *row)\n{\n    return rival_model_predict(row, N_SENSORS);\n}\n"
    )
    accuracy = float(np.mean(model.predict(whole_test) == y_test))
    write(folder, "int16_t", whole_test[:N_ROWS], code, accuracy, features_met(trees, whole_test))


def write_m2cgen(folder: Path, data: str) -> None:
    """Write an m2cgen forest, which computes in double precision."""
    X, X_test, y, y_test = split(data)
    model = forest(X, y)
    n_classes = len(np.unique(y))
    code = m2cgen.export_to_c(model) + (
        '\n#include "data.h"\n\nint32_t rival(const double *row)\n{\n'
        f"    double p[{n_classes}];\n    double input[N_SENSORS];\n"
        "    for (int i = 0; i < N_SENSORS; ++i) {\n        input[i] = row[i];\n    }\n"
        "    score(input, p);\n    int32_t best = 0;\n"
        f"    for (int c = 1; c < {n_classes}; ++c) {{\n        best = p[c] > p[best] ? c : best;\n    }}\n"
        "    return best;\n}\n"
    )
    write(
        folder,
        "double",
        X_test[:N_ROWS],
        code,
        float(model.score(X_test, y_test)),
        features_met(model, X_test),
    )


def main() -> None:
    """Write all of them to folders of their own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="beside the folder of our models")
    options = parser.parse_args()
    options.folder = options.folder.resolve()
    for data in DATA:
        ours = options.folder.parent / "data" / f"int8-graph-{data}" / "accuracy"
        wanted = float(ours.read_text().split()[0])
        for method in ("inline", "loadable"):
            write_emlearn(options.folder / f"emlearn-{method}-{data}", data, method)
            write_emlearn(options.folder / f"emlearn-{method}-tree-{data}", data, method, wanted)
        write_m2cgen(options.folder / f"m2cgen-{data}", data)
    (options.folder / "include").write_text(emlearn.includedir)
    versions = [f"{name} {version(name)}" for name in ("emlearn", "m2cgen", "scikit-learn")]
    (options.folder / "versions").write_text(", ".join(versions))


if __name__ == "__main__":
    main()

"""Write a model for the program that plans again on a board: 20 features of 4 values in a chain, 2 classes.

The model stands in flash four times, at each alignment.
"""

import sys
from pathlib import Path

import numpy as np
from make_data import write

from ifc2f.costs import AcquisitionCosts
from ifc2f.exchange.export import export
from ifc2f.model import Model
from ifc2f.network import Feature, Network

N_FEATURES, N_VALUES, N_CLASSES, N_ROWS = 20, 4, 2, 12


def table(rng: np.random.Generator, n_parent_values: int) -> np.ndarray:
    """Return random P(value | parent's value, class)."""
    weights = rng.gamma(0.5, size=(n_parent_values, N_VALUES, N_CLASSES)) + 0.01
    return (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)


def main() -> None:
    """Write data.c, data.h and shifted.h to a folder."""
    folder = Path(sys.argv[1])
    rng = np.random.default_rng(1)
    edges = np.arange(1, N_VALUES, dtype=np.float32)
    features = tuple(
        Feature(
            name=f"f{k}",
            column=k,
            values=edges,
            categorical=False,
            labels=None,
            parent=k - 1,
            table=table(rng, N_VALUES if k else 1),
        )
        for k in range(N_FEATURES)
    )
    network = Network(features=features, classes=("a", "b"), prior=np.array([0.75, 0.25], np.float32))
    costs = AcquisitionCosts.from_spec(
        rng.uniform(0.005, 0.03, N_FEATURES), [feature.name for feature in features]
    )
    model = Model.build(network, costs, np.array([[0, 1], [3, 0]], dtype=np.float32))
    exported = export(model, "float32", "model")
    rows = rng.integers(0, N_VALUES, (N_ROWS, N_FEATURES)).astype(np.float32)
    write(folder, exported, rows, np.ones(N_FEATURES, np.float32))
    (folder / "shifted.h").write_text(
        "#ifndef SHIFTED_H\n#define SHIFTED_H\n\n#include <stdint.h>\n\n"
        f"enum {{ MODEL_BYTES = {len(exported.data)} }};\n\n"
        "extern const struct shifted_model {\n    uint32_t aligned;\n"
        "    uint8_t one, bytes1[MODEL_BYTES];\n    uint8_t two, bytes2[MODEL_BYTES];\n"
        "    uint8_t three, bytes3[MODEL_BYTES];\n} shifted_model;\n\n#endif\n"
    )
    data = ",".join(map(str, exported.data))
    with (folder / "data.c").open("a") as source:
        source.write(
            '\n#include "shifted.h"\n\nconst struct shifted_model shifted_model = '
            f"{{0, 0, {{{data}}}, 0, {{{data}}}, 0, {{{data}}}}};\n"
        )


if __name__ == "__main__":
    main()

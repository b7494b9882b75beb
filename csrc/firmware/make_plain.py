"""Write a policy in plain C, rows to try it on, and what it has to say of random ones.

What to write is the folder's name: ``plain-FORM-DATA``, as ``plain-table-digits``. The model is that of
``int8-graph-DATA``, or with the form "ordered" of ``int8-ordered-DATA``; of "random" a graph of more than 255
states, which take two bytes, or an order in which everything depends on something.
"""

import argparse
import re
from pathlib import Path

import numpy as np
from make_data import MAX_FEATURES, N_ROWS, accuracy_line, trained

from ifc2f.costs import AcquisitionCosts
from ifc2f.exchange.integer.convert import to_integer
from ifc2f.exchange.integer.readings import NO_READING, choose_scales, readings_of
from ifc2f.exchange.plain.ordered import PlainOrdered
from ifc2f.exchange.plain_c import PlainC, plain_c
from ifc2f.files.graph_nodes import Node, graph_section
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.planning.plan import plan

N_DRAWN = 10_000  # as in plain_same.c


def random_graph() -> tuple[Model, np.ndarray, np.ndarray]:
    """Return a model of a random graph, and rows."""
    rng = np.random.default_rng(3)
    n, K, L = 400, 12, 5
    table = np.full((1, 6, L), 1 / 6, np.float32)
    edges = [np.sort(rng.choice(100_000, 5, replace=False)).astype(np.float32) for _ in range(K)]
    features = tuple(Feature(f"f{k}", k, edges[k], False, None, -1, table) for k in range(K))
    beliefs = rng.dirichlet(np.ones(L), 2 * n).astype(np.float32)
    nodes = [
        Node(
            posterior=beliefs[i],
            feature=int(rng.integers(K)),
            cut=int(rng.integers(5)),
            own_missing=True,
            **dict(
                zip(
                    ("low", "high", "missing"),
                    rng.integers(i + 1, min(i + 60, 2 * n), 3).tolist(),
                    strict=True,
                )
            ),
        )
        for i in range(n)
    ]
    nodes += [Node(posterior=belief) for belief in beliefs[n:]]
    costs = AcquisitionCosts.from_spec(np.full(K, 0.001), [f.name for f in features])
    network = Network(features, tuple("abcde"), beliefs[0])
    model = Model.build(network, costs, (1 - np.eye(L)).astype(np.float32))
    rows = rng.uniform(0, 100_000, (N_ROWS, K)).astype(np.float32)
    return model.with_policies({"GRAF": graph_section(nodes)}), rows, np.full(N_ROWS, "a")


def random_order() -> tuple[Model, np.ndarray, np.ndarray]:
    """Return a model of two classes whose features, categories among them, form a chain, and rows."""
    rng = np.random.default_rng(5)
    K, V = 8, 4
    features = []
    for k in range(K):
        table = rng.dirichlet(np.ones(V), (V if k else 1, 2)).transpose(0, 2, 1).astype(np.float32)
        is_category = k % 3 == 1
        values = np.arange(V) if is_category else np.sort(rng.choice(100_000, V - 1, replace=False))
        labels = tuple("abcd") if is_category else None
        features.append(Feature(f"f{k}", k, values.astype(np.float32), is_category, labels, k - 1, table))
    costs = AcquisitionCosts.from_spec(np.full(K, 0.005), [f.name for f in features])
    network = Network(tuple(features), ("a", "b"), np.array([0.6, 0.4], np.float32))
    model = Model.build(network, costs, (1 - np.eye(2)).astype(np.float32))
    rows = rng.integers(0, V, (N_ROWS, K)).astype(np.float32)
    return model.with_policies({"ORDR": plan(model, n_beliefs=100)}), rows, np.full(N_ROWS, "a")


def drawn_rows(cuts: list[list[int]]) -> np.ndarray:
    """Return the rows that plain_same.c draws, shape (N_DRAWN, K)."""
    bits = 1

    def draw(n: int) -> int:
        nonlocal bits
        bits ^= bits << 13 & 0xFFFFFFFF
        bits ^= bits >> 17
        bits ^= bits << 5 & 0xFFFFFFFF
        return (bits >> 16) * n >> 16

    def reading(own: list[int]) -> int:
        value = own[draw(len(own))] + draw(3) - 1
        return NO_READING if draw(5) == 0 else value

    rows = [[reading(own) for own in cuts] for _ in range(N_DRAWN)]
    return np.array(rows, dtype=np.int32)


def expected_hash(model: Model, made: PlainC, rows: np.ndarray) -> str:
    """Return the checksum of classes and probabilities as the integer runtime on the host has them."""
    integer = to_integer(model, 8, scales=made.scales)
    readings = np.full((len(rows), integer.n_features), NO_READING, np.int32)
    for column, k in enumerate(made.features):
        feature, own = model.network.features[k], rows[:, column]
        is_unknown = feature.categorical & ((own < 0) | (own >= feature.n_values))  # is as good as missing
        readings[:, integer.features.tolist().index(k)] = np.where(is_unknown, NO_READING, own)
    found = integer.classify(readings)
    columns = [found.label[:, np.newaxis]]
    if made.has_posterior:
        columns.append(np.rint(found.posterior * 65535 / 257).astype(int))
    checksum = 2166136261
    for byte in np.hstack(columns).ravel().tolist():
        checksum = (checksum ^ byte) * 16777619 & 0xFFFFFFFF
    return f"{checksum:08x}"


def array(kind: str, name: str, numbers: list[int]) -> str:
    """Return a constant array in C."""
    return f"const {kind} {name}[] = {{{', '.join(map(str, numbers))}}};\n"


def write(folder: Path, model: Model, made: PlainC, rows: np.ndarray) -> None:
    """Write the policy, the constants that the programs take, and what they have to print."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "policy.h").write_text(made.header())
    (folder / "policy.c").write_text(made.source("policy.h"))
    cuts = made.cuts()
    first = np.cumsum([0, *map(len, cuts)]).tolist()
    (folder / "expected.txt").write_text(expected_hash(model, made, drawn_rows(cuts)) + "\n")
    (folder / "data.h").write_text(
        "#ifndef DATA_H\n#define DATA_H\n\n#include <stdint.h>\n\n"
        f"#define IS_CODE {int(made.form == 'code')}\n#define HAS_POSTERIOR {int(made.has_posterior)}\n"
        f"#define IS_ORDERED {int(isinstance(made, PlainOrdered))}\n"
        f"enum {{ N_ROWS = {len(rows)}, N_FEATURES = {len(cuts)} }};\n\n"
        "/* The cuts of feature k stand from first_cut[k] on. */\n"
        "extern const int32_t cut_values[];\nextern const uint16_t first_cut[];\n"
        "extern const int32_t rows[N_ROWS][N_FEATURES];\n\n#endif\n"
    )
    constants = array("int32_t", "cut_values", [cut for own in cuts for cut in own]) + array(
        "uint16_t", "first_cut", first
    )
    (folder / "data.c").write_text('#include "data.h"\n\n' + constants)
    lines = [
        "{" + ", ".join(f"{x + 1} - 1" if x == NO_READING else str(x) for x in row) + "}" for row in rows
    ]
    (folder / "rows.c").write_text(
        '#include "data.h"\n\nconst int32_t rows[N_ROWS][N_FEATURES] = {\n' + ",\n".join(lines) + "\n};\n"
    )


def main() -> None:
    """Write a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    form, data = re.fullmatch(r"plain-(\w+)-(\w+)", folder.name).groups()
    if data == "random":
        model, X_test, y_test = random_order() if form == "ordered" else random_graph()
    elif form == "ordered":
        model, X_test, y_test = trained("ordered", data, max_features=MAX_FEATURES)
    else:
        model, X_test, y_test = trained("graph", data)
    scales = choose_scales(model, X_test[:, model.columns])
    made = plain_c(model, "policy", scales, "code" if form == "code" else "table", form == "posterior")
    readings = readings_of(model, scales, X_test[:, model.columns])[:, made.features]
    write(folder, model, made, readings[:N_ROWS])
    (folder / "session_bytes").write_text(str(made.session_bytes))
    (folder / "accuracy").write_text(
        accuracy_line(model, to_integer(model, 8, scales=scales), X_test, y_test)
    )
    print(f"{folder.name}: {made.n_steps} {made.step}s, {len(made.features)} features")


if __name__ == "__main__":
    main()

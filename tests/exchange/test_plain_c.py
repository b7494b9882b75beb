"""Policies as plain C: random ones compile without a warning, and decide as the integer runtime."""

import json
import math
import os
import struct
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from models import planned
from strategies import SHAPES, random_network, random_problem
from tools import need

from ifc2f.cli import main
from ifc2f.costs import AcquisitionCosts
from ifc2f.exchange.integer.convert import to_integer
from ifc2f.exchange.integer.readings import NO_READING
from ifc2f.exchange.plain.ordered import PlainOrdered
from ifc2f.exchange.plain_c import FORMS, PlainC, plain_c
from ifc2f.files.graph_nodes import Node, graph_section
from ifc2f.model import Model
from ifc2f.network import Feature, Network

N_GRAPHS = int(os.environ.get("IFC2F_GRAPHS", "4"))
N_ROWS = 300
STRICT = ["-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
COMPILERS = [["cc", "-std=c99"], ["c++", "-std=c++11", "-x", "c++"]]
WALK = """
#include "graph.h"
#include <stdio.h>

static int32_t row[%d];
static unsigned char looked[%d];

#if IS_CODE
static int32_t read_sensor(uint16_t feature)
{
    looked[feature] = 1;
    return row[feature];
}
#endif

int main(void)
{
    for (;;) {
        unsigned label;
        unsigned n = 0;
        for (unsigned k = 0; k < sizeof row / sizeof row[0]; ++k) {
            if (scanf("%%d", &row[k]) != 1) {
                return 0;
            }
            looked[k] = 0;
        }
#if IS_CODE
        label = graph_classify(read_sensor);
#elif IS_ORDERED
        graph_state state;
        graph_begin(&state);
        for (int16_t feature = graph_next(&state); feature >= 0; feature = graph_next(&state)) {
            looked[feature] = 1;
            graph_answer(&state, row[feature]);
        }
        label = graph_decide(&state);
#else
        graph_state state = GRAPH_START;
        for (int16_t feature = graph_next(state); feature >= 0; feature = graph_next(state)) {
            looked[feature] = 1;
            state = graph_answer(state, row[feature]);
        }
        label = graph_decide(state);
#endif
        for (unsigned k = 0; k < sizeof row / sizeof row[0]; ++k) {
            n += looked[k];
        }
        printf("%%u %%u", label, n);
#if HAS_POSTERIOR
        uint8_t posterior[GRAPH_N_CLASSES];
        graph_posterior(state, posterior);
        for (unsigned c = 0; c < GRAPH_N_CLASSES; ++c) {
            printf(" %%u", posterior[c]);
        }
#endif
        printf("\\n");
    }
}
"""


def random_model(seed: int, n_inner: int) -> Model:
    """Return a model of a random graph: nodes that are shared, that ask again, that set a category apart."""
    rng = np.random.default_rng(seed)
    K, L = int(rng.integers(2, 7)), int(rng.integers(2, 5))
    features = []
    for k in range(K):
        n_values = int(rng.integers(2, 6))
        values = np.sort(rng.choice(10 ** (1 + seed % 5), n_values - 1, replace=False)).astype(np.float32)
        table = np.full((1, n_values, L), 1 / n_values, np.float32)
        features.append(Feature(f"f {k}", k, values, False, None, -1, table))
        if k % 3 == 1:
            codes = np.arange(n_values, dtype=np.float32)
            labels = tuple(f"kind {v}" for v in range(n_values))
            features[-1] = Feature(f"f {k}", k, codes, True, labels, -1, table)
    prior = rng.dirichlet(np.ones(L)).astype(np.float32)
    network = Network(tuple(features), tuple(f"c{i}" for i in range(L)), prior)
    costs = AcquisitionCosts.from_spec(np.full(K, 0.01), [f.name for f in features])
    model = Model.build(network, costs, (1 - np.eye(L)).astype(np.float32))
    n, nodes = 2 * n_inner + 1, list[Node]()
    for i in range(n):
        posterior = rng.dirichlet(np.ones(L)).astype(np.float32)
        if i >= n_inner:
            nodes.append(Node(posterior=posterior))
            continue
        k = int(rng.integers(K))
        one_apart = bool(rng.random() < 0.5)
        cut = int(rng.integers(features[k].n_values - (not one_apart)))
        later = np.arange(i + 1, min(n, i + 1 + max(3, n_inner // 3)))
        low, high, missing = (int(branch) for branch in rng.choice(later, 3))
        missing = missing if rng.random() < 0.5 else low if rng.random() < 0.5 else high
        nodes.append(
            Node(
                posterior=posterior,
                feature=k,
                cut=cut,
                low=low,
                high=high,
                missing=missing,
                one_apart=one_apart,
            )
        )
    return model.with_policies({"GRAF": graph_section(nodes)})


def rows_of(model: Model, seed: int) -> np.ndarray:
    """Return readings about the cuts, some of them missing."""
    rng = np.random.default_rng(seed)
    rows = np.empty((N_ROWS, model.n_features), np.int32)
    for k, feature in enumerate(model.network.features):
        about = np.arange(feature.n_values) if feature.categorical else feature.values
        spread = 0 if feature.categorical else rng.integers(-1, 2, N_ROWS)
        rows[:, k] = rng.choice(about.astype(np.int32), N_ROWS) + spread
    rows[rng.random(rows.shape) < 0.2] = NO_READING
    return rows


def told_by(made: PlainC, rows: np.ndarray, folder: Path, compiler: list[str]) -> list[list[int]]:
    """Return what a program of the C code says of each row: class, number of features, probabilities."""
    K = len(made.features)
    (folder / "graph.h").write_text(made.header())
    (folder / "graph.c").write_text(made.source("graph.h"))
    (folder / "main.c").write_text(WALK % (K, K))
    defines = [f"-DIS_CODE={int(made.form == 'code')}", f"-DHAS_POSTERIOR={int(made.has_posterior)}"]
    defines.append(f"-DIS_ORDERED={int(isinstance(made, PlainOrdered))}")
    command = [*compiler, *STRICT, *defines, folder / "main.c", folder / "graph.c", "-o", folder / "walk"]
    subprocess.run(command, check=True)
    columns = rows[:, made.features]
    lines = "\n".join(" ".join(map(str, row)) for row in columns.tolist())
    done = subprocess.run([folder / "walk"], input=lines, capture_output=True, text=True, check=True)
    return [list(map(int, line.split())) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("seed", range(N_GRAPHS))
@pytest.mark.parametrize("form", FORMS)
def test_random_graphs_decide_as_the_integer_runtime(form: str, seed: int, tmp_path: Path) -> None:
    compiler = COMPILERS[seed % 2]
    need(compiler[0])
    model = random_model(seed, n_inner=(2, 9, 40, 300)[seed % 4])
    scales = np.array([0 if f.categorical else 1 for f in model.network.features], np.float32)
    made = plain_c(model, "graph", scales, form, form == "table" and seed % 3 > 0)
    rows = rows_of(model, seed)
    told = told_by(made, rows, tmp_path, compiler)
    integer = to_integer(model, 8, scales=scales)
    expected = integer.classify(rows[:, integer.features])
    assert [line[0] for line in told] == expected.label.tolist()
    acquisition = [int((row >= 0).sum()) for row in expected.order]
    readable = (rows != NO_READING).all(
        axis=1
    )  # the runtime does not count a missing one, which costs nothing
    assert [line[1] for line in np.array(told)[readable]] == np.array(acquisition)[readable].tolist()
    if made.has_posterior:
        shares = np.rint(expected.posterior * 65535 / 257).astype(int)
        assert [line[2:] for line in told] == shares.tolist()
    assert made.session_bytes == (0 if form == "code" else 1 + (made.n_steps > 255))


def random_order(seed: int) -> Model:
    """Return a model of two classes whose planned policy asks at least once."""
    rng = np.random.default_rng(seed)
    while True:
        n_features, shape = int(rng.integers(2, 9)), SHAPES[seed % len(SHAPES)]
        problem = random_problem(rng, n_features, 4, shape=shape, shared=False, scale=0.02)
        model = planned(problem, treatment=("auto", "parent", "marginal")[seed % 3], n_beliefs=100)
        integer = to_integer(model)
        asks = np.any(integer.classify(np.zeros((1, n_features), np.int32)).order >= 0)
        if asks and integer.kind == "thresholds":  # a class may be wrong at a profit, which takes vectors
            return model


def random_vectors(rng: np.random.Generator, network: Network) -> bytes:
    """Return a section of stages that no planner made: any dependence on earlier answers, any vectors."""
    stages, index, starts, vectors = list[tuple[int, int, int]](), list[int](), [0], list[float]()
    for k in range(len(network.features)):
        live = sorted(rng.choice(k, rng.integers(min(k, 2) + 1), replace=False).tolist()) if k else []
        stages.append((len(starts) - 1, len(index), len(live)))
        index += live
        n_sets = math.prod(network.features[j].n_values for j in live) + bool(live)
        for _ in range(n_sets):
            n_vectors = int(rng.integers(1, 5)) if rng.random() < 0.98 else 0  # none: it stops there
            vectors += (rng.random(2 * n_vectors) * rng.choice([0.001, 0.02, 0.3])).tolist()
            starts.append(starts[-1] + n_vectors)
    head = struct.pack("<5I", len(stages), len(starts) - 1, starts[-1], len(index), 1)
    listed = np.array(index, "<u2").tobytes()
    return b"".join(
        [
            head,
            np.array(stages, "<u4").tobytes(),
            listed + bytes(-len(listed) % 4),
            np.array(starts, "<u4").tobytes(),
            np.array(vectors, "<f4").tobytes(),
        ]
    )


def any_order(seed: int) -> Model:
    """Return a model of two classes with random stages, tables from flat to nearly certain, any edges."""
    rng = np.random.default_rng(seed)
    while True:
        n_features, shape = (3, 9, 20, 60)[seed % 4], SHAPES[int(rng.integers(len(SHAPES)))]
        network = random_network(
            rng, n_features, 5, shape=shape, concentration=float(rng.choice([0.1, 1, 9]))
        )
        features = []
        for feature in network.features:
            edges = np.sort(rng.choice(np.arange(-400, 400), len(feature.values), replace=False)) / 4
            features.append(
                feature if feature.categorical else replace(feature, values=edges.astype(np.float32))
            )
        network = replace(network, features=tuple(features))
        costs = AcquisitionCosts.from_spec(np.full(n_features, 0.01), [f.name for f in features])
        mistakes = np.array([[0, rng.random() + 0.1], [rng.random() + 0.1, 0]], np.float32)
        model = Model.build(network, costs, mistakes)
        model = model.with_policies({"ORDR": random_vectors(rng, network)})
        integer = to_integer(model, scales=np.full(n_features, 4, np.float32))
        asks = np.any(integer.classify(np.zeros((1, n_features), np.int32)).order >= 0)
        if asks and integer.kind == "thresholds":
            return model


@pytest.mark.parametrize("of", [random_order, any_order])
@pytest.mark.parametrize("seed", range(N_GRAPHS))
def test_random_orders_decide_as_the_integer_runtime(
    seed: int, of: Callable[[int], Model], tmp_path: Path
) -> None:
    compiler = COMPILERS[seed % 2]
    need(compiler[0])
    model = of(seed)
    rng = np.random.default_rng(seed)
    scales = np.array([0 if f.categorical else 4 for f in model.network.features], np.float32)
    made = plain_c(model, "graph", scales)
    rows = np.empty((N_ROWS, model.n_features), np.int32)
    for k, feature in enumerate(model.network.features):
        raw = np.arange(-1, feature.n_values + 1) if feature.categorical else 4 * feature.values
        rows[:, k] = rng.choice(raw.astype(np.int32), N_ROWS)
        rows[:, k] += 0 if feature.categorical else rng.integers(-1, 2, N_ROWS).astype(np.int32)
    rows[rng.random(rows.shape) < rng.choice([0.0, 0.2, 0.6], (N_ROWS, 1))] = NO_READING
    told = told_by(made, rows, tmp_path, compiler)
    for k, feature in enumerate(model.network.features):
        if feature.categorical:  # one that the model does not know is as good as missing
            rows[(rows[:, k] < 0) | (rows[:, k] >= feature.n_values), k] = NO_READING
    expected = to_integer(model, 8, scales=scales).classify(rows)
    assert [line[0] for line in told] == expected.label.tolist()
    for (_, n_asked), row, order in zip(told, rows, expected.order, strict=True):
        answered = [k for k in range(n_asked) if row[k] != NO_READING]
        assert answered == order[order >= 0].tolist()  # the runtime does not count what is missing


def run(*words: object) -> int:
    """Run a command."""
    return main(["export", *map(str, words)])


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a random graph."""
    path = tmp_path_factory.mktemp("plain") / "graph.ifc2f"
    random_model(3, 40).save(path)
    return path


@pytest.mark.parametrize("form", FORMS)
def test_the_command_writes_files_that_compile(
    form: str, graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    need("cc", "nm")
    assert run(graph, "--target", "c", "--form", form, "--json", "-o", tmp_path / "toy") == 0
    told = json.loads(capsys.readouterr().out)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["toy.c", "toy.h"]
    assert sorted(told["files"].values()) == sorted(map(str, tmp_path.iterdir()))
    assert (told["form"], told["session_bytes"]) == (form, 0 if form == "code" else 1)
    subprocess.run(
        ["cc", "-std=c99", *STRICT, "-c", tmp_path / "toy.c", "-o", tmp_path / "toy.o"], check=True
    )
    symbols = subprocess.run(["nm", tmp_path / "toy.o"], capture_output=True, text=True, check=True).stdout
    assert not {line.split()[-2] for line in symbols.splitlines()} & set("bBdDU")  # constants, and no library


def test_what_does_not_go_together_is_refused(
    graph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {
        "--form and --posterior are for target c, not int8": ["--target", "int8", "--form", "code"],
        "leave out --vectors and --format binary": ["--target", "c", "--format", "binary"],
        "straight code gives only the class": ["--target", "c", "--form", "code", "--posterior"],
    }
    for words, options in wrong.items():
        assert run(graph, *options, "-o", tmp_path / "toy") != 0
        assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_plain_c_cannot_hold_is_refused_with_what_to_do() -> None:
    model = random_model(3, 40)
    scales = np.ones(model.n_features, np.float32)
    with pytest.raises(ValueError, match="this model's policy is None: train with"):
        plain_c(model.with_policies({}), "graph", scales)
    with pytest.raises(ValueError, match="names that begin with 'int8'"):
        plain_c(model, "int8", scales)
    with pytest.raises(ValueError, match="asks for nothing"):
        plain_c(random_model(3, 0), "graph", scales)


def test_what_plain_c_cannot_hold_of_an_order_is_refused_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = random_order(0)
    scales = np.ones(model.n_features, np.float32)
    for form, has_posterior in (("code", False), ("table", True)):
        with pytest.raises(ValueError, match="'code' and probabilities are for policy graphs"):
            plain_c(model, "order", scales, form, has_posterior)
    three = planned(random_problem(np.random.default_rng(0), 3, n_classes=3, shared=False))
    with pytest.raises(ValueError, match="plain C holds ordered policies of two classes"):
        plain_c(three, "order", np.ones(3, np.float32))
    monkeypatch.setattr("ifc2f.exchange.plain.ordered.MAX_STAGES", 1)
    with pytest.raises(ValueError, match="stages, but plain C holds at most 1"):
        plain_c(model, "order", scales)

"""Integer models: the same decisions as in floating point, within what whole numbers tell apart."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from graphs import random_nodes
from hypothesis import given, settings
from hypothesis import strategies as st
from models import bare, planned
from sklearn.datasets import load_breast_cancer, load_wine
from strategies import Problem, plain_costs, random_network, random_problem
from tools import need

from ifc2f import IFC2FClassifier
from ifc2f.core.errors import ModelError
from ifc2f.exchange.integer.compare import compare
from ifc2f.exchange.integer.convert import to_integer
from ifc2f.exchange.integer.model import KINDS, IntegerModel
from ifc2f.exchange.integer.numbers import whole_costs
from ifc2f.exchange.integer.ordered import _cut, _intervals, _Policy, _read_policy
from ifc2f.exchange.integer.readings import LEAST_READING, choose_scales, raw_edges, readings_of
from ifc2f.files.graph_nodes import Node, graph_section
from ifc2f.model import Model
from ifc2f.network import Feature, Network

SEEDS = st.integers(0, 2**32 - 1)
OPENING = """
#include <stdio.h>
#include "ifc2f_integer.h"
#ifndef SHIFT
#define SHIFT 0
#endif
static uint32_t memory[1 << 14];
int main(int argc, char **argv)
{
    ifc2f_int_model model;
    FILE *file = fopen(argv[argc - 1], "rb");
    uint8_t *bytes = (uint8_t *)memory + SHIFT;
    const uint32_t n = file == NULL ? 0 : (uint32_t)fread(bytes, 1, sizeof memory - SHIFT, file);
    return -ifc2f_int_open(&model, bytes, n);
}
"""


def small_problem(rng: np.random.Generator) -> Problem:
    """Return a random problem of a few features."""
    return random_problem(rng, int(rng.integers(2, 6)), n_classes=int(rng.integers(2, 5)), shared=False)


def matrix_for(rng: np.random.Generator, model: Model, n: int) -> np.ndarray:
    """Return rows of bins, some of them missing."""
    sizes = [feature.n_values for feature in model.network.features]
    matrix = np.column_stack([rng.integers(0, size, n) for size in sizes]).astype(np.float32)
    matrix[rng.random(matrix.shape) < 0.1] = np.nan
    return matrix


@given(SEEDS)
def test_graph_decides_the_same_to_the_last_row(seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = small_problem(rng)
    nodes = [replace(node, own_missing=node.feature >= 0) for node in random_nodes(rng, problem, 5)]
    model = bare(problem).with_policies({"GRAF": graph_section(nodes)})
    matrix = matrix_for(rng, model, 40)
    for bits in (8, 16):
        integer = to_integer(model, bits, scales=choose_scales(model, matrix))
        found = compare(model, integer, matrix)
        assert (found.decisions, found.classes, found.features) == (0, 0, 0)
        assert found.posterior <= 1 / ((1 << bits) - 1)
        theirs = model.classify(matrix, columns=np.arange(model.n_features))
        ours = integer.classify(readings_of(model, integer.scales, matrix)[:, integer.features])
        assert np.allclose(ours.cost, theirs.cost, rtol=1e-4)


@settings(max_examples=30)
@given(SEEDS)
def test_order_with_16_bits_decides_the_same_where_no_margin_is_thin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    model = planned(small_problem(rng))
    matrix = matrix_for(rng, model, 60)
    matrix = matrix[~np.isnan(matrix).any(axis=1)]
    integer = to_integer(model, 16, scales=choose_scales(model, matrix))
    found = compare(model, integer, matrix)
    assert found.posterior < 5e-4
    assert found.decisions <= 0.02 * found.n_decisions + 2


def alone(network: Network) -> list[np.ndarray]:
    """Return P(feature = v | class) of each feature, summed over all that the features can be together."""
    sizes = [feature.n_values for feature in network.features]
    shape = (*sizes, len(network.classes))
    joint = np.ones(shape)
    for values in np.ndindex(*sizes):
        for feature, v in zip(network.features, values, strict=True):
            u = 0 if feature.parent < 0 else values[feature.parent]
            joint[values] *= feature.table[u, v]
    others = [tuple(j for j in range(len(sizes)) if j != k) for k in range(len(sizes))]
    return [joint.sum(axis=axes) for axes in others]


def followed(
    model: Model, by_itself: list[np.ndarray], row: np.ndarray
) -> tuple[list[int], np.ndarray, float]:
    """Return features looked at, the belief reached, and the thinnest margin, by what docs/format.md says."""
    policy, features = _read_policy(model), model.network.features
    costs = model.misclassification.astype(np.float64)
    belief, values, acquired, margin = model.network.prior.astype(np.float64), {}, [], np.inf
    for k, stage in enumerate(policy.stages):
        at = stage.first
        if stage.index and all(f in values for f in stage.index):
            sizes = [features[f].n_values for f in stage.index]
            at += 1 + int(np.ravel_multi_index([values[f] for f in stage.index], sizes))
        stop = (belief @ costs).min()
        gain = stop - (policy.sets[at] @ belief).min(initial=np.inf)
        margin = min(margin, abs(gain))
        if gain <= 0:
            break
        if not np.isnan(row[k]):
            values[k] = v = int(row[k])
            acquired.append(k)
            parent, table = features[k].parent, features[k].table
            is_alone = parent >= 0 and parent not in values
            belief = belief * (by_itself[k][v] if is_alone else table[values.get(parent, 0), v])
            belief /= belief.sum()
    decisions = np.sort(belief @ costs)
    return acquired, belief, min(margin, *np.diff(decisions[:2]))


@settings(max_examples=30)
@given(SEEDS)
def test_order_follows_what_is_known_when_answers_are_missing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = random_problem(rng, int(rng.integers(2, 6)), n_classes=int(rng.integers(2, 4)), shared=False)
    model = planned(problem)
    by_itself = alone(model.network)
    matrix = matrix_for(rng, model, 40)
    matrix[rng.random(matrix.shape) < 0.3] = np.nan
    for bits, thin in ((16, 0.002), (8, 0.06)):
        integer = to_integer(model, bits, scales=choose_scales(model, matrix))
        found = integer.classify(readings_of(model, integer.scales, matrix))
        for r, row in enumerate(matrix):
            acquired, belief, margin = followed(model, by_itself, row)
            if margin > thin:
                assert found.order[r][: found.n_features[r]].tolist() == acquired
                assert found.label[r] == (belief @ model.misclassification).argmin()
                assert np.abs(found.posterior[r] - belief).max() < thin


@given(SEEDS)
def test_an_answer_that_alone_tells_of_a_missing_one_is_exact(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = 2 * int(rng.integers(1, 4))
    model = always_looking(rng, n, int(rng.integers(2, 5)), int(rng.integers(2, 4)))
    drawn = random_network(rng, n, [model.network.features[0].n_values] * n, model.n_classes, "chain")
    pairs = [  # each second feature has the one before it as its parent
        feature if k % 2 else replace(feature, parent=-1, table=feature.table[:1])
        for k, feature in enumerate(drawn.features)
    ]
    network = replace(drawn, features=tuple(pairs))
    model = bare(Problem(network, plain_costs([1.0] * n), model.misclassification)).with_policies(
        model.policies
    )
    found = compare(model, to_integer(model, 16), matrix_for(rng, model, 40))
    assert found.features == 0
    assert found.posterior < 1e-3


@pytest.mark.parametrize("load", [load_wine, load_breast_cancer])
def test_8_bits_decide_the_same_on_real_data(load: Callable[..., Any]) -> None:
    X, y = load(return_X_y=True)
    model = IFC2FClassifier(policy="ordered", max_features=20).fit(X, y).model_
    matrix = X[:, model.columns]
    integer = to_integer(model, 8, scales=choose_scales(model, matrix))
    found = compare(model, integer, matrix)
    assert found.classes <= 0.01 * found.n_rows
    assert found.decisions <= 0.01 * found.n_decisions


@given(st.lists(st.floats(-1e6, 1e6, width=32), min_size=1, max_size=8, unique=True), SEEDS)
def test_readings_fall_into_the_bins_of_the_values(edges: list[float], seed: int) -> None:
    feature = Feature("x", 0, np.sort(np.array(edges, np.float32)), False, None, -1, np.ones((1, 1, 1)))
    for scale in (1.0, 10.0, 256.0, 40.96):
        whole = raw_edges(feature, scale)
        near = np.concatenate([np.array(whole) + d for d in (-1, 0, 1)])
        value = (near / scale).astype(np.float32)  # what a host that has the reading would make of it
        assert np.array_equal(
            np.searchsorted(whole, near, side="right"),
            np.searchsorted(feature.values, value, side="right"),
        )


@pytest.mark.parametrize("edge", [5.0, -5.0, 1e-6, -3e38, 3e38])
def test_every_scale_gives_edges_or_is_refused_by_name(edge: float) -> None:
    feature = Feature("x", 0, np.array([edge], np.float32), False, None, -1, np.ones((1, 1, 1)))
    for exponent in range(-44, 39):
        scale = float(np.float32(10.0**exponent))
        if abs(edge) * scale > 2**31:
            with pytest.raises(ValueError, match=r"feature 'x': the edge .* give it a smaller scale"):
                raw_edges(feature, scale)
        else:
            (reading,) = raw_edges(feature, scale)
            with np.errstate(over="ignore"):
                below, at = np.float32((reading - 1) / scale), np.float32(reading / scale)
            assert below < feature.values[0] <= at


def test_scales_keep_decimals_and_else_30_bits() -> None:
    X, y = load_wine(return_X_y=True)
    model = IFC2FClassifier(policy="ordered", max_features=12).fit(X, y).model_
    matrix = X[:, model.columns]
    scales = choose_scales(model, matrix)
    readings = readings_of(model, scales, matrix)
    assert np.array_equal((readings / scales).astype(np.float32), matrix.astype(np.float32))
    assert set(np.log10(scales).round(6)) <= {0, 1, 2, 3, 6}
    without = choose_scales(model)
    assert np.array_equal(np.exp2(np.rint(np.log2(without))), without)
    assert np.array_equal(
        readings_of(model, without, np.full_like(matrix, np.nan))[0] < LEAST_READING, [True] * 12
    )


def test_costs_stay_as_they_are_where_they_fit() -> None:
    cost, budget, scale = whole_costs(np.array([0.25, 1.5, 10], np.float32), 3.1)
    assert (cost.tolist(), budget, scale) == ([25, 150, 1000], 310, 100.0)
    cost, budget, scale = whole_costs(np.array([1 / 3, 1e5], np.float32), np.inf)
    assert cost.tolist() == [0, 65535]
    assert budget == 2**32 - 1
    assert whole_costs(np.zeros(2, np.float32), 0.0)[0].tolist() == [0, 0]
    for scale in (1, 10, 1000):  # each sum that fits the budget, and no larger one
        largest = np.array([60000 / scale], np.float32)
        for units in (1, 3, 7, 999_999, 1_000_000, 7_000_001):
            budget = float(np.float32(units / scale))
            assert whole_costs(np.append(largest, np.float32(1 / scale)), budget)[1:] == (units, scale)


def always_looking(rng: np.random.Generator, n_features: int, n_values: int, n_classes: int) -> Model:
    """Return a model of independent features whose policy looks at all of them."""
    network = random_network(rng, n_features, [n_values] * n_features, n_classes, "naive")
    stages = b"".join(struct.pack("<3I", k, 0, 0) for k in range(n_features))
    starts = np.arange(n_features + 1, dtype="<u4").tobytes()
    head = struct.pack("<5I", n_features, n_features, n_features, 0, 1)
    vectors = bytes(4 * n_features * n_classes)
    mistakes = (1.0 - np.eye(n_classes)).astype(np.float32) + np.float32(0.1)
    model = bare(Problem(network, plain_costs([1.0] * n_features), mistakes))
    return model.with_policies({"ORDR": head + stages + starts + vectors})


@pytest.mark.parametrize(
    ("n_features", "n_values", "n_classes"),
    [(1, 2, 1), (1, 255, 2), (3, 4, 255), (256, 2, 2), (128, 3, 5), (2, 1, 2), (2, 1, 3)],
)
def test_sizes_at_their_limits_work(n_features: int, n_values: int, n_classes: int) -> None:
    rng = np.random.default_rng(7)
    model = always_looking(rng, n_features, n_values, n_classes)
    matrix = rng.integers(0, n_values, (20, n_features)).astype(np.float32)
    integer = to_integer(model, 16, scales=choose_scales(model, matrix))
    found = compare(model, integer, matrix)
    assert found.features == 0
    assert found.posterior < 1e-3


@pytest.mark.parametrize("n_classes", [1, 2, 3])
def test_a_model_without_features_decides_by_its_prior(n_classes: int) -> None:
    rng = np.random.default_rng(1)
    ordered = always_looking(rng, 0, 2, n_classes)
    node = Node(posterior=ordered.network.prior, value=0.0)
    for model in (ordered, ordered.with_policies({"GRAF": graph_section([node])})):
        integer = to_integer(model, 16)
        matrix = np.empty((5, 0), np.float32)
        found = compare(model, integer, matrix)
        assert (found.classes, found.features, found.decisions, found.n_decisions) == (0, 0, 0, 5)
        assert integer.classify(readings_of(model, integer.scales, matrix)).n_features.tolist() == [0] * 5


def scores_that_look_on(policy: _Policy, costs: np.ndarray, scores: np.ndarray) -> np.ndarray:
    """Return for each set and score whether some vector costs less than every decision."""
    second = 1 / (1 + np.exp2(-scores))
    belief = np.stack([1 - second, second])
    stop = (costs.T @ belief).min(axis=0)
    return np.array([(vectors @ belief).min(axis=0, initial=np.inf) < stop for vectors in policy.sets])


@given(SEEDS)
def test_thresholds_say_what_the_vectors_do(seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = random_problem(rng, int(rng.integers(2, 6)), n_classes=2, shared=False)
    mistakes = rng.uniform(0, 1, (2, 2)).astype(np.float32)  # a right decision may cost more than a wrong one
    if rng.random() < 0.5:
        np.fill_diagonal(mistakes, 0)
    model = planned(replace(problem, misclassification=mistakes))
    policy, costs = _read_policy(model), mistakes.astype(np.float64)
    found = _intervals(policy, costs, 60.0)
    scores = np.linspace(-20, 20, 1601) + 1e-3 * rng.random()
    looking = scores_that_look_on(policy, costs, scores)
    if found is None:
        assert (np.diff(looking.astype(int), axis=1) != 0).sum(axis=1).max() > 2
        return
    low, high = np.array(found).T[..., np.newaxis]
    near = (np.abs(scores - low) < 1e-4) | (np.abs(scores - high) < 1e-4)
    assert ((looking == ((scores > low) & (scores < high))) | near).all()
    cut = _cut(costs)
    assert cut is None or np.array_equal(
        np.where(scores > cut, 1, 0),
        (costs.T @ np.stack([1 / (1 + np.exp2(scores)), 1 / (1 + np.exp2(-scores))])).argmin(axis=0),
    )


def test_costs_that_thresholds_do_not_say_keep_vectors() -> None:
    rng = np.random.default_rng(11)
    problem = random_problem(rng, 4, n_classes=2, shared=False)
    kinds = set()
    for mistakes in ([[0, 1], [1, 0]], [[1, 0.25], [0.125, 0.5]], [[0, 4], [0.5, 0.25]]):
        model = planned(replace(problem, misclassification=np.array(mistakes, np.float32)))
        matrix = matrix_for(rng, model, 300)
        matrix = matrix[~np.isnan(matrix).any(axis=1)]
        integer = to_integer(model, 16, scales=choose_scales(model, matrix))
        found = compare(model, integer, matrix)
        assert found.classes <= 1
        assert found.decisions <= 0.01 * found.n_decisions + 1
        kinds.add(integer.kind)
    assert kinds == {"thresholds", "vectors"}


@pytest.mark.parametrize("bits", [8, 16])
def test_what_is_impossible_is_far_away_and_contradictions_leave_the_rest(bits: int) -> None:
    never = np.array([[[0.5, 0.0], [0.5, 1.0]]], np.float32), np.array([[[0.0, 0.5], [1.0, 0.5]]], np.float32)
    told = np.array([[[0.25, 0.5], [0.75, 0.5]]], np.float32)
    edge = np.array([0.5], np.float32)
    features = tuple(
        Feature(f"f{k}", k, edge, False, None, -1, table) for k, table in enumerate([*never, told])
    )
    network = Network(features, ("a", "b"), np.array([0.5, 0.5], np.float32))
    mistakes = (1 - np.eye(2)).astype(np.float32)
    model = planned(Problem(network, plain_costs([0.0] * 3), mistakes))
    integer = to_integer(model, bits, scales=np.ones(3, np.float32))
    assert integer.kind == "thresholds"
    rows = np.array([[0, 1, 1], [1, 0, 1], [0, 0, 0]], np.int32)  # only a, only b, neither of them
    session = [integer.classify(row[np.newaxis]).posterior[0] for row in rows]
    assert session[0][1] < 1e-4
    assert session[1][0] < 1e-4
    acquired = integer.classify(rows[2:]).n_features[0]
    assert acquired == 1 or abs(session[2][1] - 2 / 3) < 0.02


@pytest.mark.parametrize(
    "kind", [KINDS[0], *(pytest.param(kind, marks=pytest.mark.long) for kind in KINDS[1:])]
)
def test_a_build_of_one_kind_takes_that_kind_only(kind: str, tmp_path: Path) -> None:
    need("cc")
    rng = np.random.default_rng(2)
    two, three = (planned(random_problem(rng, 3, n_classes=n, shared=False)) for n in (2, 3))
    problem = random_problem(rng, 3, n_classes=2, shared=False)
    end = bare(problem).with_policies({"GRAF": graph_section(random_nodes(rng, problem, 0))})
    models = {each: to_integer(model, 16) for each, model in zip(KINDS, (two, three, end), strict=True)}
    for each, model in models.items():
        assert model.kind == each
        (tmp_path / f"{each}.bin").write_bytes(model.to_bytes())
    csrc = Path(__file__).parents[2] / "csrc"
    (tmp_path / "main.c").write_text(OPENING)
    left_out = [f"-DIFC2F_INTEGER_{other.upper()}=0" for other in KINDS if other != kind]
    aligned = "-DIFC2F_INTEGER_ALIGNED=1"
    for more, status in (
        (["-DSHIFT=1"], {kind: 0}),
        (["-DIFC2F_INTEGER_WIDE=0"], {}),
        ([aligned], {kind: 0}),
        ([aligned, "-DSHIFT=2"], dict.fromkeys(KINDS, 8)),  # IFC2F_ERR_MEMORY
    ):
        command = ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", *left_out, *more]
        command += [
            f"-I{csrc / 'include'}",
            tmp_path / "main.c",
            *(csrc / "integer").glob("*.c"),
            "-o",
            tmp_path / "main",
        ]
        subprocess.run(command, check=True)
        for other in models:
            done = subprocess.run([tmp_path / "main", tmp_path / f"{other}.bin"], check=False)
            assert done.returncode == status.get(other, 17)  # IFC2F_ERR_LEFT_OUT


def test_too_many_of_anything_is_refused_by_name() -> None:
    model = always_looking(np.random.default_rng(8), 300, 255, 2)
    with pytest.raises(ValueError, match="76501 table rows, and an integer model at most 65535"):
        to_integer(model)


def test_readings_of_another_shape_or_type_are_refused() -> None:
    integer = to_integer(planned(random_problem(np.random.default_rng(3), 4, shared=False)))
    assert len(integer.classify(np.zeros((6, 4), np.int32)[::2]).label) == 3
    for wrong in (np.zeros((5, 3), np.int32), np.zeros(4, np.int32), np.zeros((5, 4)), np.zeros((5, 4), int)):
        with pytest.raises(ValueError, match=r"readings must be int32 of shape \(n, 4\), not .*"):
            integer.classify(wrong)


def test_every_flip_and_truncation_is_refused() -> None:
    rng = np.random.default_rng(3)
    model = planned(small_problem(rng))
    data = to_integer(model).to_bytes()
    for i in range(len(data)):
        for changed in (data[:i], data[:i] + bytes([data[i] ^ 0x10]) + data[i + 1 :]):
            with pytest.raises(ModelError):
                IntegerModel(changed)


def test_what_an_integer_model_does_not_hold_is_refused_by_name() -> None:
    rng = np.random.default_rng(5)
    problem = small_problem(rng)
    n = len(problem.network.features)
    with pytest.raises(ValueError, match="no policy"):
        to_integer(bare(problem))
    with pytest.raises(ValueError, match="bits must be 8 or 16"):
        to_integer(planned(problem), 4)
    adaptive = bare(problem).with_policies({"ADPT": bytes(8)})
    with pytest.raises(ValueError, match="adaptive"):
        to_integer(adaptive)
    grouped = replace(problem.costs, group=np.zeros(n, np.int32), group_names=("g",))
    with pytest.raises(ValueError, match="one cost for each feature"):
        to_integer(planned(replace(problem, costs=grouped)))
    huge = Feature("x", 0, np.array([1e6], np.float32), False, None, -1, np.ones((1, 2, 1)))
    with pytest.raises(ValueError, match=r"'x'.*smaller scale"):
        raw_edges(huge, 1e6)

"""What a graph's nodes say of the class, raised to a power: posteriors, values and decisions."""

from __future__ import annotations

import numpy as np
import pytest
from grown_graphs import COSTS, parity, random_material
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ifc2f import IFC2FClassifier
from ifc2f.costs import AcquisitionCosts
from ifc2f.policies.graph import Growth, grow, pruned, walk
from ifc2f.policies.tempering import tempered_graph


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32 - 1), st.integers(2, 4), st.floats(0.3, 1.5), st.sampled_from([0.1, 1.0]))
def test_nodes_are_as_sure_as_the_power_makes_them(
    seed: int, n_classes: int, power: float, complexity: float
) -> None:
    rng = np.random.default_rng(seed)
    material = random_material(rng, int(rng.integers(5, 80)), 30, n_classes)
    q = (rng.uniform(0.5, 2, (n_classes, n_classes)) * (1 - np.eye(n_classes))).astype(np.float32)
    prior = material.ground.prior
    raw = grow(material, AcquisitionCosts.from_spec(COSTS, ["a", "b", "c"]), q, Growth(complexity=complexity))
    plain = pruned(raw, prior, q, complexity)
    found = tempered_graph(plain, prior, q, power)
    raised = prior * (plain.posterior / prior) ** power
    raised /= raised.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(found.posterior, raised, rtol=1e-9, atol=1e-12)

    def value(i: int) -> float:
        node = plain.nodes[i]
        if node.feature < 0:
            return float((raised[i] @ q).min())
        branches = zip((node.low, node.high, node.missing), node.share, strict=True)
        later = sum(share * value(child) for child, share in branches if child >= 0)
        return node.price * (node.share[0] + node.share[1]) + later

    assert found.value[0] == pytest.approx(value(0), rel=1e-6)
    matrix = rng.uniform(0, 4, (20, 3)).astype(np.float32).round()
    leaf, decision, _ = walk(found, material.ground, matrix, q)
    np.testing.assert_array_equal(leaf, walk(plain, material.ground, matrix, q)[0])
    np.testing.assert_array_equal(decision, (found.posterior[leaf] @ q).argmin(axis=1))


def test_a_chosen_graph_is_as_sure_as_it_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = parity(600, n_noise=8)  # a forest that sees little of it makes its graphs too modest

    def gaps() -> tuple[list[float], NDArray[np.float64]]:
        powers, gap = [], []
        for part in (0, 1):
            fitted, held = np.arange(len(y)) % 2 == part, np.arange(len(y)) % 2 != part
            clf = IFC2FClassifier(policy="graph").fit(X[fitted], y[fitted])
            found = clf.acquire(X[held])
            powers.append(clf.choice_["power"])
            gap.append(float((found.posterior.max(axis=1) - (found.label == y[held])).mean()))
        return powers, np.array(gap)

    powers, calibrated = gaps()
    monkeypatch.setattr("ifc2f.policies.held_out.best_power", lambda beliefs: len(list(beliefs)) and 1.0)
    plain = gaps()[1]
    assert all(power > 1 for power in powers)
    assert abs(calibrated.mean()) < 0.75 * abs(plain.mean())

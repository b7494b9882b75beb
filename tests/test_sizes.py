"""The sizes at both ends of what a model may have: each works, or is refused by name when it is built."""

import struct
import time
from collections.abc import Callable

import numpy as np
import pytest
from strategies import distribution

from ifc2f import Model, Session
from ifc2f.core.errors import ModelError
from ifc2f.costs import AcquisitionCosts
from ifc2f.files.format import adaptive_section
from ifc2f.network import Feature, Network
from ifc2f.planning.plan import plan

N_PLANNED = 3  # stages: the policy of the first few features tells as much as one of all


def build(n_features: int, n_values: int, n_classes: int) -> Model:
    """Return a model without a policy, its features alike and independent given the class."""
    rng = np.random.default_rng(1)
    feature = {
        "values": np.arange(n_values - 1, dtype=np.float32) + 0.5,
        "categorical": False,
        "labels": None,
        "parent": -1,
        "table": distribution(rng, (1, n_values, n_classes), 1.0),
    }
    names = [f"f{k}" for k in range(n_features)]
    network = Network(
        features=tuple(Feature(name=name, column=k, **feature) for k, name in enumerate(names)),
        classes=tuple(f"c{i}" for i in range(n_classes)),
        prior=distribution(rng, (n_classes, 1), 2.0)[:, 0],
    )
    costs = AcquisitionCosts.from_spec(np.full(n_features, 0.001), names)
    return Model.build(network, costs, (1 - np.eye(n_classes)).astype(np.float32))


def check(model: Model) -> None:
    """Answer a few features with their last value: the posterior is that of the tables. Read it again."""
    network = model.network
    session = Session(model)
    expected = network.prior.astype(np.float64)
    for k in list(range(len(network.features)))[-N_PLANNED:]:
        feature = network.features[k]
        session.answer_bin(k, feature.n_values - 1)
        expected = expected * feature.table[0, -1].astype(np.float64)
    np.testing.assert_allclose(session.posterior, expected / expected.sum(), rtol=1e-5, atol=1e-9)
    assert Model(model.to_bytes()).to_bytes() == model.to_bytes()


@pytest.mark.parametrize("n_features", [0, 1, 128, 256, 65_000])
def test_numbers_of_features(n_features):
    check(build(n_features, 2, 2))


@pytest.mark.parametrize("n_values", [1, 2, 255])
def test_numbers_of_values(n_values):
    check(build(3, n_values, 2))


@pytest.mark.parametrize("n_classes", [1, 2, 255])
def test_numbers_of_classes(n_classes):
    check(build(3, 2, n_classes))


@pytest.mark.parametrize("size", [(3, 2, 1), (3, 1, 2), (1, 255, 2), (3, 2, 255), (128, 2, 2)])
def test_policies_at_the_ends(size):
    bare = build(*size)
    planned = bare.with_policies({"ORDR": plan(bare, n_stages=min(size[0], N_PLANNED), n_beliefs=20)})
    adaptive = bare.with_policies({"ADPT": adaptive_section(1.0, 1)})
    for model in (planned, adaptive):
        session = Session(model)
        while (k := session.next()) is not None:
            session.answer_bin(k, 0)
        assert len(session.acquired) <= size[0]
        assert np.isclose(np.sum(session.posterior), 1.0, atol=1e-5)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ((70_000, 2, 2), "at most 65000 features, not 70000: set max_features"),
        ((3, 256, 2), "feature 'f0' has 256 values, above 255: use fewer bins"),
        ((3, 2, 256), "at most 255 classes, not 256"),
    ],
)
def test_what_is_too_large_is_refused_by_name(size, message):
    with pytest.raises(ValueError, match=message):
        build(*size)


def least_time(do: Callable[[], object]) -> float:
    """Return the least processor time of three, for other work of the machine only adds to it."""
    times = []
    for _ in range(3):
        start = time.process_time()
        do()
        times.append(time.process_time() - start)
    return min(times)


def test_opening_takes_time_by_the_length_of_the_file() -> None:
    """Stages that claim more index entries than the file has, each as many as the features before."""
    K = 60_000
    model = build(K, 1, 2)
    plain = least_time(lambda: Model(model.to_bytes()))
    stages = b"".join(struct.pack("<3I", max(2 * k - 1, 0), max(k - 1, 0) * K, K * (k > 0)) for k in range(K))
    section = struct.pack("<5I", K, 2 * K - 1, 0, 0, 1) + stages + bytes(8 * K)

    def opened() -> None:
        with pytest.raises(ModelError, match="out of range"):
            model.with_policies({"ORDR": section})

    assert least_time(opened) < 10 * plain + 0.5

"""The example of a device on a serial line: its answers are the host's, and bad lines lose nothing."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from graphs import random_nodes, with_graph
from strategies import random_problem
from tools import need

from ifc2f import Model
from ifc2f.exchange.integer.convert import to_integer
from ifc2f.exchange.integer.readings import readings_of

DEVICE = Path(__file__).resolve().parents[2] / "docs/device"


@pytest.fixture(scope="module")
def example() -> Iterator[ModuleType]:
    need("arm-none-eabi-gcc", "qemu-system-arm")
    sys.path.insert(0, str(DEVICE))
    import example

    yield example
    sys.path.remove(str(DEVICE))


@pytest.fixture(scope="module")
def model() -> Model:
    """Return a model of a random graph over sensors, of 4 values each: below 0.5, below 1.5 and so on."""
    rng = np.random.default_rng(1)
    problem = random_problem(rng, 6, [4] * 6, n_classes=3, shared=False)
    edges = np.arange(3, dtype=np.float32) + 0.5
    sensors = [replace(one, categorical=False, labels=None, values=edges) for one in problem.network.features]
    problem = replace(problem, network=replace(problem.network, features=tuple(sensors)))
    return with_graph(problem, random_nodes(rng, problem, 7))


@pytest.mark.parametrize("name", ["int8", "c", pytest.param("float32", marks=pytest.mark.long)])
def test_each_export_decides_over_the_serial_line_as_the_host(
    name: str, example: ModuleType, model: Model, tmp_path: Path
) -> None:
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 4, (30, model.n_features)).round(3).astype(np.float32)
    gaps = X[:15]
    gaps[rng.random(gaps.shape) < 0.3] = np.nan  # sensors that do not answer
    scales = np.full(model.n_features, example.MILLIMETRES, np.float32)
    integer = to_integer(model, 8, scales=scales)
    whole = integer.classify(readings_of(model, scales, gaps)[:, integer.features])
    # In whole numbers a graph keeps the probabilities of its branches where the host has exact inference.
    by_integer = [model.classes[label] for label in whole.label]
    by_host = model.classify(gaps).label.tolist()
    target = next(one for one in example.TARGETS if one.name == name)
    made = example.exported(model, target)
    columns = [int(made.model.columns[k]) for k in made.features]
    with example.running(example.build(made, target, tmp_path)) as device:
        found = example.decisions(device, X, columns)
    assert max(len(one.asked) for one in found) > 2
    assert example.n_different(model, found[15:], X[15:], columns) == 0
    labels = [model.classes[one.label] for one in found[:15]]
    assert labels == (by_host if name == "float32" else by_integer)


def test_lines_that_are_not_understood_are_told_and_change_nothing(
    example: ModuleType, model: Model, tmp_path: Path
) -> None:
    target = example.TARGETS[-1]
    bad = [
        "",
        "value",
        "value ",
        "value 1.5",
        "value 1234567890",
        "value 1 2",
        "missing 3",
        "begin 1",
        "Begin",
    ]
    bad += ["x" * 200, "value " + "1" * 40, "ask 3", "value \x01"]
    with example.running(example.build(example.exported(model, target), target, tmp_path)) as device:
        assert device.say("value 3") == "error: send begin first"
        asked = device.say("begin")
        assert asked.startswith("ask ")
        for line in bad:
            assert device.say(line).startswith("error: send begin, value and a whole number"), line
        assert device.say("begin\r") == asked
        replies = [device.say("value -999999999") for _ in range(len(model.columns))]
        label = next(reply for reply in replies if reply.startswith("class "))
        assert 0 <= int(label.removeprefix("class ")) < model.n_classes
        assert replies[-1] in (label, "error: nothing is asked for: begin again")
        assert device.say("missing") == "error: nothing is asked for: begin again"
        assert device.say("begin") == asked


def test_a_device_that_ends_is_told_with_what_was_said(example: ModuleType, tmp_path: Path) -> None:
    with (
        example.running(tmp_path / "no-image.elf") as device,
        pytest.raises(ConnectionError, match="the device ended after 'begin'"),
    ):
        device.say("begin")

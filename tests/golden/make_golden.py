"""Make the golden models: files of one day that later versions of the same format read to the same bits.

Run ``python tests/golden/make_golden.py`` after a change of the format, and only then. Everything is written
out here, so that the bytes depend on nothing but the library.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ifc2f.costs import AcquisitionCosts
from ifc2f.model import Model
from ifc2f.network import Feature, Network
from ifc2f.planning.plan import plan
from ifc2f.session import Session

Noted = dict[str, Any]


def table(weights: list[Any]) -> np.ndarray:
    """Return P(value | parent value, class) from small whole numbers of shape (U, V, L)."""
    counts = np.array(weights, dtype=np.float64)
    return (counts / counts.sum(axis=1, keepdims=True)).astype(np.float32)


def features_of_pump() -> tuple[Feature, ...]:
    """Return features of all kinds, each hanging on the one before."""
    return (
        Feature(
            name="vibration (mm/s)",
            column=3,
            values=np.array([1.8, 4.5], dtype=np.float32),
            categorical=False,
            labels=None,
            parent=-1,
            table=table([[[12, 5, 1], [6, 9, 4], [2, 6, 15]]]),
        ),
        Feature(
            name="sound",
            column=0,
            values=np.array([0, 1, 2], dtype=np.float32),
            categorical=True,
            labels=("even", "grinding", "hissing"),
            parent=0,
            table=table(
                [
                    [[9, 4, 2], [1, 3, 4], [1, 4, 1]],
                    [[6, 2, 1], [2, 5, 5], [1, 6, 2]],
                    [[3, 1, 1], [4, 5, 9], [2, 7, 3]],
                ]
            ),
        ),
        Feature(
            name="temperature (°C)",
            column=1,
            values=np.array([60.0], dtype=np.float32),
            categorical=False,
            labels=None,
            parent=0,
            table=table([[[8, 6, 2], [2, 4, 3]], [[7, 5, 2], [3, 5, 6]], [[5, 4, 1], [4, 6, 9]]]),
        ),
        Feature(
            name="warmth per vibration",
            column=5,
            values=np.array([-0.5, 0.0, 12.25], dtype=np.float32),
            categorical=False,
            labels=None,
            parent=1,
            table=table(
                [
                    [[5, 3, 2], [4, 4, 3], [2, 3, 4], [1, 2, 6]],
                    [[4, 2, 1], [3, 3, 3], [2, 4, 5], [2, 2, 8]],
                    [[3, 3, 1], [3, 5, 2], [3, 5, 4], [1, 3, 7]],
                ]
            ),
        ),
    )


def pump() -> Model:
    """Return three states of a pump: numbers and categories, a group, a derived feature, three classes."""
    network = Network(
        features_of_pump(), ("sound", "leaking", "worn"), np.array([0.75, 0.125, 0.125], dtype=np.float32)
    )
    costs = AcquisitionCosts(
        cost=np.array([0.125, 0.03125, 0.0625], dtype=np.float32),
        discount_cost=np.array([0.125, 0.03125, 0.015625], dtype=np.float32),
        group=np.array([0, -1, 0], dtype=np.int32),
        group_names=("open the casing",),
        tests_of=((0,), (1,), (2,), (0, 2)),
        delay=("", "at once", "", ""),
    )
    mistakes = np.array([[0, 0.5, 1], [4, 0, 2], [10, 3, 0]], dtype=np.float32)
    model = Model.build(
        network, costs, mistakes, budget=0.25, meta={"intended_use": "a test of this library"}
    )
    return model.with_policies({"ORDR": plan(model, treatment="exact", n_beliefs=40, seed=1)})


def coin() -> Model:
    """Return the smallest model that asks anything: one test, two classes that are numbers."""
    feature = Feature(
        name="test",
        column=0,
        values=np.array([0.5], dtype=np.float32),
        categorical=False,
        labels=None,
        parent=-1,
        table=table([[[9, 2], [1, 8]]]),
    )
    network = Network((feature,), (0, 1), np.array([0.875, 0.125], dtype=np.float32))
    costs = AcquisitionCosts.from_spec(0.0625, ["test"])
    model = Model.build(network, costs, np.array([[0, 1], [10, 0]], dtype=np.float32))
    return model.with_policies({"ORDR": plan(model)})


def note(model: Model) -> Noted:
    """Return what sessions show after every combination of answers, "not answered" being one of them."""
    shown = []
    choices = [
        [None, *(feature.labels or [float(np.float32(v)) for v in values_of(feature)])]
        for feature in model.network.features
    ]
    for values in itertools.product(*choices):
        session = Session(model)
        answers = [
            (name, value)
            for name, value in zip(model.feature_names, values, strict=True)
            if value is not None
        ]
        for name, value in answers:
            session.answer(name, value)
        following = session.next()
        shown.append(
            {
                "answers": [list(answer) for answer in answers],
                "posterior": session.posterior.astype("<f4").tobytes().hex(),
                "label": session.decide(),
                "next": None if following is None else model.feature_names[following],
            }
        )
    return {"sha256": model.sha256, "cases": shown}


def values_of(feature: Feature) -> list[float]:
    """Return a value in each bin of a numeric feature: the lowest, and every edge."""
    edges = [float(edge) for edge in feature.values]
    return [edges[0] - 1.0, *edges]


def lines(noted: Noted) -> str:
    """Return JSON with one case on a line."""
    cases = ",\n".join(json.dumps(case, ensure_ascii=False) for case in noted["cases"])
    return f'{{"sha256": "{noted["sha256"]}", "cases": [\n{cases}\n]}}\n'


MODELS: dict[str, Callable[[], Model]] = {"pump": pump, "coin": coin}


def main() -> None:
    """Write every golden model and what it shows, beside this file."""
    here = Path(__file__).resolve().parent
    for name, make in MODELS.items():
        model = make()
        model.save(here / f"{name}.ifc2f")
        (here / f"{name}.json").write_text(lines(note(model)), encoding="utf-8")
        print(f"{name}: {len(model.to_bytes())} bytes, {model.sha256}")


if __name__ == "__main__":
    main()

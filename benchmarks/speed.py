"""Time what users wait for, on one core, compared with targets and a bare C loop of the same arithmetic.

``python -m benchmarks.speed`` prints a table. If research data are missing, what needs them is named and
left out.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer

from ifc2f import AUTHORS_SETTINGS, AcquisitionCosts, Feature, IFC2FClassifier, Model, Network
from ifc2f.files.format import adaptive_section
from ifc2f.planning.plan import plan

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ["-std=c99", "-O3", "-ffp-contract=off", "-fno-math-errno"]
REPEATS = 5
Row = tuple[str, str, str]


def median_seconds(run: Callable[[], object]) -> float:
    """Run once to warm up, then several times; return the median CPU time: other processes do not count."""
    run()
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return statistics.median(times)


def training(name: str, target: str) -> Iterator[Row]:
    """Time training on a given split, with the authors' settings, ours, and the choice among policies."""
    path = Path(os.environ.get("IFC2F_DATA", "")) / f"{name}.npz"
    if not os.environ.get("IFC2F_DATA") or not path.is_file():
        print(f"left out: {name}.npz is not in the folder that IFC2F_DATA names", file=sys.stderr)
        return
    data = np.load(path)
    rows = data["split"] == 0
    X, y = data["X"][rows].astype(np.float32), data["y"][rows]
    for title, settings in (
        ("the authors' settings", AUTHORS_SETTINGS),
        ("our own settings, ordered", {"policy": "ordered"}),
        ("auto", {}),
    ):
        seconds = median_seconds(partial(IFC2FClassifier(**settings).fit, X, y))
        yield f"train {name}, {X.shape[0]} x {X.shape[1]}, {title}", f"{seconds:.3f} s", target


def batch(model: Model, X: np.ndarray) -> Iterator[Row]:
    """Time a million instances of the demo model, drawn with replacement."""
    rows = np.random.default_rng(0).integers(0, len(X), 1_000_000)
    million = np.ascontiguousarray(X[rows], dtype=np.float32)
    acquisition = model.classify(million)
    seconds = median_seconds(lambda: model.classify(million))
    yield "classify 1,000,000 x 30, demo model", f"{seconds:.3f} s", "< 0.5 s"
    yield "  per look", f"{1e9 * seconds / acquisition.n_features.sum():.0f} ns", ""
    doubles = million[:100_000].astype(np.float64)
    seconds = median_seconds(lambda: model.classify(doubles))
    yield "classify 100,000 x 30 float64", f"{seconds:.3f} s", ""


def random_tree(n_features: int, n_values: int, n_classes: int) -> Model:
    """Return a random tree network with a planned policy, the same every time."""
    rng = np.random.default_rng(0)
    features = []
    for k in range(n_features):
        parent = int(rng.integers(0, k)) if k else -1
        table = rng.dirichlet(np.ones(n_values), size=(1 if parent < 0 else n_values, n_classes))
        by_value = table.transpose(0, 2, 1).astype(np.float32)
        edges = np.arange(1, n_values).astype(np.float32)
        features.append(Feature(f"f{k}", k, edges, False, None, parent, by_value))
    prior = np.full(n_classes, 1 / n_classes, dtype=np.float32)
    network = Network(tuple(features), tuple(range(n_classes)), prior)
    costs = AcquisitionCosts.from_spec(0.001, [feature.name for feature in features])
    model = Model.build(network, costs, 1 - np.eye(n_classes, dtype=np.float32))
    return model.with_policies({"ORDR": plan(model, treatment="parent")})


def hidden_tree(n_features: int, n_values: int) -> Model:
    """Return a tree network of two classes in which no single answer is informative, but most pairs are."""
    rng = np.random.default_rng(0)
    shift = np.subtract.outer(np.arange(n_values), np.arange(n_values)).T % n_values
    features = []
    for k in range(n_features):
        parent = int(rng.integers(0, k)) if k else -1
        chances = rng.dirichlet(np.full(n_values, 0.3))
        table = np.full((1, n_values, 2), 1 / n_values)
        if k:  # each value as often whatever the class, but the parent's value moves it
            table = np.stack([chances[shift], chances[(shift + 1) % n_values]], axis=2)
        edges = np.arange(1, n_values).astype(np.float32)
        features.append(Feature(f"f{k}", k, edges, False, None, parent, table.astype(np.float32)))
    network = Network(tuple(features), (0, 1), np.full(2, 0.5, dtype=np.float32))
    costs = AcquisitionCosts.from_spec(0.01, [feature.name for feature in features])
    model = Model.build(network, costs, 1 - np.eye(2, dtype=np.float32))
    return model.with_policies({"ADPT": adaptive_section()})


def sessions(demo: Model, tree: Model) -> Iterator[Row]:
    """Time steps and posteriors in C, without Python around them."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "speed")
        sources = [ROOT / "benchmarks" / "speed.c", *sorted((ROOT / "csrc" / "runtime").glob("*.c"))]
        subprocess.run(["cc", *FLAGS, f"-I{ROOT / 'csrc/include'}", *sources, "-o", program], check=True)

        def measured(model: Model, repetitions: int) -> dict[str, float]:
            model.save(Path(folder, "model.ifc2f"))
            command = [str(program), str(Path(folder, "model.ifc2f")), str(repetitions)]
            results = [
                json.loads(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(5)
            ]
            return {key: statistics.median(result[key] for result in results) for key in results[0]}

        on_demo, on_tree = measured(demo, 200_000), measured(tree, 20_000)
        near = measured(tree.with_policies({"ADPT": adaptive_section()}), 20_000)["adaptive_ns"]
        far = measured(hidden_tree(30, 6), 5_000)["first_adaptive_ns"]
    yield (
        "session step, demo model",
        f"{on_demo['step_ns']:.0f} ns",
        "22 us (authors' Python), 33 ns (bare C, like machine)",
    )
    yield "  a bare loop, 8 vectors, here", f"{on_demo['bare_step_ns']:.0f} ns", ""
    yield (
        "exact posterior after an answer out of order, K = 30, V = 6, L = 2",
        f"{on_tree['posterior_ns']:.0f} ns",
        "< 5 us",
    )
    together = on_tree["posterior_and_marginals_ns"]
    yield "  and P(feature, class) of all 30 features", f"{together:.0f} ns", "< 5 us"
    yield "adaptive step, K = 30, V = 6, L = 2, one step ahead", f"{near:.0f} ns", "< 3 us"
    yield "  two steps ahead where one sees nothing", f"{far / 1000:.0f} us", "< 250 us"


def importing() -> Iterator[Row]:
    """Time `import ifc2f` and a session's modules in fresh processes, less an empty interpreter."""

    def best(code: str) -> float:
        return min(_process_seconds(code) for _ in range(7))

    empty = best("pass")
    yield "import ifc2f", f"{best('import ifc2f') - empty:.3f} s", "< 0.15 s"
    yield "from ifc2f import Model, Session", f"{best('from ifc2f import Model, Session') - empty:.3f} s", ""
    yield "  of which NumPy", f"{best('import numpy') - empty:.3f} s", ""


def _process_seconds(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def main() -> None:
    """Print the table."""
    X, y = load_breast_cancer(return_X_y=True)
    demo = IFC2FClassifier(feature_cost=0.01, policy="ordered").fit(X, y).model_
    print(f"| {'what':<66} | {'measured':>9} | target or others' figure |\n|---|---|---|")
    for rows in (
        training("mll", "< 1 s (authors 17 s)"),
        training("madelon", "< 0.3 s (authors 1.3 s)"),
        batch(demo, X),
        sessions(demo, random_tree(30, 6, 2)),
        importing(),
    ):
        for what, value, target in rows:
            print(f"| {what:<66} | {value:>9} | {target} |", flush=True)


if __name__ == "__main__":
    main()

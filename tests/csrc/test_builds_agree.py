"""Builds that leave something out say what the full one says, or refuse: of answers unasked and gaps, too."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tools import need

from ifc2f import IFC2FClassifier

ROOT = Path(__file__).resolve().parents[2]
BUILDS = {
    "inexact": ["EXACT"],
    "inexact, simple": ["EXACT", "GROUPS"],
    "unchecked": ["EXACT", "GROUPS", "CHECKS"],
    "ordered": ["EXACT", "GROUPS", "GRAPHS"],
    "least": ["EXACT", "GROUPS", "GRAPHS", "CHECKS"],
    "exact, simple": ["GROUPS"],
    "exact, no graphs": ["GRAPHS"],
}
PERCENT_MISSING = (0, 10, 30)
N_SEQUENCES = int(os.environ.get("IFC2F_SEQUENCES", "300"))


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the program of each build."""
    need("cc")
    folder = tmp_path_factory.mktemp("builds")
    options = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", f"-I{folder}"]

    def build(source: Path, name: str, left_out: list[str]) -> Path:
        need("cc")
        defines = [f"-DPART_{part}=0" for part in left_out]
        subprocess.run(["cc", *options, *defines, "-c", source, "-o", folder / name], check=True)
        return folder / name

    for prefix in ("full", "part"):
        subprocess.run([sys.executable, ROOT / "csrc/amalgamate.py", folder, "--prefix", prefix], check=True)
    full = build(folder / "full.c", "full.o", [])
    main = build(Path(__file__).parent / "two_builds.c", "main.o", [])
    made = {}
    for name, left_out in BUILDS.items():
        part = build(folder / "part.c", f"{name}.o", left_out)
        made[name] = folder / name
        subprocess.run(["cc", main, full, part, "-o", made[name]], check=True)
    return made


def trained(policy: str, structure: str, has_gaps: bool, has_group: bool) -> IFC2FClassifier:
    """Return a classifier of eight numbers that depend on each other."""
    rng = np.random.default_rng(3)
    y = rng.integers(0, 3, 500)
    X = rng.normal(size=(500, 8)) + 0.8 * y[:, None]
    X[:, 1::2] += X[:, ::2]
    if has_gaps:
        X[rng.random(X.shape) < 0.2] = np.nan
    price = {"cost": 0.02, "discount_cost": 0.005, "group": "sample"}
    prices = {f"x{k}": price if has_group and k < 4 else {"cost": 0.01} for k in range(8)}
    settings = {} if policy == "graph" else {"structure": structure, "n_beliefs": 60, "n_bins": 4}
    return IFC2FClassifier(policy=policy, feature_cost=prices, **settings).fit(X, y)


MODELS = {
    "ordered": ("ordered", "tree", False, False),
    "ordered, naive": ("ordered", "naive", False, False),
    "ordered, group": ("ordered", "tree", False, True),
    "graph": ("graph", "tree", False, False),
    "graph grown with gaps": ("graph", "tree", True, False),
    "adaptive": ("adaptive", "tree", False, False),
}


@pytest.fixture(scope="module", params=MODELS)
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """Return a model's name and file."""
    path = tmp_path_factory.mktemp("models") / "model.ifc2f"
    trained(*MODELS[request.param]).model_.save(path)
    return request.param, path


@pytest.mark.parametrize("build", BUILDS)
def test_a_build_says_what_the_full_one_says_or_refuses(
    build: str, model: tuple[str, Path], programs: dict[str, Path]
) -> None:
    name, path = model
    policy = name.split(",")[0].split()[0]
    lacks = BUILDS[build]
    refused = ("GRAPHS" in lacks and policy == "graph") or ("GROUPS" in lacks and name == "ordered, group")
    refused |= "EXACT" in lacks and policy == "adaptive"
    for percent in PERCENT_MISSING:
        command = [programs[build], path, "1", str(N_SEQUENCES), str(percent)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{percent} % missing: {done.stdout}"
        if refused:
            assert done.stdout == "refused\n"
            continue
        n_changes, n_refused, n_passed_over = map(int, done.stdout.split())
        assert n_changes > 3 * N_SEQUENCES
        assert (n_refused > 0) == ("EXACT" in lacks)
        assert n_passed_over == 0 or ("EXACT" in lacks and policy == "ordered")

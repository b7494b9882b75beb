"""Warnings point to the line of the user, whatever calls lie in between."""

import ast
import warnings
from pathlib import Path

import numpy as np
import pytest
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import ifc2f
from ifc2f import IFC2FClassifier, Model, guarantee, plan_network

RNG = np.random.default_rng(0)
CLASS = np.arange(60) % 2
TELLING = RNG.normal(size=(60, 2)) + CLASS[:, None]
QUICK = {"graph_trees": 5, "graph_depth": 3}


def fitted(policy="ordered"):
    return IFC2FClassifier(policy=policy, **QUICK).fit(TELLING, CLASS)


def constant(policy):
    def fit():
        IFC2FClassifier(policy=policy, **QUICK).fit(np.zeros((60, 2)), CLASS)

    return fit


def chunks(policy, y=CLASS, cost=0.01):
    halves = [(TELLING[:30], y[:30]), (TELLING[30:], y[30:])]

    def fit():
        IFC2FClassifier(cost, policy=policy, **QUICK).fit_chunks(halves)

    return fit


def of_file(path):
    fitted().save(path)
    guarantee(Model.load(path), TELLING, CLASS)


def drifting():
    stream = IFC2FClassifier(policy="ordered", edges=[[0.0], [0.0]])
    for shift in (0, 0, 50):
        for _ in range(20):
            stream.partial_fit(TELLING + shift, CLASS, classes=[0, 1])


CAUSES = {
    "price, fit": lambda: IFC2FClassifier(5, policy="ordered").fit(TELLING, CLASS),
    "price, chunks": chunks("ordered", cost=5),
    "price, pipeline": lambda: make_pipeline(StandardScaler(), IFC2FClassifier(5, policy="ordered")).fit(
        TELLING, CLASS
    ),
    "price, validation": lambda: cross_val_score(IFC2FClassifier(5, policy="ordered"), TELLING, CLASS, cv=2),
    "price, network": lambda: plan_network(fitted().model_.network, 5),
    "columns": lambda: IFC2FClassifier(policy="ordered").fit(np.c_[TELLING, CLASS], CLASS),
    "settings": lambda: IFC2FClassifier(policy="graph", n_bins=4, **QUICK).fit(TELLING, CLASS),
    "constant, ordered": constant("ordered"),
    "constant, adaptive": constant("adaptive"),
    "constant, graph": constant("graph"),
    "constant, auto": constant("auto"),
    "classes": lambda: IFC2FClassifier(policy="ordered").fit(TELLING, np.where(CLASS, 2, -1)),
    "classes, chunks": chunks("ordered", np.where(CLASS, 2, -1)),
    "classes, auto": chunks("auto", np.where(CLASS, 2, -1)),
    "rows, method": lambda: fitted().guarantee(TELLING, CLASS),
    "drift": drifting,
}


@pytest.mark.parametrize("cause", CAUSES.values(), ids=CAUSES)
def test_a_warning_is_at_the_line_that_called(cause):
    assert_it_points_here(cause)


def test_a_warning_of_known_rows_is_at_the_line_that_called(tmp_path):
    assert_it_points_here(lambda: of_file(tmp_path / "model.ifc2f"))


def assert_it_points_here(cause):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        cause()
    assert {warning.filename for warning in caught} == {__file__}, [str(w.message) for w in caught]


def test_no_module_counts_the_calls_to_the_user_itself():
    package = Path(ifc2f.__file__).parent
    calling = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "warnings.warn"
    }
    assert calling == {"core/callers.py"}

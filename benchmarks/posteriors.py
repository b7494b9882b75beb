"""Posteriors of planned networks against those of pyAgrum's LazyPropagation, which takes the whole network.

Sets of answers come from instances that the network draws. *Along the graph* they are those that sessions
with the model ask for. *Anywhere* they are to any of the questions, and what is compared is what graphs are
planned by: the junction tree or, where a graph was learned instead, what everything but the target tells.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any

import numpy as np

from ifc2f import BayesianNetwork, Model, Session
from ifc2f.networks.drawn import given_blanket
from ifc2f.networks.junction_tree import JunctionTree

__all__ = ["Compared", "along_the_graph", "anywhere", "as_pyagrum", "compared", "engine", "given_all"]

Answers = dict[str, int]
Engine = Callable[[Answers], Any]
MOST_DRAWN = 20  # instances for each set of answers that is wanted
MISSING = 0.1  # of answers along the graph


@dataclass(frozen=True)
class Compared:
    """By how much posteriors differ at most, and the largest of each on average, on how many sets."""

    most: float
    mean: float
    n: int

    def __str__(self) -> str:
        return f"{self.most:.1e} of {self.n}" if self.n else "none"


def as_pyagrum(network: BayesianNetwork) -> Any:
    """Return a network of ours as one of pyAgrum."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its extension, where warnings are errors, ends the process
        pyagrum: Any = import_module("pyagrum")
    other: Any = pyagrum.BayesNet()
    for name, states in zip(network.names, network.states, strict=True):
        variable = pyagrum.LabelizedVariable(name, name, list(states))
        other.add(variable)
    for i, above in enumerate(network.parents):
        for j in reversed(above):  # it takes the axes of a table the other way round
            other.addArc(network.names[j], network.names[i])
    for i, above in enumerate(network.parents):
        table = other.cpt(network.names[i])
        family = [*above, i]
        table[:] = network.tables[i].transpose(
            [family.index(network.index(name)) for name in reversed(table.names)]
        )
    return other


def engine(network: BayesianNetwork, target: str) -> Engine:
    """Return a function that gives pyAgrum's posterior of the target after answers."""
    pyagrum: Any = import_module("pyagrum")
    lazy: Any = pyagrum.LazyPropagation(as_pyagrum(network))
    lazy.setTargets({target})

    def posterior(answers: Answers) -> Any:
        lazy.setEvidence(answers)
        lazy.makeInference()
        return lazy.posterior(target).toarray().ravel()

    return posterior


def along_the_graph(
    model: Model, network: BayesianNetwork, target: str, n: int
) -> Iterator[tuple[Answers, Any]]:
    """Give different sets of answers that sessions ask for, with the runtime's posterior after them.

    Some answers are missing. A session ends before a state that the model does not know.
    """
    columns = [network.index(name) for name in model.feature_names]
    bins = [
        {network.states[i].index(str(label)): at for at, label in enumerate(feature.labels or ())}
        for i, feature in zip(columns, model.network.features, strict=True)
    ]
    states = network.states[network.index(target)]
    class_of = [[str(label) for label in model.classes].index(state) for state in states]
    rng, seen = np.random.default_rng(0), set()
    session = Session(model)
    for row in network.draw(MOST_DRAWN * n, 1, columns)[:, columns] if columns else []:
        session.restart()
        answers: Answers = {}
        length = rng.integers(1, 1 + len(columns))
        while (k := session.next()) is not None and len(answers) < length and int(row[k]) in bins[k]:
            if rng.random() < MISSING:
                session.missing(k)
                continue
            session.answer_bin(k, bins[k][int(row[k])])
            answers[model.feature_names[k]] = int(row[k])
        key = tuple(sorted(answers.items()))
        if answers and key not in seen:
            seen.add(key)
            yield answers, session.posterior[class_of]


def anywhere(network: BayesianNetwork, target: str, ask: Sequence[str]) -> Iterator[tuple[Answers, Any]]:
    """Give sets of answers to any questions, with the posterior by which graphs are planned."""
    at = network.index(target)
    asked = [network.index(name) for name in ask]
    tree, rng = JunctionTree(network, at, asked), np.random.default_rng(1)
    while True:
        n = max(tree.at_once, 1)
        states = network.draw(n, int(rng.integers(2**32)), [at, *asked])[:, asked].astype(int)
        told = rng.random((n, len(asked))) < rng.random((n, 1))
        masses = tree.joints(np.where(told, states, -1))[1]
        for row, some, mass in zip(states, told, masses, strict=True):
            known = {name: int(row[k]) for k, name in enumerate(ask) if some[k]}
            yield known, mass / mass.sum()


def given_all(network: BayesianNetwork, target: str) -> Iterator[tuple[Answers, Any]]:
    """Give instances without the target, with the posterior that bounds costs in networks too wide."""
    at = network.index(target)
    for seed in range(1000):
        drawn = network.draw(1000, seed)
        for row, told in zip(drawn, given_blanket(network, at, drawn), strict=True):
            yield (
                {name: int(state) for name, state in zip(network.names, row, strict=True) if name != target},
                told,
            )


def compared(pairs: Iterator[tuple[Answers, Any]], theirs: Engine, n: int, seconds: float) -> Compared:
    """Compare n sets of answers, or as many as there is time for."""
    off: list[float] = []
    start = time.process_time()
    for answers, ours in islice(pairs, n):
        off.append(float(np.abs(ours - theirs(answers)).max()))
        if time.process_time() - start > seconds:
            break
    return Compared(max(off, default=0.0), float(np.mean(off)) if off else 0.0, len(off))

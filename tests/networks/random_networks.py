"""Small networks drawn at random, and what is true of them by enumeration."""

from __future__ import annotations

import itertools
import os

import numpy as np

from ifc2f.networks.bayesian import BayesianNetwork

EXAMPLES = max(int(os.environ.get("NETWORK_EXAMPLES", "12")), 4)  # of each law; make networks takes more


def random_bayesian(
    rng: np.random.Generator, n_variables: int, least_states: int = 1, most_states: int = 3
) -> BayesianNetwork:
    """Return a network with up to three parents each, in random order, and some impossible states."""
    place = rng.permutation(n_variables)
    sizes = rng.integers(least_states, most_states + 1, n_variables)
    sizes[rng.integers(n_variables)] = most_states
    parents, tables = [], []
    for i in range(n_variables):
        earlier = [j for j in range(n_variables) if place[j] < place[i]]
        n_parents = min(len(earlier), int(rng.integers(0, 4)))
        above = tuple(int(j) for j in rng.choice(earlier, n_parents, replace=False)) if n_parents else ()
        shape = [int(sizes[j]) for j in above]
        table = rng.dirichlet(np.full(sizes[i], 0.7), size=shape or None)
        if rng.random() < 0.3:
            table[..., 0] *= rng.random(table.shape[:-1]) < 0.5
            table[..., -1] += 1 - table.sum(axis=-1)
        parents.append(above)
        tables.append(table / table.sum(axis=-1, keepdims=True))
    names = tuple(f"v{i}" for i in range(n_variables))
    states = tuple(tuple(f"s{k}" for k in range(size)) for size in sizes)
    return BayesianNetwork(names, states, tuple(parents), tuple(tables))


def full_joint(network: BayesianNetwork) -> np.ndarray:
    """Return P(all variables), an axis each."""
    sizes = [len(states) for states in network.states]
    joint = np.ones(sizes)
    for states in itertools.product(*map(range, sizes)):
        for i, table in enumerate(network.tables):
            joint[states] *= table[(*(states[j] for j in network.parents[i]), states[i])]
    return joint


def asked_joint(
    network: BayesianNetwork, target: int, asked: list[int], joint: np.ndarray | None = None
) -> np.ndarray:
    """Return P(questions, target): an axis for each question, the target's last; `joint` is that of all."""
    joint = full_joint(network) if joint is None else joint
    kept = [*asked, target]
    summed = joint.sum(axis=tuple(i for i in range(joint.ndim) if i not in kept))
    left = sorted(kept)
    return summed.transpose([left.index(i) for i in kept])


def posterior_by_sums(joint: np.ndarray, answers: dict[int, int]) -> np.ndarray:
    """Return P(answers, target) of a joint of questions and target."""
    index = tuple(answers.get(k, slice(None)) for k in range(joint.ndim - 1))
    some = joint[index]
    return some.reshape(-1, joint.shape[-1]).sum(axis=0)


def least_cost(joint: np.ndarray, costs, mistakes: np.ndarray, budget: float = np.inf) -> float:
    """Return what the best of all policies costs, by a recursion over all sets of answers and all orders."""
    n_questions = joint.ndim - 1
    known: dict[tuple, float] = {}

    def best(answers: dict[int, int]) -> float:
        key = tuple(sorted(answers.items()))
        if key not in known:
            mass = posterior_by_sums(joint, answers)
            total = (mass @ mistakes).min()
            asked = sorted(answers)
            spent = sum(costs.price(k, asked[:n]) for n, k in enumerate(asked))
            for k in set(range(n_questions)) - set(asked):
                price = costs.price(k, asked)
                if np.float32(spent + price) <= budget:
                    after = sum(best({**answers, k: v}) for v in range(joint.shape[k]))
                    total = min(total, price * mass.sum() + after)
            known[key] = total
        return known[key]

    return best({})

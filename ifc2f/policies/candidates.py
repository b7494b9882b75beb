"""The policies that are compared, and the rule that chooses one of them by what held-out rows cost."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np

from ifc2f.core.kernels import Float64
from ifc2f.files.format import GINI_WEIGHT
from ifc2f.policies.graph import Growth
from ifc2f.settings import Settings

__all__ = [
    "BREADTH",
    "COMPLEXITY",
    "POLICIES",
    "Adaptive",
    "Candidate",
    "Nothing",
    "Order",
    "best_candidate",
    "best_of_kinds",
    "candidates_of",
    "name_of",
]

POLICIES = ("ordered", "adaptive", "graph", "auto")
GROWTHS = ((5.0, 0.5), (25.0, 0.5), (125.0, 0.5), (25.0, 1.0), (1.0, 1.0))  # the last all but a plain tree
COMPLEXITY = (0.3, 1.0)
GINI_WEIGHTS = (0.1, 0.5)
BREADTH = 2
CAUTION = 0.5  # standard errors from the average of its kind that count against a candidate


@dataclass(frozen=True)
class Adaptive:
    """The setting of an adaptive policy.

    Attributes
    ----------
    weight : float
        How much the Gini cost (that of deciding at random by the posterior) counts in addition to that of
        deciding.
    network : {"whole", "tree", "factor"}
        Whose network it follows: that of graphs, with equally filled bins and a whole tree; that of
        `Order()`, with supervised bins and no dependence weaker than chance makes it on average; or one with
        equally filled bins and a factor, on which the most relevant numbers depend.
    breadth : int
        How many first questions are compared by all that follows them; 0: questions are not followed.
    """

    weight: float = GINI_WEIGHT
    network: Literal["whole", "tree", "factor"] = "whole"
    breadth: int = 0


@dataclass(frozen=True)
class Order:
    """An ordered policy.

    Attributes
    ----------
    network : {"tree", "forest"}
        Whether its network has the structure of the settings, by default a tree whose dependences are
        stronger than chance makes them on average, or is a forest, of dependences that pay for their
        parameters.
    """

    network: Literal["tree", "forest"] = "tree"


@dataclass(frozen=True)
class Nothing:
    """The policy that asks nothing: it decides at once for the class of least cost under the prior."""


Candidate = Growth | Adaptive | Order | Nothing


def candidates_of(policy: str, settings: Settings) -> list[Candidate]:
    """Return the candidates to compare; what is usually best comes first.

    A forest and a factor are compared where the settings leave the structure to training.
    """
    is_free = (settings.structure, settings.order) == ("tree", "information")
    networks: tuple[Literal["tree", "forest"], ...] = ("tree", "forest") if is_free else ("tree",)
    kinds: dict[str, list[Candidate]] = {
        "graph": [Growth(*kind, complexity) for kind, complexity in product(GROWTHS, COMPLEXITY)],
        "adaptive": [
            *(Adaptive(weight) for weight in GINI_WEIGHTS),
            *(Adaptive(weight, "tree") for weight in GINI_WEIGHTS),
            *(Adaptive(weight, "factor") for weight in GINI_WEIGHTS if is_free),
            Adaptive(GINI_WEIGHTS[0], breadth=BREADTH),
        ],
        "ordered": [Order()] if policy == "ordered" else [Order(network) for network in networks],
        "nothing": [Nothing()],
    }
    if policy not in POLICIES:
        raise ValueError(f"policy must be one of {', '.join(POLICIES)}; got {policy!r}")
    found = [
        candidate for kind, of_kind in kinds.items() if policy in (kind, "auto") for candidate in of_kind
    ]
    return sorted(found, key=lambda candidate: candidate not in (Growth(), Adaptive()))


def name_of(candidate: Candidate) -> str:
    """Return the name of a candidate, for the model and for progress."""
    if isinstance(candidate, Nothing):
        return "nothing"
    if isinstance(candidate, Order):
        return "ordered" + ", forest" * (candidate.network == "forest")
    if isinstance(candidate, Adaptive):
        network = "" if candidate.network == "whole" else f"{candidate.network} network, "
        kind = network + "looking ahead, " * (candidate.breadth > 0)
        return f"adaptive, {kind}Gini weight {candidate.weight:g}"
    settings = candidate.drawn, candidate.labels, candidate.complexity
    return "graph, simulated {:g}, labels {:g}, complexity {:g}".format(*settings)


def best_of_kinds(scores: dict[str, float]) -> list[str]:
    """Return the name with the lowest score of each kind of policy, the lowest first."""
    best: dict[str, str] = {}
    for name in sorted(scores, key=lambda name: scores[name]):
        best.setdefault(name.partition(",")[0], name)
    return list(best.values())


def best_candidate(candidates: list[Candidate], costs_of_rows: Float64) -> Candidate:
    """Return the candidate with the least cost, held out, of the kind of policy that costs least.

    With few rows the least of many scores is low by chance. So kinds are compared by the average over the
    better half of their candidates, which depends less on chance. Within the kind each candidate is
    charged a part of the standard error of its difference from the kind's average: the less alike they
    behave, the more it must save. Where asking nothing is a candidate, what was found must cost less.
    """
    if not costs_of_rows.size:
        return candidates[0]
    members: dict[tuple[type, str], list[int]] = {}
    for i, candidate in enumerate(candidates):
        if isinstance(candidate, Nothing):
            continue
        members.setdefault((type(candidate), getattr(candidate, "network", "")), []).append(i)
    scores = costs_of_rows.mean(axis=1)

    def of_better_half(kind: list[int]) -> float:
        return round(float(np.sort(scores[kind])[: (len(kind) + 1) // 2].mean()), 9)  # equal ones: the first

    best = min(members.values(), key=of_better_half)
    apart = costs_of_rows[best] - costs_of_rows[best].mean(axis=0)
    charged = apart.mean(axis=1) + CAUTION * apart.std(axis=1, ddof=1) / np.sqrt(apart.shape[1])
    found = best[int(np.argmin(charged))]
    if Nothing() in candidates and scores[candidates.index(Nothing())] <= scores[found]:
        return Nothing()
    return candidates[found]

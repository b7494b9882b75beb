"""Planning the ordered policy of a model, and its expected cost; the work is done in C."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ifc2f._core import ffi, lib
from ifc2f.core.errors import check, status_text
from ifc2f.files.ordered_section import TREATMENTS, read_ordered
from ifc2f.model import Model, checked_model
from ifc2f.planning.optimum import MAX_ASSIGNMENTS, by_value_functions
from ifc2f.session import Session

SOLVERS = ("full", "perseus")
OFFERED_TREATMENTS = ("auto", *TREATMENTS)
AUTO_ASSIGNMENTS = 256
FEWEST_BELIEFS, BELIEFS_OF_TWO_CLASSES, MOST_BELIEFS = 100, 200, 2000
PLANNING_WORK = 250_000_000  # beliefs squared, times sets, times classes
FINER = 4  # times as many beliefs, for two classes, where that is worth it
WORTH = 0.005  # of the expected cost
BREAKPOINTS = 64  # of the value functions that decide whether a finer plan can pay, in a fraction of its time
ROUNDING = 1e-4  # of a cost that is promised in single precision, and far more than it can be off
DRAFT = 4  # times fewer beliefs, for a policy that is only compared
MAX_SEQUENCES = 1_000_000
FEW_SEQUENCES = 20_000
N_INSTANCES = 100_000
_FIRST_POLICY_BYTES = 1 << 26  # memory that is not touched where it is not used


@dataclass(frozen=True)
class Expectation:
    """Expected cost of a policy under its own network, per instance.

    Attributes
    ----------
    total : float
        Acquisition and misclassification together: the figure of merit J.
    acquisition : float
        Expected cost of the features acquired.
    misclassification : float
        Expected cost of wrong answers.
    n_features : float
        Expected number of features acquired.
    standard_error : float
        Standard error of `total`; 0 if all sequences of answers were enumerated.
    n_sequences : int
        Number of sequences of answers enumerated, or of instances simulated.
    """

    total: float
    acquisition: float
    misclassification: float
    n_features: float
    standard_error: float
    n_sequences: int


def plan(
    model: Model,
    *,
    treatment: str = "auto",
    solver: str = "full",
    n_beliefs: int | None = None,
    n_stages: int | None = None,
    seed: int = 0,
    is_draft: bool = False,
) -> bytes:
    """Plan the ordered policy and return its section.

    Parameters
    ----------
    model : Model
        Features are acquired in the model's order.
    treatment : {"auto", "exact", "parent", "marginal"}, default="auto"
        The values, in addition to the belief, that index the sets of alpha vectors. `auto`: exact, over as
        many leading features as leave no stage with more than 256 assignments of live values. The optimum
        over fewer features is usually better than a heuristic over more, and its costs are exact. A heuristic
        plan is executed, and kept if it costs no more than deciding at once or, if that is simulated, three
        standard errors less. Otherwise the plan is to ask nothing.
    solver : {"full", "perseus"}, default="full"
    n_beliefs : int, optional
        Number of simulated instances; a stage with fewer sequences of answers has all of them. Default:
        200 (L - 1)^2 for L classes, at most 2000, because beliefs fill L - 1 dimensions; with very many sets
        fewer, but never below 100. For two classes 800, if the plan with them saves more than 0.5 % of the
        expected cost: a larger policy must be worth it.
    n_stages : int, optional
        How many features may be acquired; default: those that the model's budget pays for.
    seed : int, default=0
    is_draft : bool, default=False
        Use a quarter of the default beliefs, for a policy that is only compared with others.

    Raises
    ------
    ValueError
        If an option is out of range, or `exact` would need more than 4096 assignments.

    References
    ----------
    Liyanage, Zois, Chelmis (2021), doi 10.1109/TAI.2021.3109858; docs/method.md lists the differences.
    """
    if treatment not in OFFERED_TREATMENTS:
        raise ValueError(f"treatment must be one of {', '.join(OFFERED_TREATMENTS)}; got {treatment!r}")
    if solver not in SOLVERS:
        raise ValueError(f"solver must be one of {', '.join(SOLVERS)}; got {solver!r}")
    if n_beliefs is not None and not 1 <= n_beliefs <= 65535:
        raise ValueError(f"n_beliefs must be from 1 to 65535, not {n_beliefs}")
    if n_stages is None:
        n_stages = affordable_stages(model)
    if not 0 <= n_stages <= model.n_features:
        raise ValueError(
            f"n_stages must be from 0 to the model's {model.n_features} features, not {n_stages}"
        )
    options = _options(treatment, n_stages, solver=solver, n_beliefs=n_beliefs, seed=seed)
    if treatment == "auto":
        options.n_stages = _stages_within_reach(model, options)
    section = _planned(model, options, treatment, n_beliefs, is_draft)
    if is_sure(model, section) or _saves(model, section, seed):
        return section
    options.n_stages = 0
    return _run(model, options)


def _planned(model: Model, options: Any, treatment: str, n_beliefs: int | None, is_draft: bool) -> bytes:
    """Plan with the given number of beliefs, or by default with as many as pay."""
    if n_beliefs is not None:
        return _run(model, options)
    enough = _enough_beliefs(model.n_classes)
    options.n_beliefs = _affordable_beliefs(model, options, enough) // (DRAFT if is_draft else 1)
    section = _run(model, options)
    if model.n_classes != 2 or treatment not in ("auto", "exact") or is_draft:
        return section
    worth = (1 - WORTH) * _promised(model, section)
    if _least_promise(model, section) >= worth:
        return section
    options.n_beliefs = _affordable_beliefs(model, options, FINER * enough)
    finer = _run(model, options)
    return finer if _promised(model, finer) < worth else section


def _least_promise(model: Model, section: bytes) -> float:
    """Return a lower bound of the order's optimum, which every exact plan of the same stages respects.

    0 if none is at hand. Where the budget passes over features, plans may do better than the order.
    """
    if not is_sure(model, section):
        return 0.0
    bound = by_value_functions(model.with_policies({"ORDR": section}), BREAKPOINTS)
    return 0.0 if bound is None else (1 - ROUNDING) * bound


def is_sure(model: Model, section: bytes) -> bool:
    """Return whether a plan costs no more than its vectors say: it is exact, and the budget pays for all."""
    planned = read_ordered(section, model.n_classes)
    n_stages = len(planned.stages)
    return planned.treatment == "exact" and affordable_features(model)[:n_stages] == list(range(n_stages))


def _saves(model: Model, section: bytes, seed: int) -> bool:
    """Return whether a heuristic plan, executed, costs no more than deciding at once.

    Only for an exact plan is this certain. If the cost is simulated, more instances are drawn until the
    difference is beyond chance; if it never is, deciding is simpler.
    """
    planned = model.with_policies({"ORDR": section})
    deciding = Session(planned).cost_of_stopping
    for n_instances in (N_INSTANCES, 4 * N_INSTANCES, 16 * N_INSTANCES):
        found = expected_cost(planned, n_instances=n_instances, seed=seed)
        if abs(found.total - deciding) >= 3 * found.standard_error:
            break
    return found.total <= deciding - 3 * found.standard_error


def _promised(model: Model, section: bytes) -> float:
    """Return the expected cost by a plan; with exact treatment the policy costs no more."""
    session = Session(model.with_policies({"ORDR": section}))
    stop, first = session.cost_of_stopping, session.next()
    return stop if first is None else min(stop, session.cost_of_continuing(first))


def plan_finely(model: Model) -> bytes | None:
    """Plan the stages of a model's policy exactly, with as many beliefs as is feasible.

    Returns None if a stage has too many assignments of live values.
    """
    options = _options("exact", model.n_stages)
    if not lib.ifc2f_plan_max_policy_bytes(model.c_model, options):
        return None
    options.n_beliefs = _affordable_beliefs(model, options, MOST_BELIEFS)
    return _run(model, options)


def _options(
    treatment: str, n_stages: int, *, solver: str = "full", n_beliefs: int | None = None, seed: int = 0
) -> Any:
    options = ffi.new("ifc2f_plan_options *")
    options.n_stages = n_stages
    options.n_beliefs = n_beliefs or FEWEST_BELIEFS
    options.max_assignments = AUTO_ASSIGNMENTS if treatment == "auto" else MAX_ASSIGNMENTS
    options.treatment = TREATMENTS.index("exact" if treatment == "auto" else treatment)
    options.solver = SOLVERS.index(solver)
    options.seed = seed & 0xFFFFFFFF
    return options


def _enough_beliefs(n_classes: int) -> int:
    """Return how many beliefs fill the simplex of L classes."""
    return min(BELIEFS_OF_TWO_CLASSES * (n_classes - 1) ** 2, MOST_BELIEFS)


def _affordable_beliefs(model: Model, options: Any, wanted: int) -> int:
    """Return how many beliefs to back up; the work grows with their square, with sets and with classes."""
    options.n_beliefs = FEWEST_BELIEFS
    most_bytes = lib.ifc2f_plan_max_policy_bytes(model.c_model, options)
    n_sets = most_bytes // (8 * FEWEST_BELIEFS * model.n_classes) + 1
    affordable = math.isqrt(PLANNING_WORK // (n_sets * model.n_classes))
    return max(min(wanted, affordable), FEWEST_BELIEFS)


def _stages_within_reach(model: Model, options: Any) -> int:
    """Return the largest number of stages that do not pass the options' `max_assignments`.

    Fewer stages have fewer live values, so it is found by halving.
    """
    reached, beyond = 0, int(options.n_stages) + 1
    while beyond - reached > 1:
        options.n_stages = (reached + beyond) // 2
        if lib.ifc2f_plan_max_policy_bytes(model.c_model, options):
            reached = int(options.n_stages)
        else:
            beyond = int(options.n_stages)
    return reached


def affordable_stages(model: Model) -> int:
    """Return how many leading features end with the last one that the model's budget pays for.

    They are acquired in their order; a feature that the budget does not pay for is skipped.
    """
    return max((k + 1 for k in affordable_features(model)), default=0)


def affordable_features(model: Model) -> list[int]:
    """Return the features that the model's budget pays for when all of them are acquired in their order."""
    if model.budget == math.inf:
        return list(range(model.n_features))
    session, paid = Session(model), []
    for k in range(model.n_features):
        session.missing(k, paid=True)
        if session.cost > model.budget:
            session.retract(k)
        else:
            paid.append(k)
    return paid


def _run(model: Model, options: Any) -> bytes:
    """Plan with growing memory: the bound on a policy's size is far above its real size."""
    work_bytes = lib.ifc2f_plan_work_bytes(model.c_model, options)
    most = lib.ifc2f_plan_max_policy_bytes(model.c_model, options)
    work = np.empty(work_bytes // 4 + 1, dtype=np.uint32)
    n_bytes = min(most, _FIRST_POLICY_BYTES)
    while True:
        policy = np.empty(n_bytes // 4 + 1, dtype=np.uint32)
        length = lib.ifc2f_plan(
            model.c_model,
            options,
            ffi.from_buffer("uint32_t *", work),
            work_bytes,
            ffi.from_buffer("uint32_t *", policy),
            4 * len(policy),
        )
        if length == lib.IFC2F_ERR_TOO_LARGE:
            raise ValueError(
                f"a stage has more than {MAX_ASSIGNMENTS} assignments of live values: use treatment 'auto'"
            )
        if length != lib.IFC2F_ERR_MEMORY or n_bytes >= min(most, 1 << 30):
            return policy[: check(length) // 4 + 1].tobytes()[:length]
        n_bytes = min(most, 8 * n_bytes)


def expected_cost(
    model: Model, *, max_sequences: int | None = None, n_instances: int = N_INSTANCES, seed: int = 0
) -> Expectation:
    """Return the expected cost of the model's policy, as executed, under its own network.

    It is exact, by enumeration, if the features have at most 10^6 sequences of answers, or if the policy
    stops early and meets at most 20,000 of them. Otherwise it is simulated. With a policy graph, answers
    occur with the probabilities of the network, and mistakes with the graph's own class probabilities where
    it stops. The cost of its decisions if the network is right is the upper bound of `ifc2f.certificate`.

    Parameters
    ----------
    model : Model
    max_sequences : int, optional
        Enumerate up to this many sequences instead.
    n_instances : int, default=100_000
        Number of simulated instances.
    seed : int, default=0
        Seed of the simulation.

    Raises
    ------
    ValueError
        If the model has no policy.
    """
    found = enumerated_cost(checked_model(model, "an expected cost"), max_sequences)
    if found is not None:
        return found
    n_bytes = lib.ifc2f_simulate_bytes(model.c_model, n_instances)
    memory, out = _words(n_bytes), ffi.new("ifc2f_expectation *")
    status = lib.ifc2f_simulate(
        model.c_model, model.budget, n_instances, seed & 0xFFFFFFFF, memory, n_bytes, out
    )
    if status < 0:
        raise ValueError(status_text(status))
    return _expectation(out)


def least_expected(models: Iterable[Model]) -> Model:
    """Return the model whose policy has the least expected cost, and the first of equal ones."""
    first, *others = models
    if not others:
        return first
    return min([first, *others], key=lambda model: expected_cost(model, n_instances=FEW_SEQUENCES).total)


def enumerated_cost(model: Model, max_sequences: int | None = None) -> Expectation | None:
    """Return the expected cost as `expected_cost` does, or None if there are too many answer sequences."""
    if max_sequences is None:
        n_asked = model.n_stages if model.policy == "ordered" else model.n_features
        n_possible = math.prod(lib.ifc2f_n_values(model.c_model, k) for k in range(n_asked))
        max_sequences = MAX_SEQUENCES if n_possible <= MAX_SEQUENCES else FEW_SEQUENCES
    n_bytes = lib.ifc2f_enumerate_bytes(model.c_model)
    memory, out = _words(n_bytes), ffi.new("ifc2f_expectation *")
    status = lib.ifc2f_enumerate(model.c_model, model.budget, max_sequences, memory, n_bytes, out)
    if status == lib.IFC2F_ERR_TOO_LARGE:
        return None
    if status < 0:
        raise ValueError(status_text(status))
    return _expectation(out)


def _words(n_bytes: int) -> Any:
    return ffi.new("uint32_t[]", n_bytes // 4 + 1)


def _expectation(out: Any) -> Expectation:
    return Expectation(
        total=out.total,
        acquisition=out.acquisition,
        misclassification=out.misclassification,
        n_features=out.n_acquired,
        standard_error=out.standard_error,
        n_sequences=out.n_sequences,
    )

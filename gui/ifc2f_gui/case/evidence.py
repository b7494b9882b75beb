"""Consequences of a case: every number comes from the runtime, in a new session for every change.

Where a figure is a difference of the runtime's numbers (a saving), it is
formed here and nowhere else.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from ifc2f.assessment.agreement import Agreement
from ifc2f.certainty import rows_behind
from ifc2f.files.format import adaptive_section
from ifc2f.files.meta import deferral_threshold
from ifc2f.model import Model
from ifc2f.questions import JointWorth, Worth
from ifc2f.session import Influence, Session
from ifc2f_gui.case.case import PAID, TELLING, Case, Finding
from ifc2f_gui.case.describe import Described, value_texts

SURE = 0.9  # level of intervals
CONFLICT_ODDS = 100.0  # answers fit together so badly in at most 1 case of 100, if the model is right
_UNLIKELY_NATS = math.log(CONFLICT_ODDS)


@dataclass(frozen=True)
class Step:
    """One answer in the course of the case: the posterior before and after it, and the cost so far."""

    feature: int
    before: NDArray[np.float32]
    after: NDArray[np.float32]
    cost: float


@dataclass(frozen=True)
class Open:
    """A feature that is still open: its cost, and what acquiring it, and then deciding, is expected to save.

    It is the feature's own worth, whatever the policy and whatever was answered before: what it is worth
    together with later answers is known only to the policy, and would not compare with other features.
    """

    feature: int
    cost: float
    worth: Worth

    @property
    def saving(self) -> float:
        """Expected cost of deciding now less that of deciding when it is answered."""
        return self.worth.saving

    @property
    def net(self) -> float:
        """Its saving less its cost."""
        return self.saving - self.cost


@dataclass(frozen=True)
class Possible:
    """An answer that a question may get: how probable it is, the posterior then, and whether it decides."""

    text: str
    probability: float
    posterior: NDArray[np.float64]
    changes: bool  # another class would be decided


class Consequences:
    """What the model says about a case. Figures are computed when first asked for, and kept.

    Parameters
    ----------
    model : Model
    features : tuple of Described
    case : Case
        As it is now: make new `Consequences` after a change.
    """

    def __init__(self, model: Model, features: tuple[Described, ...], case: Case) -> None:
        self.model = model
        self.features = features
        self.findings = case.findings()
        self.prior = case.prior
        self.budget = model.budget if case.budget is None else case.budget
        self.session = Session(model, prior=case.prior, budget=self.budget)
        self.start = self.session.posterior
        self.steps: list[Step] = []
        for k, finding in self.findings:
            before = self.session.posterior
            self._tell(self.session, k, finding)
            self.steps.append(Step(k, before, self.session.posterior, self.session.cost))
        self.posterior = self.session.posterior
        self._joint: dict[tuple[int, ...], JointWorth] = {}

    def _tell(self, session: Session, k: int, finding: Finding) -> None:
        """Pass a finding to a session. Paused: its cost was spent, its value does not count."""
        if finding.state not in TELLING or finding.paused:
            session.missing(k, paid=finding.state in PAID and not finding.known)
        elif finding.likelihoods is not None:
            session.answer_likelihoods(k, finding.likelihoods)
        elif finding.known:
            session.know(k, self._in_model(k, finding))
        elif (choices := self.features[k].choices) is not None:
            session.answer_bin(k, choices.index(str(finding.value)))
        else:
            session.answer(k, finding.value)

    def _in_model(self, k: int, finding: Finding) -> float | str:
        """Return a value as the model takes it: a number for categories without texts."""
        feature, choices = self.model.network.features[k], self.features[k].choices
        if choices is not None and not feature.labels:
            return float(feature.values[choices.index(str(finding.value))])
        assert finding.value is not None
        return finding.value

    @cached_property
    def interval(self) -> NDArray[np.float64] | None:
        """Intervals of the posterior at the level `SURE`, shape (L, 2); None if the model names no rows."""
        return None if rows_behind(self.model) is None else self.session.interval(SURE)

    @cached_property
    def thresholds(self) -> list[float | None]:
        """For each class the probability from which it is decided, or None: see `Session`."""
        return self.session.decision_thresholds()

    @property
    def threshold(self) -> float | None:
        """The probability from which the second of two classes is decided; None if there is none."""
        return self.thresholds[1] if self.model.n_classes == 2 else None

    @property
    def counted(self) -> list[tuple[int, Finding]]:
        """Findings that move the posterior."""
        return [(k, found) for k, found in self.findings if found.state in TELLING and not found.paused]

    @cached_property
    def before_last(self) -> NDArray[np.float32]:
        """Posterior before the last answer; the prior if there is none."""
        return self.steps[-1].before if self.steps else self.start

    @cached_property
    def next(self) -> int | None:
        """The feature to ask: mandatory ones first, then what the policy asks; None to stop."""
        mandatory = [row.feature for row in self.open if self.features[row.feature].mandatory]
        return mandatory[0] if mandatory else self.policy_next

    @cached_property
    def policy_next(self) -> int | None:
        """The policy's next feature; None if it stops or the model has no policy."""
        return self.asking_session.next() if self.has_policy else None

    @property
    def has_policy(self) -> bool:
        """Whether the model can say what to ask next."""
        return bool(self.model.policies)

    @cached_property
    def in_turn(self) -> bool:
        """Whether no question was answered before one that the ordered policy asks earlier."""
        known = {k for k, _ in self.findings}
        return all(j in known for k, _ in self.counted for j in range(min(k, self.model.n_stages)))

    @cached_property
    def adviser(self) -> Session:
        """The case in a session of the adaptive policy, which depends on the answers, not on their order."""
        return self._told(Session(_adaptive(self.model), prior=self.prior, budget=self.budget))

    @cached_property
    def _of_graph(self) -> Session:
        """The case in a session whose policy graph has its costs at the case's prior, not the model's."""
        if self.prior is None:
            return self.session
        network = replace(self.model.network, prior=self.start)
        return self._told(Session(self.model.changed(network=network), budget=self.budget))

    def _told(self, session: Session) -> Session:
        for k, finding in self.findings:
            self._tell(session, k, finding)
        return session

    @property
    def is_ordered(self) -> bool:
        """Whether the policy's questions come in an order that is the same for every case."""
        return self.in_turn and self.model.n_stages > 0

    @property
    def asking_session(self) -> Session:
        """The session whose policy asks: the adaptive one after answers out of an ordered policy's order."""
        return self.session if self.in_turn or self.model.n_stages == 0 else self.adviser

    @property
    def _pricing(self) -> Session:
        """The session that says what going on costs: an ordered policy's while it is in turn."""
        return self.session if self.is_ordered else self.adviser

    @cached_property
    def stopping(self) -> float:
        """Expected misclassification cost of deciding now."""
        return self.session.cost_of_stopping

    @cached_property
    def continuing(self) -> float | None:
        """Expected further cost of going on with the policy's next question; None if there is none.

        Where the policy stops, with the question that costs least then: its next one, or any that is open.
        Of a test with several values a bound may look at one at a time; it is then what all of them leave.
        """
        if not self.has_policy:
            return None
        if self.policy_next is not None:
            asking = self._of_graph if "GRAF" in self.model.policies else self._pricing
            cost = asking.cost_of_continuing(self.policy_next)
            whole = self.joint_worth(self.policy_next) if self.is_bound else None
            price = self.session.feature_cost(self.policy_next)
            return cost if whole is None else min(cost, self.stopping - whole.saving + price)
        singly = [self.stopping - row.net for row in self.open]
        if self._pricing is self.session:
            try:
                singly.append(self.session.cost_of_continuing())
            except ValueError:  # every question of the policy is answered
                return None
        return min(singly, default=None)

    def is_over_budget(self, row: Open) -> bool:
        """Whether the budget does not pay for an open feature; it may be answered all the same."""
        return bool(np.float32(self.session.cost + row.cost) > np.float32(self.budget))

    @cached_property
    def wanted(self) -> int | None:
        """What the policy would ask next if the budget paid for it; None if it asks, or stops in any case."""
        if not self.has_policy or self.policy_next is not None or math.isinf(self.budget):
            return None
        asking = self.asking_session
        asking.set_budget(math.inf)
        wanted = asking.next()
        asking.set_budget(self.budget)
        return wanted

    @property
    def still_to_come(self) -> float:
        """Expected further cost, mistakes included, if the advice is followed."""
        return self.stopping if self.policy_next is None or self.continuing is None else self.continuing

    @property
    def is_bound(self) -> bool:
        """Whether `still_to_come` is only an upper bound, as with adaptive policies."""
        asks = self.policy_next is not None and "GRAF" not in self.model.policies
        return asks and self._pricing is not self.session

    @cached_property
    def decision(self) -> str:
        """The class with the smallest expected misclassification cost."""
        return str(self.session.decide())

    @cached_property
    def costs_of_deciding(self) -> NDArray[np.float64]:
        """Expected misclassification cost of deciding now for each class; the smallest is `stopping`."""
        mistakes = self.model.misclassification.astype(np.float64)
        return self.posterior.astype(np.float64) @ mistakes

    def cost_of_deciding(self, label: str) -> float:
        """Expected misclassification cost of deciding now for a class; of the best one it is `stopping`."""
        if label == self.decision:
            return self.stopping
        return float(self.costs_of_deciding[list(map(str, self.model.classes)).index(label)])

    @cached_property
    def open(self) -> list[Open]:
        """Open features: mandatory ones, then free ones, then by net saving."""
        known = {k for k, _ in self.findings}
        rows = [self._open(k) for k in range(self.model.n_features) if k not in known]
        return sorted(rows, key=self._rank)

    def _open(self, k: int) -> Open:
        return Open(k, self.session.feature_cost(k), self.session.worth(k))

    def _rank(self, row: Open) -> tuple[bool, bool, float, int]:
        return not self.features[row.feature].mandatory, row.cost > 0.0, -row.net, row.feature

    def together(self, feature: int) -> tuple[int, ...]:
        """Return the open features that one test shows with an open one; empty if it is open alone."""
        panel = self.features[feature].panel
        known = {k for k, _ in self.findings}
        shown = tuple(f.index for f in self.features if f.panel == panel and f.index not in known)
        return shown if panel and feature in shown and len(shown) > 1 else ()

    def joint_worth(self, feature: int) -> JointWorth | None:
        """Return what the values of one test are worth together. None if it shows one."""
        together = self.together(feature)
        if together and together not in self._joint:
            self._joint[together] = self.session.joint_worth(together)
        return self._joint.get(together)

    def test_name(self, feature: int) -> str:
        """Return what a question is called: its panel while others of it are open, or else its own name."""
        described = self.features[feature]
        return described.panel if self.together(feature) else described.name

    def possible(self, feature: int) -> list[Possible]:
        """Return the answers that a question may get, in the order of its values; none if it is answered."""
        row = next((row for row in self.open if row.feature == feature), None)
        if row is None:
            return []
        mistakes = self.model.misclassification.astype(np.float64)
        texts = value_texts(self.model, self.features[feature])
        now = self.model.classes.index(self.session.decide())
        found = []
        for text, p, posterior in zip(texts, row.worth.probability, row.worth.posterior, strict=True):
            costs = posterior @ mistakes
            if p > 0.0:
                changes = row.worth.change > 0.0 and bool(costs.min() < costs[now] - 1e-9)
                found.append(Possible(text, float(p), posterior, changes))
        return found

    @property
    def leading(self) -> int:
        """Index of the most probable class; the lower one on a tie."""
        return int(np.argmax(self.posterior))

    def influences(self, target: int) -> list[Influence]:
        """Return what each counted answer does to the probability of a class, in the order of the case."""
        found = {each.feature: each for each in self.session.influences(self.model.classes[target])}
        return [found[k] for k, _ in self.counted]

    @property
    def contradiction(self) -> bool:
        """Whether the answers have probability 0 under the model."""
        return self.session.conflict

    @cached_property
    def surprise(self) -> float:
        """How much less probable the answers are together than one by one: ln of prod P(answer) / P(all).

        Under the model, prod P(answer) / P(all answers) has an expectation of at most 1, so by Markov's
        inequality it exceeds 100 in at most one case of 100 (the conflict measure of Jensen et al., 1990).
        """
        alone = 0.0
        together = Session(self.model, prior=self.prior)
        for k, finding in self.counted:
            single = Session(self.model, prior=self.prior)
            self._tell(single, k, finding)
            self._tell(together, k, finding)
            alone += single.log_evidence
        return alone - together.log_evidence if self.counted else 0.0

    @cached_property
    def doubtful(self) -> int | None:
        """The number that fits the others worst, if they do not fit together; else None.

        The model's bins are coarser than numbers; this uses the copula of its training rows.
        """
        agreement = _agreement(self.model)
        numbers = {k: float(found.value) for k, found in self.counted if isinstance(found.value, float | int)}
        return None if agreement is None else agreement.doubtful(numbers)

    @property
    def is_improbable(self) -> bool:
        """Whether the answers hardly fit together under the model."""
        return self.surprise > _UNLIKELY_NATS

    @property
    def conflict(self) -> bool:
        """Whether the answers hardly fit together."""
        return self.contradiction or self.is_improbable or self.doubtful is not None

    @cached_property
    def outside_training(self) -> list[int]:
        """Counted numbers outside the range of the training data."""
        return [
            k
            for k, finding in self.counted
            if isinstance(finding.value, float | int) and self.features[k].outside(float(finding.value))
        ]

    @cached_property
    def deferred(self) -> bool:
        """Whether the model's guarantee does not cover a decision now: the case is for a person to decide.

        With another prior or budget it covers none; the window stays careful and keeps to the threshold.
        """
        return float(self.posterior.max()) < deferral_threshold(self.model.meta)

    @property
    def guarantee_is_void(self) -> bool:
        """Whether the model has a guarantee that another prior or budget takes away."""
        has_one = deferral_threshold(self.model.meta) > 0
        return has_one and (self.prior is not None or self.budget != self.model.budget)


@lru_cache(maxsize=2)
def _agreement(model: Model) -> Agreement | None:
    """Return how a model's numbers fit together; None if its file does not hold that."""
    return Agreement.of(model)


@lru_cache(maxsize=2)
def _adaptive(model: Model) -> Model:
    """Return the model with the adaptive policy instead of its own."""
    return model.with_policies({"ADPT": model.policies.get("ADPT", adaptive_section())})

"""The states that an adaptive policy reaches, as a graph of places: its questions, and what follows.

A state is a set of answers, each of which leaves some bins possible; the session takes it as an
uncertain answer, so beliefs are exact. A place asks the policy's question with two outcomes, or splits
bins of an earlier answer, which costs nothing. Questions are left out, and a state goes on at the place
of an earlier one, where the cost that this adds is below the price of the nodes that it saves. Heavier states
come first.

All masses are joint: P(class, state), shape (L,). So their sums are probabilities of coming there, and their
costs are parts of the cost at the root.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from ifc2f._core import ffi, lib
from ifc2f.core.errors import check
from ifc2f.model import Model
from ifc2f.session import Session

__all__ = ["NOTHING", "Expansion", "Place"]

N_COMPARED = 8  # places that a state is compared with, those with the nearest beliefs
MOST_DOUBT = 100.0  # in costs of deciding, as csrc/runtime/favourite.c has it
NOTHING = 1e-30
NEGLIGIBLE = 1e-6  # gain, as single precision has it
FEWEST = 0.01  # of the price of a node: states that weigh less are not followed when places are weighed

Float64 = NDArray[np.float64]


@dataclass(eq=False, slots=True)
class Place:
    """A question with two outcomes and what follows them, or a decision.

    Attributes
    ----------
    posterior : ndarray, shape (L,)
        Of the state that it was made for.
    question : int
        -1 for a decision.
    cut : int
        Bins up to it are one outcome; of a categorical feature just this one is.
    after : tuple of Place
        Of the two outcomes.
    missing : Place or None
        After a missing answer; None where the feature was asked for before.
    asks, tells : int
        Bits of the features that are asked for from here on, and of those asked for before that are split
        further apart.
    mass : ndarray, shape (L,)
        Of all states that come here, also after missing answers.
    reach, total : float
        The probability of coming here with all answers present, and what is still to be paid, times that.
    """

    posterior: Float64
    question: int = -1
    cut: int = 0
    after: tuple[Place, ...] = ()
    missing: Place | None = None
    asks: int = 0
    tells: int = 0
    mass: Float64 = field(init=False)
    reach: float = 0.0
    total: float = 0.0

    def __post_init__(self) -> None:
        self.mass = np.zeros(len(self.posterior))


@dataclass(frozen=True)
class _Asked:
    """Bits of the features that a state was asked for: all of them, and those with an answer."""

    all: int = 0
    told: int = 0

    def lets(self, place: Place) -> bool:
        """Return whether the state may go on at a place: nothing asked twice, or split unanswered."""
        return not (place.asks & self.all or place.tells & ~self.told)


class Expansion:
    """The places of a model with an adaptive policy.

    Parameters
    ----------
    model : Model
    least : float
        The price of a node: what it must save at least.
    missing : float
        How often an answer is taken to be missing: what may be spent on places after missing answers.

    Attributes
    ----------
    root : Place
    cost : float
        What the policy of the places costs where all answers are present.
    """

    def __init__(self, model: Model, least: float, missing: float) -> None:
        self.model, self.least, self.missing = model, least, missing
        self.mistakes = model.misclassification.astype(np.float64)
        (self.doubt_weight,) = np.frombuffer(model.policies["ADPT"], dtype="<f4", count=1).tolist()
        self._walk = _Walk(model)
        self._known: list[Place] = []
        self._beliefs = np.empty((64, model.n_classes))
        prior = model.network.prior.astype(np.float64)
        self.root, _, _ = self._place(prior / prior.sum(), _Asked())
        self._weigh(self.root, prior / prior.sum(), True)
        self.cost = self._total(self.root, prior / prior.sum())

    # ---- What is asked, and what follows ----------------------------------------

    def _place(self, mass: Float64, asked: _Asked) -> tuple[Place, float, int]:
        """Return where a state goes on, what it costs from there, and how many nodes that adds."""
        n_known = len(self._known)
        place, cost, n_nodes = self._expanded(mass, asked)
        if place.question < 0:
            del self._known[n_known:]
            return place, cost, n_nodes
        found, least = None, cost + self.least * n_nodes
        for other in self._nearest(place.posterior, asked, n_known):
            its_cost = self._cost_of(other, mass, least)
            if its_cost <= least:
                found, least = other, its_cost
        if found is not None:
            del self._known[n_known:]  # of which it is none
            return found, least, 0
        self._remember(place)
        return place, cost, n_nodes

    def _expanded(self, mass: Float64, asked: _Asked) -> tuple[Place, float, int]:
        """Return a place of its own for a state."""
        stop = self._stop(mass)
        place = Place(mass / max(mass.sum(), NOTHING))
        question, cut = self._best(mass, asked) if stop >= self.least else (-1, 0)
        if question < 0:
            return place, stop, 0
        bit, is_first = 1 << question, not asked.told >> question & 1
        place.asks, place.tells = bit * is_first, bit * (not is_first)
        now_asked = _Asked(asked.all | bit, asked.told | bit)
        cost, n_nodes = self._walk.price(question) * float(mass.sum()), 1
        sides = self._sides(question, cut)
        parts = [self._walk.joint(question)[side].sum(axis=0) * mass.sum() for side in sides]
        after = [place, place]
        for at in (0, 1) if parts[0].sum() >= parts[1].sum() else (1, 0):
            if parts[at].sum() <= NOTHING:
                after[at] = Place(place.posterior)
                continue
            before = self._walk.tell(question, sides[at])
            after[at], its_cost, its_nodes = self._place(parts[at], now_asked)
            self._walk.untell(question, before)
            self._add_features(place, after[at])
            cost, n_nodes = cost + its_cost, n_nodes + its_nodes
        if stop - cost < self.least * n_nodes:
            return Place(place.posterior), stop, 0
        place.question, place.cut, place.after = question, cut, tuple(after)
        if is_first:
            self._walk.lack(question)
            lacking = _Asked(now_asked.all, asked.told)
            place.missing, _, its_nodes = (
                self._place(mass * self.missing, lacking)
                if self.missing > 0
                else (Place(place.posterior), 0.0, 0)
            )
            self._walk.untell(question, None)
            self._add_features(place, place.missing)
            n_nodes += its_nodes
        return place, cost, n_nodes

    def _add_features(self, place: Place, after: Place) -> None:
        """Note for a place which features are asked for, and which are split, after an outcome."""
        own = place.asks
        place.asks |= after.asks
        place.tells |= after.tells & ~own

    def _best(self, mass: Float64, asked: _Asked) -> tuple[int, int]:
        """Return the question and cut that gain most for their cost, -1 if there are none.

        The policy's next question is one, if it goes on, and so is each feature that has an answer. A
        question without a cut that gains enough is asked if what the policy sees beyond it does.
        """
        features = [k for k in range(self.model.n_features) if asked.told >> k & 1]
        following = self._walk.next()
        best, found = 0.0, (-1, 0)
        for k in [*features, *[following] * (following >= 0)]:
            gains = self._gains(k, mass)
            cut = int(gains.argmax())
            price = self._walk.price(k) * float(mass.sum())
            if gains[cut] > self.least and gains[cut] / (price + self.least) > best:
                best, found = float(gains[cut] / (price + self.least)), (k, cut)
        if found[0] < 0 <= following and self.model.network.features[following].n_values > 1:
            saved = self._stop(mass) - self._walk.cost_of_continuing(following) * float(mass.sum())
            if saved >= self.least:
                return following, self._cut_of_next(following, mass)
        return found

    def _gains(self, k: int, mass: Float64) -> Float64:
        """Return what each cut gains: how far the cost of deciding falls, or that and the Gini cost."""
        joint = self._walk.joint(k) * mass.sum()
        now, low = joint.sum(axis=0), self._lows(k, joint)  # not the mass: a cut of nothing gains nothing
        high = np.maximum(now - low, 0.0)
        fall = np.zeros(max(len(low), 1))
        for weight in (0.0, self.doubt_weight):
            before, *after = (self._badness(each, weight) for each in (now, low, high))
            fall = np.maximum(fall, before - sum(after))
        return fall

    def _cut_of_next(self, k: int, mass: Float64) -> int:
        """Return the cut that gains most, or the most even one if none is informative by itself."""
        gains = self._gains(k, mass)
        if gains.max() > NEGLIGIBLE * mass.sum():
            return int(gains.argmax())
        joint = self._walk.joint(k)
        return int(np.abs(self._lows(k, joint).sum(axis=1) - 0.5).argmin())

    def _lows(self, k: int, joint: Float64) -> Float64:
        """Return the mass of the first outcome of each cut."""
        is_categorical = self.model.network.features[k].categorical
        return joint if is_categorical else np.cumsum(joint, axis=0)[:-1]

    def _sides(self, question: int, cut: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which bins have either outcome."""
        feature = self.model.network.features[question]
        values = np.arange(feature.n_values)
        low = values == cut if feature.categorical else values <= cut
        return low, ~low

    def _badness(self, masses: Float64, doubt_weight: float) -> Float64:
        """Return what masses, shape (..., L), are bad for by the policy's own measure."""
        costs = masses @ self.mistakes
        deciding = costs.min(axis=-1)
        total = np.maximum(masses.sum(axis=-1), NOTHING)
        doubt = np.minimum((costs * masses).sum(axis=-1) / total, MOST_DOUBT * deciding)
        return np.asarray(deciding + doubt_weight * doubt)

    def _stop(self, mass: Float64) -> float:
        return float((mass @ self.mistakes).min())

    # ---- Places that were made before ----------------------------------------

    def _remember(self, place: Place) -> None:
        if len(self._known) == len(self._beliefs):
            self._beliefs = np.concatenate([self._beliefs, np.empty_like(self._beliefs)])
        self._beliefs[len(self._known)] = place.posterior
        self._known.append(place)

    def _nearest(self, posterior: Float64, asked: _Asked, n: int) -> list[Place]:
        """Return of the first n places those with the nearest beliefs at which a state may go on."""
        distances = np.abs(self._beliefs[:n] - posterior).sum(axis=1)
        places = (self._known[i] for i in np.argsort(distances, kind="stable"))
        return list(islice(filter(asked.lets, places), N_COMPARED))

    def _cost_of(self, place: Place, mass: Float64, limit: float) -> float:
        """Return what a state costs that goes on at a place, infinite where it is above a limit."""
        if place.question < 0:
            return float((mass @ self.mistakes)[int((place.posterior @ self.mistakes).argmin())])
        price = self._walk.price(place.question)
        cost = price * float(mass.sum())
        if cost > limit or not self._walk.can_pay(price):
            return np.inf
        joint = self._walk.joint(place.question) * mass.sum()
        for side, after in zip(self._sides(place.question, place.cut), place.after, strict=True):
            part = joint[side].sum(axis=0)
            if part.sum() <= NOTHING:
                continue
            before = None if after.question < 0 else self._walk.tell(place.question, side)
            cost += self._cost_of(after, part, limit - cost)
            if after.question >= 0:
                self._walk.untell(place.question, before)
            if cost > limit:
                return np.inf
        return cost

    # ---- What comes to each place, and what it pays ----------------------------------------

    def _weigh(self, place: Place, mass: Float64, is_present: bool) -> None:
        """Add a state to what comes to a place, and to all places that follow."""
        place.mass += mass
        place.reach += float(mass.sum()) * is_present
        if place.question >= 0 and mass.sum() >= FEWEST * self.least:
            for side, after in zip(self._sides(place.question, place.cut), place.after, strict=True):
                part = self._walk.joint(place.question)[side].sum(axis=0) * mass.sum()
                if part.sum() > NOTHING:
                    before = self._walk.tell(place.question, side)
                    self._weigh(after, part, is_present)
                    self._walk.untell(place.question, before)
            if place.missing is not None:
                self._walk.lack(place.question)
                self._weigh(place.missing, mass * self.missing, False)
                self._walk.untell(place.question, None)

    def _total(self, place: Place, mass: Float64) -> float:
        """Return what a state costs from a place on, and add it to what is paid there and afterwards.

        Decisions are for all that comes to a place, so all has to be weighed before.
        """
        cost = float((mass @ self.mistakes)[int((place.mass @ self.mistakes).argmin())])
        if place.question >= 0 and mass.sum() >= FEWEST * self.least:
            cost = self._walk.price(place.question) * float(mass.sum())
            for side, after in zip(self._sides(place.question, place.cut), place.after, strict=True):
                part = self._walk.joint(place.question)[side].sum(axis=0) * mass.sum()
                if part.sum() > NOTHING:
                    before = self._walk.tell(place.question, side)
                    cost += self._total(after, part)
                    self._walk.untell(place.question, before)
        place.total += cost
        return cost


class _Walk:
    """A session that goes from state to state, by the C functions themselves: there are very many states."""

    def __init__(self, model: Model) -> None:
        self._of = Session(model)
        self._session = self._of._session
        n_values = [feature.n_values for feature in model.network.features]
        self._possible: list[NDArray[np.bool_] | None] = [None] * len(n_values)
        self._likelihoods = [np.empty(n, dtype=np.float32) for n in n_values]
        self._joints = [np.empty((n, model.n_classes), dtype=np.float32) for n in n_values]
        self._budget = model.budget

    def next(self) -> int:
        """Return the question that the policy asks, or -1."""
        feature = int(lib.ifc2f_next(self._session))
        return -1 if feature == lib.IFC2F_STOP else check(feature)

    def joint(self, k: int) -> Float64:
        """Return P(feature k = v, class = i | answers), shape (V, L)."""
        found = ffi.from_buffer("float *", self._joints[k])
        check(lib.ifc2f_feature_posterior(self._session, k, found))
        joint = self._joints[k].astype(np.float64)
        return np.asarray(joint / joint.sum())

    def price(self, k: int) -> float:
        """Return what a feature costs now: nothing where it has an answer."""
        return float(lib.ifc2f_feature_cost(self._session, k))

    def cost_of_continuing(self, k: int) -> float:
        """Return what acquiring a feature and all that the policy sees beyond it costs at most."""
        cost = ffi.new("float *")
        check(lib.ifc2f_cost_of_continuing(self._session, k, cost))
        return float(cost[0])

    def can_pay(self, price: float) -> bool:
        """Return whether the budget pays for one more price."""
        return bool(np.float32(lib.ifc2f_cost(self._session) + price) <= self._budget)

    def tell(self, k: int, possible: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        """Leave only some of the bins of a feature possible; return which ones were, for `untell`."""
        before = self._possible[k]
        self._take(k, possible if before is None else possible & before)
        return before

    def untell(self, k: int, before: NDArray[np.bool_] | None) -> None:
        """Go back to what was possible before."""
        if before is not None:
            self._take(k, before)
            return
        check(lib.ifc2f_retract(self._session, k))
        self._possible[k] = None

    def _take(self, k: int, possible: NDArray[np.bool_]) -> None:
        self._possible[k] = possible
        self._likelihoods[k][:] = possible
        check(
            lib.ifc2f_answer_likelihoods(self._session, k, ffi.from_buffer("float *", self._likelihoods[k]))
        )

    def lack(self, k: int) -> None:
        """Say that an answer is missing."""
        check(lib.ifc2f_missing(self._session, k, False))

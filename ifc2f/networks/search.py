"""The best first search for a policy: beliefs are expanded where bounds of the cost are furthest apart.

A belief is a set of answers, less those that do not matter any more (`borders`). Its expected cost is at
most that of the best policy found so far, and at least that of an optimistic one: where nothing was expanded,
one more answer, for the least price, leaves no more mistakes than all answers would. Both are backed up
through questions and answers, so the bounds at the root hold for the whole problem.

References
----------
Nilsson, Principles of artificial intelligence, 1980 (AO*). Smith and Simmons, Heuristic search value
iteration for POMDPs, 2004 (where to expand: by the excess of the bounds, weighted by the probability of
getting there).
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from ifc2f.costs import AcquisitionCosts
from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.networks.borders import Borders, screen
from ifc2f.networks.junction_tree import JunctionTree, TooWide, added

__all__ = ["Belief", "Search"]

LEAST_BATCH = 16
SHARE_EXPANDED = 0.15  # of the beliefs there are, with every batch
NEGLIGIBLE = 1e-12
MOST_COMBINATIONS = 1 << 16  # of what screens the questions from the target, times the classes
MOST_CELLS_SCREENED, MOST_LARGER = 1 << 20, 4  # numbers in a junction tree with that; or times those without

Float64 = NDArray[np.float64]
Answers = tuple[tuple[int, int], ...]  # (question, state), ascending


@dataclass(eq=False, slots=True)
class Belief:
    """A set of answers, and bounds of what is still to be paid after it.

    Attributes
    ----------
    answers : tuple of (question, state)
        Those that matter.
    acquired : frozenset of int
        The questions asked, where prices depend on them; else empty.
    posterior : ndarray, shape (L,)
    stop : float
        Cost of deciding now.
    lower, upper : float
    prices : ndarray, shape (K,)
        inf for a question that is uninformative, or above the budget.
    chances, stops, uppers, lowers : ndarray, shape (number of states of all questions,)
        Of each answer: its probability; and, times that, the cost of deciding after it, and bounds of what
        is still to be paid.
    children : dict
        Beliefs after an answer that were expanded too.
    """

    answers: Answers
    acquired: frozenset[int]
    n_left: int
    posterior: Float64
    stop: float
    lower: float
    upper: float
    prices: Float64
    chances: Float64
    stops: Float64
    uppers: Float64
    lowers: Float64
    floor: float
    children: dict[int, Belief] = field(default_factory=dict)
    parents: list[tuple[Belief, int]] = field(default_factory=list)


class Search:
    """The search for a policy.

    Parameters
    ----------
    network : BayesianNetwork
    target : int
    asked : sequence of int
        The K variables that can be asked for.
    costs : AcquisitionCosts
        Of them, in their order.
    misclassification : ndarray, shape (L, L)
    budget : float
        Most that is spent on an instance.

    Attributes
    ----------
    root : Belief
    n_expanded : int
    are_apart : bool
        Whether no question's price depends on others, as it does within a group or panel of tests.
    is_plain : bool
        Whether, besides, there is no budget, so that it does not matter what was asked before.
    """

    def __init__(
        self,
        network: BayesianNetwork,
        target: int,
        asked: Sequence[int],
        costs: AcquisitionCosts,
        misclassification: NDArray[np.float32],
        budget: float = np.inf,
    ) -> None:
        self.network, self.target, self.asked = network, target, tuple(asked)
        self.costs, self.budget = costs, budget
        self.misclassification = misclassification.astype(np.float64)
        self.borders = Borders(network, target, asked)
        self.tree, self.is_screened = self._tree()
        sizes = [len(network.states[i]) for i in asked]
        self.starts = np.cumsum([0, *sizes[:-1]])  # where each question's states begin
        self.question_of = np.repeat(np.arange(len(sizes)), sizes)
        self.are_apart = costs.are_apart
        self.is_plain = self.are_apart and np.isinf(budget)
        numbers = range(len(asked))
        self._full_prices = np.array([costs.price(k, ()) for k in numbers])
        self._least_prices = self._full_prices
        if not self.are_apart:  # after all others
            others = [[j for j in numbers if j != k] for k in numbers]
            self._least_prices = np.array([costs.price(k, others[k]) for k in numbers])
        self._beliefs: dict[tuple[Answers, frozenset[int]], Belief] = {}
        self.root = self._expanded([((), frozenset())])[0]

    def _tree(self) -> tuple[JunctionTree, bool]:
        """Return the junction tree, and whether it has what screens the questions from the target."""
        problem = self.network, self.target, self.asked
        plain = JunctionTree(*problem)
        found = screen(*problem, MOST_COMBINATIONS // plain.n_classes)
        if found is None:
            return plain, False
        try:
            tree = JunctionTree(*problem, found)
        except TooWide:
            return plain, False
        is_cheap = tree.n_cells <= max(MOST_LARGER * plain.n_cells, MOST_CELLS_SCREENED)
        return (tree, True) if is_cheap else (plain, False)

    @property
    def n_expanded(self) -> int:
        """How many beliefs were expanded."""
        return len(self._beliefs)

    def run(
        self, gap: float, most_expanded: int, progress: Callable[[str], None] = lambda stage: None
    ) -> None:
        """Expand until the bounds at the root are near enough, or enough was expanded.

        Parameters
        ----------
        gap : float
            By which share of the lower bound the upper one may be above it.
        most_expanded : int
        progress : callable, optional
            Called with a text now and then.
        """
        by_upper = False
        n_idle = 0
        while self.is_open(gap) and n_idle < 2:
            room = most_expanded - self.n_expanded
            if room <= 0:
                break
            wanted = max(LEAST_BATCH, int(SHARE_EXPANDED * self.n_expanded))
            fringe = self._fringe(by_upper)[: min(wanted, room)]
            self._expand(fringe)
            n_idle = 0 if fringe else n_idle + 1
            by_upper = not by_upper
            bounds = f"cost {self.root.lower:.4g} to {self.root.upper:.4g}"
            progress(f"{self.n_expanded} of at most {most_expanded} sets of answers explored, {bounds}")

    def is_open(self, gap: float) -> bool:
        """Return whether the upper bound is above the lower one by more than a share of it."""
        return self.root.upper - self.root.lower > gap * self.root.lower + NEGLIGIBLE

    def follow(self, paths: Iterable[Sequence[tuple[int, int]]], most_expanded: int) -> None:
        """Expand the beliefs that a policy comes to, those of most instances first.

        Parameters
        ----------
        paths : iterable of sequence of (question, state)
            What the policy asks of some instances, and what they answer.
        most_expanded : int
        """
        counts = Counter(tuple(path[:n]) for path in paths for n in range(1, len(path)))
        common = sorted(counts, key=lambda path: (-counts[path], len(path), path))
        wanted = sorted(common[: max(most_expanded - self.n_expanded, 0)], key=len)
        reached: dict[tuple[tuple[int, int], ...], Belief] = {(): self.root}
        for _, some in groupby(wanted, key=len):
            level = list(some)
            ends = {path: (reached[path[:-1]], int(self.starts[path[-1][0]]) + path[-1][1]) for path in level}
            new = [end for end in ends.values() if end[1] not in end[0].children]
            if new:
                self._expand(list(dict.fromkeys(new)))
            reached |= {path: belief.children[slot] for path, (belief, slot) in ends.items()}

    # ---- What is expanded ----------------------------------------

    def _fringe(self, by_upper: bool) -> list[tuple[Belief, int]]:
        """Return answers not followed yet of the policy that a bound prefers, the widest bounds first."""
        reach: dict[Belief, float] = {self.root: 1.0}
        queue = [(-self.root.n_left, 0, self.root)]
        open_: list[tuple[float, int, Belief, int]] = []
        n = 0
        while queue:
            _, _, belief = heapq.heappop(queue)
            question = self.best(belief, by_upper)
            if question < 0:
                continue
            for slot in self.slots(question):
                gap = belief.uppers[slot] - belief.lowers[slot]
                if gap <= NEGLIGIBLE * belief.chances[slot] or belief.chances[slot] <= 0:
                    continue
                n += 1
                child = belief.children.get(slot)
                if child is None:
                    open_.append((-reach[belief] * gap, n, belief, slot))
                    continue
                if child not in reach:
                    heapq.heappush(queue, (-child.n_left, n, child))
                reach[child] = reach.get(child, 0.0) + reach[belief] * belief.chances[slot]
        open_.sort(key=lambda entry: entry[:2])
        return [(belief, slot) for _, _, belief, slot in open_]

    def best(self, belief: Belief, by_upper: bool = True) -> int:
        """Return the question that a bound prefers, or -1 for none."""
        if belief.floor == belief.stop == belief.lower and not by_upper:
            return -1
        totals = self.totals(belief, by_upper)
        question = int(totals.argmin())
        return question if totals[question] < belief.stop - NEGLIGIBLE else -1

    def totals(self, belief: Belief, by_upper: bool = True) -> Float64:
        """Return what each question costs with all that follows, by a bound."""
        after = belief.uppers if by_upper else belief.lowers
        return np.asarray(belief.prices + np.add.reduceat(after, self.starts))

    def slots(self, question: int) -> range:
        """Return where a question's answers stand."""
        start = int(self.starts[question])
        return range(start, start + len(self.network.states[self.asked[question]]))

    def after(self, belief: Belief, slot: int) -> tuple[Answers, frozenset[int]]:
        """Return what a belief becomes by an answer."""
        question = int(self.question_of[slot])
        state = slot - int(self.starts[question])
        answers = {**dict(belief.answers), question: state}
        told = self.borders.border(answers).told
        acquired = belief.acquired if self.is_plain else belief.acquired | {question}
        return tuple((k, answers[k]) for k in told), acquired

    def _expand(self, fringe: Sequence[tuple[Belief, int]]) -> None:
        """Expand what follows answers, and back up what is found."""
        keys = {(belief, slot): self.after(belief, slot) for belief, slot in fringe}
        new = [key for key in dict.fromkeys(keys.values()) if key not in self._beliefs]
        if new:
            self._expanded(new)
        for (belief, slot), key in keys.items():
            child = self._beliefs[key]
            belief.children[slot] = child
            child.parents.append((belief, slot))
        self._back_up([self._beliefs[key] for key in dict.fromkeys(keys.values())])

    def evidence(self, answers: Sequence[Answers]) -> NDArray[np.int64]:
        """Return sets of answers as the junction tree takes them."""
        evidence = np.full((len(answers), len(self.asked)), -1)
        for row, some in enumerate(answers):
            for question, state in some:
                evidence[row, question] = state
        return evidence

    def _expanded(self, keys: Sequence[tuple[Answers, frozenset[int]]]) -> list[Belief]:
        joints, together = self.tree.joints(self.evidence([answers for answers, _ in keys]))
        joint = np.concatenate(joints, axis=1)  # (n, slots, L)
        total = together.reshape(len(keys), -1).sum(axis=1)
        joint /= total[:, np.newaxis, np.newaxis]
        posterior = together.reshape(len(keys), -1, together.shape[-1]).sum(axis=1) / total[:, np.newaxis]
        stop = (posterior @ self.misclassification).min(axis=1)
        all_told, told = self._left_at_last(together / total.reshape(-1, *[1] * (together.ndim - 1)))
        chances = joint.sum(axis=2)
        stops = (joint @ self.misclassification).min(axis=2)
        found = []
        for row, (answers, acquired) in enumerate(keys):
            belief = self._belief(
                answers, acquired, posterior[row], float(stop[row]), float(all_told[row]),
                chances[row], stops[row], told[row],
            )  # fmt: skip
            self._beliefs[answers, acquired] = belief
            found.append(belief)
        return found

    def _left_at_last(self, together: Float64) -> tuple[Float64, Float64]:
        """Return the least cost of mistakes when all is known, shape (n,), and with each answer, (n, slots).

        The latter is times the answer's probability, and 0 where it is not known.
        """
        n, n_slots = len(together), len(self.question_of)
        by_slot = np.zeros((n, n_slots))
        if not self.is_screened:
            return np.zeros(n), by_slot
        left = (together @ self.misclassification).min(axis=-1)  # (n, states of what screens ...)
        for axis, i in enumerate(self.tree.together, 1):
            if i in self.asked:
                by_slot[:, list(self.slots(self.asked.index(i)))] = added(left, [0, axis])
        return left.reshape(n, -1).sum(axis=1), by_slot

    def _belief(
        self,
        answers: Answers,
        acquired: frozenset[int],
        posterior: Float64,
        stop: float,
        all_told: float,
        chances: Float64,
        stops: Float64,
        told: Float64,
    ) -> Belief:
        left = list(self.borders.border(k for k, _ in answers).left)
        if not self.are_apart:  # an uninformative one may make others cheaper
            left = [k for k in range(len(self.asked)) if k not in acquired]
        prices = np.full(len(self.asked), np.inf)
        prices[left] = self._full_prices[left] if self.is_plain else self._prices(acquired, left)
        cheapest = prices.min(initial=np.inf)
        after = cheapest if self.are_apart else self._least_prices[left].min(initial=np.inf)
        # of answers with a chance: where nothing can be asked, the least price is infinite
        paid = np.multiply(chances, after, out=np.zeros_like(chances), where=chances > 0)
        lowers = np.minimum(stops, paid + told)
        belief = Belief(
            answers, acquired, len(left), posterior, stop, 0.0, stop, prices,
            chances, stops, stops.copy(), lowers, min(stop, cheapest + all_told),
        )  # fmt: skip
        self._bound(belief)
        return belief

    def _prices(self, acquired: frozenset[int], left: Sequence[int]) -> list[float]:
        spent = 0.0
        done: list[int] = []
        for k in sorted(acquired):
            spent += self.costs.price(k, done)
            done.append(k)
        prices = [self.costs.price(k, done) if k not in acquired else np.inf for k in left]
        return [price if np.float32(spent + price) <= self.budget else np.inf for price in prices]

    # ---- Backing up ----------------------------------------

    def _bound(self, belief: Belief) -> bool:
        """Compute a belief's bounds from those of what follows; return whether they changed."""
        upper = min(belief.stop, float(self.totals(belief, True).min(initial=np.inf)))
        lower = min(belief.stop, max(belief.floor, float(self.totals(belief, False).min(initial=np.inf))))
        changed = upper < belief.upper or lower > belief.lower
        belief.upper = min(belief.upper, upper)
        belief.lower = min(max(belief.lower, lower), belief.upper)
        return changed

    def _back_up(self, beliefs: Sequence[Belief]) -> None:
        """Bring the bounds of all that leads to some beliefs up to date."""
        queue = [(belief.n_left, id(belief), belief) for belief in beliefs]
        heapq.heapify(queue)
        fresh = set(beliefs)
        waiting = set(beliefs)
        while queue:
            _, _, belief = heapq.heappop(queue)
            waiting.discard(belief)
            if not self._bound(belief) and belief not in fresh:
                continue
            fresh.discard(belief)
            for parent, slot in belief.parents:
                chance = parent.chances[slot]
                parent.uppers[slot] = min(parent.uppers[slot], chance * belief.upper)
                parent.lowers[slot] = max(parent.lowers[slot], chance * belief.lower)
                if parent not in waiting:
                    waiting.add(parent)
                    heapq.heappush(queue, (parent.n_left, id(parent), parent))

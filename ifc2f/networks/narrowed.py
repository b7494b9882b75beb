"""Networks too wide for exact inference with all questions: as many of those that a graph asks as it allows.

A question brings in only what it depends on. So a few questions often leave a small junction tree, where all
of them together need tables of a hundred million numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ifc2f.networks.bayesian import BayesianNetwork
from ifc2f.networks.junction_tree import JunctionTree, TooWide

__all__ = ["narrowed", "shortened"]

MOST_CELLS = 1 << 20  # of the junction tree
MOST_TRIED = 100  # questions

Path = Sequence[tuple[int, int]]


def narrowed(
    network: BayesianNetwork, target: int, asked: Sequence[int], paths: Sequence[Path]
) -> list[int] | None:
    """Return the positions of questions that can be planned with exactly, ascending.

    Those asked of most instances come first, then those of the target's Markov blanket; each that makes the
    junction tree too large is left out.

    Parameters
    ----------
    network : BayesianNetwork
    target : int
    asked : sequence of int
    paths : sequence of sequence of (question, state)
        What a policy asks of some instances, by positions in `asked`.

    Returns
    -------
    list of int or None
        None if not even the target's own probabilities can be had.
    """
    counts = Counter(question for path in paths for question, _ in path)
    kept: list[int] = []
    if not _fits(network, target, kept):
        return None
    asking = [question for question, _ in counts.most_common(MOST_TRIED)]
    near = network.blanket(target)
    for question in dict.fromkeys([*asking, *(k for k, i in enumerate(asked) if i in near)]):
        if _fits(network, target, [asked[k] for k in (*kept, question)]):
            kept.append(question)
    return sorted(kept)


def _fits(network: BayesianNetwork, target: int, asked: Sequence[int]) -> bool:
    try:
        return JunctionTree(network, target, asked).n_cells <= MOST_CELLS
    except TooWide:
        return False


def shortened(paths: Sequence[Path], kept: Sequence[int]) -> list[list[tuple[int, int]]]:
    """Return paths without the questions that were not kept, the others by their positions in `kept`."""
    number = {question: at for at, question in enumerate(kept)}
    return [[(number[k], state) for k, state in path if k in number] for path in paths]

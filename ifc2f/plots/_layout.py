"""Where the nodes of trees are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def leaf_rows(roots: Iterable[T], children: Callable[[T], Sequence[T]]) -> list[tuple[T, int, float]]:
    """Lay out a forest from left to right.

    Returns
    -------
    list of (node, depth, row)
        Parents before their children. Leaves stand in rows 0, 1, ... from the top, any other node in the
        middle of its first and last child.
    """
    placed: list[tuple[T, int, float]] = []
    n_leaves = 0

    def place(node: T, depth: int) -> float:
        nonlocal n_leaves
        at = len(placed)
        placed.append((node, depth, 0.0))
        rows = [place(child, depth + 1) for child in children(node)]
        if rows:
            row = (rows[0] + rows[-1]) / 2
        else:
            row = float(n_leaves)
            n_leaves += 1
        placed[at] = (node, depth, row)
        return row

    for root in roots:
        place(root, 0)
    return placed

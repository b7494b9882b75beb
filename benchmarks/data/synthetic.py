"""Tables drawn from known distributions, with known difficulties and often a known optimum.

CUBE is that of Zannone et al. (ODIN, 2019) and CUBE-NM that of AFABench (arXiv 2508.14734), as in the public
code of the latter. There are 8 equally likely classes. Of ten columns three, those from the class's number
on, lie around the corner of a cube that spells the class in binary, least bit first; all other columns are
normal around 0.5. CUBE adds ten columns of noise. CUBE-NM has three such blocks of ten; a context says which
of them is informative, the others are noise. Its context is three columns, one around 1 and two around 0.

The standard deviations are 0.1 (informative columns, and context) and 0.3 (others). Of CUBE there is a harder
form as well, in which all are 0.3; that with 0.1 is called sharp.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from .optimum import optimum, optimum_of_panel

CUBE_CLASSES, CUBE_COLUMNS = 8, 10
NEAR, FAR = 0.1, 0.3  # standard deviations of informative and of other columns
CONTEXTS = 3
BITS = 10
CODES = 20
PANEL_VALUES, PANEL_RIGHT, PANEL_PRICE = 40, 0.575, 0.2

Draw = Callable[[np.random.Generator, int], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class Concept:
    """A distribution. ``optimum`` is the least expected cost at a price e of each feature, if it is known.

    ``costs`` are prices for those columns that do not cost e each, in the form of the cost files.
    """

    title: str
    draw: Draw
    names: tuple[str, ...]
    n_train: int = 2000
    n_test: int = 2000
    categorical: tuple[str, ...] = ()
    costs: Mapping[str, Any] = field(default_factory=dict)
    optimum: Callable[[float], float] | None = None


def corner(label: np.ndarray) -> np.ndarray:
    """The corner of the cube that spells a class, least bit first, (n, 3)."""
    return (label[:, None] >> np.arange(3)) & 1


def _cube_block(random: np.random.Generator, label: np.ndarray, near: float) -> np.ndarray:
    block = random.normal(0.5, FAR, (len(label), CUBE_COLUMNS))
    rows = np.arange(len(label))[:, None]
    block[rows, label[:, None] + np.arange(3)] = random.normal(corner(label), near)
    return block


def _cube(near: float) -> Draw:
    def draw(random: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
        label = random.integers(CUBE_CLASSES, size=n)
        noise = random.normal(0.5, FAR, (n, CUBE_COLUMNS))
        return np.hstack([_cube_block(random, label, near), noise]), label

    return draw


def _cube_nm(random: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    label, context = random.integers(CUBE_CLASSES, size=n), random.integers(CONTEXTS, size=n)
    blocks = random.normal(0.5, FAR, (n, CONTEXTS, CUBE_COLUMNS))
    blocks[np.arange(n), context] = _cube_block(random, label, NEAR)
    shown = np.eye(CONTEXTS)[context] + random.normal(0.0, NEAR, (n, CONTEXTS))
    return np.hstack([shown, blocks.reshape(n, -1)]), label


def clean_worlds() -> tuple[np.ndarray, np.ndarray]:
    """CUBE-NM without noise: the context as one column, each value 0, 1 (half) or 2; and the classes."""
    context, label = (part.ravel() for part in np.indices((CONTEXTS, CUBE_CLASSES)))
    blocks = np.ones((len(label), CONTEXTS, CUBE_COLUMNS), dtype=int)
    at = label[:, None] + np.arange(3)
    blocks[np.arange(len(label))[:, None], context[:, None], at] = 2 * corner(label)
    return np.hstack([context[:, None], blocks.reshape(len(label), -1)]), label


def _cube_nm_clean(random: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    values, label = clean_worlds()
    drawn = random.integers(len(label), size=n)
    return values[drawn].astype(float), label[drawn]


def _clean_optimum(e: float) -> float:
    values, label = clean_worlds()
    return optimum(values, np.full(len(label), 1.0 / len(label)), label, [e] * values.shape[1])


def _concept(title: str, n_relevant: int, holds: Callable[[np.ndarray], np.ndarray]) -> Concept:
    """A concept of the first bits; the others of ten fair bits are noise."""

    def draw(random: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
        bits = random.integers(2, size=(n, BITS))
        return bits.astype(float), holds(bits).astype(int)

    def least(e: float) -> float:
        worlds = np.array(list(itertools.product((0, 1), repeat=n_relevant)))
        chance = np.full(len(worlds), 1.0 / len(worlds))
        return optimum(worlds, chance, holds(worlds).astype(int), [e] * n_relevant)

    return Concept(title, draw, tuple(f"bit{i}" for i in range(BITS)), optimum=least)


def _parity(n_bits: int) -> Callable[[np.ndarray], np.ndarray]:
    return lambda bits: bits[:, :n_bits].sum(axis=1) % 2 == 1


def _and_or(bits: np.ndarray) -> np.ndarray:
    return np.asarray((bits[:, 0] & bits[:, 1]) | (bits[:, 2] & bits[:, 3]))


def _brand(random: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    code = random.integers(CODES, size=n)
    # The classes of the codes are without order, and the same in every draw.
    label = np.random.default_rng(7).permutation(np.arange(CODES) % 2)[code]
    return np.hstack([code[:, None], random.normal(size=(n, BITS - 1))]), label


def _panel(random: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    label = random.integers(2, size=n)
    agrees = random.random((n, PANEL_VALUES)) < PANEL_RIGHT
    return np.where(agrees, label[:, None], 1 - label[:, None]).astype(float), label


def _declare() -> dict[str, Concept]:
    noise = tuple(f"noise{i}" for i in range(CUBE_COLUMNS))
    block = tuple(f"x{i}" for i in range(CUBE_COLUMNS))
    blocks = tuple(f"block{b}-{name}" for b in range(CONTEXTS) for name in block)
    panel = tuple(f"value{i}" for i in range(PANEL_VALUES))
    price = {"cost": PANEL_PRICE, "discount_cost": 0.0, "group": "panel"}
    contexts = tuple(f"context{i}" for i in range(CONTEXTS))
    return {
        "cube": Concept("CUBE", _cube(FAR), block + noise, n_train=800),
        "cube_sharp": Concept("CUBE, sharp", _cube(NEAR), block + noise, n_train=800),
        "cube_nm": Concept("CUBE-NM", _cube_nm, contexts + blocks, n_train=8000),
        "cube_nm_clean": Concept(
            "CUBE-NM without noise",
            _cube_nm_clean,
            ("context", *blocks),
            n_train=8000,
            categorical=("context",),
            optimum=_clean_optimum,
        ),
        "xor": _concept("a xor b", 2, _parity(2)),
        "parity3": _concept("parity of three", 3, _parity(3)),
        "parity5": _concept("parity of five", 5, _parity(5)),
        "and_or": _concept("(a and b) or (c and d)", 4, _and_or),
        "three_of_seven": _concept("three of seven", 7, lambda bits: bits[:, :7].sum(axis=1) >= 3),
        "brand": Concept(
            "brand of twenty codes",
            _brand,
            ("brand", *noise[: BITS - 1]),
            categorical=("brand",),
            optimum=lambda e: min(0.5, e),
        ),
        "panel": Concept(
            "panel of forty values",
            _panel,
            panel,
            costs=dict.fromkeys(panel, price),
            optimum=lambda e: optimum_of_panel(PANEL_VALUES, PANEL_RIGHT, PANEL_PRICE),
        ),
    }


CONCEPTS: Mapping[str, Concept] = MappingProxyType(_declare())

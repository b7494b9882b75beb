"""The symbols of classes, of size 1 about the origin: shapes that stay apart without their colours."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF, QTransform


def _outline(corners: Sequence[tuple[float, float]], turned: float = 0.0) -> QPainterPath:
    """Return a closed shape, turned by some degrees."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    path.closeSubpath()
    return QTransform().rotate(turned).map(path)


def _star(n: int, inner: float = 0.5) -> QPainterPath:
    """Return a star of n points with its first one up; `inner` is where its other corners are."""
    radii = (0.5, inner)
    angles = (math.pi * (k / n - 0.5) for k in range(2 * n))
    return _outline([(radii[k % 2] * math.cos(a), radii[k % 2] * math.sin(a)) for k, a in enumerate(angles)])


def _polygon(n: int) -> QPainterPath:
    """Return a regular polygon with a corner up: a star whose inner corners are on its sides."""
    return _star(n, 0.5 * math.cos(math.pi / n))


def _disc() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QRectF(-0.5, -0.5, 1.0, 1.0))
    return path


_A, _B = 0.5, 0.15  # half the length and half the width of a cross's arms
_SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_DOWN = ((-0.5, -0.5), (0.5, -0.5), (0.0, 0.5))
_DIAMOND = ((0.0, -0.5), (0.4, 0.0), (0.0, 0.5), (-0.4, 0.0))
_CROSS = (
    (-_A, -_B), (-_B, -_B), (-_B, -_A), (_B, -_A), (_B, -_B), (_A, -_B),
    (_A, _B), (_B, _B), (_B, _A), (-_B, _A), (-_B, _B), (-_A, _B),
)  # fmt: skip

SYMBOLS = (
    _disc(), _outline(_SQUARE), _outline(_DOWN), _outline(_DIAMOND), _outline(_CROSS), _star(5, 0.2),
    _polygon(5), _outline(_DOWN, 180.0), _outline(_CROSS, 45.0), _polygon(6), _outline(_DOWN, -90.0),
    _outline(_DOWN, 90.0),
)  # fmt: skip

"""The report's charts as SVG, each with a title and a description in words for those who do not see it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from PySide6.QtGui import QPainterPath, QTransform

from ifc2f.session import Influence
from ifc2f_gui.shared.numbers import fixed, probability
from ifc2f_gui.shared.texts import shortened
from ifc2f_gui.shared.theme import class_symbol, on_paper

WIDTH = 640  # pixels at 96 to the inch: fits on A4
_LEFT, _RIGHT, _PLOT, _INSET = 40, 630, 140, 8  # of the course: its sides, height, and room for symbols
_INK, _QUIET, _LINE = "#1b1f24", "#5a6068", "#d5d8dc"
_LEGEND_COLUMNS, _LEGEND_ROW = 3, 20
_MOST_LETTERS = 26
_MIDDLE, _HALF, _ROW = 290.0, 85.0, 20  # of bars: names to the left of all, what they say to the right
_MOST_BARS = 12  # in one chart: it fits on what is left of most pages
_LETTERS, _SHRUNK = 120, 0.1  # pixels: Qt keeps one font for a number of pixels, so the window may not use it


def course(names: Sequence[str], posteriors: Sequence[Sequence[float]], title: str) -> str:
    """Return the course of the posterior: a line with symbols for each class, and a legend.

    Parameters
    ----------
    names : sequence of n_classes str
    posteriors : sequence of n_answers + 1 sequences of n_classes floats
        At the start and after each answer.
    title : str
    """
    last = max(1, len(posteriors) - 1)
    step = max(1, -(-last // 12))
    x = [_LEFT + _INSET + (_RIGHT - _LEFT - 2 * _INSET) * k / last for k in range(last + 1)]
    parts = []
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(_line(_LEFT, _y(tick), _RIGHT, _y(tick), _LINE))
        if tick in (0.0, 0.5, 1.0):
            parts.append(_text(_LEFT - 6, _y(tick) + 4, fixed(tick, 1), "end", _QUIET))
    parts += [_text(x[k], _PLOT + 28, str(k), "middle", _QUIET) for k in range(0, last + 1, step)]
    for i, colour in enumerate(map(on_paper, range(len(names)))):
        points = " ".join(f"{x[k]:.1f},{_y(p[i]):.1f}" for k, p in enumerate(posteriors))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        marked = range(len(posteriors) - 1, -1, -step)
        parts += [_symbol(i, x[k], _y(posteriors[k][i]), colour) for k in marked]
    top = _PLOT + 50
    for i, name in enumerate(names):
        row, column = divmod(i, _LEGEND_COLUMNS)
        at = _LEFT + column * (_RIGHT - _LEFT) / _LEGEND_COLUMNS
        parts.append(_symbol(i, at + 5, top + row * _LEGEND_ROW - 4, on_paper(i)))
        parts.append(_text(at + 16, top + row * _LEGEND_ROW, shortened(name, _MOST_LETTERS), "start", _INK))
    height = top + _LEGEND_ROW * -(-len(names) // _LEGEND_COLUMNS)
    words = "; ".join(
        f"{name}: " + ", ".join(probability(p[i]) for p in posteriors) for i, name in enumerate(names)
    )
    return _svg(height, title, words, parts)


def strengths(
    names: Sequence[str],
    influences: Sequence[Influence],
    texts: Sequence[str],
    title: str,
    target: int,
    n_classes: int,
) -> list[str]:
    """Return charts of bars: to the right the answer speaks for the class, to the left against it.

    A bar for a class has that class's colour and symbol, as in the window. All charts have one scale;
    there is more than one where the bars would not fit on a page under their heading.

    Parameters
    ----------
    names : sequence of str
        Of the answers.
    influences : sequence of Influence
    texts : sequence of str
        The same as people read them.
    title : str
    target, n_classes : int
        The class that is explained, and how many there are.
    """
    finite = (abs(each.log_factor) for each in influences if math.isfinite(each.log_factor))
    scale = 1.0 / max([math.log(10.0), *finite])
    told = list(zip(names, texts, influences, strict=True))
    charts = []
    for at in range(0, len(told), _MOST_BARS):
        some = told[at : at + _MOST_BARS]
        parts = [_line(_MIDDLE, 4, _MIDDLE, 8 + _ROW * len(some), _QUIET)]
        for i, (name, text, each) in enumerate(some):
            against = 1 - target if n_classes == 2 else None
            spoken_for = target if each.log_factor >= 0 else against
            parts.append(_bar(8 + _ROW * i, name, text, each.log_factor * scale, spoken_for))
        words = "; ".join(f"{name}: {text}" for name, text, _ in some)
        charts.append(_svg(16 + _ROW * len(some), title, words, parts))
    return charts


def _bar(top: int, name: str, text: str, share: float, spoken_for: int | None) -> str:
    length = max(1.0, _HALF * min(1.0, abs(share)))
    left = _MIDDLE if share >= 0 else _MIDDLE - length
    colour = _QUIET if spoken_for is None else on_paper(spoken_for)
    drawn = _text(0, top + 14, shortened(name, _MOST_LETTERS), "start", _INK)
    drawn += f'<rect x="{left:.1f}" y="{top + 4}" width="{length:.1f}" height="11" fill="{colour}"/>'
    if spoken_for is not None:
        beside = left + length + 8 if share >= 0 else left - 8
        drawn += _symbol(spoken_for, beside, top + 9.5, colour)
    return drawn + _text(WIDTH - 4, top + 14, text, "end", _INK)


def _y(share: float) -> float:
    return 10 + _PLOT * (1.0 - share)


def _svg(height: int, title: str, words: str, parts: Sequence[str]) -> str:
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    look = f'stroke="none" font-family="sans-serif" font-size="{_LETTERS}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {look}>'
        f"<title>{escape(title)}</title><desc>{escape(words)}</desc>{''.join(parts)}</svg>"
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _text(x: float, y: float, text: str, anchor: str, colour: str) -> str:
    place = f'transform="translate({x:.1f} {y:.1f}) scale({_SHRUNK})"'
    return f'<text {place} text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'


def _symbol(index: int, x: float, y: float, colour: str, size: float = 9.0) -> str:
    """Return a class's symbol, the same as in the window."""
    path = QTransform(size, 0, 0, size, x, y).map(class_symbol(index))
    return f'<path d="{_path(path)}" fill="{colour}"/>'


def _path(path: QPainterPath) -> str:
    """Return a path as SVG writes it."""
    kinds = QPainterPath.ElementType
    letters = {kinds.MoveToElement: "M", kinds.LineToElement: "L", kinds.CurveToElement: "C"}
    found = (path.elementAt(i) for i in range(path.elementCount()))
    return " ".join(f"{letters.get(part.type, '')}{part.x:.2f} {part.y:.2f}" for part in found)

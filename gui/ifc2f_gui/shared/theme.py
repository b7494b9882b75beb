"""Colours and type: the system's palette or a light or dark one, and what is derived from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QDir, QPointF
from PySide6.QtGui import QColor, QFontDatabase, QFontMetrics, QPainter, QPainterPath, QPalette
from PySide6.QtWidgets import QApplication

from ifc2f_gui.shared.symbols import SYMBOLS

GRID = 8  # pixels
_DRAWN = "drawn"  # how the style sheet names this folder, whatever signs its path has

# Okabe and Ito's colours (2008), darkened or lightened until each stands out from its ground
_ON_LIGHT = ("#0072B2", "#C44E00", "#00805E", "#B0578B", "#8F6A00", "#2B87B8", "#4D4D4D", "#7A7A00")
_ON_DARK = ("#56B4E9", "#F0803C", "#1DBF94", "#E08FBC", "#E69F00", "#8CCBF0", "#D0D0D0", "#F0E442")


@dataclass(frozen=True)
class Colours:
    """Colours of the moment."""

    dark: bool
    ground: QColor
    card: QColor
    text: QColor
    quiet: QColor
    line: QColor
    accent: QColor
    on_accent: QColor
    bad: QColor
    good: QColor
    notice: QColor
    classes: tuple[QColor, ...]


def colours() -> Colours:
    """Derive the colours from the application's palette."""
    return _derive(QApplication.palette().cacheKey())


@lru_cache(maxsize=2)
def _derive(key: int) -> Colours:
    """Derive them; `key` identifies the palette."""
    palette = QApplication.palette()
    ground, text, card = (
        palette.color(role)
        for role in (QPalette.ColorRole.Window, QPalette.ColorRole.WindowText, QPalette.ColorRole.Base)
    )
    dark = ground.lightnessF() < 0.5
    return Colours(
        dark=dark,
        ground=ground,
        card=card,
        text=text,
        quiet=mix(text, card, 0.32),
        line=mix(text, card, 0.82),
        accent=QColor("#56B4E9" if dark else "#0067A3"),
        on_accent=QColor("#10202B" if dark else "#FFFFFF"),
        bad=QColor("#FF9A76" if dark else "#A93600"),
        good=QColor("#1DBF94" if dark else "#00694D"),
        notice=QColor("#3A3222" if dark else "#FFF4DB"),
        classes=tuple(QColor(name) for name in (_ON_DARK if dark else _ON_LIGHT)),
    )


def mix(a: QColor, b: QColor, share: float) -> QColor:
    """Return a colour between two: 0 is `a`, 1 is `b`."""
    return QColor.fromRgbF(*(x + (y - x) * share for x, y in zip(_rgb(a), _rgb(b), strict=True)))


def _rgb(colour: QColor) -> tuple[float, float, float]:
    return colour.redF(), colour.greenF(), colour.blueF()


def class_colour(index: int) -> QColor:
    """Return the colour of a class; colours repeat after eight, symbols after twelve."""
    found = colours().classes
    return found[index % len(found)]


def on_paper(index: int) -> str:
    """Return the colour of a class on white, as SVG writes it."""
    return _ON_LIGHT[index % len(_ON_LIGHT)]


def class_symbol(index: int) -> QPainterPath:
    """Return the symbol of a class, of size 1 about the origin."""
    return SYMBOLS[index % len(SYMBOLS)]


def draw_symbol(painter: QPainter, index: int, centre: QPointF, size: float) -> None:
    """Draw a class's symbol in its colour."""
    painter.save()
    painter.translate(centre)
    painter.scale(size, size)
    painter.fillPath(class_symbol(index), class_colour(index))
    painter.restore()


_LIGHT = {
    "Window": "#F3F4F6", "WindowText": "#1B1F24", "Base": "#FFFFFF", "AlternateBase": "#F3F4F6",
    "Text": "#1B1F24",
    "Button": "#FFFFFF", "ButtonText": "#1B1F24", "Highlight": "#0067A3", "HighlightedText": "#FFFFFF",
    "ToolTipBase": "#1B1F24", "ToolTipText": "#FFFFFF", "PlaceholderText": "#646B74", "Link": "#0067A3",
    "Light": "#FFFFFF", "Midlight": "#E6E8EB", "Mid": "#B9BEC5", "Dark": "#8B929B",
    "Shadow": "#4A4F55", "Accent": "#0067A3",
}  # fmt: skip
_DARK = {
    "Window": "#1B1E22", "WindowText": "#E8EAED", "Base": "#24282D", "AlternateBase": "#1F2226",
    "Text": "#E8EAED",
    "Button": "#30353B", "ButtonText": "#E8EAED", "Highlight": "#2F6F97", "HighlightedText": "#FFFFFF",
    "ToolTipBase": "#E8EAED", "ToolTipText": "#1B1E22", "PlaceholderText": "#A0A7AF", "Link": "#7CC4F0",
    "Light": "#4A5058", "Midlight": "#3B4047", "Mid": "#4A5058", "Dark": "#16181B",
    "Shadow": "#000000", "Accent": "#56B4E9",
}  # fmt: skip


def palette(scheme: str) -> QPalette:
    """Return the palette "light" or "dark"; for any other name that of the system."""
    if scheme not in ("light", "dark"):
        return QPalette()
    made = QPalette()
    for role, colour in (_LIGHT if scheme == "light" else _DARK).items():
        made.setColor(getattr(QPalette.ColorRole, role), QColor(colour))
    quiet = mix(made.color(QPalette.ColorRole.Text), made.color(QPalette.ColorRole.Base), 0.55)
    for role in ("Text", "WindowText", "ButtonText"):
        made.setColor(QPalette.ColorGroup.Disabled, getattr(QPalette.ColorRole, role), quiet)
    return made


def apply(scheme: str, zoom: float) -> None:
    """Set the application's palette, text size and style sheet."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.setPalette(palette(scheme))
    font = application.font()
    font.setPointSizeF(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF() * zoom)
    application.setFont(font)
    QDir.setSearchPaths(_DRAWN, [str(Path(__file__).parent)])
    application.setStyleSheet(_style(colours(), zoom))


def _tick(c: Colours) -> str:
    """Return what draws a tick on the colour of what is ticked."""
    return f"image: url({_DRAWN}:tick-{'dark' if c.dark else 'light'}.svg);"


def _style(c: Colours, zoom: float) -> str:
    pad, tall, dot = round(5 * zoom), round(7 * zoom), 2 * round(6 * zoom)
    base = QApplication.font().pointSizeF()
    tallest = round(1.4 * QFontMetrics(QApplication.font()).height())
    large = 1.55 if zoom <= 1.2 else 1.3  # enlarged text is large enough, and needs the room
    line, accent, quiet = c.line.name(), c.accent.name(), c.quiet.name()
    border = mix(c.text, c.card, 0.6).name()
    return f"""
    QFrame[card="true"] {{ background: {c.card.name()}; border: 1px solid {line}; border-radius: 6px; }}
    QLabel[role="quiet"] {{ color: {quiet}; }}
    QLabel[role="title"] {{ color: {quiet}; font-weight: bold; font-size: {0.85 * base}pt;
        padding-top: 2px; }}
    QLabel[role="question"] {{ font-size: {large * base}pt; font-weight: 600; }}
    QLabel[role="large"] {{ font-size: {1.25 * base}pt; font-weight: 600; }}
    QLabel[role="name"] {{ font-weight: 600; }}
    QLabel[role="bad"] {{ color: {c.bad.name()}; font-weight: 600; }}
    QLabel[role="notice"] {{ background: {c.notice.name()}; border-radius: 4px; padding: {pad}px; }}
    QPushButton {{ padding: {pad}px {tall}px; border: 1px solid {border}; border-radius: 4px;
        background: palette(button); }}
    QPushButton:hover {{ border-color: {accent}; }}  QPushButton:disabled {{ border-color: {line}; }}
    QPushButton:pressed {{ background: palette(midlight); }}
    QPushButton:focus {{ border: 2px solid {accent}; padding: {pad - 1}px {tall - 1}px; }}
    QPushButton[role="narrow"], QPushButton[role="narrow"]:focus {{ padding: {pad}px; }}
    QPushButton[role="primary"] {{ background: {accent}; color: {c.on_accent.name()}; border-color: {accent};
        font-weight: 600; }}
    QPushButton[role="primary"]:focus {{ border: 2px solid {c.text.name()}; }}
    QPushButton[role="primary"]:disabled {{ background: {line}; color: {quiet}; border-color: {line}; }}
    QPushButton[role="link"] {{ border: 1px solid transparent; background: transparent; color: {accent};
        padding: 2px 4px; }}
    QPushButton[role="link"]:focus, QPushButton[role="link"]:hover {{ border: 1px solid {accent}; }}
    QLineEdit, QPlainTextEdit {{ padding: {pad}px; border: 1px solid {border}; border-radius: 4px;
        background: palette(base); }}
    QLineEdit:focus, QPlainTextEdit:focus {{ border: 2px solid {accent}; padding: {pad - 1}px; }}
    QLineEdit[wrong="true"] {{ border: 2px solid {c.bad.name()}; padding: {pad - 1}px; }}
    QLineEdit[role="answer"] {{ font-size: {1.35 * base}pt; }}
    QAbstractSpinBox, QComboBox {{ min-height: {tallest}px; }}
    QAbstractSpinBox QLineEdit {{ padding: 0; border: none; background: transparent; }}
    QTableView QComboBox {{ min-height: 0; }}
    QRadioButton {{ padding: {pad}px 2px; spacing: 8px; border: 2px solid transparent; border-radius: 4px; }}
    QRadioButton:focus {{ border-color: {accent}; }}
    QRadioButton::indicator {{ width: {dot}px; height: {dot}px; border-radius: {dot // 2 + 2}px;
        border: 2px solid {border}; background: palette(base); }}
    QRadioButton::indicator:checked {{ border-color: {accent}; background: qradialgradient(cx: 0.5, cy: 0.5,
        radius: 0.5, fx: 0.5, fy: 0.5, stop: 0.55 {accent}, stop: 0.62 {c.card.name()}); }}
    QCheckBox::indicator, QTableView::indicator {{ width: {dot}px; height: {dot}px;
        border: 2px solid {quiet}; border-radius: 3px; background: palette(base); }}
    QCheckBox::indicator:checked, QTableView::indicator:checked {{ background: {accent}; {_tick(c)} }}
    QCheckBox::indicator:checked, QCheckBox::indicator:focus {{ border-color: {accent}; }}
    QTableView QLineEdit, QTableView QLineEdit:focus, QTableView QPlainTextEdit,
    QTableView QPlainTextEdit:focus {{ padding: 0 1px; border-radius: 0; }}
    QTableView {{ gridline-color: {line}; }}  QTableView::item {{ padding: 0 3px; }}
    QAbstractItemView {{ border: 2px solid transparent; background: palette(base); outline: none; }}
    QAbstractItemView:focus {{ border-color: {accent}; }}  QHeaderView {{ border: none; }}
    QHeaderView::section {{ background: palette(base); color: {quiet}; border: none;
        border-bottom: 1px solid {line}; padding: 3px; }}
    QTableCornerButton::section {{ background: palette(base); border: none; }}
    QSplitter::handle {{ background: transparent; border: none; }}
    QScrollArea, QScrollArea > QWidget > QWidget#body {{ background: transparent; border: none; }}
    QToolTip {{ padding: 4px; }}
    """

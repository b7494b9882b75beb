"""Small parts that several panels share."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QTabBar,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ifc2f_gui.shared.rows import APART, Rows
from ifc2f_gui.shared.shortcuts import all_keys
from ifc2f_gui.shared.theme import GRID


def label(text: str = "", role: str = "", wrap: bool = True) -> QLabel:
    """Return a label of plain text; roles are those of the style sheet."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    made.setIndent(0)  # a style sheet's padding would bring an indent of its own
    if role:
        made.setProperty("role", role)
    return made


class Reserved(QLabel):
    """A label that has its room before it has a text, so that nothing moves when it gets one."""

    told = Signal()

    def __init__(self, role: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setIndent(0)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.setProperty("role", role)
        self._longest: tuple[str, ...] = ()

    def setText(self, text: str) -> None:
        """Show a text, and signal that there is one."""
        super().setText(text)
        if text:
            self.told.emit()

    def reserve(self, *texts: str) -> None:
        """Keep room for each of these texts."""
        self._longest = texts
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """The height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the highest of the texts that are to have room, and of the one shown."""
        room = QRect(0, 0, max(1, width), 1 << 16)
        wrapped = Qt.TextFlag.TextWordWrap
        heights = (
            self.fontMetrics().boundingRect(room, wrapped, text).height()
            for text in (*self._longest, self.text())
        )
        return max(heights)

    def sizeHint(self) -> QSize:
        """Return a size for layouts that ask for no height at a width."""
        width = max(self.width(), 200)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """One line is needed; the width may shrink."""
        return QSize(40, self.fontMetrics().height())


class Elided(QLabel):
    """A line that takes the room there is: its middle is left out where that is too little."""

    def __init__(self, role: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setIndent(0)
        self.setProperty("role", role)
        self._whole = ""

    def show_text(self, text: str) -> None:
        """Show a text; all of it is also the tool tip."""
        self._whole = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.updateGeometry()
        self._fit()

    def _fit(self) -> None:
        middle = Qt.TextElideMode.ElideMiddle
        self.setText(self.fontMetrics().elidedText(self._whole, middle, self.width()))

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(0, self.fontMetrics().height())

    def sizeHint(self) -> QSize:
        """Return the size of the whole text."""
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 1, self.fontMetrics().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the text to the width."""
        super().resizeEvent(event)
        self._fit()


def literal(text: str) -> str:
    """Return a text for a button or menu in which an ampersand is one, and marks no key."""
    return text.replace("&", "&&")


class Button(QPushButton):
    """A push button that Return presses while it has the focus, and only then; once, if it is held down."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Return as a click."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self.click()
        else:
            super().keyPressEvent(event)


class Line(QLineEdit):
    """A line of text that leaves keys of the table of shortcuts to them, unless they edit what it holds.

    Qt's own line takes some of them for moving about: Ctrl+E, for one, on Linux.
    """

    def event(self, event: QEvent) -> bool:
        """Decline keys that are a shortcut's."""
        is_asked = event.type() == QEvent.Type.ShortcutOverride
        if is_asked and isinstance(event, QKeyEvent) and self.leaves(event):
            event.ignore()
            return False
        return super().event(event)

    def leaves(self, event: QKeyEvent) -> bool:
        """Whether a key is for the shortcuts."""
        keys = QKeySequence.StandardKey
        if event.matches(keys.Undo):
            return not self.isUndoAvailable()
        if event.matches(keys.Redo):
            return not self.isRedoAvailable()
        is_command = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        return bool(is_command) and QKeySequence(event.keyCombination()) in all_keys()


class Choice(QComboBox):
    """A list of choices that leaves the wheel to its scroll area: scrolling over it chooses nothing."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave it."""
        event.ignore()


def button(text: str, role: str = "", description: str = "") -> QPushButton:
    """Return a push button that does not steal Enter from other inputs."""
    made = Button(text)
    made.setAutoDefault(False)
    set_role(made, role)
    if description:
        made.setToolTip(description)
        made.setAccessibleDescription(description)
    return made


def set_role(widget: QWidget, role: str) -> None:
    """Change a widget's role in the style sheet."""
    if widget.property("role") != role:
        widget.setProperty("role", role)
        restyle(widget)


def restyle(widget: QWidget) -> None:
    """Let the style sheet see a changed property, if it has seen the widget at all."""
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def show_text(target: QLabel, text: str) -> None:
    """Show a text, or hide the label if there is none."""
    target.setText(text)
    target.setVisible(bool(text))


class RowMark(QObject):
    """Selects a row of a list when the list takes the focus, so that keys act on a row that is seen.

    Qt makes the first row the current one without selecting it.
    """

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Select once the list has the focus; a click selects by itself."""
        if event.type() == QEvent.Type.FocusIn and isinstance(event, QFocusEvent):
            by_click = event.reason() == Qt.FocusReason.MouseFocusReason
            if not by_click and isinstance(watched, QAbstractItemView):
                QTimer.singleShot(0, watched, lambda: _select_a_row(watched))
        return super().eventFilter(watched, event)


def _select_a_row(view: QAbstractItemView) -> None:
    chosen, rows = view.selectionModel(), view.model()
    if not chosen.hasSelection() and rows.rowCount():
        row = max(0, view.currentIndex().row())
        flags = QItemSelectionModel.SelectionFlag
        chosen.setCurrentIndex(rows.index(row, 0), flags.ClearAndSelect | flags.Rows)


class Tabs(QTabWidget):
    """Pages with tabs on the ground of a dialog, from which their texts stand out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabBar(_TabBar())
        self.setDocumentMode(True)


class Steps(Tabs):
    """Numbered pages. Where the tabs have no room for all names, those behind have their numbers alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: list[str] = []
        self.currentChanged.connect(lambda _: self._fit())

    def add_step(self, page: QWidget, name: str) -> None:
        """Add a page, whose name begins with its number."""
        self._names.append(name)
        index = self.addTab(page, name)
        self.setTabToolTip(index, name)
        self.tabBar().setAccessibleTabName(index, name)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the names to the width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Fit the names to another size of text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        bar = self.tabBar()
        assert isinstance(bar, _TabBar)
        is_whole = bar.width_of(self._names) <= self.width()
        for i, name in enumerate(self._names):
            shown = name if is_whole or i == self.currentIndex() else name.split(maxsplit=1)[0]
            if self.tabText(i) != shown:
                self.setTabText(i, shown)


class _TabBar(QTabBar):
    """Tabs high enough for letters that reach below the line: Qt sets the text of the ones behind lower."""

    def width_of(self, names: Sequence[str]) -> int:
        """Return the width that the tabs would have with these names."""
        wide = self.fontMetrics().horizontalAdvance
        return sum(
            self.tabSizeHint(i).width() + wide(name) - wide(self.tabText(i)) for i, name in enumerate(names)
        )

    def tabSizeHint(self, index: int) -> QSize:
        """Return what Qt takes, and a little more height."""
        return super().tabSizeHint(index) + QSize(0, GRID // 2)


class Card(QFrame):
    """A frame with a title and, at its right, room for small buttons."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "true")
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(2 * GRID, GRID + 4, 2 * GRID, GRID + 4)
        self.box.setSpacing(GRID)
        self.head = Rows(APART)
        self.title = label(title, "title", wrap=False)
        self.head.addWidget(self.title)
        self.box.addLayout(self.head)
        self.setAccessibleName(title)

    @property
    def width_wanted(self) -> int:
        """The width at which its head is in one row."""
        margins = self.box.contentsMargins()
        return self.head.sizeHint().width() + margins.left() + margins.right() + 2 * self.frameWidth()


def focus_first(line: QLineEdit) -> None:
    """Give a dialog's first field the focus, with its text selected, so that typing replaces it."""
    line.setFocus(Qt.FocusReason.TabFocusReason)
    line.selectAll()


def announce(source: QWidget, text: str) -> None:
    """Let a screen reader say what has changed away from the focus."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(source, text))


def scrolled(page: QWidget) -> QScrollArea:
    """Return a page that scrolls where large text needs more room than there is."""
    made = QScrollArea()
    made.setWidgetResizable(True)
    made.setFrameShape(QFrame.Shape.NoFrame)
    page.setObjectName("body")  # which the style sheet leaves transparent
    made.setWidget(page)
    return made


def clear_layout(layout: QLayout) -> None:
    """Remove all widgets of a layout."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()

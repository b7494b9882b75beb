"""What a person does at the window, and in which language, for its tests."""

from ifc2f_gui.shared import languages
from PySide6.QtCore import QRectF, Qt, QTimer, QTranslator
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication


def press(qtbot, window, key, modifier=Qt.KeyboardModifier.NoModifier):
    """Press a key where the focus is."""
    qtbot.keyClick(QApplication.focusWidget() or window, key, modifier)


def choose_row(window, feature):
    """Select an answer in the list."""
    rows = [k for k, _ in window.page.answers.rows.rows]
    window.page.answers.view.setCurrentIndex(window.page.answers.rows.index(rows.index(feature)))


class installed:
    """A language, for a while."""

    def __init__(self, application, locale):
        self.application, self.locale = application, locale

    def __enter__(self):
        self.before = set(self.application.findChildren(QTranslator))
        return languages.install(self.application, self.locale)

    def __exit__(self, *_):
        for translator in set(self.application.findChildren(QTranslator)) - self.before:
            self.application.removeTranslator(translator)
            translator.setParent(None)


def type_in_cell(qtbot, grid, row, column, text):
    """Double-click a cell, type over what it holds, and press Return."""
    place = grid.visualItemRect(grid.item(row, column)).center()
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=place)
    editor = QApplication.focusWidget()
    editor.selectAll()
    qtbot.keyClicks(editor, text)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.wait(1)  # the editor goes in an event loop alone


def in_dialog(act):
    """Call `act` with the next dialog that waits for an answer, as soon as it does; return what was seen.

    What goes wrong in there is raised by :func:`seen`, not in Qt's loop, where it would be lost.
    """
    told = {}

    def look():
        dialog = QApplication.activeModalWidget()
        if dialog is None or not dialog.isActiveWindow():
            QTimer.singleShot(5, look)
            return
        try:
            told["seen"] = act(dialog)
        except BaseException as error:
            told["error"] = error
        if dialog.isVisible():
            dialog.reject()

    QTimer.singleShot(0, look)
    return told


def seen(told):
    """Return what `in_dialog` saw, or raise what went wrong there."""
    if "error" in told:
        raise told["error"]
    assert "seen" in told, "no dialog came"
    return told["seen"]


def settle():
    """Let what is shown come to rest."""
    for _ in range(9):  # layouts follow each other
        QApplication.processEvents()


def finish_outlook(desk):
    """Look ahead to the end, without waiting."""
    while desk._look_one_step():
        pass


def is_whole(widget):
    """Whether all of a widget is in sight."""
    return widget.visibleRegion().boundingRect() == widget.rect()


class Drawn:
    """Takes note of what is drawn on a widget: texts, their places in it, and lines."""

    def __init__(self, monkeypatch):
        self.texts, self.lines = [], []
        draw, draw_line = QPainter.drawText, QPainter.drawLine

        def noting(painter, *arguments):
            room, *flags, text = arguments
            flags = int(flags[0].value if hasattr(flags[0], "value") else flags[0])
            place = painter.boundingRect(QRectF(room), flags, text)
            self.texts.append((text, painter.worldTransform().mapRect(place)))
            return draw(painter, *arguments)

        def noting_line(painter, *ends):
            self.lines.append(ends)
            return draw_line(painter, *ends)

        monkeypatch.setattr(QPainter, "drawText", noting)
        monkeypatch.setattr(QPainter, "drawLine", noting_line)

    def on(self, widget):
        """Draw a widget, and return the texts with their places."""
        self.texts.clear()
        self.lines.clear()
        widget.grab()
        return list(self.texts)

    def texts_of(self, widget):
        """Draw a widget, and return the texts alone."""
        return [text for text, _ in self.on(widget)]

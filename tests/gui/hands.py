"""What a person does at the window, and in which language, for its tests."""

from ifc2f_gui.shared import languages
from PySide6.QtCore import Qt, QTranslator
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

"""The user's language: texts of the program and of Qt. English needs no file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

FOLDER = Path(__file__).parents[1] / "translations"


def install(application: QApplication, locale: QLocale) -> str:
    """Translate into the first of the user's languages that there is; return its name, such as "de".

    The user's languages are asked one by one: `QTranslator.load` would pass over English, which has no file,
    to the next language that has one.
    """
    for language in locale.uiLanguages():
        name = language.replace("-", "_")
        if name.split("_")[0] == "en":
            break
        translator = QTranslator(application)
        if not translator.load(f"ifc2f_{name}", str(FOLDER)):
            continue
        application.installTranslator(translator)
        qt = QTranslator(application)
        if qt.load(f"qtbase_{name}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            application.installTranslator(qt)
        return Path(translator.filePath()).stem.removeprefix("ifc2f_")
    return "en"

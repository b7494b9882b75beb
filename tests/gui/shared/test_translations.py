"""Every text of the window can be translated, is translated, and is shown in the user's language."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest
import translations
from hands import installed
from ifc2f_gui import demo
from ifc2f_gui.case.autosave import Autosave
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.dialogs.help import HelpDialog
from ifc2f_gui.dialogs.model_card import CardDialog
from ifc2f_gui.dialogs.prior import PriorDialog
from ifc2f_gui.report.case_report import report_html
from ifc2f_gui.shared import languages
from ifc2f_gui.shared.texts import CONTEXT, tr
from ifc2f_gui.shared.widgets import label
from ifc2f_gui.training.dialog import TrainDialog
from ifc2f_gui.window.main_window import MainWindow
from PySide6.QtCore import QEvent, QTranslator
from PySide6.QtGui import QTextDocument, QTextLayout
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QRadioButton,
    QTabWidget,
    QTextBrowser,
    QWidget,
)
from window_models import clinic_model

from ifc2f import certificate
from ifc2f.model import Model

FILES = sorted(languages.FOLDER.glob("ifc2f_*.ts"))


def test_the_template_holds_the_texts_of_the_program():
    assert translations.TEMPLATE.read_text(encoding="utf-8") == translations.ts("", {}), "make translations"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_text_is_translated_and_compiled(path):
    translated = translations.read(path)
    assert list(translated) == list(translations.texts()), "make translations"
    compiled = QTranslator()
    assert compiled.load(str(path.with_suffix(".qm")))
    from_library = {text for text, _ in translations.texts_of_library()}  # of which test_said.py asks more
    for text, done in translated.items():
        assert done, text
        assert compiled.translate(CONTEXT, text) == done
        if text not in from_library:
            named, told = (set(re.findall(r"\{(\w*)(?:!r)?\}", each)) for each in (text, done))
            assert told == named, text
        assert re.findall(r"\*\.\w+", done) == re.findall(r"\*\.\w+", text), text
        assert ("&" in done) == ("&" in text), text


def test_pages_have_the_translations_of_the_window():
    shown = (translations.PAGE / "texts.json").read_text(encoding="utf-8")
    assert shown == translations.page_texts(), "run: make translations"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_line_breaks_between_a_number_and_its_per_cent_sign(path):
    """A sign that a line begins with is read as the next word's."""
    parted = [done for done in translations.read(path).values() if re.search("[ -]%|%-", done)]
    assert parted == []


def test_no_line_of_the_window_begins_with_a_per_cent_sign(language):
    """Whatever the text, in the narrowest width that takes its longest word."""
    percents = [text for text in translations.texts() if re.search(r"\s%", text)]
    shown = [tr(text, **dict.fromkeys(re.findall(r"\{(\w+)", text), "79.0")) for text in percents]
    assert len(shown) > 10
    for text in shown:
        words = label(text)
        narrowest = max(map(words.fontMetrics().horizontalAdvance, text.split(" ")))
        lines = QTextLayout(text, words.font())
        lines.beginLayout()
        while (line := lines.createLine()).isValid():
            line.setLineWidth(narrowest)
            assert not text[line.textStart() :].startswith("%"), text
        lines.endLayout()


def test_quotation_marks_are_those_of_the_language():
    """Not those of Python, which "{name!r}" would bring, nor English ones."""
    quotes = re.compile("„[^„“]*“")
    for text, done in translations.read(languages.FOLDER / "ifc2f_de.ts").items():
        if "pip install" not in done:  # which is typed as it stands
            assert not re.search("!r|[\"“”„'‘’]", quotes.sub("", done)), text


def test_people_read_of_probabilities_and_of_no_posterior():
    from_library = {text for text, _ in translations.texts_of_library()}
    told = [text for text in translations.texts() if "posterior" in text.lower()]
    assert [text for text in told if text not in from_library] == []


def test_menus_have_keys_of_their_own_in_every_language():
    for path in FILES:
        translated = translations.read(path)
        keys = [translated[menu].split("&")[1][0].lower() for menu in translations.shortcuts.MENUS]
        assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        (["de-AT", "de"], "de"),
        (["en-GB", "en", "de"], "en"),
        (["tlh", "de"], "de"),
        (["tlh"], "en"),
        ([], "en"),
    ],
)
def test_the_first_language_of_the_user_that_there_is(qapp, wanted, name):
    with installed(qapp, SimpleNamespace(uiLanguages=lambda: wanted)) as found:
        assert found == name


def test_words_that_are_verbs_on_buttons_are_nouns_in_german_reports(german):
    desk = Desk(clinic_model())
    desk.answer(3, ANSWERED, 47.0, 47.0, "years")
    heads = re.findall("<th>(.*?)</th>", report_html(desk))
    assert "Antwort" in heads
    assert "Antworten" not in heads


def test_a_case_in_german(german, empty_window, model_path, qtbot):
    """The window is made before the fixture of the language, as fixtures are ordered: make another."""
    window = MainWindow(empty_window.settings, None)
    qtbot.addWidget(window)
    window.open_path(model_path)
    assert window.page.question.title.text() == "NÄCHSTE FRAGE"
    window.page.question.entry.line.setText("47,5")
    window.page.question.submit()
    assert window.desk.case.finding(3).value == 47.5
    assert window.page.answers.rows.index(0).data().startswith("age: 47,5\u00a0years. ")
    assert "kostet voraussichtlich höchstens 0," in window.page.advice.sentence.text()
    window.page.question.entry.line.setText("1,2,3")
    window.page.question.submit()
    said = window.page.question.entry.message.text()
    assert said == "⚠ „1,2,3“ ist keine Zahl: Bitte geben Sie nur die Zahl ein."
    window.desk.case.mark_saved()


class Marked(QTranslator):
    """Marks every text of the program."""

    def translate(self, context, text, disambiguation=None, n=-1):
        return f"«{text}»" if context == CONTEXT else ""

    def isEmpty(self):
        return False


def certified_card(window, of_order):
    """Return the card with a certificate of either kind."""
    dialog = CardDialog(window.desk.model, window.desk.features, window)
    dialog.show_certificate(replace(certificate(window.desk.model), of_order=of_order))
    return dialog


def dialogs_of(window):
    """Make the window's dialogs, one after the other."""
    yield PriorDialog(window.desk, window)
    yield HelpDialog(window)
    yield CardDialog(window.desk.model, window.desk.features, window)
    yield certified_card(window, of_order=True)
    yield certified_card(window, of_order=False)
    yield TrainDialog(window)


def test_no_text_is_shown_that_translators_do_not_see(qapp, qtbot, settings, tmp_path):
    """All that can be translated is marked: what has letters and no mark must come from the model."""
    marker = Marked()
    qapp.installTranslator(marker)
    try:
        window = MainWindow(settings, Autosave(tmp_path / "unsaved"))
        qtbot.addWidget(window)
        shown = dict(texts_of(window))
        path = tmp_path / "fever.ifc2f"
        made = Model.load(str(demo.PATH)).meta  # with all that training in the window writes
        model = clinic_model(training=made["training"], validation=made["validation"])
        model.save(path)
        window.open_path(str(path))
        window.desk.set_budget(0.03)
        window.desk.answer(3, ANSWERED, 47.0, 47.0, "years")
        window.desk.answer(0, ANSWERED, 47.0, 47.0, "°C")
        shown.update(texts_of(window))
        for k in (1, 2, 4):
            window.desk.ask(k)
            window.page.question.submit()
            shown.update(texts_of(window))
        window.desk.start_what_if()
        window.menus.run("decide")
        shown.update(texts_of(window))
        for dialog in dialogs_of(window):
            shown.update(texts_of(dialog))
        report = QTextDocument()
        report.setHtml(re.sub("<svg.*?</svg>", "", report_html(window.desk)))  # of names and figures
        shown.update((line, "report") for line in report.toPlainText().splitlines())
        window.desk.end_what_if(keep=False)
        window.desk.case.mark_saved()
        window.close()
    finally:
        qapp.removeTranslator(marker)
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(shown) > 150
    assert f"«{made['validation']['how']}»" in shown
    known = {
        model.sha256,
        model.sha256[:8],
        model.sha256[:12],
        *map(str, model.classes),
        *model.feature_names,
        "ifc2f",
        "IFC2F",
        "SHA-256",
        *texts_in(model.meta),
        *model.meta["training"]["settings"],
    }
    from_model = re.compile(
        "|".join(rf"(?<!\w){re.escape(text)}(?!\w)" for text in sorted(known, key=len)[::-1])
    )
    left = {text: where for text, where in shown.items()
            if "«" not in text and re.search(r"[a-zA-Z]{3}", from_model.sub("", text))}  # fmt: skip
    assert left == {}


def texts_in(part):
    """Return the texts within nested lists and dictionaries."""
    if isinstance(part, str):
        return [part] if part else []
    inside = part.values() if isinstance(part, dict) else part if isinstance(part, list) else []
    return [text for value in inside for text in texts_in(value)]


def texts_of(top):
    """Yield (text, where) of all that a window shows or tells a screen reader."""
    yield top.windowTitle(), "title of the window"
    for widget in [top, *top.findChildren(QWidget)]:
        kind = type(widget).__name__
        if kind.startswith("Q") and kind in ("QWidget", "QScrollBar", "QMenuBar", "QHeaderView"):
            continue
        for name in ("toolTip", "accessibleName", "accessibleDescription"):
            yield getattr(widget, name)(), f"{name} of {kind}"
        if isinstance(widget, QLabel | QPushButton | QRadioButton):
            yield widget.text(), kind
        if isinstance(widget, QTextBrowser):
            yield from ((line, kind) for line in widget.toPlainText().splitlines())
        if isinstance(widget, QLineEdit):
            yield widget.placeholderText(), kind
        if isinstance(widget, QMenu):
            for action in widget.actions():
                yield action.text(), "menu"
        if isinstance(widget, QTabWidget):
            for i in range(widget.count()):
                yield widget.tabText(i), "tab"

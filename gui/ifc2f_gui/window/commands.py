"""The commands of menu entries, keys and buttons on an open case.

Dialogs and reports are loaded when they are first wanted: the first question does not wait for them.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QElapsedTimer
from PySide6.QtWidgets import QApplication, QWidget

from ifc2f.files.writing import write_atomically
from ifc2f_gui.case.case import FAILED, NOT_AVAILABLE, PENDING, TELLING, UNCERTAIN, UNKNOWN, Case
from ifc2f_gui.case.case_file import case_content, name_for_files
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.modal import is_accepted, show_over
from ifc2f_gui.shared.texts import tr
from ifc2f_gui.window.case_page import CasePage
from ifc2f_gui.window.keeper import CaseKeeper
from ifc2f_gui.window.menus import Commands

WORD_MS = 400  # between two letters that are typed one after the other
_WITHOUT_VALUE = {"unknown": UNKNOWN, "not_available": NOT_AVAILABLE, "pending": PENDING, "failed": FAILED}


class CaseCommands:
    """Commands on the desk's case, with the dialogs that ask for what they need.

    Parameters
    ----------
    desk : Desk
    page : CasePage
        Knows what is selected, and gets the focus.
    keeper : CaseKeeper
    window : QWidget
        What dialogs stand before.
    """

    def __init__(self, desk: Desk, page: CasePage, keeper: CaseKeeper, window: QWidget) -> None:
        self.desk, self.page, self.keeper, self.window = desk, page, keeper, window
        self._said = QElapsedTimer()

    def by_name(self) -> Commands:
        """Return the commands by their name in the table of shortcuts."""
        return {
            "card": self.show_card,
            "page": self.save_page,
            "new_case": self.new_case,
            "save": self.keeper.save,
            "save_as": self.keeper.save_as,
            "report": self.report,
            "print": self.print_report,
            "record": self.show_record,
            "copy_record": self.copy_record,
            "rename": self.rename,
            "known": self.know,
            "uncertain": self.answer_uncertainly,
            "prior": self.set_prior,
            "budget": self.set_budget,
            "undo": self.desk.undo,
            "redo": self.desk.redo,
            "what_if": self.what_if,
            "keep_what_if": self.keep_what_if,
            **{name: partial(self.say, state) for name, state in _WITHOUT_VALUE.items()},
            "suggested": self.ask_suggested,
            "edit": self.edit,
            "retract": self.retract,
            "pause": self.pause,
            "go_on": self.go_on,
            "decide": self.decide,
            "decide_other": self.decide_for_another,
            "to_question": self.page.go_to_question,
            "to_others": self.page.go_to_others,
            "to_answers": self.page.go_to_answers,
            "to_figures": self.page.go_to_figures,
        }

    def possible(self) -> dict[str, bool]:
        """Return which of the commands can do anything now, where that changes."""
        return {
            "undo": self.desk.active.can_undo,
            "redo": self.desk.active.can_redo,
            "keep_what_if": self.desk.what_if is not None,
            "suggested": self.desk.chosen is not None,
            "go_on": self.desk.can_go_on,
            "decide": self.desk.may_decide,
            "decide_other": self.desk.may_decide and self.desk.model.n_classes > 1,
            **dict.fromkeys(_WITHOUT_VALUE, self.desk.asked is not None),
            "uncertain": self.desk.asked is not None and not self.desk.asked_together,
            "known": bool(self.desk.found.open),
        }

    # ---- The case ------------------------------------------------------------------------------------------

    def new_case(self) -> None:
        """Begin another case."""
        if self.keeper.may_leave():
            self.keeper.came_from_nowhere()
            self.desk.use_case(Case())
            self.page.go_to_question()

    def rename(self) -> None:
        """Ask for a name of the case."""
        question = tr("Name (kept in the case file and its reports, and proposed as their file name):")
        name = prompts.text(self.window, tr("Name the case"), question, self.desk.active.name)
        if name is not None:
            self.desk.set_name(name)

    def know(self) -> None:
        """Ask for the values that are already known."""
        from ifc2f_gui.dialogs.known import KnownDialog

        dialog = KnownDialog(self.desk, self.window)
        if is_accepted(dialog):
            self.desk.know(dialog.found)
        self.page.go_to_question()

    def answer_uncertainly(self) -> None:
        """Ask for what is known of the value of the question."""
        from ifc2f_gui.dialogs.uncertain import UncertainDialog

        if self.desk.asked is None or self.desk.asked_together:
            return
        feature = self.desk.features[self.desk.asked]
        entry = self.page.question.entry
        begun = ("", "") if entry is None else entry.begun
        dialog = UncertainDialog(self.desk, feature, self.window, begun)
        if is_accepted(dialog) and dialog.finding is not None:
            given = dialog.finding
            likelihoods, span = given.likelihoods, given.span
            self.desk.answer(feature.index, UNCERTAIN, unit=given.unit, likelihoods=likelihoods, span=span)
        self.page.go_to_question()

    def set_prior(self) -> None:
        """Ask for pre-test probabilities."""
        from ifc2f_gui.dialogs.prior import PriorDialog

        dialog = PriorDialog(self.desk, self.window)
        if is_accepted(dialog):
            self.desk.set_prior(dialog.prior)

    def set_budget(self) -> None:
        """Ask for the largest cost to be spent."""
        from ifc2f_gui.dialogs.budget import BudgetDialog

        dialog = BudgetDialog(self.desk, self.window)
        if is_accepted(dialog):
            self.desk.set_budget(dialog.budget)

    def what_if(self) -> None:
        """Start a what-if, or go back to the case."""
        if self.desk.what_if is None:
            self.desk.start_what_if()
        else:
            self.desk.end_what_if(keep=False)
        self.page.go_to_question()

    def keep_what_if(self) -> None:
        """Make the what-if answers those of the case."""
        self.desk.end_what_if(keep=True)
        self.page.go_to_question()

    def go_on(self) -> None:
        """Go on whatever the advice, unless the user cancels."""
        from ifc2f_gui.dialogs import decide

        why = decide.confirmed_going_on(self.desk, self.window) if self.desk.goes_against_advice else ""
        if why is None:
            return
        self.desk.go_on(why)
        self.page.go_to_question()

    def decide(self) -> None:
        """Decide whatever the advice, unless the user cancels."""
        from ifc2f_gui.dialogs import decide

        why = decide.confirmed(self.desk, self.window)
        if why is None:
            return
        self.desk.decide(why)
        self.page.go_to_figures()  # not to a button: a second Return would take the decision back

    def decide_for_another(self) -> None:
        """Ask for which class to decide in place of the model's, and why."""
        from ifc2f_gui.dialogs import other_class

        chosen = other_class.chosen(self.desk, self.window)
        if chosen is None:
            return
        self.desk.decide(chosen.why, chosen.label)
        self.page.go_to_figures()

    # ---- Answers -------------------------------------------------------------------------------------------

    def say(self, state: str) -> None:
        """Answer without a value; letters of a typed word ("unknown") answer one question, not several."""
        in_a_word = self._said.isValid() and self._said.elapsed() < WORD_MS
        self._said.restart()
        if not in_a_word:
            self.page.question.say(state)

    def ask_suggested(self) -> None:
        """Go back to the question the model asks."""
        self.desk.ask(None)
        self.page.go_to_question()

    def edit(self) -> None:
        """Ask the selected answer's question again."""
        if self.page.answers.selected is not None:
            self.desk.ask(self.page.answers.selected)
            self.page.go_to_question()

    def retract(self) -> None:
        """Retract the selected answer."""
        if self.page.answers.selected is not None:
            self.desk.retract(self.page.answers.selected)

    def pause(self) -> None:
        """Pause the selected answer, or count it again."""
        selected = self.page.answers.selected
        finding = None if selected is None else self.desk.active.finding(selected)
        if selected is not None and finding is not None and finding.state in TELLING:
            self.desk.pause(selected, not finding.paused)

    # ---- What is told of it --------------------------------------------------------------------------------

    def show_card(self) -> None:
        """Show the model card."""
        from ifc2f_gui.dialogs.model_card import CardDialog

        show_over(CardDialog(self.desk.model, self.desk.features, self.window))

    def show_record(self) -> None:
        """Show the case as a record."""
        from ifc2f_gui.dialogs.record import RecordDialog

        path = self.keeper.path
        show_over(RecordDialog(self._content(), parent=self.window, model=self.desk.model, path=path))

    def copy_record(self) -> None:
        """Put a few lines of the case on the clipboard."""
        from ifc2f_gui.report.own_words import in_own_words
        from ifc2f_gui.report.record import record_text

        shown = in_own_words(self._content(), self.desk.model)
        QApplication.clipboard().setText(record_text(shown))
        self.page.tell(tr("Copied."))

    def _content(self) -> dict[str, Any]:
        return case_content(self.desk.active, self.desk.model, self.desk.model_path)

    def print_report(self) -> None:
        """Ask for a printer and print the report."""
        from ifc2f_gui.dialogs import printing

        self.page.tell(printing.print_report(self.window, self.desk))

    def save_page(self) -> None:
        """Ask for a file and write the model as a web page."""
        title, filters = tr("Save the model as a page"), tr("Web page (*.html)")
        path = prompts.save_path_ending(self.window, title, "model.html", filters, ".html")
        if not path:
            return
        try:
            write_atomically(path, self.desk.model.to_page())
        except OSError as error:
            prompts.say_not_written(self.window, path, error)
        else:
            self.page.tell(tr("Saved: {path}", path=path))

    def report(self) -> None:
        """Ask for a file and write the report."""
        from ifc2f_gui.report.case_report import write_report

        filters = tr("PDF (*.pdf);;Web page (*.html)")
        case = name_for_files(self.desk.active.name, self.keeper.path)
        title, name = tr("Write report"), prompts.file_name(case, tr("report"), ".pdf")
        path = prompts.save_path_ending(self.window, title, name, filters, ".pdf", ".html", ".htm")
        if not path:
            return
        try:
            write_report(path, self.desk)
        except OSError as error:
            prompts.say_not_written(self.window, path, error)
        else:
            self.page.tell(tr("Saved: {path}", path=path))

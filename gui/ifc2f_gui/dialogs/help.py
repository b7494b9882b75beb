"""Help: first steps, and the keys from the one table of shortcuts."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from ifc2f_gui.shared.document import Document
from ifc2f_gui.shared.room import resize_in_letters
from ifc2f_gui.shared.shortcuts import keys_html
from ifc2f_gui.shared.texts import tr


def help_html() -> str:
    """Return the help page."""
    steps = (
        tr(
            "The model suggests the next question. Answer it, or say that the answer is unknown, "
            "not available, pending (ordered; the value comes later), or failed (done without a "
            "usable result). A budget limits the total cost of the questions. Costs of questions "
            "and of mistakes have the same unit."
        ),
        tr(
            "You can answer any other open question first: choose it in the list. The order makes "
            "no difference to the probabilities."
        ),
        tr(
            "Bars show how probable each class is, given all answers. The tick shows where it was before the "
            "last change. The dots below are the answers to the question: each lies where it would bring the "
            "probability, larger ones are given more often, and filled ones would change the decision."
        ),
        tr(
            "Below, the model says whether another answer is worth its cost. You may always go on, or "
            "decide; if you do not follow the advice, the case records it."
        ),
        tr(
            "You can change, retract or pause an answer (a paused answer is kept but not counted). "
            "Everything is then recomputed."
        ),
        tr(
            "“Why” shows how strongly each answer speaks for a class: how many times as likely the "
            "answer is if the class is true as if it is not, given all other answers. The order of "
            "the answers makes no difference."
        ),
        tr("“What if” makes a copy of the case: try answers there, then keep them or go back."),
    )
    listed = "".join(f"<p>{step}</p>" for step in steps)
    return f"<h2>{tr('First steps')}</h2>{listed}<h2>{tr('Keys')}</h2>{keys_html()}"


class HelpDialog(QDialog):
    """Shows the help page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Help"))
        resize_in_letters(self, 44, 46)
        self.text = Document(tr("Help"))
        self.text.show_html(help_html())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        box = QVBoxLayout(self)
        box.addWidget(self.text)
        box.addWidget(buttons)

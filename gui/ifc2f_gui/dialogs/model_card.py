"""The model card in a window, with a certificate that is computed while the user reads."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import lru_cache

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from ifc2f.model import Model
from ifc2f.planning.certificate import Certificate, certificate
from ifc2f_gui.case.describe import Described
from ifc2f_gui.report.model_card import card_html
from ifc2f_gui.shared.document import Document
from ifc2f_gui.shared.room import resize_in_letters
from ifc2f_gui.shared.texts import tr


@lru_cache(maxsize=2)
def _certificate(model: Model) -> Certificate:
    return certificate(model)


class _Certifier(QObject):
    """Computes a certificate in its own thread, because that may take seconds."""

    found = Signal(object)

    def start(self, model: Model) -> None:
        """Begin; `found` is sent at the end. A program that ends does not wait for it."""
        threading.Thread(target=self._run, args=(model,), daemon=True).start()

    def _run(self, model: Model) -> None:
        found = _certificate(model)
        with suppress(RuntimeError):  # the program has ended meanwhile
            self.found.emit(found)


class CardDialog(QDialog):
    """Shows the card, and the certificate once it is computed."""

    def __init__(self, model: Model, features: tuple[Described, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Model card"))
        resize_in_letters(self, 49, 44)
        self.text = Document(tr("Model card"))
        self.text.show_html(card_html(model, features))
        self.model, self.features = model, features
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        box = QVBoxLayout(self)
        box.addWidget(self.text)
        box.addWidget(buttons)
        if model.policy is not None:
            self.certifier = _Certifier()
            self.certifier.found.connect(self.show_certificate)
            self.certifier.start(model)

    def show_certificate(self, found: Certificate) -> None:
        """Show the card with its certificate, at the place where the reader is."""
        bar = self.text.verticalScrollBar()
        place = bar.value()
        self.text.show_html(card_html(self.model, self.features, found))
        bar.setValue(place)

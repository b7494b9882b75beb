"""Printing, with the system's dialog. Tests replace :func:`chosen_printer`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QWidget

from ifc2f_gui.case.desk import Desk
from ifc2f_gui.shared.modal import is_accepted

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter


def print_html(parent: QWidget | None, html: str) -> bool:
    """Ask for a printer and print a page of text; return whether it was."""
    printer = chosen_printer(parent)
    if printer is None:
        return False
    document = QTextDocument()
    document.setHtml(html)
    document.print_(printer)
    return True


def print_report(parent: QWidget | None, desk: Desk) -> bool:
    """Ask for a printer and print the report of the desk's case."""
    from ifc2f_gui.report.case_report import foot_of, report_html
    from ifc2f_gui.report.pdf import paint

    printer = chosen_printer(parent)
    if printer is not None:
        paint(report_html(desk), printer, foot_of(desk))
    return printer is not None


def chosen_printer(parent: QWidget | None) -> QPrinter | None:
    """Ask for a printer; None if none was chosen."""
    from PySide6.QtPrintSupport import (
        QPrintDialog,
        QPrinter,
    )  # loads more of Qt, which most cases do not need

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    dialog = QPrintDialog(printer, parent)
    return printer if is_accepted(dialog) else None

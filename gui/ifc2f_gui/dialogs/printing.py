"""Printing, with the system's dialog. Tests replace :func:`chosen_printer`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPdfWriter
from PySide6.QtWidgets import QWidget

from ifc2f.files.writing import write_atomically
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.dialogs import prompts
from ifc2f_gui.shared.modal import is_accepted
from ifc2f_gui.shared.texts import tr

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter


def print_html(parent: QWidget | None, html: str, foot: str) -> str:
    """Ask for a printer and print a text, with a line below each page.

    Return what to say of it, nothing if it is not printed.
    """
    from ifc2f_gui.report.pdf import paint

    return _print(parent, lambda device: paint(html, device, foot))


def print_report(parent: QWidget | None, desk: Desk) -> str:
    """Ask for a printer and print the report of the desk's case; return as `print_html` does."""
    from ifc2f_gui.report.case_report import foot_of, report_html
    from ifc2f_gui.report.pdf import paint

    return _print(parent, lambda device: paint(report_html(desk), device, foot_of(desk)))


def _print(parent: QWidget | None, paint: Callable[[QPagedPaintDevice], None]) -> str:
    """Paint on the printer that the user chooses."""
    from PySide6.QtPrintSupport import QPrinter  # loads more of Qt, which most cases do not need

    printer = chosen_printer(parent)
    if printer is None:
        return ""
    if printer.outputFormat() == QPrinter.OutputFormat.PdfFormat and printer.outputFileName():
        return _write(parent, printer, paint)
    paint(printer)
    if printer.printerState() in (QPrinter.PrinterState.Error, QPrinter.PrinterState.Aborted):
        prompts.warn(parent, tr("Not printed"), tr("The printer reported an error. Nothing may be printed."))
        return ""
    return tr("Printed.")


def _write(parent: QWidget | None, printer: QPrinter, paint: Callable[[QPagedPaintDevice], None]) -> str:
    """Write a PDF file whole or not at all: Qt says nothing where the disk is full."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(printer.resolution())
    writer.setPageLayout(printer.pageLayout())
    writer.setPageRanges(printer.pageRanges())
    writer.setCreator(printer.creator())
    paint(writer)
    del writer
    buffer.close()
    path = printer.outputFileName()
    try:
        write_atomically(path, bytes(content.data()))
    except OSError as error:
        prompts.say_not_written(parent, path, error)
        return ""
    return tr("Saved: {path}", path=path)


def chosen_printer(parent: QWidget | None) -> QPrinter | None:
    """Ask for a printer; None if none was chosen."""
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

    from ifc2f_gui.report.pdf import MARGINS

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageMargins(MARGINS, QPageLayout.Unit.Millimeter)  # a printer's own leave nothing to hold
    dialog = QPrintDialog(printer, parent)
    return printer if is_accepted(dialog) else None

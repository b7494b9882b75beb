"""A page of HTML with SVG in it as PDF. Qt's rich text knows no SVG, so charts are objects of the text."""

from __future__ import annotations

import re

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRect, QRectF, QSizeF
from PySide6.QtGui import (
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPyTextObject,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer

_CHART = QTextFormat.ObjectTypes.UserObject + 1
_SOURCE = QTextFormat.Property.UserProperty + 1
_PER_INCH = 96.0  # pixels of a chart
_SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)
_SLACK = 0.01  # of a page: printing leaves a little less room than the layout has
_MARK = "\ue000"  # in the text, where a chart goes: a letter for private use


def pdf(html: str, title: str, creator: str) -> bytes:
    """Return the page as a PDF file of A4 pages."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(18, 18, 18, 18), QPageLayout.Unit.Millimeter)
    writer.setTitle(title)
    writer.setCreator(creator)
    breaks: list[int] = []
    document = _lay_out(html, writer, breaks)
    while (cut := _first_cut(document, breaks)) is not None:
        breaks.append(cut)
        document = _lay_out(html, writer, breaks)
    document.print_(writer)
    del writer
    buffer.close()
    return bytes(content.data())


def _lay_out(html: str, writer: QPdfWriter, breaks: list[int]) -> QTextDocument:
    """Return the document with its charts; the blocks `breaks` begin a page."""
    document = QTextDocument()
    charts = _Charts(writer.logicalDpiX() / _PER_INCH, document)
    document.documentLayout().registerHandler(_CHART, charts)
    document.documentLayout().setPaintDevice(writer)
    document.setHtml(_SVG.sub(_MARK, html.replace(_MARK, "")))
    for svg in _SVG.findall(html):
        format_ = QTextCharFormat()
        format_.setObjectType(_CHART)
        format_.setProperty(_SOURCE, svg)
        document.find(_MARK).insertText("\ufffc", format_)
    for number in breaks:
        block = document.findBlockByNumber(number)
        broken = block.blockFormat()
        broken.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
        QTextCursor(block).setBlockFormat(broken)
    document.setPageSize(writer.pageLayout().paintRectPixels(writer.resolution()).size())
    return document


def _first_cut(document: QTextDocument, breaks: list[int]) -> int | None:
    """Return the first block that a page's end cuts, or a heading that it parts from what follows."""
    layout, height = document.documentLayout(), document.pageSize().height()
    block = document.begin()
    while block.isValid():
        place, following = layout.blockBoundingRect(block), block.next()
        ends = place.bottom()
        if block.blockFormat().headingLevel() and following.isValid():
            ends = layout.blockBoundingRect(following).bottom()
        parted = place.top() // height != (ends + _SLACK * height) // height
        if parted and QTextCursor(block).currentTable() is None and block.blockNumber() not in breaks:
            return block.blockNumber()
        block = following
    return None


class _Charts(QPyTextObject):
    """Draws the charts of a document as lines and letters, not as dots."""

    def __init__(self, scale: float, parent: QTextDocument) -> None:
        super().__init__(parent)
        self._scale = scale

    def intrinsicSize(self, document: QTextDocument, position: int, format_: QTextFormat) -> QSizeF:
        """Return a chart's size in the paper's dots."""
        return QSizeF(_renderer(format_).defaultSize()) * self._scale

    def drawObject(
        self,
        painter: QPainter,
        place: QRectF | QRect,
        document: QTextDocument,
        position: int,
        format_: QTextFormat,
    ) -> None:
        """Draw it."""
        _renderer(format_).render(painter, QRectF(place))


def _renderer(format_: QTextFormat) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(str(format_.property(_SOURCE)).encode()))

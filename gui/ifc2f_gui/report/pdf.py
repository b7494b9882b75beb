"""A page of HTML with SVG in it as PDF. Qt's rich text knows no SVG, so charts are objects of the text."""

from __future__ import annotations

import re

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QPyTextObject,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
    QTextTableFormat,
)
from PySide6.QtSvg import QSvgRenderer

from ifc2f_gui.shared.texts import tr

MARGINS = QMarginsF(18, 18, 18, 18)  # millimetres
_CHART = QTextFormat.ObjectTypes.UserObject + 1
_SOURCE = QTextFormat.Property.UserProperty + 1
_PER_INCH = 96.0  # pixels of a chart
_SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)
_SLACK = 0.01  # of a page: printing leaves a little less room than the layout has
_MARK = "\ue000"  # in the text, where a chart goes: a letter for private use
_TEXT, _FOOT = 10.0, 8.0  # points, whatever the size of text in the window


def pdf(html: str, title: str, creator: str, foot: str = "") -> bytes:
    """Return the page as a PDF file of A4 pages, each with the line `foot` and its number at its end."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(MARGINS, QPageLayout.Unit.Millimeter)
    writer.setTitle(title)
    writer.setCreator(creator)
    paint(html, writer, foot)
    del writer
    buffer.close()
    return bytes(content.data())


def paint(html: str, writer: QPagedPaintDevice, foot: str) -> None:
    """Paint the page on a PDF or a printer, each sheet with the line `foot` and its number at its end."""
    rooms: dict[int, float] = {}
    document = _lay_out(html, writer, rooms)
    while (cut := _first_cut(document)) is not None and rooms.get(cut[0], 0.0) < document.pageSize().height():
        rooms[cut[0]] = rooms.get(cut[0], 0.0) + cut[1]
        document = _lay_out(html, writer, rooms)
    for table in filter(_heads_nothing, _tables(document)):
        table.setFormat(_without_heads(table))
    painter = QPainter(writer)
    for page in range(document.pageCount()):
        if page:
            writer.newPage()
        _draw_page(painter, document, page)
        _draw_foot(painter, document, page, foot)
    painter.end()


def _draw_page(painter: QPainter, document: QTextDocument, page: int) -> None:
    size = document.pageSize()
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = QRectF(0, page * size.height(), size.width(), size.height())
    context.palette.setColor(QPalette.ColorRole.Text, Qt.GlobalColor.black)  # on paper in dark colours too
    painter.save()
    painter.translate(0, -page * size.height())
    painter.setClipRect(context.clip)
    document.documentLayout().draw(painter, context)
    painter.restore()


def _draw_foot(painter: QPainter, document: QTextDocument, page: int, foot: str) -> None:
    """Draw the foot, which distinguishes a loose page from those of other cases."""
    size, device = document.pageSize(), painter.device()
    font = _font(_FOOT)
    metrics = QFontMetricsF(font, device)
    number = tr("Page {n} of {all}", n=page + 1, all=document.pageCount())
    room = QRectF(0, size.height() + metrics.height(), size.width(), metrics.height())
    left = size.width() - metrics.horizontalAdvance(number) - metrics.averageCharWidth() * 3
    painter.setFont(font)
    painter.setPen(Qt.GlobalColor.black)
    painter.drawText(
        room, Qt.AlignmentFlag.AlignLeft, metrics.elidedText(foot, Qt.TextElideMode.ElideRight, left)
    )
    painter.drawText(room, Qt.AlignmentFlag.AlignRight, number)


def _font(points: float) -> QFont:
    font = QFont()
    font.setPointSizeF(points)
    return font


def _lay_out(html: str, writer: QPagedPaintDevice, rooms: dict[int, float]) -> QTextDocument:
    """Return the document with its charts, and with room above some blocks, or the tables they begin.

    The room moves them to the next page. Qt's own page breaks leave a page empty where its layout has come to
    the page's end already.
    """
    document = QTextDocument()
    charts = _Charts(writer.logicalDpiX() / _PER_INCH, document)
    document.documentLayout().registerHandler(_CHART, charts)
    document.documentLayout().setPaintDevice(writer)
    document.setDefaultFont(_font(_TEXT))
    document.setDocumentMargin(0)
    document.setHtml(_SVG.sub(_MARK, html.replace(_MARK, "")))
    for svg in _SVG.findall(html):
        format_ = QTextCharFormat()
        format_.setObjectType(_CHART)
        format_.setProperty(_SOURCE, svg)
        document.find(_MARK).insertText("\ufffc", format_)
    scale = writer.logicalDpiY() / QGuiApplication.primaryScreen().logicalDotsPerInchY()
    for number, room in rooms.items():
        _add_room(QTextCursor(document.findBlockByNumber(number)), room / scale)
    page = QSizeF(writer.pageLayout().paintRectPixels(writer.logicalDpiY()).size())
    foot = 2 * QFontMetricsF(_font(_FOOT), writer).height()
    document.setPageSize(QSizeF(page.width(), page.height() - foot))
    return document


def _add_room(cursor: QTextCursor, room: float) -> None:
    """Add room above a block, or above the table or the row of a table that it begins."""
    table = cursor.currentTable()
    row = 0 if table is None else table.cellAt(cursor).row()
    if table is None:
        block = cursor.blockFormat()
        block.setTopMargin(block.topMargin() + room)
        cursor.setBlockFormat(block)
    elif row == 0:
        whole = table.format().toTableFormat()
        whole.setTopMargin(whole.topMargin() + room)
        table.setFormat(whole)
    else:
        for j in range(table.columns()):
            cell = table.cellAt(row, j).format().toTableCellFormat()
            cell.setTopPadding(table.format().toTableFormat().cellPadding() + room)
            table.cellAt(row, j).setFormat(cell)


def _first_cut(document: QTextDocument) -> tuple[int, float] | None:
    """Return what a page's end cuts, or parts from what it heads, and how much of its page is left.

    It is the number of a block; of a table, the first.
    """
    height = document.pageSize().height()
    block = document.begin()
    while block.isValid():
        table = QTextCursor(block).currentTable()
        in_table = table is not None and block != table.cellAt(0, 0).firstCursorPosition().block()
        top, end = _lines(block)
        end = end - 1.0 if in_table else _end(block) + _SLACK * height
        if block.text() and top // height != end // height and end - top < height:
            return block.blockNumber(), height - top % height + 1.0
        block = block.next()
    return None


def _end(block: QTextBlock) -> float:
    """Return where that ends which belongs together: a heading and what follows, a table's first two rows."""
    following, table = block.next(), QTextCursor(block).currentTable()
    if block.blockFormat().headingLevel() and following.isValid():
        return _end(following)
    last = block if table is None else table.cellAt(min(1, table.rows() - 1), 0).lastCursorPosition().block()
    return _lines(last)[1]


def _tables(document: QTextDocument) -> list[QTextTable]:
    return [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]


def _heads_nothing(table: QTextTable) -> bool:
    """Whether Qt would repeat a table's heads on a page that only the room below the table reaches."""
    document = table.document()
    last = table.cellAt(table.rows() - 1, 0).lastCursorPosition().block()
    height = document.pageSize().height()
    bottom = document.documentLayout().frameBoundingRect(table).bottom()
    return bottom // height > _lines(last)[1] // height


def _without_heads(table: QTextTable) -> QTextTableFormat:
    changed = table.format().toTableFormat()
    changed.setHeaderRowCount(0)
    return changed


def _lines(block: QTextBlock) -> tuple[float, float]:
    """Return where a block's lines begin and end; the room above them may lie on the page before."""
    layout = block.layout()
    top = block.document().documentLayout().blockBoundingRect(block).top()
    if not layout.lineCount():
        return top, top
    last = layout.lineAt(layout.lineCount() - 1)
    return top + layout.lineAt(0).y(), top + last.y() + last.height()


class _Charts(QPyTextObject):
    """Draws the charts of a document as vectors, not as pixels."""

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

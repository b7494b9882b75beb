"""The pages of a report as PDF."""

from pathlib import Path

import ifc2f_gui
import pytest
from ifc2f_gui.case.case import ANSWERED
from ifc2f_gui.case.desk import Desk
from ifc2f_gui.report.case_report import write_report
from ifc2f_gui.shared import theme
from PySide6.QtGui import QFontInfo
from window_models import clinic_model, wide_model

from ifc2f.model import Model


@pytest.fixture
def pages(monkeypatch, tmp_path):
    """Return a function that writes a desk's report and returns its document, and what is at the foots."""
    from ifc2f_gui.report import pdf

    documents, foots = [], []
    draw = pdf._draw_foot

    def watched(painter, document, page, foot):
        documents.append(document)
        foots.append(foot)
        draw(painter, document, page, foot)

    monkeypatch.setattr(pdf, "_draw_foot", watched)

    def written(desk):
        documents.clear()
        foots.clear()
        write_report(tmp_path / "r.pdf", desk)
        assert len(documents) == documents[0].pageCount()
        return documents[0], list(foots)

    return written


def headings_apart(document):
    """Return headings that end their page: what they head is on the next."""
    from ifc2f_gui.report.pdf import _lines

    height = document.pageSize().height()
    pairs = zip(blocks_of(document), list(blocks_of(document))[1:], strict=False)
    return [
        block.text()
        for block, following in pairs
        if block.blockFormat().headingLevel()
        and _lines(block)[0] // height != (_lines(following)[1] - 1) // height
    ]


def blocks_of(document):
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def test_pages_of_reports_of_any_length_cut_nothing_and_none_is_empty(qapp, pages):
    """No block of text, chart or heading is parted by a page's end; heads stand above rows of their table."""
    from ifc2f_gui.report.pdf import _lines

    desk = Desk(wide_model(11, 45))
    n_repeated = 0
    for k in range(45):
        desk.answer(k, ANSWERED, float(k % 6), float(k % 6), "")
        if k % 2 or 22 < k < 44:
            continue
        document, _ = pages(desk)
        height = document.pageSize().height()
        places = [_lines(block) for block in blocks_of(document) if block.text()]
        assert all(top // height == (bottom - 1) // height for top, bottom in places)
        assert {top // height for top, _ in places} == set(range(document.pageCount()))
        assert headings_apart(document) == []
        n_repeated += repeated_heads(document)
    assert n_repeated > 3


def test_pages_are_filled(qapp, pages):
    """Whatever goes to the next page as a whole leaves less than a quarter of its page empty."""
    from ifc2f_gui.report.pdf import _lines

    path = Path(ifc2f_gui.__file__).parent / "demo.ifc2f"
    desk = Desk(Model.load(path))
    empty = []
    for k in range(9):
        middle = sum(desk.features[k].range) / 2.0
        desk.answer(k, ANSWERED, middle, middle, "")
        document, _ = pages(desk)
        height = document.pageSize().height()
        ends = [_lines(block)[1] for block in blocks_of(document) if block.text()]
        for page in range(document.pageCount() - 1):
            last = max(end for end in ends if (end - 1) // height == page)
            empty.append((page + 1) - last / height)
    assert max(empty) < 0.25, empty


def test_technical_settings_come_last_and_small(qapp, pages):
    document, _ = pages(Desk(Model.load(Path(ifc2f_gui.__file__).parent / "demo.ifc2f")))
    texts = [block for block in blocks_of(document) if block.text()]
    assert "Technical settings" in texts[-2].text()
    assert "binning" in texts[-1].text()
    sizes = [QFontInfo(block.charFormat().font()).pointSizeF() for block in texts]
    assert sizes[-1] < 0.9 * sizes[-3]
    assert not any("binning" in block.text() for block in texts[:-1])


def repeated_heads(document):
    """Return how many tables repeat their heads on another page; none repeats those of others.

    Heads stand above a row of theirs; Qt repeats them where only the room below a table goes on.
    """
    from ifc2f_gui.report.pdf import _lines, _tables

    height, n = document.pageSize().height(), 0
    for table in _tables(document):
        rows = [
            _lines(table.cellAt(i, 0).lastCursorPosition().block())[1] // height for i in range(table.rows())
        ]
        bottom = document.documentLayout().frameBoundingRect(table).bottom() // height
        assert rows[0] == rows[min(1, table.rows() - 1)]
        if table.format().toTableFormat().headerRowCount():
            assert bottom == rows[-1]
            n += rows[0] < rows[-1]
    return n


def test_the_windows_colours_and_size_of_text_do_not_change_the_report(qapp, pages):
    desk = Desk(clinic_model())
    found = []
    for scheme, zoom in (("light", 1.0), ("dark", 2.0)):
        theme.apply(scheme, zoom)
        document, _ = pages(desk)
        found.append([document.documentLayout().blockBoundingRect(block) for block in blocks_of(document)])
    theme.apply("system", 1.0)
    assert found[0] == found[1]


def test_every_page_names_its_case(qapp, pages):
    desk = Desk(wide_model(11, 30))
    desk.set_name("Ward 3, bed 2")
    document, foots = pages(desk)
    assert foots == [f"Ward 3, bed 2 · Untitled model, {desk.model.sha256[:12]}"] * document.pageCount()

"""A page in text of twice the size, and more: nothing scrolls sideways, and no head breaks within a word."""

import pytest
from browsing import DEMO, Tab, launched
from window_models import clinic_model

from ifc2f.model import Model

# Parts that scroll sideways, or are wider than the window; the row of commands scrolls on purpose.
SIDEWAYS = """() => [...document.querySelectorAll("html, body *")].filter((each) => {
    const scrolls = each.tagName === "HTML" || ["auto", "scroll"].includes(getComputedStyle(each).overflowX);
    return scrolls && each.scrollWidth > each.clientWidth && !each.matches(".tools, svg");
}).map((each) => `${each.tagName} ${each.className}: ${each.scrollWidth} > ${each.clientWidth}`)"""
# Words of heads that stand on two lines; longer ones have no line that holds them in the narrowest window.
BROKEN = """() => [...document.querySelectorAll("dt, h2, h3, .others thead th")].flatMap((each) => {
    const text = each.firstChild;
    const words = text === null ? [] : [...text.data.matchAll(/[\\p{L}\\d]+/gu)];
    return words.filter((word) => word[0].length <= 20).filter((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return new Set([...range.getClientRects()].map((line) => line.top)).size > 1;
    }).map(([word]) => word);
})"""
SIZES = [(360, 1.0), (640, 2.0), (1024, 2.0), (1366, 2.0), (1366, 2.5)]


@pytest.fixture(scope="module")
def chromium():
    with launched("chromium") as browser:
        yield browser


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", ["demo", "clinic"])
def test_no_part_of_a_page_scrolls_sideways(kind, language, chromium, tmp_path):
    """Neither with a question nor with answers, nor a dialog."""
    model = Model.load(DEMO) if kind == "demo" else clinic_model()
    path = tmp_path / "model.html"
    path.write_text(model.to_page(), encoding="utf-8")
    for width, zoom in SIZES:
        tab = Tab(chromium, path, viewport={"width": width, "height": 700}, locale=language)
        tab.page.evaluate(f"document.documentElement.style.fontSize = '{100 * zoom}%'")
        assert tab.page.evaluate(SIDEWAYS) == [], (width, zoom)
        assert tab.page.evaluate(BROKEN) == [], (width, zoom)
        tab.page.fill("#entry", "40")
        tab.page.keyboard.press("Enter")
        tab.page.click("header button.link")
        tab.page.wait_for_selector("dialog[open] dt")
        assert tab.page.evaluate(SIDEWAYS) == [], (width, zoom)
        assert tab.page.evaluate(BROKEN) == [], (width, zoom)
        tab.close()

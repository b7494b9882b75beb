"""One case in one browser, the least that `make test` shows; `make page-check` has the rest."""

from browsing import DEMO, Tab, launched

from ifc2f.model import Model


def test_a_case_by_keyboard_tells_no_one_and_has_no_barrier(tmp_path):
    path = tmp_path / "model.html"
    path.write_text(Model.load(DEMO).to_page(), encoding="utf-8")
    with launched("chromium") as browser:
        tab = Tab(browser, path, viewport={"width": 360, "height": 640})
        keys = tab.page.keyboard

        def underlined():
            return tab.page.eval_on_selector(".bars .pays", "line => line.style.display !== 'none'")

        tab.page.wait_for_selector("#pays", state="visible")  # once it is known where asking pays
        assert underlined()
        keys.type("101.7")
        keys.press("Enter")
        keys.press("u")
        assert tab.text(".answers h2") == "ANSWERS (2)"
        assert not tab.is_wider_than_its_screen()
        assert underlined() is tab.page.is_visible("#pays") is False
        keys.press("Control+z")
        tab.decide_by_keyboard("enough is known")
        assert tab.text(".question h2") == "DECIDED"
        assert tab.violations() == []
        assert tab.told == []
        tab.close()

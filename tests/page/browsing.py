"""Browsers for the tests of pages: Chromium and Firefox as the system has them, driven by Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tools import need

DEMO = Path(__file__).parents[2] / "gui/ifc2f_gui/demo.ifc2f"

# Firefox as a distribution has it is driven by WebDriver BiDi; Playwright's own way needs a changed one.
CHANNELS = {"chromium": {"args": ["--no-sandbox"]}, "firefox": {"channel": "moz-firefox"}}


@contextmanager
def launched(name: str) -> Iterator[Any]:
    """Yield a browser; skip the test where it, or Playwright, is not installed."""
    api = pytest.importorskip("playwright.sync_api", reason="needs Playwright: make page-check")
    place = need(name)
    with api.sync_playwright() as playwright:
        browser = getattr(playwright, name).launch(executable_path=place, **CHANNELS[name])
        try:
            yield browser
        finally:
            browser.close()


WORK = {"ScriptDuration", "LayoutDuration", "RecalcStyleDuration"}  # Chromium's names of a page's own work


class Tab:
    """A tab with a page, and all that the browser says of it.

    Attributes
    ----------
    page
        Playwright's.
    told : list of str
        Console messages, uncaught errors, and requests besides that of the page itself.
    """

    def __init__(self, browser: Any, path: Path, **options: Any) -> None:
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.told: list[str] = []
        self._meter: Any = None
        self.page.on("console", lambda message: self.told.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.told.append(f"error: {error}"))
        self.page.on("request", lambda request: self._requested(request, path))
        self.page.goto(path.as_uri())
        self.page.wait_for_selector("main")

    def _requested(self, request: Any, path: Path) -> None:
        if request.url != path.as_uri() and not request.url.startswith("blob:"):
            self.told.append(f"request: {request.url}")

    def text(self, selector: str) -> str:
        """Return what an element shows."""
        return str(self.page.inner_text(selector))

    def violations(self) -> list[str]:
        """Return what axe-core finds against the rules of accessibility."""
        package = pytest.importorskip("axe_playwright_python", reason="needs axe-core: make page-check")
        source = (files(package) / "axe.min.js").read_text(encoding="utf-8")
        self.page.evaluate(f"() => {{ {source}; return null; }}")
        found = self.page.evaluate("() => axe.run().then((result) => result.violations)")
        return [f"{rule['id']}: {[node['html'] for node in rule['nodes'][:3]]}" for rule in found]

    def decide_by_keyboard(self, reason: str) -> None:
        """Go to the button that decides by Tab alone, and give a reason, as where the advice is to go on."""
        keys = self.page.keyboard
        for _ in range(80):
            keys.press("Tab")
            if self.page.evaluate("document.activeElement.id") == "decide":
                break
        keys.press("Enter")
        keys.type(reason)
        keys.press("Enter")

    def is_wider_than_its_screen(self) -> bool:
        """Whether one has to scroll sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))

    def timed(self, act: str) -> tuple[float, float]:
        """Do in Chromium what tells its time; return that, and the page's processor time, in ms."""
        before = self._worked()
        by_clock = self.page.evaluate(act)
        return float(by_clock), self._worked() - before

    def _worked(self) -> float:
        if self._meter is None:
            self._meter = self.context.new_cdp_session(self.page)
            self._meter.send("Performance.enable", {"timeDomain": "threadTicks"})
        told = self._meter.send("Performance.getMetrics")["metrics"]
        return 1e3 * sum(each["value"] for each in told if each["name"] in WORK)

    def close(self) -> None:
        """Close the tab."""
        self.context.close()

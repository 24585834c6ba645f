"""Whether everyone can read a page that is made of a class."""

from __future__ import annotations

from pathlib import Path

from selenium.webdriver import Chrome

from tests.puzzles.trace.playing import ask, console, inaccessible, medium, screen


def assert_everyone_can_read(browser: Chrome, page: Path, width: int, scheme: str) -> None:
    """axe-core finds nothing, nothing is requested, and nothing is cut off."""
    with medium(browser, prefers_color_scheme=scheme), screen(browser, width):
        console(browser)
        browser.get(page.as_uri())
        assert ask(browser, "return document.documentElement.scrollWidth") <= width
        assert ask(browser, "return performance.getEntriesByType('resource').length") == 0
        assert console(browser) == []
        assert inaccessible(browser) == []

"""The page of `step` in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from tests.cli.test_step import kit, stepped
from tests.puzzles.trace.playing import (
    ask,
    console,
    element,
    inaccessible,
    medium,
    press,
    screen,
    text,
)

__all__ = ["kit"]
OF_LINE = "return document.querySelector('li.now').textContent"


@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (360, "dark")])
def test_page(browser: Chrome, kit: Path, tmp_path: Path, width: int, scheme: str) -> None:
    """It opens at the end; keys, buttons and the slider lead to any step."""
    stepped(kit, tmp_path)
    with medium(browser, prefers_color_scheme=scheme), screen(browser, width):
        console(browser)
        browser.get((tmp_path / "step.html").as_uri())
        assert text(browser, "where") == "Step 8 of 8"
        assert ask(browser, OF_LINE).strip() == "return result"
        assert "returned" in text(browser, "result")
        assert inaccessible(browser) == []
        press(browser, Keys.HOME)
        assert text(browser, "where") == "Step 1 of 8"
        assert text(browser, "result") == ""
        element(browser, "pass-after").click()
        press(browser, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        assert " ".join(text(browser, "variables").split()) == "numbers [3, -1] result 3 each 3"
        assert ask(browser, "return document.querySelector('.changed th').textContent") == "result"
        assert ask(browser, "return document.documentElement.scrollWidth") <= width
        assert console(browser) == []

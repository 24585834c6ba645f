"""The page of a trace in the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from autograder.puzzles.trace import Trace
from autograder.puzzles.trace.page import page
from tests.puzzles.trace.playing import console


@pytest.fixture
def shows(browser: Chrome, tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Open the page of a trace. At the end the console must be empty."""

    def show(traced: Trace, name: str = "") -> None:
        path = tmp_path / "trace.html"
        path.write_text(page(traced, name), encoding="utf-8")
        browser.get(path.as_uri())

    console(browser)
    yield show
    assert console(browser) == []

"""The browser for the tests of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

from autograder.puzzles.trace import Trace
from autograder.puzzles.trace.page import page
from tests.conftest import need
from tests.puzzles.trace.playing import console

BROWSER, DRIVER = Path("/usr/bin/chromium"), Path("/usr/bin/chromedriver")
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--window-size=1200,900",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Chrome]:
    for program in (BROWSER, DRIVER):
        need(program, "Debian has it in chromium and chromium-driver")
    options = ChromeOptions()
    options.binary_location = str(BROWSER)
    for argument in ARGUMENTS:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=Service(str(DRIVER)))
    yield driver
    driver.quit()


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

"""The page of a report in a real browser: accessible, quiet, and readable on a phone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from autograder.assignment import KIT, load
from autograder.report import Detail, Kind, Outcome, PartResult, TestResult
from autograder.reports.html import page
from tests.puzzles.trace.playing import ask, console, inaccessible, medium, screen
from tests.reports.test_html import STAGED
from tests.reports.test_report import REPORT

BOARD = Detail(
    Kind.RETURNED,
    "find_blank",
    "gave the wrong answer",
    call="find_blank(puzzle)",
    arguments={"puzzle": "\n".join(["  ".join(["Guess(a,12)"] * 12)] * 12), "staged": STAGED},
    returned="Posn(x=3, y=2)",
    expected="Posn(x=2, y=3)",
)
DRAWN = PartResult(
    "drawn",
    "a board",
    10,
    (
        TestResult("a", "double works", Outcome.WRONG, True, 0.1, BOARD),
        TestResult(
            "b[1]", "double works: 1", Outcome.WRONG, True, 0.1, replace(BOARD, fact="x" * 300)
        ),
    ),
)
EVERYTHING = replace(
    REPORT,
    problems=("own.py, line 1: no\n" + "  1 | x" * 30,),
    parts=(*REPORT.parts, DRAWN),
)


def open_page(browser: Chrome, folder: Path, source: str) -> None:
    console(browser)
    (folder / "report.html").write_text(source, encoding="utf-8")
    browser.get((folder / "report.html").as_uri())


@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (360, "dark")])
def test_everyone_can_read_it(browser: Chrome, tmp_path: Path, width: int, scheme: str) -> None:
    """With all details open: axe-core finds nothing, nothing is requested, nothing is cut off."""
    with medium(browser, prefers_color_scheme=scheme), screen(browser, width):
        open_page(browser, tmp_path, page(EVERYTHING, load("kenken", KIT)))
        ask(browser, "document.querySelectorAll('details').forEach((each) => each.open = true)")
        assert ask(browser, "return document.documentElement.scrollWidth") <= width
        assert ask(browser, "return performance.getEntriesByType('resource').length") == 0
        assert console(browser) == []
        assert inaccessible(browser) == []

"""The pages that students get, in a real browser: readable on a phone, and in the dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from autograder.assignment import load, names
from autograder.authoring.release.pages import handout_page, start_page
from tests.conftest import ROOT
from tests.puzzles.trace.playing import ask, inaccessible, medium, screen

WIDTH = 360
SCROLLING = """
return [...document.querySelectorAll(arguments[0])].filter((each) =>
  each.scrollWidth > each.clientWidth).map((each) => each.textContent);
"""
LINES_OF_PART = """
const text = document.querySelector("pre").firstChild, range = document.createRange();
range.setStart(text, text.data.search(/.\\sready_to_solve/));
range.setEnd(text, text.data.search(/.\\ssolve/));
return new Set([...range.getClientRects()].map((each) => each.top)).size;
"""
REPORT = """\
· load_puzzle     0/8   · ready_to_solve  0/12  · solve           0/20

Begin here: load_puzzle is not written yet (mathdoku.py, line 25)
  Its first test: load_puzzle returns False for a text that is not a puzzle, and can read the next
"""


def open_page(driver: Chrome, folder: Path, source: str) -> None:
    (folder / "page.html").write_text(source, encoding="utf-8")
    driver.get((folder / "page.html").as_uri())


@pytest.mark.parametrize("name", names(ROOT))
def test_handouts_fit_on_a_phone(browser: Chrome, tmp_path: Path, name: str) -> None:
    with screen(browser, WIDTH):
        open_page(browser, tmp_path, handout_page(load(name, ROOT))[0])
        assert ask(browser, "return document.documentElement.scrollWidth") <= WIDTH
        assert ask(browser, SCROLLING, "table") == []


@pytest.mark.parametrize("width", [1200, WIDTH])
def test_sample_is_whole(browser: Chrome, tmp_path: Path, width: int) -> None:
    """Long lines are wrapped; a part and its points stay together."""
    with screen(browser, width):
        open_page(browser, tmp_path, start_page(load(names(ROOT)[0], ROOT), REPORT))
        assert ask(browser, SCROLLING, "pre") == []
        assert ask(browser, LINES_OF_PART) == 1


@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (WIDTH, "dark")])
def test_everyone_can_read_them(browser: Chrome, tmp_path: Path, width: int, scheme: str) -> None:
    """axe-core finds nothing."""
    assignment = load(names(ROOT)[0], ROOT)
    for source in (start_page(assignment, "report"), handout_page(assignment)[0]):
        with medium(browser, prefers_color_scheme=scheme), screen(browser, width):
            open_page(browser, tmp_path, source)
            assert inaccessible(browser) == []

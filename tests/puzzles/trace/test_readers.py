"""The page of a trace in a real browser: accessibility, screens, printing, and isolation."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from autograder.puzzles import Cage, Puzzle
from autograder.puzzles.trace import CageLabel, Step, Trace, methods, trace
from tests.conftest import ROOT
from tests.puzzles.trace.playing import (
    ask,
    console,
    element,
    inaccessible,
    medium,
    place,
    press,
    screen,
    text,
)
from tests.puzzles.trace.traced import NONE, PRODUCT, TWO, puzzle_in

CALCUDOKU = ROOT / "inputs" / "calcudoku" / "sample" / "example.in"
HOSTILE = "</script><b>bold</b>&amp; <!--"


def test_every_control_can_be_reached_by_keys(browser: Chrome, shows: Callable[..., None]) -> None:
    shows(trace(NONE, "kenken"))
    names = []
    for _ in range(11):
        press(browser, Keys.TAB)
        focused = browser.switch_to.active_element
        names.append(focused.accessible_name)
        assert focused.value_of_css_property("outline-style") == "solid"
        assert focused.value_of_css_property("outline-width") == "3px"
    assert names == [
        "Step",
        "First step",
        "One step back",
        "Play",
        "One step forward",
        "Last step",
        "Next guess",
        "Next retreat",
        "Next cage",
        "Slower",
        "Faster",
    ]
    element(browser, "forward").send_keys(Keys.SPACE)
    assert (place(browser), text(browser, "play")) == (1, "Play")
    press(browser, Keys.ENTER)
    assert place(browser) == 2


@pytest.mark.parametrize("method", methods())
@pytest.mark.parametrize("width", [1200, 360])
def test_everyone_can_read_it(
    browser: Chrome, shows: Callable[..., None], width: int, method: str
) -> None:
    """axe-core finds nothing."""
    with screen(browser, width):
        shows(trace(NONE, method))
        assert inaccessible(browser) == []


def test_cells_for_screen_readers(browser: Chrome, shows: Callable[..., None]) -> None:
    shows(trace(PRODUCT, "kenken"))
    press(browser, *[Keys.ARROW_RIGHT] * 3)
    spoken = "return [...document.querySelectorAll('.cell .unseen')].map((s) => s.textContent)"
    assert ask(browser, spoken) == [
        "guess 1, cage a, 2*",
        "2, cage a, 2*",
        "empty, cage b, 3+",
        "empty, cage b, 3+",
    ]


def test_cages_are_outlined(browser: Chrome, shows: Callable[..., None]) -> None:
    """Above, right of, below and left of each cell; clues stand in first cells.

    The end of the first row and the begin of the second are one cage, but no neighbours.
    """
    corner = Cage("+", 5, ((0, 1), (1, 0), (1, 1)))
    shows(trace(Puzzle(2, (Cage("=", 1, ((0, 0),)), corner)), "kenken"))
    widths = """return [...document.querySelectorAll("#board tbody td")].map((td) =>
      ["Top", "Right", "Bottom", "Left"].map((side) =>
        getComputedStyle(td)[`border${side}Width`] === "3px" ? "#" : ".").join(""))"""
    assert ask(browser, widths) == ["####", "##.#", "#.##", ".##."]
    clues = "return [...document.querySelectorAll('.clue')].map((clue) => clue.textContent)"
    assert ask(browser, clues) == ["a 1", "b 5+", "", ""]


def test_page_makes_no_request(browser: Chrome, shows: Callable[..., None]) -> None:
    shows(trace(puzzle_in(CALCUDOKU), "calcudoku"))
    press(browser, Keys.END)
    assert ask(browser, "return performance.getEntriesByType('resource').map((e) => e.name)") == []


def test_no_other_script_or_request_is_allowed(browser: Chrome, shows: Callable[..., None]) -> None:
    shows(trace(TWO, "ac3"))
    attempt = """
      const done = arguments[0];
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
      const image = document.createElement("img");
      image.onload = image.onerror = (event) =>
        fetch("data:,x").then(() => "fetched", () => "refused")
          .then((fetched) => done([window.ran ?? false, event.type, fetched]));
      image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
    """
    found = browser.execute_async_script(attempt)
    assert found == [False, "error", "refused"]
    messages = console(browser)
    assert len(messages) >= 3
    assert all("Content Security Policy" in message for message in messages)


def test_hostile_text_stays_text(browser: Chrome, shows: Callable[..., None]) -> None:
    step = Step(HOSTILE, (0, 0, 0, 0), (), (), (1, 0, 0))
    labels = (CageLabel(HOSTILE, HOSTILE),) * 3
    shows(Trace(TWO, "kenken", (step,), 1, labels), HOSTILE)
    assert browser.title == f"{HOSTILE}: KenKen by staged guesses"
    assert browser.find_element("css selector", "header p").text == f"{HOSTILE}: 2 x 2"
    assert text(browser, "sentence") == HOSTILE
    assert browser.find_elements("tag name", "b") == []


@pytest.mark.parametrize("width", [320, 390, 760, 1024])
def test_fits_the_screen(browser: Chrome, shows: Callable[..., None], width: int) -> None:
    cages = [Cage("+", 45, tuple((row, column) for column in range(9))) for row in range(9)]
    shows(trace(Puzzle(9, tuple(cages)), "ac3", 10))
    with screen(browser, width):
        hidden = "return arguments[0].scrollWidth - arguments[0].clientWidth"
        for part in browser.find_elements("css selector", "html, #frame"):
            assert ask(browser, hidden, part) == 0


def test_a_board_that_is_too_wide_shows_the_cell_of_the_step(
    browser: Chrome, shows: Callable[..., None]
) -> None:
    """And stays where the reader has scrolled it, if the cell is visible there."""
    cages = [Cage("+", 136, tuple((row, column) for column in range(16))) for row in range(16)]
    shows(trace(Puzzle(16, tuple(cages)), "kenken", 32))
    ends = """const [frame, at] = ["#frame", ".focus"].map((one) =>
      document.querySelector(one).getBoundingClientRect());
      return [at.left - frame.left, frame.right - at.right].map(Math.round)"""
    pushed = "return document.getElementById('frame').scrollLeft"
    with screen(browser, 320):
        for _ in range(31):
            press(browser, Keys.ARROW_RIGHT)
            assert min(ask(browser, ends)) >= 0
        before = ask(browser, pushed)
        assert before > 0
        ask(browser, "document.getElementById('frame').scrollLeft += 2")
        press(browser, Keys.ARROW_LEFT)
        assert ask(browser, pushed) == before + 2


def test_reduced_motion(browser: Chrome, shows: Callable[..., None]) -> None:
    shows(trace(TWO, "calcudoku"))
    moving = """
      document.getElementById("forward").click();
      return document.getAnimations().length"""
    assert ask(browser, moving) == 1
    with medium(browser, prefers_reduced_motion="reduce"):
        shows(trace(TWO, "calcudoku"))
        assert ask(browser, moving) == 0


def test_dark_and_in_print(browser: Chrome, shows: Callable[..., None]) -> None:
    """Dark on light, light on dark, and on paper no buttons and black on white."""
    shows(trace(TWO, "kenken"))
    colours = """const style = getComputedStyle(document.body);
      return [style.color, style.backgroundColor]"""

    def brightness() -> list[float]:
        return [
            sum(map(int, re.findall(r"\d+", colour)[:3])) / 3 for colour in ask(browser, colours)
        ]

    with medium(browser, prefers_color_scheme="light"):
        ink, paper = brightness()
        assert ink < 60
        assert paper > 240
    with medium(browser, prefers_color_scheme="dark"):
        ink, paper = brightness()
        assert paper < 60
        assert ink > 220
    with medium(browser, "print", prefers_color_scheme="dark"):
        assert brightness() == [0, 255]
        assert not any(
            button.is_displayed() for button in browser.find_elements("tag name", "button")
        )
        assert element(browser, "board").is_displayed()
        assert element(browser, "sentence").is_displayed()

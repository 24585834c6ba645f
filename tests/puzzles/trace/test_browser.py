"""The page of a trace, played in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from autograder.puzzles import Cage, Puzzle
from autograder.puzzles.trace import Trace, trace
from autograder.puzzles.trace.page import page
from tests.puzzles.trace.playing import (
    SEEN,
    ask,
    check_step,
    inaccessible,
    place,
    press,
    screen,
    text,
)
from tests.puzzles.trace.traced import NONE, PRODUCT, board_of

Show = Callable[[Trace], None]


@pytest.mark.parametrize(("method", "puzzle"), [("ac3", NONE), ("kenken", PRODUCT)])
def test_every_step_there_and_back(
    browser: Chrome, shows: Show, method: str, puzzle: Puzzle
) -> None:
    traced = trace(puzzle, method)
    shows(traced)
    check_step(browser, traced, 0)
    for at in range(1, len(traced.steps)):
        press(browser, Keys.ARROW_RIGHT)
        check_step(browser, traced, at)
    press(browser, Keys.ARROW_RIGHT)
    for at in reversed(range(len(traced.steps))):
        check_step(browser, traced, at)
        press(browser, Keys.ARROW_LEFT)


def test_play_to_the_end(browser: Chrome, shows: Show) -> None:
    """At the end it stops, shows the solution, and begins anew when played again."""
    traced = trace(board_of("kenken/sample/four_by_four"), "kenken")
    shows(traced)
    press(browser, *"++++++++++++")
    assert text(browser, "speed") == "1,024 steps a second"
    press(browser, Keys.SPACE)
    last = len(traced.steps) - 1
    WebDriverWait(browser, 20, 0.02).until(lambda _: place(browser) == last)
    assert text(browser, "play") == "Play"
    cells, sentence, *_ = ask(browser, SEEN)
    assert traced.solution
    assert cells == [str(n) for row in traced.solution for n in row]
    assert sentence == "The guesses become numbers; the puzzle is solved."
    press(browser, *"-------------", Keys.SPACE)
    assert (text(browser, "play"), place(browser)) == ("Pause", 0)
    press(browser, "2")  # A jump pauses.
    assert text(browser, "play") == "Play"


def test_jumps_to_steps_of_a_kind(browser: Chrome, shows: Show) -> None:
    """By buttons and by number keys, with Shift backwards; at the end they stay where they are."""
    traced = trace(NONE, "kenken")
    shows(traced)
    [button, *_] = browser.find_elements("class name", "jump")
    assert button.text == "Next guess"
    steps = [i for i, step in enumerate(traced.steps) if step.kind == "guess"]
    for i in steps:
        button.click()
        check_step(browser, traced, i)
    assert button.get_attribute("aria-disabled") == "true"
    button.click()
    assert place(browser) == steps[-1]
    ActionChains(browser).key_down(Keys.SHIFT).send_keys("1").key_up(Keys.SHIFT).perform()
    assert place(browser) == steps[-2]
    press(browser, "1")
    assert place(browser) == steps[-1]


@pytest.mark.parametrize(("width", "method"), [(1200, "ac3"), (360, "kenken")])
def test_everyone_can_read_it(browser: Chrome, shows: Show, width: int, method: str) -> None:
    """axe-core finds nothing, and the page fits the screen, also with a large board."""
    cages = [Cage("+", 45, tuple((row, column) for column in range(9))) for row in range(9)]
    with screen(browser, width):
        shows(trace(NONE, method))
        assert inaccessible(browser) == []
        shows(trace(Puzzle(9, tuple(cages)), method, 10))
        for part in browser.find_elements("css selector", "html, .frame"):
            assert (
                ask(browser, "return arguments[0].scrollWidth - arguments[0].clientWidth", part)
                == 0
            )


@pytest.mark.parametrize("width", [1200, 360])
def test_board_beside_it(browser: Chrome, tmp_path: Path, width: int) -> None:
    """It shows its own steps, whatever the first board shows."""
    traced = trace(PRODUCT, "kenken", 3)
    beside = [replace(step, contents=(1 << 2,) * PRODUCT.size**2) for step in traced.steps]
    beside[0] = traced.steps[0]
    (tmp_path / "played.html").write_text(page(traced, "", beside), encoding="utf-8")
    cell = "return document.querySelector('#beside .cell').textContent"
    with screen(browser, width):
        browser.get((tmp_path / "played.html").as_uri())
        first = ask(browser, cell)
        press(browser, Keys.ARROW_RIGHT)
        assert ask(browser, cell) != first
        assert "2, cage a" in ask(browser, cell)
        assert inaccessible(browser) == []
        press(browser, Keys.HOME)
        assert ask(browser, cell) == first
        assert ask(browser, "return document.documentElement.scrollWidth") <= width


def test_cells_have_the_numbers_that_sentences_call_them_by(browser: Chrome, shows: Show) -> None:
    cells = "return [...document.querySelectorAll('.cell')].map((cell) => cell.textContent)"
    board = "calcudoku/sample/few_backtracks"
    shows(trace(board_of(board), "calcudoku", 3))
    assert text(browser, "sentence") == "The board is empty. The current cell is cell 0."
    numbers = [each.text for each in browser.find_elements("class name", "index")]
    assert numbers == list(map(str, range(25)))
    assert "empty, cell 7, the cage" in ask(browser, cells)[7]


def test_keys_and_words_for_every_control(browser: Chrome, shows: Show) -> None:
    shows(trace(PRODUCT, "kenken"))
    names = []
    for _ in range(11):
        press(browser, Keys.TAB)
        focused = browser.switch_to.active_element
        names.append(focused.accessible_name)
        assert focused.value_of_css_property("outline-style") == "solid"
    assert names[:4] == ["Step", "First step", "One step back", "Play"]
    assert names[6:] == ["Next guess", "Next retreat", "Next cage", "Slower", "Faster"]
    press(browser, *[Keys.ARROW_RIGHT] * 3)
    spoken = "return [...document.querySelectorAll('.cell .unseen')].map((s) => s.textContent)"
    assert ask(browser, spoken)[:2] == ["guess 1, cage a, 2*", "2, cage a, 2*"]


def test_page_opens_at_the_step_that_differs(browser: Chrome, tmp_path: Path) -> None:
    traced = trace(PRODUCT, "kenken")
    end = "the first that differs"
    played = page(traced, "", traced.steps, end)
    (tmp_path / "played.html").write_text(played, encoding="utf-8")
    browser.get((tmp_path / "played.html").as_uri())
    all_ = f"{len(traced.steps):,}"
    assert text(browser, "progress") == f"step {all_} of {all_}: {end}"
    press(browser, Keys.HOME)
    assert text(browser, "progress") == f"step 1 of {all_}"

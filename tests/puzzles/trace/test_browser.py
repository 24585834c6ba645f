"""The page of a trace, played in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from autograder.puzzles import Puzzle
from autograder.puzzles.trace import methods, trace
from tests.conftest import ROOT
from tests.puzzles.trace.playing import (
    SEEN,
    ask,
    check_step,
    element,
    place,
    press,
    text,
)
from tests.puzzles.trace.traced import NONE, PRODUCT, TWO, puzzle_in

CALCUDOKU = ROOT / "inputs" / "calcudoku" / "sample" / "example.in"
KENKEN = ROOT / "inputs" / "kenken" / "sample" / "four_by_four.in"


@pytest.mark.parametrize(
    ("method", "puzzle"),
    [
        ("ac3", NONE),
        ("cages", NONE),
        ("calcudoku", NONE),
        ("kenken", PRODUCT),
        ("mathdoku", NONE),
    ],
    ids=list(methods()),
)
def test_every_step_there_and_back(
    browser: Chrome, shows: Callable[..., None], method: str, puzzle: Puzzle
) -> None:
    traced = trace(puzzle, method)
    shows(traced)
    check_step(browser, traced, 0)
    press(browser, Keys.ARROW_LEFT)
    check_step(browser, traced, 0)
    for at in range(1, len(traced.steps)):
        press(browser, Keys.ARROW_RIGHT)
        check_step(browser, traced, at)
    press(browser, Keys.ARROW_RIGHT)
    for at in reversed(range(len(traced.steps))):
        check_step(browser, traced, at)
        press(browser, Keys.ARROW_LEFT)


def test_last_step_of_a_solution_and_the_first_again(
    browser: Chrome, shows: Callable[..., None]
) -> None:
    traced = trace(PRODUCT, "ac3")
    shows(traced)
    press(browser, Keys.END)
    cells, sentence, *_ = ask(browser, SEEN)
    assert [number for number, *_ in cells] == ["1", "2", "2", "1"]
    assert sentence.endswith(": the puzzle is solved.")
    press(browser, Keys.HOME)
    check_step(browser, traced, 0)


def test_buttons(browser: Chrome, shows: Callable[..., None]) -> None:
    traced = trace(NONE, "kenken")
    shows(traced)
    last = len(traced.steps) - 1
    for button, to in [
        ("forward", 1),
        ("forward", 2),
        ("back", 1),
        ("last", last),
        ("forward", last),
        ("back", last - 1),
        ("first", 0),
        ("back", 0),
    ]:
        element(browser, button).click()
        check_step(browser, traced, to)


def test_slider(browser: Chrome, shows: Callable[..., None]) -> None:
    """Dragged with the mouse, moved by its own keys, and following the steps."""
    traced = trace(puzzle_in(CALCUDOKU), "calcudoku")
    shows(traced)
    slider = element(browser, "slider")
    places = [0]
    for pixels in (150, -70, 200):
        grip = (places[-1] / (len(traced.steps) - 1) - 0.5) * (slider.rect["width"] - 16)
        drag = ActionChains(browser, duration=10)
        drag.move_to_element_with_offset(slider, round(grip), 0)
        drag.click_and_hold().move_by_offset(pixels, 0).release().perform()
        places.append(place(browser))
        check_step(browser, traced, places[-1])
    assert 0 < places[2] < places[1] < places[3]
    press(browser, Keys.PAGE_UP)
    assert place(browser) > places[3]
    check_step(browser, traced, place(browser))
    press(browser, Keys.HOME, Keys.ARROW_RIGHT)
    assert place(browser) == 1
    check_step(browser, traced, 1)
    assert slider.get_attribute("aria-valuetext") == "2 of 2,704"


def test_play_to_the_end(browser: Chrome, shows: Callable[..., None]) -> None:
    """At the end it stops, shows what the program prints, and begins anew when played again."""
    traced = trace(puzzle_in(KENKEN), "kenken")
    shows(traced)
    press(browser, *"++++++++++++")
    assert text(browser, "speed") == "1,024 steps a second"
    press(browser, Keys.SPACE)
    last = len(traced.steps) - 1
    WebDriverWait(browser, 20, 0.02).until(lambda _: place(browser) == last)
    assert text(browser, "play") == "Play"
    printed = ROOT / "expected" / "kenken" / "sample" / "four_by_four.out"
    cells, sentence, *_ = ask(browser, SEEN)
    assert [number for number, *_ in cells] == printed.read_text(encoding="utf-8").split()
    assert sentence == "The guesses become numbers; the puzzle is solved."
    press(browser, *"-------------", Keys.SPACE)
    assert (text(browser, "play"), place(browser)) == ("Pause", 0)
    assert text(browser, "speed") == "1 step in 2 seconds"
    press(browser, Keys.SPACE)
    check_step(browser, traced, 0)


def test_pause_and_go_on(browser: Chrome, shows: Callable[..., None]) -> None:
    traced = trace(puzzle_in(CALCUDOKU), "calcudoku")
    shows(traced)
    press(browser, *"======")
    assert text(browser, "speed") == "128 steps a second"
    element(browser, "play").click()
    assert text(browser, "play") == "Pause"
    WebDriverWait(browser, 20, 0.02).until(lambda _: place(browser) > 5)
    element(browser, "play").click()
    paused = place(browser)
    assert text(browser, "play") == "Play"
    check_step(browser, traced, paused)
    press(browser, Keys.SPACE)
    WebDriverWait(browser, 20, 0.02).until(lambda _: place(browser) > paused)
    press(browser, Keys.ARROW_LEFT)
    assert text(browser, "play") == "Play"
    check_step(browser, traced, place(browser))


def test_speeds(browser: Chrome, shows: Callable[..., None]) -> None:
    shows(trace(TWO, "calcudoku"))
    assert text(browser, "speed") == "2 steps a second"
    element(browser, "slower").click()
    assert text(browser, "speed") == "1 step a second"
    element(browser, "faster").click()
    element(browser, "faster").click()
    assert text(browser, "speed") == "4 steps a second"


def test_sentences_are_read_out_unless_they_come_too_quickly(
    browser: Chrome, shows: Callable[..., None]
) -> None:
    shows(trace(puzzle_in(CALCUDOKU), "calcudoku"))

    def live() -> str | None:
        return element(browser, "sentence").get_attribute("aria-live")

    assert live() == "polite"
    press(browser, Keys.SPACE)
    assert live() == "off"
    press(browser, "-")
    assert live() == "polite"
    press(browser, "+")
    assert live() == "off"
    press(browser, Keys.SPACE)
    assert live() == "polite"


def test_jumps_to_steps_of_a_kind(browser: Chrome, shows: Callable[..., None]) -> None:
    """By buttons and by number keys, with Shift backwards; at the end they stay where they are."""
    traced = trace(NONE, "kenken")
    kinds = methods()["kenken"].KINDS
    shows(traced)
    buttons = browser.find_elements("class name", "jump")
    assert [button.text for button in buttons] == [f"Next {kind}" for kind in kinds]
    for key, (kind, button) in enumerate(zip(kinds, buttons, strict=True), 1):
        steps = [i for i, step in enumerate(traced.steps) if step.kind == kind]
        assert len(steps) > 1
        press(browser, Keys.HOME)
        for i in steps:
            assert button.get_attribute("aria-disabled") == "false"
            button.click()
            check_step(browser, traced, i)
        assert button.get_attribute("aria-disabled") == "true"
        button.click()
        assert place(browser) == steps[-1]
        for i in reversed(steps[:-1]):
            ActionChains(browser).key_down(Keys.SHIFT).send_keys(str(key)).key_up(
                Keys.SHIFT
            ).perform()
            assert place(browser) == i
        press(browser, str(key))
        assert place(browser) == steps[1]


def test_a_jump_pauses(browser: Chrome, shows: Callable[..., None]) -> None:
    shows(trace(puzzle_in(CALCUDOKU), "calcudoku"))
    press(browser, Keys.SPACE)
    assert text(browser, "play") == "Pause"
    press(browser, "2")
    assert text(browser, "play") == "Play"


def test_the_line_of_the_step_is_marked(browser: Chrome, shows: Callable[..., None]) -> None:
    traced = trace(TWO, "calcudoku")
    shows(traced)
    marked = """return [...document.querySelectorAll("#code [aria-current]")].map((line) =>
      [line.textContent, getComputedStyle(line).fontWeight])"""
    for step in traced.steps[:4]:
        line = methods()["calcudoku"].PSEUDOCODE[step.line]
        assert ask(browser, marked) == [[line.strip(), "700"]]
        press(browser, Keys.ARROW_RIGHT)


def test_the_queue_is_listed(browser: Chrome, shows: Callable[..., None]) -> None:
    """Its first arcs and the number of the others, going forward and back."""
    listed = """const queue = document.getElementById("queue");
      return [queue.hidden, [...queue.querySelectorAll("li")].map((li) => li.textContent),
        queue.querySelector("p").textContent]"""
    example = ROOT / "inputs" / "ac3" / "sample" / "example.in"
    traced = trace(puzzle_in(example), "ac3")
    shows(traced)

    def check(at: int) -> None:
        step = traced.steps[at]
        more = step.queue_length - len(step.queue)
        end = f"and {more} more" if more else "" if step.queue else "empty"
        assert ask(browser, listed) == [False, list(step.queue), end]

    steps = range(min(40, len(traced.steps)))
    assert {bool(traced.steps[at].queue) for at in steps} == {True, False}
    for at in steps:
        check(at)
        press(browser, Keys.ARROW_RIGHT)
    for at in reversed(steps):
        press(browser, Keys.ARROW_LEFT)
        check(at)
    shows(trace(TWO, "kenken"))
    assert ask(browser, listed)[0]

"""The page of a trace, played in a real browser."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from autograder.puzzles import Cage, Puzzle
from autograder.puzzles.trace import METHODS, Step, Trace, page, trace
from tests.conftest import ROOT
from tests.puzzles.playing import (
    SEEN,
    ask,
    check_step,
    console,
    element,
    medium,
    place,
    press,
    screen,
    text,
)
from tests.puzzles.traced import NONE, PRODUCT, TWO, puzzle_in

BROWSER, DRIVER = Path("/usr/bin/chromium"), Path("/usr/bin/chromedriver")
CALCUDOKU = ROOT / "inputs" / "calcudoku" / "sample" / "example.in"
KENKEN = ROOT / "inputs" / "kenken" / "sample" / "four_by_four.in"
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--window-size=1200,900",
)
HOSTILE = "</script><b>bold</b>&amp; <!--"


@pytest.fixture(scope="session")
def browser() -> Iterator[Chrome]:
    for program in (BROWSER, DRIVER):
        if not program.exists():
            missing = f"{program} is missing; Debian has it in chromium and chromium-driver"
            if "CI" in os.environ:
                pytest.fail(missing)
            pytest.skip(missing)
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
    """Opens the page of a trace. At the end the console must have been silent."""

    def show(traced: Trace, name: str = "") -> None:
        path = tmp_path / "trace.html"
        path.write_text(page(traced, name), encoding="utf-8")
        browser.get(path.as_uri())

    console(browser)
    yield show
    assert console(browser) == []


@pytest.mark.parametrize(
    ("method", "puzzle"),
    [("kenken", PRODUCT), ("calcudoku", NONE), ("ac3", NONE)],
    ids=list(METHODS),
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
    cells, says, *_ = ask(browser, SEEN)
    assert [number for number, *_ in cells] == ["1", "2", "2", "1"]
    assert says.endswith(": the puzzle is solved.")
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
    cells, says, *_ = ask(browser, SEEN)
    assert [number for number, *_ in cells] == printed.read_text(encoding="utf-8").split()
    assert says == "The guesses become numbers; the puzzle is solved."
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
        return element(browser, "says").get_attribute("aria-live")

    assert live() == "polite"
    press(browser, Keys.SPACE)
    assert live() == "off"
    press(browser, "-")
    assert live() == "polite"
    press(browser, "+")
    assert live() == "off"
    press(browser, Keys.SPACE)
    assert live() == "polite"


def test_all_can_be_reached_by_keys_alone(browser: Chrome, shows: Callable[..., None]) -> None:
    shows(trace(NONE, "kenken"))
    names = []
    for _ in range(8):
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
        "Slower",
        "Faster",
    ]
    element(browser, "forward").send_keys(Keys.SPACE)
    assert (place(browser), text(browser, "play")) == (1, "Play")
    press(browser, Keys.ENTER)
    assert place(browser) == 2


def test_cells_can_be_told_without_seeing_them(browser: Chrome, shows: Callable[..., None]) -> None:
    shows(trace(PRODUCT, "kenken"))
    press(browser, *[Keys.ARROW_RIGHT] * 3)
    spoken = "return [...document.querySelectorAll('.cell .unseen')].map((s) => s.textContent)"
    assert ask(browser, spoken) == [
        "guess 1, cage 2* at (0, 0)",
        "2, cage 2* at (0, 0)",
        "empty, cage 3+ at (1, 0)",
        "empty, cage 3+ at (1, 0)",
    ]


def test_cages_are_outlined(browser: Chrome, shows: Callable[..., None]) -> None:
    """Above, right of, below and left of each cell; clues stand in first cells.

    The end of the first row and the begin of the second are one cage, but no neighbours.
    """
    corner = Cage("+", 5, ((0, 1), (1, 0), (1, 1)))
    shows(trace(Puzzle(2, (Cage("=", 1, ((0, 0),)), corner)), "kenken"))
    widths = """return [...document.querySelectorAll("#board td")].map((td) =>
      ["Top", "Right", "Bottom", "Left"].map((side) =>
        getComputedStyle(td)[`border${side}Width`] === "3px" ? "#" : ".").join(""))"""
    assert ask(browser, widths) == ["####", "##.#", "#.##", ".##."]
    clues = "return [...document.querySelectorAll('.clue')].map((clue) => clue.textContent)"
    assert ask(browser, clues) == ["1", "5+", "", ""]


def test_nothing_is_asked_for(browser: Chrome, shows: Callable[..., None]) -> None:
    shows(trace(puzzle_in(CALCUDOKU), "calcudoku"))
    press(browser, Keys.END)
    assert ask(browser, "return performance.getEntriesByType('resource').map((e) => e.name)") == []


def test_nothing_else_may_run_or_be_fetched(browser: Chrome, shows: Callable[..., None]) -> None:
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
    shows(Trace(TWO, "kenken", (step,), 1), HOSTILE)
    assert browser.title == f"{HOSTILE}: KenKen by staged guesses"
    assert browser.find_element("css selector", "header p").text == f"{HOSTILE}: 2 x 2, 3 cages"
    assert text(browser, "says") == HOSTILE
    assert browser.find_elements("tag name", "b") == []


@pytest.mark.parametrize("width", [320, 390, 760, 1024])
def test_fits_the_screen(browser: Chrome, shows: Callable[..., None], width: int) -> None:
    cages = [Cage("+", 45, tuple((row, column) for column in range(9))) for row in range(9)]
    shows(trace(Puzzle(9, tuple(cages)), "ac3", 10))
    with screen(browser, width):
        hidden = "return arguments[0].scrollWidth - arguments[0].clientWidth"
        for part in browser.find_elements("css selector", "html, #frame"):
            assert ask(browser, hidden, part) == 0


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
        assert element(browser, "says").is_displayed()

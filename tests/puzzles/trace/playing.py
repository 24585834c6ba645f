"""Play the page of a trace in a browser and read what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axe_core_python.selenium import Axe
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.remote.webelement import WebElement

from autograder.puzzles.model import cells_of
from autograder.puzzles.trace import Trace
from autograder.puzzles.trace.steps import GUESS, NOTE, numbers_in

REMOVING = (" Remove ", "ruled out in", " has ", "only cell")

Shown = tuple[str, tuple[int, ...], tuple[int, ...], str]
"""A cell on the screen: its large number, its candidates, those struck out, its outline."""

SEEN = """
const text = (id) => document.getElementById(id).textContent;
const numbers = (marks) => marks.map((mark) => Number(mark.textContent));
const isStruck = (mark) => getComputedStyle(mark).textDecorationLine === "line-through";
const cells = [...document.querySelectorAll("#board tbody td")].map((td) => {
  const number = td.querySelector(".number");
  const mark = getComputedStyle(number, "::after").content === '"?"' ? "?" : "";
  const small = [...td.querySelectorAll(".small span")].filter(
    (mark) => getComputedStyle(mark).visibility === "visible");
  return [
    number.textContent + mark,
    numbers(small.filter((mark) => !isStruck(mark))),
    numbers(small.filter(isStruck)),
    getComputedStyle(td.querySelector(".cell")).outlineStyle,
  ];
});
const counts = [...document.querySelectorAll("#counts div")].map((count) =>
  `${count.querySelector("dt").textContent}: ${count.querySelector("dd").textContent}`);
return [cells, text("sentence"), text("progress"), counts];
"""


def console(browser: Chrome) -> list[str]:
    """The messages in the console since the last call."""
    entries = browser.get_log("browser")  # type: ignore[no-untyped-call]
    return [entry["message"] for entry in entries]


def ask(browser: Chrome, script: str, *arguments: object) -> Any:
    return browser.execute_script(script, *arguments)


def inaccessible(browser: Chrome) -> list[tuple[str, list[str]]]:
    """What axe-core finds in the page: the rules, and the elements that break them."""
    violations = Axe().run(browser)["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations]


def press(browser: Chrome, *keys: str) -> None:
    ActionChains(browser).send_keys(*keys).perform()


def element(browser: Chrome, name: str) -> WebElement:
    return browser.find_element("id", name)


def text(browser: Chrome, name: str) -> str:
    return element(browser, name).text


def expected(traced: Trace, at: int) -> list[Shown]:
    """The cells that a step should show. Candidates that a step removes are struck out."""
    step, before = traced.steps[at], traced.steps[max(at - 1, 0)]
    shown: list[Shown] = []
    cells = cells_of(traced.puzzle.size)
    for cell, content, earlier in zip(cells, step.contents, before.contents, strict=True):
        numbers = numbers_in(content)
        removes = any(phrase in step.sentence for phrase in REMOVING)
        reduced = cell in step.focus and removes and len(numbers_in(earlier)) > 1
        gone = sorted(set(numbers_in(earlier)) - set(numbers)) if reduced else []
        is_small = bool(gone) or content & NOTE or len(numbers) > 1
        number = "" if is_small or not numbers else f"{numbers[0]}{'?' * (content & GUESS)}"
        ring = "solid" if cell in step.focus else "dashed" if cell in step.related else "none"
        shown.append((number, tuple(numbers) if is_small else (), tuple(gone), ring))
    return shown


def check_step(browser: Chrome, traced: Trace, at: int) -> None:
    step = traced.steps[at]
    cells, sentence, progress, counts = ask(browser, SEEN)
    found = [(number, tuple(small), tuple(gone), ring) for number, small, gone, ring in cells]
    assert found == expected(traced, at)
    assert sentence == step.sentence
    assert progress == f"step {at + 1:,} of {len(traced.steps):,}"
    names = traced.method.COUNTS
    assert counts == [f"{name}: {n:,}" for name, n in zip(names, step.counts, strict=True)]


def place(browser: Chrome) -> int:
    return int(ask(browser, "return document.getElementById('slider').value")) - 1


@contextmanager
def medium(browser: Chrome, **features: str) -> Iterator[None]:
    listed = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": listed})
    yield
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})


@contextmanager
def screen(browser: Chrome, width: int) -> Iterator[None]:
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    yield
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

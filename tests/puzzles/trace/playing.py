"""Playing the page of a trace in a browser, and seeing what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.remote.webelement import WebElement

from autograder.puzzles.model import cells_of
from autograder.puzzles.trace import METHODS, Trace
from autograder.puzzles.trace.steps import GUESS, NOTE, numbers_in

Shown = tuple[str, tuple[int, ...], tuple[int, ...], str]
"""A cell as it is seen: its large number, its small ones, those struck out, its ring."""

SEEN = """
const text = (id) => document.getElementById(id).textContent;
const numbers = (marks) => marks.map((mark) => Number(mark.textContent));
const isStruck = (mark) => getComputedStyle(mark).textDecorationLine === "line-through";
const cells = [...document.querySelectorAll("#board td")].map((td) => {
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
return [cells, text("says"), text("progress"), counts];
"""


def console(browser: Chrome) -> list[str]:
    """What the console got since it was last asked."""
    entries = browser.get_log("browser")  # type: ignore[no-untyped-call]
    return [entry["message"] for entry in entries]


def ask(browser: Chrome, script: str, *arguments: object) -> Any:
    return browser.execute_script(script, *arguments)


def press(browser: Chrome, *keys: str) -> None:
    ActionChains(browser).send_keys(*keys).perform()


def element(browser: Chrome, name: str) -> WebElement:
    return browser.find_element("id", name)


def text(browser: Chrome, name: str) -> str:
    return element(browser, name).text


def expected(traced: Trace, at: int) -> list[Shown]:
    """What a step shows, from the trace itself. Values leave a cell as its sentence says."""
    step, before = traced.steps[at], traced.steps[max(at - 1, 0)]
    shown: list[Shown] = []
    cells = cells_of(traced.puzzle.size)
    for cell, content, earlier in zip(cells, step.contents, before.contents, strict=True):
        numbers = numbers_in(content)
        leaves = cell in step.at and any(
            f"{verb} {cell}" in step.says for verb in ("leave", "leaves")
        )
        gone = sorted(set(numbers_in(earlier)) - set(numbers)) if leaves else []
        is_small = bool(gone) or content & NOTE or len(numbers) > 1
        number = "" if is_small or not numbers else f"{numbers[0]}{'?' * (content & GUESS)}"
        ring = "solid" if cell in step.at else "dashed" if cell in step.looked else "none"
        shown.append((number, tuple(numbers) if is_small else (), tuple(gone), ring))
    return shown


def check_step(browser: Chrome, traced: Trace, at: int) -> None:
    step = traced.steps[at]
    cells, says, progress, counts = ask(browser, SEEN)
    found = [(number, tuple(small), tuple(gone), ring) for number, small, gone, ring in cells]
    assert found == expected(traced, at)
    assert says == step.says
    assert progress == f"step {at + 1:,} of {len(traced.steps):,}"
    names = METHODS[traced.method].counts
    assert counts == [f"{name}: {n:,}" for name, n in zip(names, step.counts, strict=True)]


def place(browser: Chrome) -> int:
    return int(ask(browser, "return document.getElementById('slider').value")) - 1


@contextmanager
def medium(browser: Chrome, kind: str = "", **features: str) -> Iterator[None]:
    listed = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": kind, "features": listed})
    yield
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})


@contextmanager
def screen(browser: Chrome, width: int) -> Iterator[None]:
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    yield
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

"""Play the page of a trace in a browser and read what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axe_core_python.selenium import Axe
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.remote.webelement import WebElement

from autograder.puzzles.trace import Trace
from autograder.puzzles.trace.steps import GUESS, numbers_in

SEEN = """
const text = (id) => document.getElementById(id).textContent;
const cells = [...document.querySelectorAll("#board tbody td")].map((td) => {
  const number = td.querySelector(".number");
  const mark = getComputedStyle(number, "::after").content === '"?"' ? "?" : "";
  const small = [...td.querySelectorAll(".small span")].filter((candidate) => {
    const style = getComputedStyle(candidate);
    return style.visibility === "visible" && style.textDecorationLine !== "line-through";
  });
  return number.textContent + mark || small.map((candidate) => candidate.textContent).join("");
});
const counts = [...document.querySelectorAll("#counts div")].map((count) =>
  `${count.querySelector("dt").textContent}: ${count.querySelector("dd").textContent}`);
return [cells, text("sentence"), text("progress"), counts];
"""
"""For each cell on the screen, its number or its candidates; and what stands around the board."""


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


def check_step(browser: Chrome, traced: Trace, at: int) -> None:
    step = traced.steps[at]
    shown = ["".join(map(str, numbers_in(n))) + "?" * bool(n & GUESS) for n in step.contents]
    assert ask(browser, SEEN) == [
        shown,
        step.sentence,
        f"step {at + 1:,} of {len(traced.steps):,}",
        [f"{n}: {c:,}" for n, c in zip(traced.method.COUNTS, step.counts, strict=True)],
    ]


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

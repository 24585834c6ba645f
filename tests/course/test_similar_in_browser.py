"""The pages on similar submissions in a real browser: accessible, quiet, readable on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_selenium_python import Axe
from selenium.webdriver import Chrome

from autograder.course.similar import compared, find_similar
from autograder.course.similar_pages import write_similar_pages
from tests.conftest import ROOT
from tests.puzzles.trace.playing import ask, console, medium, screen

REFERENCE = (ROOT / "reference/kenken/kenken.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 360])
def test_everyone_can_read_them(browser: Chrome, tmp_path: Path, width: int, scheme: str) -> None:
    """axe-core finds nothing, nothing is requested, and nothing is cut off."""
    found = find_similar(
        [compared((who,), {"a.py": f"{REFERENCE}\n# {'x' * 300}"}, ()) for who in ("a", "b" * 99)]
    )
    write_similar_pages(found, "KenKen", tmp_path)
    for page in ("index.html", "pairs/001.html"):
        with medium(browser, prefers_color_scheme=scheme), screen(browser, width):
            console(browser)
            browser.get((tmp_path / page).as_uri())
            assert ask(browser, "return document.documentElement.scrollWidth") <= width
            assert ask(browser, "return performance.getEntriesByType('resource').length") == 0
            assert console(browser) == []
            axe = Axe(browser)
            axe.inject()
            violations = axe.run()["violations"]
            assert [(v["id"], [n["html"] for n in v["nodes"]]) for v in violations] == []

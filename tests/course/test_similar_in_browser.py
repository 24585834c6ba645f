"""The pages on similar submissions in a real browser: accessible, quiet, readable on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from autograder.course.similar import compared, find_similar
from autograder.course.similar_pages import write_similar_pages
from tests.conftest import ROOT
from tests.course.readable import assert_everyone_can_read

REFERENCE = (ROOT / "reference/kenken/kenken.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 360])
def test_everyone_can_read_them(browser: Chrome, tmp_path: Path, width: int, scheme: str) -> None:
    found = find_similar(
        [compared((who,), {"a.py": f"{REFERENCE}\n# {'x' * 300}"}, ()) for who in ("a", "b" * 99)]
    )
    write_similar_pages(found, "KenKen", tmp_path)
    for page in ("index.html", "pairs/001.html"):
        assert_everyone_can_read(browser, tmp_path / page, width, scheme)

"""The sentences of the handouts in promises/, and what fails when they are broken."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from autograder.assignment import load, names
from tests.conftest import ROOT

PROMISES: dict[str, dict[str, list[str]]] = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).with_name("promises").iterdir())
}


def test_each_assignment_has_promises() -> None:
    assert list(PROMISES) == sorted(names(ROOT))


@pytest.mark.parametrize("name", PROMISES)
def test_sentences_exist_and_what_breaks_them(name: str) -> None:
    """That each chaff is caught, `autograder verify` and test_chaffs.py say."""
    handout = " ".join((ROOT / "handout" / f"{name}.md").read_text(encoding="utf-8").split())
    assert [sentence for sentence in PROMISES[name] if sentence not in handout] == []
    broken_by = {each for several in PROMISES[name].values() for each in several}
    assert [] not in PROMISES[name].values()
    tests = {each for each in broken_by if "::" in each}
    chaffs = {path.stem for path in (load(name).folder / "chaffs").glob("*.py")}
    assert broken_by - tests == chaffs
    assert [test for test in tests if not is_defined(test)] == []


def is_defined(test: str) -> bool:
    """Does a test, written as FILE::TEST, exist?"""
    file, _, function = test.partition("::")
    text = (ROOT / file).read_text(encoding="utf-8")
    return re.search(rf"^ *def {function}\(", text, re.MULTILINE) is not None

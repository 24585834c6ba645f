"""The sentences of the handouts in promises.toml, and the chaffs that break them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from autograder.assignment import load, names
from tests.conftest import ROOT

PROMISES: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("promises.toml").read_text(encoding="utf-8")
)


def test_each_assignment_has_promises() -> None:
    assert list(PROMISES) == names(ROOT)


@pytest.mark.parametrize("name", PROMISES)
def test_sentences_and_chaffs_exist(name: str) -> None:
    """That each chaff is caught, `autograder verify` and test_chaffs.py say."""
    handout = " ".join((ROOT / "handout" / f"{name}.md").read_text(encoding="utf-8").split())
    assert [sentence for sentence in PROMISES[name] if sentence not in handout] == []
    broken_by = [chaff for chaffs in PROMISES[name].values() for chaff in chaffs]
    folder = load(name).folder / "chaffs"
    assert [chaff for chaff in broken_by if not (folder / f"{chaff}.py").is_file()] == []

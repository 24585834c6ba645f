"""Formats that a kit's assignments bring along, and what is reported about faulty ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder.assignment import AssignmentError
from autograder.puzzles import read, write
from autograder.puzzles.formats import formats_of
from tests.conftest import ROOT
from tests.puzzles.boards import empty, one_cage

DOCUMENT = (ROOT / "docs" / "puzzles.md").read_text(encoding="utf-8")
[GOOD] = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
ONE = empty(one_cage(1, "=", 1))


def add_format(kit: Path, name: str, source: str) -> Path:
    path = kit / "autograder" / "assignments" / name / "format.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")
    return path


def test_formats_of_a_kit_come_before_those_of_the_repository(tmp_path: Path) -> None:
    add_format(tmp_path, "zoo", GOOD)
    add_format(tmp_path, "one", GOOD)
    assert list(formats_of(tmp_path)) == ["one", "zoo", *formats_of()]
    assert read("one 1\n", kit=tmp_path) == ONE
    assert write(ONE, "zoo", tmp_path) == "one 1\n"


def test_broken_format(tmp_path: Path) -> None:
    path = add_format(tmp_path, "one", "1 / 0\n")
    with pytest.raises(AssignmentError) as error:
        formats_of(tmp_path)
    assert str(error.value) == f"{path}: ZeroDivisionError: division by zero"


def test_faulty_function(tmp_path: Path) -> None:
    path = add_format(tmp_path, "one", GOOD.replace("[(0, 0)]", "[0][9]"))
    with pytest.raises(AssignmentError) as error:
        read("one 1\n", kit=tmp_path)
    assert str(error.value) == f"{path}: read failed: IndexError: list index out of range"


def test_names_of_the_engines_formats_are_taken(tmp_path: Path) -> None:
    path = add_format(tmp_path, "json", GOOD)
    with pytest.raises(AssignmentError) as error:
        formats_of(tmp_path)
    assert str(error.value) == f"{path}: json is a format of the autograder itself"

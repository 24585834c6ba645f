"""What makes an assignment unusable besides its assignment.toml: names, and missing files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment import AssignmentError, load
from tests.double_kit import GOOD, write_double

Kit = Callable[[str], Path]


@pytest.fixture
def kit(tmp_path: Path) -> Kit:
    return lambda toml: write_double(tmp_path, toml)


def test_input_of_another_suffix(kit: Kit) -> None:
    made = kit(GOOD)
    folder = made / "inputs/double/sample"
    folder.mkdir(parents=True)
    for name in ("one.in", ".hidden", "two.txt"):
        (folder / name).write_text("")
    with pytest.raises(AssignmentError) as refusal:
        load("double", made)
    assert str(refusal.value) == f"{folder / 'two.txt'}: an input has to be called sample/CASE.in"


def test_part_without_tests(kit: Kit) -> None:
    made = kit(GOOD)
    (made / "autograder/assignments/double/tests/test_double.py").unlink()
    with pytest.raises(AssignmentError, match=r"the part 'double' has no tests/test_double.py"):
        load("double", made)


@pytest.mark.skipif(sys.platform == "win32", reason="names of files have no colons there")
@pytest.mark.parametrize(("name", "special"), [("copy [2]", "["), ("a::b", "::")])
def test_path_that_pytest_reads_otherwise(tmp_path: Path, name: str, special: str) -> None:
    kit = write_double(tmp_path / name, GOOD)
    with pytest.raises(AssignmentError) as raised:
        load("double", kit)
    why = f"pytest finds no tests below a folder with {special} in its path; rename it"
    assert str(raised.value) == f"{kit}: {why}"

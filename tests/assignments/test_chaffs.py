"""Chaffs are wrong, and the part that they name must catch them. Wheats are right."""

from __future__ import annotations

import builtins
import dis
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from autograder.assignment import KIT, Assignment, AssignmentError, Part, load, names
from autograder.cli.grade import run
from autograder.judge.chaffs import defined, docstring, part_caught_by, with_chaff
from autograder.judge.collected_tests import grade_own, keep_collected_tests
from autograder.judge.session import GradingRequest, reference_box
from autograder.report import Outcome, Report
from tests.rewritten_modules import keep_rewritten_modules

CAUGHT = (Outcome.WRONG, Outcome.CRASHED, Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY)


def files_in(kind: str) -> list[Path]:
    folders = [load(name).folder / kind for name in names(KIT)]
    return [path for folder in folders for path in sorted(folder.glob("*.py"))]


def name_of(path: Path) -> str:
    return path.parent.parent.name


def label(path: Path) -> str:
    return f"{name_of(path)}-{path.stem}"


CHAFFS, WHEATS = files_in("chaffs"), files_in("wheats")

each_chaff = pytest.mark.parametrize("chaff", CHAFFS, ids=label)


def file_of(assignment: Assignment, source: str) -> str:
    """Return the student's file that defines a function of the same name."""
    for file in assignment.files:
        if defined(source) & defined((assignment.reference / file).read_text(encoding="utf-8")):
            return file
    raise AssertionError("it defines no function of the reference")


def graded(assignment: Assignment, file: str, source: str) -> Report:
    """Grade the reference with one file replaced."""
    with tempfile.TemporaryDirectory() as folder:
        for name in assignment.files:
            shutil.copy(assignment.reference / name, folder)
        Path(folder, file).write_text(source, encoding="utf-8")
        secret = assignment.cases("secret")
        return run(assignment, Path(folder), secret=secret)


def graded_until_failure(
    assignment: Assignment, file: str, source: str, part: Part, name: str
) -> Report:
    """Grade the reference with one file replaced; further tests would change nothing."""
    with reference_box(assignment) as box:
        (box / file).write_text(source, encoding="utf-8")
        request = GradingRequest(
            box, parts=[part], exit_first=True, expected_to_fail=True, named_like=name
        )
        return grade_own(assignment, request)


def reason_not_caught(name: str, path: Path) -> str:
    """Grade the reference with a chaff added; return "" if its part catches it, else the reason.

    The test must fail because of what the chaff does, not because of a misspelt name in it.
    """
    assignment, chaff = load(name), path.read_text(encoding="utf-8")
    part, file = part_caught_by(assignment, path), file_of(assignment, chaff)
    reference = (assignment.reference / file).read_text(encoding="utf-8")
    changed, name = with_chaff(reference, chaff), path.stem.removeprefix(part.name)
    report = graded_until_failure(assignment, file, changed, part, name)
    if report.problems and any(t.outcome is Outcome.NOT_RUN for t in report.parts[0].tests):
        return f"it cannot be loaded: {report.problems[0]}"
    failed = [test for test in report.parts[0].tests if test.outcome in CAUGHT]
    for test in failed:
        if test.detail and "NameError" in test.detail.message:
            return f"it uses an undefined name: {test.detail.message}"
    if failed:
        return ""
    return f"all tests of {part.name} pass"


def failures_of_wheat(name: str, wheat: str) -> list[str]:
    assignment = load(name)
    report = graded(assignment, file_of(assignment, wheat), wheat)
    tests = [test for part in report.parts for test in part.tests]
    return [f"{test.name}: {test.outcome}" for test in tests if test.outcome != Outcome.PASS]


Judge = Callable[..., Any]


def share_what_is_loaded() -> None:
    keep_rewritten_modules()
    keep_collected_tests()


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """Call functions in another process, because pytest sessions do not nest."""
    spawn = get_context("spawn")
    with ProcessPoolExecutor(1, spawn, initializer=share_what_is_loaded) as pool:
        yield lambda function, *arguments: pool.submit(function, *arguments).result()


@each_chaff
def test_part_catches_chaff(chaff: Path, judge: Judge) -> None:
    assert judge(reason_not_caught, name_of(chaff), chaff) == ""


@each_chaff
def test_chaff_is_named_for_part_and_misconception(chaff: Path) -> None:
    assert chaff.stem.startswith(f"{part_caught_by(load(name_of(chaff)), chaff).name}_")
    assert docstring(chaff.read_text(encoding="utf-8"))[0].endswith(".")


def undefined_names(source: str) -> set[str]:
    """Return the global names that no statement of a file defines."""
    used: set[str] = set()
    defined: set[str] = {*vars(builtins), "__annotations__"}
    waiting = [compile(source, "chaff", "exec")]
    while waiting:
        code = waiting.pop()
        waiting += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        for instruction in dis.get_instructions(code):
            if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"):
                used.add(instruction.argval)
            elif instruction.opname in ("STORE_GLOBAL", "STORE_NAME"):
                defined.add(instruction.argval)
    return used - defined


@each_chaff
def test_chaff_uses_only_defined_names(chaff: Path) -> None:
    """Also where the first test that catches it does not come."""
    assignment, source = load(name_of(chaff)), chaff.read_text(encoding="utf-8")
    reference = (assignment.reference / file_of(assignment, source)).read_text(encoding="utf-8")
    assert undefined_names(with_chaff(reference, source)) == set()


def test_undefined_names() -> None:
    source = "import os\n\ndef f(a):\n    b = len(a)\n    return [c(b, os, f) for d in a]\n"
    assert undefined_names(source) == {"c"}
    assert undefined_names("class C:\n    a = 1\n    b = a + e\n") == {"e"}


@pytest.mark.parametrize("name", names(KIT))
def test_every_part_has_three_chaffs(name: str) -> None:
    assignment = load(name)
    chaffs = [chaff for chaff in CHAFFS if name_of(chaff) == name]
    counts = Counter(part_caught_by(assignment, chaff).name for chaff in chaffs)
    assert [part.name for part in assignment.parts if counts[part.name] < 3] == []


@pytest.mark.long
@pytest.mark.parametrize("wheat", WHEATS, ids=label)
def test_wheat_scores_full_marks(wheat: Path, judge: Judge) -> None:
    source = wheat.read_text(encoding="utf-8")
    assert docstring(source)[0].endswith(".")
    assert judge(failures_of_wheat, name_of(wheat), source) == []


CHAFF = """\
\"\"\"A chaff.

caught by: {}
\"\"\"


def used_in_row(puzzle, posn):
    {}
"""
NO_CHAFFS = {
    "right": ("return _numbers_in(puzzle.board[posn.y])", "all tests of used_in_row pass"),
    "misspelt where it is loaded": (
        "return []\n\n\nused_in_rwo",
        "it cannot be loaded: loading kenken.py raised NameError",
    ),
    "misspelt where it is called": (
        "return _numbersin(puzzle.board[posn.y])",
        "it uses an undefined name: used_in_row raised NameError",
    ),
}


@pytest.mark.parametrize(("body", "reason"), NO_CHAFFS.values(), ids=NO_CHAFFS)
def test_what_is_not_a_chaff(body: str, reason: str, judge: Judge, tmp_path: Path) -> None:
    chaff = tmp_path / "chaff.py"
    chaff.write_text(CHAFF.format("used_in_row", body), encoding="utf-8")
    assert judge(reason_not_caught, "kenken", chaff).startswith(reason)


def test_chaff_without_a_part(tmp_path: Path) -> None:
    chaff = tmp_path / "chaff.py"
    chaff.write_text(CHAFF.format("used", "return []"), encoding="utf-8")
    with pytest.raises(AssignmentError, match="kenken has no part 'used'; its parts are: find"):
        part_caught_by(load("kenken"), chaff)
    chaff.write_text("def used_in_row(puzzle, posn):\n    return []\n", encoding="utf-8")
    with pytest.raises(AssignmentError) as raised:
        part_caught_by(load("kenken"), chaff)
    assert str(raised.value) == f"{chaff}: its docstring does not end with `caught by: PART`"
    with pytest.raises(AssertionError, match="it defines no function of the reference"):
        file_of(load("kenken"), "def used(puzzle, posn):\n    return []\n")


def test_what_is_not_a_wheat(judge: Judge) -> None:
    reference = (load("kenken").reference / "kenken.py").read_text(encoding="utf-8")
    lost = judge(failures_of_wheat, "kenken", reference.replace("y, row in", "x, row in"))
    assert "test_leftmost_in_a_row: crashed" in lost

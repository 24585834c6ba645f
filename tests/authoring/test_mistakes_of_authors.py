"""Mistakes of authors, and what is reported of each: when the assignment is loaded, or by verify.

Each is one edit of a sound kit; the tables are in `mistakes/`.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

from autograder.assignment import AssignmentError, load
from autograder.authoring.verify.checks import AssignmentCheck, check_files
from autograder.authoring.verify.files import (
    check_expected_is_generated,
    check_starter_is_generated,
)
from autograder.authoring.verify.graded import (
    check_chaff,
    check_reference,
    check_starter,
    check_wheat,
)
from autograder.authoring.verify.run import run_check
from tests.authoring.mistakes.edits import CHAFFS, WHEATS, Edit
from tests.authoring.mistakes.found_by_running import FOUND_BY_RUNNING, GRADED
from tests.authoring.mistakes.in_folders import IN_FOLDERS
from tests.authoring.mistakes.in_handout import IN_HANDOUT
from tests.authoring.mistakes.in_settings import IN_SETTINGS
from tests.authoring.mistakes.in_solutions import IN_SOLUTIONS
from tests.authoring.mistakes.in_tests import IN_TESTS
from tests.authoring.mistakes.out_of_reach import OUT_OF_REACH

MISTAKES = IN_SETTINGS | IN_TESTS | OUT_OF_REACH | IN_SOLUTIONS | IN_FOLDERS | IN_HANDOUT


def reported(kit: Path, *more: AssignmentCheck) -> list[str]:
    """Return what is reported without grading: the error of loading, or what verify finds."""
    try:
        assignment = load("double", kit)
    except AssignmentError as error:
        return [str(error).replace(f"{kit}/", "")]
    checks: list[AssignmentCheck] = [check_files, check_starter_is_generated, *more]
    found = {finding for check in checks for finding in run_check(check, assignment)}
    return [without_kit(str(finding), kit) for finding in sorted(found)]


def without_kit(line: str, kit: Path) -> str:
    return line.replace(f" --kit {kit}", "").replace(f"{kit}/", "")


def test_sound_kit(sound: Path) -> None:
    assert reported(sound, check_expected_is_generated) == []


@pytest.mark.parametrize(("edit", "lines"), MISTAKES.values(), ids=MISTAKES)
def test_mistake(kit: Path, edit: Edit, lines: list[str]) -> None:
    edit(kit)
    assert reported(kit) == lines


@pytest.mark.parametrize(("edit", "lines"), FOUND_BY_RUNNING.values(), ids=FOUND_BY_RUNNING)
def test_mistake_that_running_the_reference_shows(kit: Path, edit: Edit, lines: list[str]) -> None:
    edit(kit)
    assert reported(kit, check_expected_is_generated) == lines


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Another process, because pytest sessions do not nest."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize(("edit", "graded", "lines"), GRADED.values(), ids=GRADED)
def test_mistake_that_grading_shows(
    kit: Path, pool: ProcessPoolExecutor, edit: Edit, graded: str, lines: list[str]
) -> None:
    edit(kit)
    checks: dict[str, AssignmentCheck] = {
        "reference": check_reference,
        "starter": check_starter,
        "chaff": partial(check_chaff, chaff=kit / CHAFFS / "double_x.py"),
        "wheat": partial(check_wheat, wheat=kit / WHEATS / "x.py"),
    }
    found = pool.submit(run_check, checks[graded], load("double", kit)).result()
    assert [without_kit(str(finding), kit) for finding in sorted(found)] == lines

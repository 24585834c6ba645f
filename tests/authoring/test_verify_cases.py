"""The checks of `autograder verify` on cases: secrecy, use, and numbers of solutions."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from autograder.assignment import Assignment, load
from autograder.authoring.verify.cases import check_cases_are_used, check_secrecy, check_solutions
from autograder.authoring.verify.checks import AssignmentCheck, check_files
from tests.authoring.sound_kit import change, make_sound_kit, put
from tests.conftest import copy_kit

TESTS = "autograder/assignments/double/tests"
HIDDEN = "autograder/assignments/double/hidden"


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return make_sound_kit(tmp_path / "kit").kit


def found(check: AssignmentCheck, kit: Path) -> list[str]:
    return [str(finding) for finding in check(load("double", kit))]


def test_secret_case_that_is_a_sample_case(kit: Path) -> None:
    put(kit / "inputs/double/secret/again.in", "2 \n")
    assert found(check_secrecy, kit) == [
        "inputs/double/secret/again.in: it is not secret: inputs/double/sample/two.in is the same "
        "case; write another case"
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="file names ignore case there")
def test_cases_that_are_one_file_on_other_systems(kit: Path) -> None:
    put(kit / "inputs/double/sample/Two.in", "7\n")
    assert found(check_files, kit) == [
        "inputs/double/sample/two.in: on macOS and Windows it would be the same file as Two.in; "
        "rename it"
    ]


@pytest.mark.parametrize(
    ("folder", "cases"), [(TESTS, "inputs/double/sample"), (HIDDEN, "inputs/double/secret")]
)
def test_cases_that_no_test_uses(kit: Path, folder: str, cases: str) -> None:
    source = "def test_prints():\n    assert double(1) == 2\n"
    put(kit / folder / "test_program.py", source)
    assert found(check_cases_are_used, kit) == [
        f"{cases}: no test in {folder} has a `case` argument, so these cases test nothing; "
        "write such a test, or remove the cases"
    ]


def solutions_found(assignment: Assignment) -> list[str]:
    return [str(finding) for finding in check_solutions(assignment)]


PUZZLES = {
    "sample/four": "2\na a\nb b\na 3 +\nb 3 +\n",
    "secret/four": "2\na a\na b\na 4 +\nb 2 =\n",
    "secret/none": "2\na a\nb b\na 3 +\nb 4 +\n",
}


@pytest.fixture
def recipes_kit(tmp_path: Path) -> Assignment:
    """A kit with recipes, and puzzles that fit them: two solutions, one and none."""
    kit = copy_kit("recipes", tmp_path)
    for name, text in PUZZLES.items():
        put(kit / "inputs/small" / f"{name}.in", text)
    recipes = kit / "autograder/assignments/small/inputs.toml"
    change(recipes, "four = {}", 'four = { tiles = 2, solutions = "two" }')
    return load("small", kit)


def test_correct_number_of_solutions(recipes_kit: Assignment) -> None:
    assert solutions_found(recipes_kit) == []


@pytest.mark.parametrize(
    ("name", "other", "fault"),
    [
        ("sample/four", "secret/four", "it has 1 solution, but its recipe says: two"),
        ("secret/four", "sample/four", "it has 2 solutions, but its recipe says: one"),
        ("secret/four", "secret/none", "it has no solution, but its recipe says: one"),
        ("secret/none", "secret/four", "it has 1 solution, but its recipe says: none"),
    ],
)
def test_wrong_number_of_solutions(
    recipes_kit: Assignment, name: str, other: str, fault: str
) -> None:
    path = f"inputs/small/{name}.in"
    put(recipes_kit.kit / path, PUZZLES[other])
    assert solutions_found(recipes_kit) == [
        f"{path}: {fault}; write another case, or run autograder inputs small --seed TEXT "
        f"--kit {recipes_kit.kit}, which replaces all cases"
    ]


def test_case_that_is_not_a_puzzle(recipes_kit: Assignment) -> None:
    put(recipes_kit.kit / "inputs/small/secret/none.in", "?\n")
    (line,) = solutions_found(recipes_kit)
    start = "inputs/small/secret/none.in: its recipe is for a puzzle, but it cannot be read: "
    assert line.startswith(start)


def test_case_without_recipe(recipes_kit: Assignment) -> None:
    put(recipes_kit.kit / "inputs/small/secret/more.in", "?\n")
    assert solutions_found(recipes_kit) == [
        "autograder/assignments/small/inputs.toml: no recipe secret.more for "
        f"{recipes_kit.kit}/inputs/small/secret/more.in; correct the recipe, or the case"
    ]


def test_assignment_without_recipes(kit: Path) -> None:
    assert found(check_solutions, kit) == []

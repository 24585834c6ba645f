"""The kit in a bundle for students: public tests, sample cases, and nothing else of a kit."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment import Assignment, load, names
from autograder.authoring.release.helper_modules import helper_modules
from autograder.authoring.release.kit_files import student_kit, whole_kit
from tests.authoring.sound_kit import make_sound_kit, put
from tests.conftest import ROOT

FOLDER = "autograder/assignments/double"

HELPERS = '''"""Numbers for the tests."""

import math
from decimal import Decimal
from double import double, halve

SMALL = 2
"""Small."""
TABLE = []
# Used by a hidden test.
LARGE = Decimal(4711)
"""Large."""
ANSWERS = {}
ANSWERS[LARGE] = 9422

for number in range(3):
    TABLE.append(number)
for number in range(3):
    ANSWERS.update({number: 2 * number})


@staticmethod
def public(number):
    return twice(number) + math.pi + len(TABLE)


def hidden(number):
    return halve(number) - ANSWERS[LARGE]


def twice(number):
    return double(number)
'''
KEPT = '''"""Numbers for the tests."""

import math
from double import double

SMALL = 2
"""Small."""
TABLE = []

for number in range(3):
    TABLE.append(number)


@staticmethod
def public(number):
    return twice(number) + math.pi + len(TABLE)


def twice(number):
    return double(number)
'''


def test_kit_for_students(tmp_path: Path) -> None:
    assignment = make_sound_kit(tmp_path)
    put(tmp_path / FOLDER / "equivalent.toml", "")
    put(tmp_path / FOLDER / "tests/__pycache__/left.pyc", "")
    assert set(student_kit(assignment)) == {
        f"{FOLDER}/assignment.toml",
        f"{FOLDER}/tests/test_double.py",
        f"{FOLDER}/tests/test_program.py",
        "starter/double/double.py",
        "inputs/double/sample/two.in",
        "expected/double/sample/two.out",
    }
    whole = set(whole_kit(assignment))
    assert {f"{FOLDER}/hidden/test_double.py", "reference/double/double.py"} <= whole
    assert not any("__pycache__" in path for path in whole)


@pytest.mark.parametrize(
    ("test", "kept"),
    [
        ("import boards\nboards.SMALL; boards.public(1)", KEPT),
        ("import boards as b\nb.SMALL; b.public(1)", KEPT),
        ("from boards import SMALL, public\nLARGE = hidden = 1", KEPT),
        ("from boards import *\nSMALL; public(1)", KEPT),
        ("from other import X", KEPT),
        ("import math", None),
    ],
    ids=["attribute", "renamed", "from", "star", "by a helper", "not at all"],
)
def test_helper_module_keeps_what_public_tests_use(
    test: str, kept: str | None, tmp_path: Path
) -> None:
    assignment = make_sound_kit(tmp_path)
    put(tmp_path / FOLDER / "boards.py", HELPERS)
    put(tmp_path / FOLDER / "other.py", "import boards\nX = boards.SMALL, boards.public\n")
    put(
        tmp_path / FOLDER / "tests/test_double.py",
        test.replace("import other", "from other import X"),
    )
    assert helper_modules(assignment).get("boards.py") == kept


@pytest.mark.parametrize("name", names(ROOT))
def test_settings_stay_but_for_figures_and_comments(name: str) -> None:
    assignment = load(name, ROOT)
    settings = f"autograder/assignments/{name}/assignment.toml"
    table = tomllib.loads((ROOT / settings).read_text(encoding="utf-8"))
    text = student_kit(assignment)[settings].decode()
    assert tomllib.loads(text) == {key: value for key, value in table.items() if key != "figure"}
    assert not any(line.startswith("#") for line in text.splitlines())


@pytest.mark.parametrize("kit", [student_kit, whole_kit])
def test_needs_that_are_left_out_are_written(
    kit: Callable[[Assignment], dict[str, bytes]], tmp_path: Path
) -> None:
    """A bundle has no reference, or not the modules that would derive them from it."""
    assignment = make_sound_kit(tmp_path)
    settings = tmp_path / FOLDER / "assignment.toml"
    assert "needs" not in settings.read_text(encoding="utf-8")
    parts = tomllib.loads(kit(assignment)[f"{FOLDER}/assignment.toml"].decode())["part"]
    assert {part["name"]: part["needs"] for part in parts} == {"double": [], "program": ["double"]}

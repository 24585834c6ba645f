"""The kit in a bundle for students: public tests, sample cases, and nothing else of a kit."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment import Assignment, load, names
from autograder.authoring.release.kit_files import helper_modules, student_kit, whole_kit
from tests.authoring.sound_kit import make_sound_kit, put
from tests.conftest import ROOT

FOLDER = "autograder/assignments/double"


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


def test_students_get_the_modules_that_public_tests_import(tmp_path: Path) -> None:
    """Directly or not, but none that only hidden tests import."""
    assignment = make_sound_kit(tmp_path)
    put(tmp_path / FOLDER / "boards.py", "from numbers_of_boards import ONE\n")
    put(tmp_path / FOLDER / "numbers_of_boards.py", "ONE = 1\n")
    put(tmp_path / FOLDER / "hidden_boards.py", "from boards import ONE\n")
    put(tmp_path / FOLDER / "tests/test_double.py", "def test_a():\n    import boards as b\n")
    put(tmp_path / FOLDER / "hidden/test_double.py", "import hidden_boards\n")
    assert set(helper_modules(assignment)) == {"boards.py", "numbers_of_boards.py"}


@pytest.mark.parametrize("name", names(ROOT))
def test_settings_stay_but_for_comments(name: str) -> None:
    assignment = load(name, ROOT)
    settings = f"autograder/assignments/{name}/assignment.toml"
    table = tomllib.loads((ROOT / settings).read_text(encoding="utf-8"))
    text = student_kit(assignment)[settings].decode()
    assert tomllib.loads(text) == table
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

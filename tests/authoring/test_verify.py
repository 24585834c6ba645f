"""The checks of `autograder verify` that grade nothing, on a sound kit with one fault each."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from autograder.assignment import load
from autograder.authoring.verify.checks import AssignmentCheck, check_files
from autograder.authoring.verify.documents import (
    CHECK_OPTIONS,
    check_handout,
    check_parts,
)
from autograder.authoring.verify.files import check_starter_is_generated, check_stray_files
from autograder.authoring.verify.replacements import check_replacements
from autograder.authoring.verify.sources import check_tests
from autograder.authoring.verify.vacuous import check_empty_answers
from autograder.cli.check import check
from tests.authoring.mistakes.edits import IMPORT
from tests.authoring.sound_kit import CHAFF, change, put

TOML = "autograder/assignments/double/assignment.toml"
TESTS = "autograder/assignments/double/tests"
HIDDEN = "autograder/assignments/double/hidden"
CHAFFS = "autograder/assignments/double/chaffs"
WHEATS = "autograder/assignments/double/wheats"


def found(check: AssignmentCheck, kit: Path) -> list[str]:
    """Return the findings of a check that only reads files."""
    return [str(finding) for finding in sorted(check(load("double", kit)))]


def test_files_of_sound_kit(sound: Path) -> None:
    assert found(check_files, sound) == []
    assert found(check_starter_is_generated, sound) == []


# Parts and handout.


def test_part_with_several_hints(kit: Path) -> None:
    change(kit / TOML, 'hint = "Twice."', 'hints = ["Add.", "Twice."]')
    assert found(check_parts, kit) == []
    change(kit / TOML, 'hints = ["Add.", "Twice."]', 'hints = [" "]')
    assert len(found(check_parts, kit)) == 1


def test_part_missing_in_handout(kit: Path) -> None:
    """A row in the table of marks says nothing about it."""
    change(kit / "handout/double.md", "## The `program`", "## The program")
    with (kit / "handout/double.md").open("a") as handout:
        handout.write("\n| part | points |\n|---|---:|\n| `program` | 30 |\n")
    assert found(check_handout, kit) == [
        "handout/double.md: no section for program; describe each part under a heading with its "
        "name in code font, such as `program`, or in a table row, a list item or a paragraph that "
        "begins with it"
    ]


@pytest.mark.parametrize(
    "section",
    [
        "### (b) `program`: lines",
        "### `account.program(x) -> bool`",
        "| (b) | `program(x)` | doubles |",
        "| `program` | doubles |",
        "- `program` doubles.",
        "1. **`program(x)`** doubles.",
        "## It\n`program` doubles.",
    ],
)
def test_section_of_a_part(kit: Path, section: str) -> None:
    change(kit / "handout/double.md", "## The `program`", section)
    assert found(check_handout, kit) == []


def test_options_of_check_are_known_here() -> None:
    options = {option for parameter in check.params for option in parameter.opts}
    assert {*CHECK_OPTIONS, "--kit", "assignment", "path"} == options


# Tests.

SOUND_TESTS = {
    "raises": """
        import pytest

        def test_x():
            "x"
            with pytest.raises(ValueError):
                double(None)
        """,
    "fail": """
        import pytest

        def test_x():
            "x"
            if double(2) != 4:
                pytest.fail('no')
        """,
    "fixture": """
        def test_x(suite):
            "x"
            suite.must_pass('double.py')
        """,
    "helper": """
        import helping

        def test_x():
            "x"
            helping.require_double(2)
        """,
    "class": """
        class TestX:
            def test_x(self):
                "x"
                assert double(2) == 4
        """,
    "unittest": """
        import unittest
        from double import double

        class DoubleTest(unittest.TestCase):
            def setUp(self):
                self.four = double(2)

            def test_x(self):
                "x"
                self.assertEqual(self.four, 4)
        """,
    "an answer that is not empty": """
        from double import double

        def test_x():
            "x"
            answers = double([1, 2])
            assert len(answers) == 4
            for answer in answers:
                assert answer in (1, 2)
        """,
}
UNSOUND_TESTS = {
    "no assertion": (
        """
        from double import double

        def test_x():
            "x"
            double(2)
        """,
        "test_x has no assertion, so it passes for any answer; assert what the answer has to be",
    ),
    "a misspelt name": (
        """
        import double as d

        def tset_x():
            "x"
            assert d.double(2) == 4

        def test_y():
            "y"
            assert d.double(3) == 6
        """,
        "tset_x is not run: it is not called, and its name does not begin with test_; "
        "rename it, or remove it",
    ),
    "a method with a misspelt name": (
        """
        from double import double

        class TestX:
            def setup_method(self):
                double(1)

            def check(self, answer):
                assert answer == double(2)

            def test_x(self):
                "x"
                self.check(4)

            def tset_z(self):
                assert double(2) == 4
        """,
        "tset_z is not run: it is not called, and its name does not begin with test_; "
        "rename it, or remove it",
    ),
    "a loop over the answer": (
        """
        from double import double

        def test_x():
            "x"
            answers = double([1, 2])
            for answer in answers:
                assert answer in (1, 2)
        """,
        "test_x asserts nothing if the answer is empty, and passes; "
        "assert the answer, or its length",
    ),
}
HELPING = f"""
{IMPORT}

def require_double(number):
    require_equal(double(number), 2 * number)


def require_equal(one, other):
    assert one == other
"""


@pytest.mark.parametrize("source", SOUND_TESTS.values(), ids=SOUND_TESTS)
def test_sound_test(kit: Path, source: str) -> None:
    put(kit / HIDDEN / "test_double.py", f"{IMPORT}\n{dedent(source)}")
    put(kit / "autograder/assignments/double/helping.py", HELPING)
    assert found(check_tests, kit) == found(check_empty_answers, kit) == []


@pytest.mark.parametrize(("source", "says"), UNSOUND_TESTS.values(), ids=UNSOUND_TESTS)
def test_unsound_test(kit: Path, source: str, says: str) -> None:
    put(kit / HIDDEN / "test_double.py", dedent(source))
    lines = [*found(check_tests, kit), *found(check_empty_answers, kit)]
    assert lines == [f"{HIDDEN}/test_double.py: {says}"]


# Files.

NOT_A_TEST = "neither a test nor a module next to the tests uses it"
STRAY = {
    "inputs/double/three.in": "is in neither of the folders sample and secret",
    "reference/double/more.py": "is neither in `files` nor in `provided` of assignment.toml",
    f"{HIDDEN}/double_test.py": NOT_A_TEST,
    f"{HIDDEN}/boards.txt": NOT_A_TEST,
    f"{HIDDEN}/more/test_double.py": "is in a subfolder, where no command looks",
    "autograder/assignments/double/helping.py": NOT_A_TEST,
    "autograder/assignments/double/old/test_double.py": "is in a folder other than tests, "
    "hidden, chaffs, wheats",
    f"{CHAFFS}/double_minus.txt": "is not a Python file",
}


@pytest.mark.parametrize(("path", "fault"), STRAY.items(), ids=STRAY)
def test_stray_file(kit: Path, path: str, fault: str) -> None:
    put(kit / path, "# stray\n")
    assert found(check_stray_files, kit) == [f"{path}: {fault}; remove it, or rename it"]


def test_files_that_tests_read_are_not_strays(kit: Path) -> None:
    put(kit / HIDDEN / "boards.txt", "4\n")
    put(kit / TESTS / "data/one.csv", "4\n")
    put(kit / TESTS / "conftest.py", "# fixtures\n")
    put(kit / "autograder/assignments/double/helping.py", "BOARDS, DATA = 'boards.txt', 'data'\n")
    with (kit / HIDDEN / "test_double.py").open("a") as tests:
        tests.write("\n\nimport helping\n")
    assert found(check_stray_files, kit) == []


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("starter/double/double.py", "differs from what would be written"),
        ("starter/double/more.py", "unexpected file, not generated by the kit"),
    ],
)
def test_starter_that_is_not_generated(kit: Path, path: str, fault: str) -> None:
    put(kit / path, "# by hand\n")
    remedy = f"run autograder starter double --kit {kit}"
    assert found(check_starter_is_generated, kit) == [f"{path}: {fault}; {remedy}"]


def test_commands_in_the_folder_of_the_kit(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They find the kit without an option."""
    monkeypatch.chdir(kit)
    put(kit / "starter/double/double.py", "# by hand\n")
    [line] = found(check_starter_is_generated, kit)
    assert line.endswith("; run autograder starter double")


# Chaffs and wheats.

SOME_CHAFF = CHAFF.format(mistake="Wrong", part="double", body="return 0")
FAULTY_CHAFFS = {
    "no docstring": (
        "double_x",
        "def double(number):\n    return 0\n",
        "its docstring does not end with `caught by: PART`",
    ),
    "another name": (
        "x",
        SOME_CHAFF,
        "its name does not begin with double_, for the part that catches it",
    ),
    "no sentence": (
        "double_x",
        SOME_CHAFF.replace("Wrong.", "Wrong"),
        "its docstring does not begin with a one-line sentence about the mistake",
    ),
}


@pytest.mark.parametrize(("name", "source", "fault"), FAULTY_CHAFFS.values(), ids=FAULTY_CHAFFS)
def test_faulty_chaff(kit: Path, name: str, source: str, fault: str) -> None:
    put(kit / CHAFFS / f"{name}.py", source)
    assert found(check_replacements, kit) == [f"{CHAFFS}/{name}.py: {fault}; correct the chaff"]


def test_faulty_wheat(kit: Path) -> None:
    put(kit / WHEATS / "x.py", "def double(number):\n    return number * 2\n")
    fault = "its docstring does not begin with a one-line sentence about how it differs"
    assert found(check_replacements, kit) == [f"{WHEATS}/x.py: {fault}; correct the wheat"]

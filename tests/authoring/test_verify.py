"""The checks of `autograder verify` that grade nothing, on a sound kit with one fault each."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.authoring.verify.checks import AssignmentCheck, check_files
from autograder.authoring.verify.documents import check_handout, check_needs, check_parts
from autograder.authoring.verify.files import (
    check_expected_is_generated,
    check_replacements,
    check_starter_is_generated,
    check_stray_files,
)
from autograder.authoring.verify.sources import check_tests
from autograder.authoring.verify.time_limits import check_limits
from tests.authoring.sound_kit import CHAFF, change, make_sound_kit, put

TOML = "autograder/assignments/double/assignment.toml"
TESTS = "autograder/assignments/double/tests"
HIDDEN = "autograder/assignments/double/hidden"
CHAFFS = "autograder/assignments/double/chaffs"
WHEATS = "autograder/assignments/double/wheats"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_sound_kit(tmp_path_factory.mktemp("sound")).kit


@pytest.fixture
def kit(sound: Path, tmp_path: Path) -> Path:
    """A copy of the sound kit, to change."""
    shutil.copytree(sound, tmp_path / "kit")
    return tmp_path / "kit"


def found(check: AssignmentCheck, kit: Path) -> list[str]:
    """Return the findings of a check that only reads files."""
    return [str(finding) for finding in sorted(check(load("double", kit)))]


def test_files_of_sound_kit(sound: Path) -> None:
    assert found(check_files, sound) == []
    assert found(check_starter_is_generated, sound) == []


# Parts and handout.


def test_part_without_hidden_tests(kit: Path) -> None:
    """An assignment without public tests cannot be loaded."""
    (kit / HIDDEN / "test_double.py").unlink()
    assert found(check_parts, kit) == [
        f"{HIDDEN}/test_double.py: missing: the part double has no hidden tests; write the file"
    ]


def test_part_without_hint(kit: Path) -> None:
    change(kit / TOML, 'hint = "Twice."', "")
    assert found(check_parts, kit) == [
        f"{TOML}: the part double has no hint; add the key `hint` to the part"
    ]


def test_part_with_several_hints(kit: Path) -> None:
    change(kit / TOML, 'hint = "Twice."', 'hints = ["Add.", "Twice."]')
    assert found(check_parts, kit) == []
    change(kit / TOML, 'hints = ["Add.", "Twice."]', 'hints = [" "]')
    assert len(found(check_parts, kit)) == 1


def test_needs_that_the_reference_does_not_call(kit: Path) -> None:
    toml = (kit / TOML).read_text()
    assert [part.name for part in load("double", kit).parts] == ["double", "program"]
    change(kit / TOML, "points = 30", "points = 30\nneeds = []")
    assert found(check_needs, kit) == [
        f"{TOML}: the part program calls double, which its `needs` leave out; add it"
    ]
    (kit / TOML).write_text(toml.replace("points = 60", 'points = 60\nneeds = ["program"]'))
    assert found(check_needs, kit) == [
        f"{TOML}: the part double needs program, but does not call it; take it out of the `needs`"
    ]


def test_part_whose_need_is_not_measured(kit: Path) -> None:
    change(kit / TOML, "reference_seconds = 0.002", "")
    assert found(check_limits, kit) == [
        f"{TOML}: what the reference needs for the part double is not measured; "
        f"run autograder limits double --measure --kit {kit}"
    ]


def test_limit_that_is_too_tight(kit: Path) -> None:
    change(kit / TOML, "reference_seconds = 0.002", "reference_seconds = 0.5")
    (line,) = found(check_limits, kit)
    assert line == (
        f"{TOML}: the limit on the part double, 2 s, is less than 5 times what the reference "
        "needs, 0.5 s; raise the limit, or make the reference faster and run autograder limits "
        f"double --measure --kit {kit}"
    )


def test_part_missing_in_handout(kit: Path) -> None:
    """A row in the table of marks says nothing about it."""
    change(kit / "handout/double.md", "`program`", "program")
    with (kit / "handout/double.md").open("a") as handout:
        handout.write("\n| part | points |\n|---|---:|\n| `program` | 30 |\n")
    assert found(check_handout, kit) == [
        "handout/double.md: nothing about the part program; "
        "describe it, and name it as code: `program`"
    ]


def test_missing_handout(kit: Path) -> None:
    (kit / "handout/double.md").unlink()
    assert found(check_handout, kit) == [
        "handout/double.md: missing: students have no handout; write it"
    ]


# Tests.

NO_ASSERTION = "test_large has no assertion, so it passes for any answer; "
NO_ASSERTION += "assert what the answer has to be"
FAULTY_TESTS = {
    "no assertion": ("student.double(10 ** 30)", NO_ASSERTION),
    "a comparison that is not asserted": ("student.double(2) == 4", NO_ASSERTION),
    "a constant": (
        "assert True",
        "test_large, line 3: `assert True` passes for almost any answer; "
        "compare with the right answer",
    ),
    "a tuple": (
        'assert (student.double(2) == 4, "wrong")',
        "test_large, line 3: `assert (student.double(2) == 4, 'wrong')` passes for almost any "
        "answer; compare with the right answer",
    ),
    "anything but None": (
        "assert student.double(2) is not None",
        "test_large, line 3: `assert student.double(2) is not None` passes for almost any answer; "
        "compare with the right answer",
    ),
    "a comparison with itself": (
        "x = student.double(2)\n    assert x == x",
        "test_large, line 4: `assert x == x` passes for almost any answer; "
        "compare with the right answer",
    ),
    "a syntax error": ("assert (", "cannot be collected: '(' was never closed"),
}


@pytest.mark.parametrize(("body", "line"), FAULTY_TESTS.values(), ids=FAULTY_TESTS)
def test_faulty_test(kit: Path, body: str, line: str) -> None:
    path = f"{HIDDEN}/test_double.py"
    change(kit / path, "assert student.double(10 ** 30) == 2 * 10 ** 30", body)
    (only,) = found(check_tests, kit)
    assert only.startswith(f"{path}: {line}")


def test_file_without_test(kit: Path) -> None:
    change(kit / HIDDEN / "test_double.py", "def test_large", "def check_large")
    assert found(check_tests, kit) == [
        f"{HIDDEN}/test_double.py: has no test; write a function whose name begins with test_"
    ]


SOUND_TESTS = {
    "raises": "import pytest\n\n\ndef test_x(student):\n    with pytest.raises(ValueError):\n"
    "        student.double(None)\n",
    "fail": "import pytest\n\n\ndef test_x(student):\n    if student.double(2) != 4:\n"
    "        pytest.fail('no')\n",
    "fixture": "def test_x(suite):\n    suite.must_pass('double.py')\n",
    "helper": "import helping\n\n\ndef test_x(student):\n    helping.demand_double(student, 2)\n",
    "class": "class TestX:\n    def test_x(self, student):\n        assert student.double(2) == 4",
}
HELPING = """
def demand_double(student, number):
    demand_equal(student.double(number), 2 * number)


def demand_equal(one, other):
    assert one == other
"""


@pytest.mark.parametrize("source", SOUND_TESTS.values(), ids=SOUND_TESTS)
def test_sound_test(kit: Path, source: str) -> None:
    put(kit / HIDDEN / "test_double.py", source)
    put(kit / "autograder/assignments/double/helping.py", HELPING)
    assert found(check_tests, kit) == []


# Files.

NOT_A_TEST = "no test names it, nor a module next to the tests"
STRAY = {
    "inputs/double/three.in": "is in neither of the folders sample and secret",
    "reference/double/more.py": "is neither in `files` nor in `provided` of assignment.toml",
    f"{HIDDEN}/double_test.py": NOT_A_TEST,
    f"{HIDDEN}/boards.txt": NOT_A_TEST,
    f"{HIDDEN}/more/test_double.py": "is in a folder below, where no command looks",
    "autograder/assignments/double/helping.py": NOT_A_TEST,
    "autograder/assignments/double/old/test_double.py": "is in a folder that is none of tests, "
    "hidden, chaffs, wheats",
    f"{CHAFFS}/double_minus.txt": "is no Python file",
}


@pytest.mark.parametrize(("path", "fault"), STRAY.items(), ids=STRAY)
def test_stray_file(kit: Path, path: str, fault: str) -> None:
    put(kit / path, "# stray\n")
    assert found(check_stray_files, kit) == [f"{path}: {fault}; remove it, or rename it"]


def test_files_that_tests_read_are_no_strays(kit: Path) -> None:
    put(kit / HIDDEN / "boards.txt", "4\n")
    put(kit / "autograder/assignments/double/helping.py", "BOARDS = 'boards.txt'\n")
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


def test_starter_of_a_reference_that_is_not_python(kit: Path) -> None:
    put(kit / "reference/double/double.py", "def double(:\n")
    assert found(check_starter_is_generated, kit) == [
        "reference/double/double.py, line 1: invalid syntax; correct the reference"
    ]


EXPECTED = {
    "edited": ("expected/double/secret/ten.out", "21\n", "differs from what would be written"),
    "left over": (
        "expected/double/secret/old.out",
        "2\n",
        "unexpected file, not generated by the kit",
    ),
    "missing": ("expected/double/secret/ten.out", "", "missing"),
}


@pytest.mark.parametrize(("path", "text", "fault"), EXPECTED.values(), ids=EXPECTED)
def test_expected_that_is_not_generated(kit: Path, path: str, text: str, fault: str) -> None:
    put(kit / path, text)
    if not text:
        (kit / path).unlink()
    remedy = f"run autograder expected double --kit {kit} and read what changed"
    assert found(check_expected_is_generated, kit) == [f"{path}: {fault}; {remedy}"]


# Chaffs and wheats.

SOME_CHAFF = CHAFF.format(mistake="Wrong", part="double", body="return 0")
FAULTY_CHAFFS = {
    "no docstring": (
        "double_x",
        "def double(number):\n    return 0\n",
        "its docstring does not end with `caught by: PART`",
    ),
    "an unknown part": (
        "double_x",
        SOME_CHAFF.replace("by: double", "by: dobule"),
        "double has no part 'dobule'; its parts are: double, program",
    ),
    "another name": (
        "x",
        SOME_CHAFF,
        "its name does not begin with double_, for the part that catches it",
    ),
    "no sentence": (
        "double_x",
        SOME_CHAFF.replace("Wrong.", "Wrong"),
        "its docstring does not begin with a sentence about the mistake, in one line",
    ),
    "a misspelt function": (
        "double_x",
        SOME_CHAFF.replace("def double", "def duoble"),
        "it defines no function of the reference",
    ),
    "a misspelt name": (
        "double_x",
        SOME_CHAFF.replace("return 0", "return nubmer"),
        "it uses the name nubmer, which nothing defines",
    ),
}


@pytest.mark.parametrize(("name", "source", "fault"), FAULTY_CHAFFS.values(), ids=FAULTY_CHAFFS)
def test_faulty_chaff(kit: Path, name: str, source: str, fault: str) -> None:
    put(kit / CHAFFS / f"{name}.py", source)
    assert found(check_replacements, kit) == [f"{CHAFFS}/{name}.py: {fault}; correct the chaff"]


def test_faulty_wheat(kit: Path) -> None:
    put(kit / WHEATS / "x.py", "def double(number):\n    return number * 2\n")
    fault = "its docstring does not begin with a sentence about how it differs, in one line"
    assert found(check_replacements, kit) == [f"{WHEATS}/x.py: {fault}; correct the wheat"]


def test_too_few_chaffs(kit: Path) -> None:
    (kit / CHAFFS / "double_squares.py").unlink()
    assert found(check_replacements, kit) == [
        f"{CHAFFS}: 2 for the part double, but each part needs 3; "
        "add 1 whose docstrings end with: caught by: double"
    ]

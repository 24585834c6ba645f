"""The checks of `autograder verify` that grade submissions, and the command as a whole."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.authoring.verify.checks import (
    REFERENCE_RUNS,
    AssignmentCheck,
    further_checks,
)
from autograder.authoring.verify.graded import (
    check_chaff,
    check_reference,
    check_reference_again,
    check_reverse_order,
    check_starter,
    check_wheat,
    graded_with,
)
from autograder.authoring.verify.run import count_checks, run_check
from tests.authoring.mistakes.edits import IMPORT
from tests.authoring.sound_kit import CHAFF, put

FOLDER = "autograder/assignments/double"
TESTS, HIDDEN = f"{FOLDER}/tests", f"{FOLDER}/hidden"
DOUBLE = "def double(number):\n    {}\n"
Verified = Callable[[AssignmentCheck, Path], list[str]]


@pytest.fixture(scope="module")
def found() -> Iterator[Verified]:
    """Run a check in another process, because pytest sessions do not nest."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:

        def run(check: AssignmentCheck, kit: Path) -> list[str]:
            return [str(x) for x in pool.submit(run_check, check, load("double", kit)).result()]

        yield run


def test_reference_that_is_missing(kit: Path, found: Verified) -> None:
    (kit / "reference/double/double.py").unlink()
    assert found(check_reference, kit) == [
        "reference/double: a file is missing; a reference has all of double.py; write it"
    ]


def test_starter_that_is_missing(kit: Path, found: Verified) -> None:
    """Without provided files, the reference cannot be graded either."""
    shutil.rmtree(kit / "starter")
    remedy = f"run autograder starter double --kit {kit}"
    assert found(check_starter, kit) == [f"starter/double/double.py: missing; {remedy}"]
    settings = kit / FOLDER / "assignment.toml"
    text = settings.read_text(encoding="utf-8")
    put(settings, text.replace("[program]", 'provided = ["more.py"]\n\n[program]'))
    assert found(check_reference, kit) == [f"starter/double/more.py: missing; {remedy}"]


def test_part_whose_tests_are_all_skipped(kit: Path, found: Verified) -> None:
    skipped = "import pytest\n\n\n@pytest.mark.skip\ndef test_x():\n    assert 0\n"
    for folder in (TESTS, HIDDEN):
        put(kit / folder / "test_double.py", skipped)
    assert found(check_reference, kit) == [
        f"{TESTS}: the part double has no tests, or all are skipped; add a test that runs"
    ]


def test_test_that_fails_sometimes(kit: Path, found: Verified) -> None:
    """It fails from its second run on."""
    mark = kit / "mark"
    put(
        kit / TESTS / "test_double.py",
        f"from pathlib import Path\n\n{IMPORT}\nMARK = Path({str(mark)!r})\n\n\ndef test_small():\n"
        "    right = not MARK.exists()\n    MARK.touch()\n"
        "    assert double(2) == (4 if right else 5)\n",
    )
    assert found(check_reference, kit) == []
    assert found(check_reference_again, kit) == [
        "reference/double: loses points when graded again: double, 1 of 2 tests fails (test_small, "
        "wrong: double gave the wrong answer); find what the test depends on, besides the "
        "submission; if it is time, raise the limit"
    ]


NEEDS_ANOTHER = """\
from double import double

SEEN = []


def test_first():
    SEEN.append(double(1))
    assert SEEN == [2]


def test_next():
    assert double(2) == {expected}
"""


@pytest.mark.parametrize(
    ("expected", "line"),
    [
        (
            "SEEN[0] + 2",
            f"{TESTS}/test_double.py: test_next cannot be run before the others of its file (the "
            "grader failed: IndexError: list index out of range); correct the file",
        ),
        (
            "(4 if SEEN else 5)",
            "reference/double: loses points when the last tests run first: double, 1 of 3 tests "
            "fails (test_next, wrong: double gave the wrong answer); let each test prepare what it "
            "needs",
        ),
    ],
)
def test_test_that_needs_another(kit: Path, found: Verified, expected: str, line: str) -> None:
    put(kit / TESTS / "test_double.py", NEEDS_ANOTHER.format(expected=expected))
    assert found(check_reference_again, kit) == []
    assert found(check_reverse_order, kit) == [line]


def test_program_that_prints_something_else(kit: Path, found: Verified) -> None:
    put(kit / "expected/double/sample/two.out", "5\n")
    (line,) = found(check_reference_again, kit)
    assert "program, 1 of 2 tests fails (test_prints[two], wrong" in line


def test_starter_that_cannot_be_imported(kit: Path, found: Verified) -> None:
    with (kit / "starter/double/double.py").open("a") as starter:
        starter.write("\nNINE = double(9)\n")
    (line,) = found(check_starter, kit)
    assert line.startswith(
        "starter/double: cannot be imported: double is not written yet (double.py"
    )
    assert line.endswith("; make its top-level statements run without the answers")


def test_starter_that_scores(kit: Path, found: Verified) -> None:
    starter = kit / "starter/double/double.py"
    text = starter.read_text(encoding="utf-8")
    put(starter, text.replace("raise NotImplementedError", "return 4"))
    remedy = "let the test require something that only an answer has"
    assert found(check_starter, kit) == [
        f"{TESTS}/test_double.py: the starter passes test_small; {remedy}",
        f"{TESTS}/test_program.py: the starter passes test_prints[two]; {remedy}",
    ]


def test_wheat_that_loses_points(kit: Path, found: Verified) -> None:
    wheat = kit / FOLDER / "wheats/shift.py"
    put(wheat, '"""Shifts bits."""\n\n\n' + DOUBLE.format("return number << 1 if number else 1"))
    assert found(partial(check_wheat, wheat=wheat), kit) == []
    put(wheat, '"""Shifts bits."""\n\n\n' + DOUBLE.format("return (number << 1) % 99"))
    assert found(partial(check_wheat, wheat=wheat), kit) == [
        f"{FOLDER}/wheats/shift.py: does not score full marks: double, 1 of 2 tests fails "
        "(test_large, wrong: double gave the wrong answer); allow what the handout allows, or "
        "correct the wheat"
    ]


def chaff_of(kit: Path, body: str, name: str = "double_x.py") -> AssignmentCheck:
    chaff = kit / FOLDER / "chaffs" / name
    put(chaff, CHAFF.format(mistake="Wrong", part="double", body=body))
    return partial(check_chaff, chaff=chaff)


UNCAUGHT = {
    "right": (
        "return number + number",
        "all tests of double pass",
        "if its answers are right, correct it; if not, add a test to hidden/test_double.py",
    ),
    "it cannot be loaded": (
        "return 0\n\n\nprint(1 // 0)",
        "it cannot be loaded: loading double.py raised ZeroDivisionError: ",
        "correct the chaff",
    ),
}


@pytest.mark.parametrize(("body", "fault", "remedy"), UNCAUGHT.values(), ids=UNCAUGHT)
def test_chaff_that_is_not_caught(
    kit: Path, found: Verified, body: str, fault: str, remedy: str
) -> None:
    (only,) = found(chaff_of(kit, body), kit)
    assert only.startswith(f"{FOLDER}/chaffs/double_x.py: {fault}")
    assert only.endswith(f"; {remedy}")


def test_chaff_that_cannot_be_loaded_and_is_named_like_a_hidden_test(
    kit: Path, found: Verified
) -> None:
    (only,) = found(chaff_of(kit, "return 0\n\n\nprint(1 // 0)", "double_large.py"), kit)
    assert "it cannot be loaded: loading double.py raised ZeroDivisionError: " in only


def test_chaff_that_is_caught(kit: Path, found: Verified) -> None:
    assert found(chaff_of(kit, "return number + 2"), kit) == []


HALF = "from double import double, half\n\n\ndef test_half():\n    assert half(6) == 3\n"


def with_half(kit: Path, tests: str) -> None:
    """Add a part, `half`, whose function uses no other."""
    settings = kit / FOLDER / "assignment.toml"
    text = settings.read_text(encoding="utf-8").replace("points = 60", "points = 50")
    part = '[[part]]\nname = "half"\npoints = 10\nfile = "double.py"\nhint = "Half."\n'
    put(settings, f"{text}\n{part}")
    reference = kit / "reference/double/double.py"
    half = "def half(number):\n    return number // 2\n\n\n"
    put(reference, half + reference.read_text(encoding="utf-8"))
    put(kit / TESTS / "test_half.py", tests)


def test_chaff_that_costs_points_of_another_part(kit: Path, found: Verified) -> None:
    """The tests of that part call the wrong function, although its own does not."""
    with_half(kit, HALF.replace("6", "double(3)"))
    assert found(chaff_of(kit, "return number + 2"), kit) == [
        f"{FOLDER}/chaffs/double_x.py: it is caught by double, but also loses points in half, 1 of "
        "1 tests fails (test_half, wrong: half gave the wrong answer); do not let a part's tests "
        "call functions of another part"
    ]


def test_chaff_that_has_nothing_to_do_with_another_part(kit: Path, found: Verified) -> None:
    with_half(kit, HALF)
    assert found(chaff_of(kit, "return number + 2"), kit) == []


def test_chaff_that_runs_code_where_it_is_loaded(kit: Path, found: Verified) -> None:
    """Whatever its statements change, parts that do not use its function have to keep points."""
    with_half(kit, HALF)
    body = "return number + 2\n\n\nglobals().update(half=double)"
    (line,) = found(chaff_of(kit, body), kit)
    assert "it is caught by double, but also loses points in half, 1 of 1 tests fails" in line


def test_checks_of_an_assignment(sound: Path) -> None:
    checks = [*further_checks(load("double", sound))]
    made = [check for check in checks if isinstance(check, partial)]
    assert (REFERENCE_RUNS, checks.count(check_reference_again)) == (10, 9)
    assert check_starter in checks
    assert sum(check.func is check_chaff for check in made) == 6
    assert sum(check.func is check_wheat for check in made) == 1
    assert count_checks(load("double", sound)) == 5 + len(checks)


def first_failure(kit: Path, hidden_first: bool) -> list[bool]:
    """Return for each test that ran until one failed whether it is hidden."""
    assignment = load("double", kit)
    wrong, parts = DOUBLE.format("return number"), [assignment.part("double")]
    report = graded_with(
        assignment, "double.py", wrong, parts, exit_first=True, hidden_first=hidden_first
    )
    return [test.hidden for test in report.parts[0].tests]


def test_order_of_tests(sound: Path) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = [pool.submit(first_failure, sound, hidden).result() for hidden in (False, True)]
    assert found == [[False], [True]]

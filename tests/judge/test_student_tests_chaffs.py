"""A student's own tests earn points for each chaff that they catch."""

from __future__ import annotations

import json
import marshal
import shutil
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment import load
from autograder.judge.grading import grade
from autograder.judge.request import ChosenTests, GradingRequest
from autograder.sandbox.client import Worker
from autograder.sandbox.messages import Request, Response
from tests.conftest import KITS, copy_kit, run_autograder

FOLDER = "autograder/assignments/larger"
REFERENCE = KITS / "larger/reference/larger"
RIGHT = (REFERENCE / "larger.py").read_text(encoding="utf-8")
RIGHT_TESTS = (REFERENCE / "larger_tests.py").read_text(encoding="utf-8")
STARTED = RIGHT_TESTS.partition("\n\n\ndef test_larger_first")[0] + "\n"


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kit = copy_kit("larger", tmp_path_factory.mktemp("kit"))
    assert run_autograder("starter", "--kit", kit).status == 0
    return kit


def graded(kit: Path, folder: Path, tests: str, functions: str = RIGHT) -> dict[str, Any]:
    """Return the tests of the part own_tests, those of chaffs by the names of the chaffs."""
    (folder / "larger.py").write_text(functions, encoding="utf-8")
    (folder / "larger_tests.py").write_text(tests, encoding="utf-8")
    ran = run_autograder("grade", "larger", folder, "--json", "-", "--kit", kit)
    found = json.loads(ran.out)["parts"][-1]["tests"]
    return {
        test["name"].partition("[larger_")[2].rstrip("]") or test["name"]: test for test in found
    }


def outcomes(tests: dict[str, Any]) -> dict[str, str]:
    return {name: test["outcome"] for name, test in tests.items()}


ALL = {"test_all_pass", "first", "second", "from_0"}


def test_reference_catches_all(kit: Path, tmp_path: Path) -> None:
    tests = graded(kit, tmp_path, RIGHT_TESTS)
    assert outcomes(tests) == dict.fromkeys(ALL, "pass")


def test_each_caught_chaff_earns_points(kit: Path, tmp_path: Path) -> None:
    """Only larger_second returns 1 for 2 and 1."""
    tests = graded(kit, tmp_path, f"{STARTED}\n\ndef test_mine():\n    assert larger(2, 1) == 2\n")
    assert outcomes(tests) == {
        "test_all_pass": "pass",
        "first": "wrong",
        "second": "pass",
        "from_0": "wrong",
    }
    says = "none of your tests in larger_tests.py fails with a wrong larger.py"
    detail = tests["first"]["detail"]
    assert (detail["message"], detail["difference"]) == (says, "larger: The first is given.")


def test_students_own_functions_are_replaced(kit: Path, tmp_path: Path) -> None:
    """Additional functions of the student's and tests of these are kept."""
    tests = (
        "from larger import larger, one\n\n"
        "def test_larger():\n    assert larger(-1, -2) == larger(-2, -1) == -1\n\n"
        "def test_one():\n    assert one() == 1\n"
    )
    own = "def larger(a, b):\n    return None\n\n\ndef one():\n    return 1\n"
    graded_tests = graded(kit, tmp_path, tests, own)
    assert outcomes(graded_tests) == dict.fromkeys(ALL, "pass") | {"test_all_pass": "wrong"}


def test_worked_example_is_not_the_student_s(kit: Path, tmp_path: Path) -> None:
    """It would catch larger_first."""
    for tests in (STARTED, ""):
        found = graded(kit, tmp_path, tests)
        assert outcomes(found) == dict.fromkeys(ALL, "not_defined")
        messages = {test["detail"]["message"] for test in found.values()}
        assert messages == {"larger_tests.py has no tests of your own"}


WRONG_WITH_RIGHT = {
    "always": ("assert larger(1, 2) == 1", "AssertionError: assert larger(1, 2) == 1"),
    "with the wheat": (
        "assert repr(larger(1, 1.0)) == '1.0', 'own words'",
        "AssertionError: own words",
    ),
}


@pytest.mark.parametrize(("asserts", "why"), WRONG_WITH_RIGHT.values(), ids=WRONG_WITH_RIGHT)
def test_tests_that_fail_with_correct_functions_catch_nothing(
    kit: Path, tmp_path: Path, asserts: str, why: str
) -> None:
    """Otherwise a test that always fails would catch every chaff, and so would a test that demands
    more than the specification."""
    tests = graded(kit, tmp_path, f"{STARTED}\n\ndef test_mine():\n    {asserts}\n")
    del tests["test_all_pass"]
    assert set(outcomes(tests).values()) == {"wrong"}
    for test in tests.values():
        says = "1 of 2 tests in larger_tests.py fails with a correct larger.py"
        assert test["detail"]["message"] == says
        assert test["detail"]["difference"] == f"test_mine (larger_tests.py, line 9): {why}"


def test_run_ends_after_failures_that_tell_enough(kit: Path, tmp_path: Path) -> None:
    """With correct functions as with wrong ones: more than the worked example has failed."""
    more = "".join(f"\n\ndef test_{n}():\n    assert larger(1, 2) == {n}\n" for n in (2, 1, 3, 4))
    detail = graded(kit, tmp_path, STARTED + more)["first"]["detail"]
    says = "2 of the first 4 tests in larger_tests.py fail with a correct larger.py"
    assert (detail["message"], detail["difference"].count("\n")) == (says, 1)


def test_report_names_a_test_that_is_too_strict(kit: Path, tmp_path: Path) -> None:
    """Students see nothing else of it: that their tests catch nothing is told by hidden tests."""
    graded(kit, tmp_path, f"{STARTED}\n\ndef test_mine():\n    assert larger(1, 2) == 1\n")
    ran = run_autograder("grade", "larger", tmp_path, "--audience", "student", "--kit", kit)
    says = "! larger_tests.py: test_mine (line 8) fails with a correct larger.py. Until it passes,"
    assert says in ran.out
    hidden = "  ✗ a test of yours fails when larger is wrong (hidden): wrong, 3 times"
    assert [line for line in ran.out.splitlines() if "✗" in line][-1] == hidden


def test_name_that_a_suite_makes_up_is_not_shown(kit: Path, tmp_path: Path) -> None:
    """It could hold the source of a right function."""
    made_up = "globals()['test_' + str(larger(2, 1) * 99)] = lambda: 1 / 0\n"
    graded(kit, tmp_path, f"{STARTED}\n\n{made_up}")
    ran = run_autograder("grade", "larger", tmp_path, "--audience", "student", "--kit", kit)
    assert "! larger_tests.py: one of your tests fails with a correct larger.py." in ran.out
    assert "test_198" not in ran.out.partition("!")[2].partition("\n")[0]


def test_order_of_runs_depends_on_the_submission_alone(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Correct and wrong functions are mixed, in an order that no student can predict."""
    assignment, original = load("larger", kit), Worker.ask
    runs: list[str] = []

    def recording(worker: Worker, request: Request, *more: Any) -> Response:
        if request.op == "run_tests":
            runs.append(marshal.dumps(request.parameters()["replacements"], 2).hex())
        return original(worker, request, *more)

    monkeypatch.setattr(Worker, "ask", recording)
    orders = []
    for name, added in {"first": "", "again": "", "other": "# changed\n"}.items():
        box = shutil.copytree(kit / "reference/larger", tmp_path / name)
        (box / "larger_tests.py").write_text(RIGHT_TESTS + added, encoding="utf-8")
        tests = ChosenTests(assignment, [assignment.part("own_tests")])
        assert grade(tests, GradingRequest(box)).score == 60
        orders.append(runs[:])
        runs.clear()
    assert len(orders[0]) > 3
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(orders[2])


@pytest.mark.parametrize("hidden", [False, True])
def test_points_are_provisional_without_hidden_tests(kit: Path, hidden: bool) -> None:
    assignment = load("larger", kit)
    report = grade(ChosenTests(assignment, hidden=hidden), GradingRequest(assignment.reference))
    assert [part.is_provisional for part in report.parts] == [False, not hidden]


def test_suite_that_never_ends(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "larger.py").write_text(RIGHT, encoding="utf-8")
    loop = f"{STARTED}\n\ndef test_mine():\n    while True: pass\n"
    (tmp_path / "larger_tests.py").write_text(loop, encoding="utf-8")
    ran = run_autograder("check", "larger", tmp_path, "--part", "own_tests", "--kit", kit)
    says = "pytest larger_tests.py did not finish: it was still computing after 0.5 s\n"
    assert says in ran.out
    assert "larger_tests.py, line 9 in test_mine: while True: pass\n" in ran.out


WRONG = {
    "always returns 0": "0",
    "returns its first argument": "args[0]",
    "returns its last argument": "args[-1]",
}


def with_wrong_functions(kit: Path, wrong: dict[str, str]) -> Path:
    """Let the public test of the student's tests have wrong functions; return the kit."""
    copy_kit("larger", kit)
    (kit / FOLDER / "tests/test_own_tests.py").write_text(
        'def test_all_pass(suite):\n    """yours catch wrong ones"""\n'
        f'    suite.must_catch_all("larger_tests.py", {{"larger": {wrong}}})\n'
    )
    return kit


def checked(kit: Path, work: Path, test: str) -> list[str]:
    """Return what is said of the student's test in a kit without an answer, as students have it."""
    for folder in ("reference", f"{FOLDER}/chaffs", f"{FOLDER}/wheats", f"{FOLDER}/hidden"):
        shutil.rmtree(kit / folder)
    work.mkdir()
    (work / "larger.py").write_text("larger = max\n")
    (work / "larger_tests.py").write_text(f"{STARTED}\n\ndef test_mine():\n{test}")
    ran = run_autograder("check", "larger", work, "--part", "own_tests", "--kit", kit)
    return [line.strip() for line in ran.out.splitlines()[3:-4]]


def test_public_wrong_functions(tmp_path: Path) -> None:
    """The worked example would catch the first argument, too."""
    kit = with_wrong_functions(tmp_path / "kit", WRONG)
    assert checked(kit, tmp_path / "work", "    assert larger(2, 1) == 2\n") == [
        "✗ yours catch wrong ones: wrong",
        "your tests in larger_tests.py catch 2 of 3 wrong functions",
        "not caught: larger that returns its first argument",
    ]


def test_suite_that_does_not_end_with_a_wrong_function(tmp_path: Path) -> None:
    """It ends with the student's own, so the report says with which one."""
    kit = with_wrong_functions(tmp_path / "kit", WRONG)
    test = "    while larger(2, 1) != 2:\n        pass\n"
    lines = checked(kit, tmp_path / "work", test)
    assert lines[:2] == [
        "✗ yours catch wrong ones: timed out",
        "pytest larger_tests.py did not finish: it was still computing after 0.5 s",
    ]
    assert (
        "This happens with a wrong function: larger that always returns 0. A test should fail then."
    ) in lines


def test_wrong_function_that_is_right(tmp_path: Path) -> None:
    """The reference's tests cannot catch it, which `verify` finds."""
    kit = with_wrong_functions(tmp_path / "kit", {"returns the largest": "max(args)"})
    found = run_autograder("verify", "larger", "--kit", kit).out
    says = "own_tests, 1 of 4 tests fails (test_all_pass, wrong: your tests in larger_tests.py"
    assert f"does not score full marks: {says} catch 0 of 1 wrong functions)" in found


CHAFF = '''\
"""The first is given.

caught by: larger
"""
_Right = Pair


class Pair(_Right):
    def larger(self, a, b):
        return super().larger(a, b) and a
'''
PAIR = "class Pair:\n    def larger(self, a, b):\n        return {}\n"
PAIR_TESTS = "from larger import Pair\n\n\ndef test_mine():\n    assert Pair().larger{} == 2\n"


def test_suite_of_a_method(tmp_path: Path) -> None:
    kit, work = copy_kit("larger", tmp_path / "kit"), tmp_path / "work"
    work.mkdir()
    (kit / FOLDER / "tests/test_larger.py").write_text(
        "from larger import Pair\n\n\ndef test_it():\n    assert Pair()\n"
    )
    for chaff in (kit / FOLDER / "chaffs").glob("*.py"):
        chaff.write_text(CHAFF, encoding="utf-8")
    right = PAIR.format("max(a, b)")
    (kit / "reference/larger/larger.py").write_text(right, encoding="utf-8")
    (kit / FOLDER / "wheats/builtin.py").write_text(PAIR.format("a if a > b else b"))
    caught = graded(kit, work, PAIR_TESTS.format("(1, 2)"), right)
    assert outcomes(caught) == dict.fromkeys(ALL, "pass")
    missed = graded(kit, work, PAIR_TESTS.format("(2, 1)"), right)["first"]["detail"]
    assert missed["message"] == "none of your tests in larger_tests.py fails with a wrong larger.py"

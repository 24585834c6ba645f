"""A student's own tests run with pytest, confined, and their failures are explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.grading_python import PYTHON
from tests.conftest import ROOT, Ran, run_autograder

FUNCTIONS = (ROOT / "reference/calcudoku/solver_funcs.py").read_text(encoding="utf-8")
START = "import pytest\nfrom solver_funcs import check_rows_valid\n\n"
CATCHING = (
    "from solver_funcs import *\nFULL = [[1, 2], [2, 1]]\n\ndef test_answers():\n"
    "    assert check_rows_valid(FULL) and not check_rows_valid([[1, 1]])\n"
    "    assert check_columns_valid(FULL) and not check_columns_valid([[1], [1]])\n"
    "    assert check_cages_valid(FULL, []) and not check_cages_valid(FULL, [[4, 2, 0, 1]])\n"
    "    assert check_valid(FULL, []) and not check_valid([[1, 1]], [])\n\n"
)
NAMED = START + (
    "def test_check_rows_valid_twice():\n    assert check_rows_valid([[1, 1], [0, 0]]) is False\n\n"
    "def test_check_columns_valid(): pass\ndef test_check_cages_valid(): pass\n"
    "class TestMore:\n    def test_inside(self): pass\n"
    "@pytest.mark.parametrize('n', [1, 2])\ndef test_check_valid(n):\n"
    "    with pytest.raises(ZeroDivisionError): n / 0\n"
)
GOOD = NAMED + CATCHING


def check(folder: Path, tests: str, functions: str = FUNCTIONS, *options: str) -> Ran:
    (folder / "solver_funcs.py").write_text(functions, encoding="utf-8")
    (folder / "funcs_tests.py").write_text(tests, encoding="utf-8")
    (folder / "solver.py").write_text("", encoding="utf-8")
    return run_autograder("check", "calcudoku", folder, "--part", "funcs_tests", *options)


def test_passes(tmp_path: Path) -> None:
    ran = check(tmp_path, GOOD)
    assert (ran.status, ran.err) == (0, "")
    assert "✓ funcs_tests.py: your own tests                 10 / 10   5 of 5 tests" in ran.out


def test_tests_that_catch_few_wrong_functions(tmp_path: Path) -> None:
    """They are public, so students read which ones; what the tests earn may depend on others."""
    assert check(tmp_path, NAMED).out.splitlines()[2:] == [
        "✗ funcs_tests.py: your own tests                  8 / 10   4 of 5 tests",
        "  ✗ your tests in funcs_tests.py pass with your own solver_funcs.py, and catch wrong "
        "functions: wrong",
        "      your tests in funcs_tests.py catch 1 of 6 wrong functions",
        *(
            f"{'':18}not caught: {name} that always returns {answer}"
            for name, answers in {
                "check_rows_valid": ["False"],
                "check_columns_valid": ["True"],
                "check_cages_valid": ["True", "False"],
                "check_valid": ["True"],
            }.items()
            for answer in answers
        ),
        "  Hint: If one of your tests fails, is the test wrong or the function? If all pass, which "
        "mistake would none of them notice?",
        "",
        "Score: 8 of 10",
        "These are the public tests. Your instructor may run more.",
        "The points for funcs_tests may depend on wrong functions that are not public.",
    ]


def test_two_tests_of_one_name(tmp_path: Path) -> None:
    again = GOOD.replace("test_check_cages_valid", "test_check_columns_valid")
    ran = check(tmp_path, again + "class TestMore2:\n    def test_inside(self): pass\n")
    twice = "test_check_columns_valid is defined in line 7 and again in line 8"
    assert f"! funcs_tests.py: {twice}: only the last one runs; rename one\n" in ran.out
    assert ran.out.count("again in line") == 1


def test_methods_may_be_named_for_functions(tmp_path: Path) -> None:
    """In classes of pytest and of unittest, with parameters, too."""
    tests = START + (
        "import unittest\nNUMBERS = pytest.mark.parametrize('n', ['a::b', '[1]'])\n"
        "class TestLines:\n"
        "    @NUMBERS\n    def test_check_rows_valid(self, n): pass\n"
        "    class TestInner:\n        def test_check_columns_valid(self): pass\n"
        "class Cages(unittest.TestCase):\n    def test_check_cages_valid_twice(self):\n"
        "        self.assertTrue(check_rows_valid([]))\n"
        f"@NUMBERS\ndef test_check_valid(n): pass\n{CATCHING}"
    )
    ran = check(tmp_path, tests)
    assert (ran.status, ran.err) == (0, "")
    assert "10 / 10   5 of 5 tests" in ran.out


FAILURES = {
    "no test at all": (START, ["funcs_tests.py has no tests of your own"]),
    "exit at import": (
        NAMED + "import unittest\nunittest.main()\n",
        [
            "pytest ran none of your tests in funcs_tests.py; are they skipped, or does importing",
            "the file call exit() or unittest.main()? Put that under `if __name__ ==",
        ],
    ),
    "skipped, in a class": (
        f"{START}@pytest.mark.skip\nclass TestRows:\n    def test_rows(self): pass\n",
        ["pytest ran none of your tests in funcs_tests.py; are they skipped, or does importing"],
    ),
    "one function untested": (
        NAMED.replace("test_check_cages_valid", "test_cages"),
        ["funcs_tests.py has no test of your own whose name begins with test_check_cages_valid"],
    ),
    "tests that call nothing": (
        NAMED.replace("assert check_rows_valid([[1, 1], [0, 0]]) is False", "check_rows_valid"),
        ["your tests in funcs_tests.py pass without calling anything that they should test"],
    ),
    "failing tests": (
        NAMED.replace("is False", "is True").replace("(): pass", "(): 1 / 0", 1),
        [
            "2 of 6 tests in funcs_tests.py fail",
            "test_check_rows_valid_twice (funcs_tests.py, line 5): assert False is True",
            "test_check_columns_valid (funcs_tests.py, line 7): ZeroDivisionError: division by",
        ],
    ),
    "parameter of a test": (
        NAMED.replace("valid_twice()", "valid_twice(puzzle, cages)"),
        [
            "1 of 6 tests in funcs_tests.py fails\n",
            "test_check_rows_valid_twice (funcs_tests.py, line 4): fixture 'puzzle' not found: "
            "pytest calls a test without arguments; make puzzle inside the test\n",
        ],
    ),
}


@pytest.mark.parametrize(("tests", "lines"), FAILURES.values(), ids=FAILURES)
def test_failures_are_explained(tmp_path: Path, tests: str, lines: list[str]) -> None:
    ran = check(tmp_path, tests)
    assert (ran.status, ran.err) == (1, "")
    assert "Traceback" not in ran.out
    for line in lines:
        assert line in ran.out


def test_no_mistake_is_named_for_a_student_s_own_tests(tmp_path: Path) -> None:
    """That one fails says nothing about why."""
    ran = check(tmp_path, GOOD.replace("is False", "is True"), FUNCTIONS, "--hint")
    assert "Hint 1 of " in ran.out
    assert "Your results match" not in ran.out


def test_suite_is_confined(tmp_path: Path) -> None:
    """The expected outputs, the network and other processes are out of reach."""
    expected = ROOT / "expected/calcudoku/secret"
    outside = tmp_path / "outside.txt"
    tests = GOOD + (
        f"def test_reads():\n    import os; os.listdir({str(expected)!r})\n"
        f"def test_writes():\n    open({str(outside)!r}, 'w')\n"
        "def test_starts():\n    import ctypes; assert ctypes.CDLL(None).fork() >= 0\n"
        "def test_connects():\n    import ctypes; assert ctypes.CDLL(None).socket(2, 1, 0) >= 0\n"
    )
    ran = check(tmp_path, tests)
    assert "4 of 11 tests in funcs_tests.py fail" in ran.out
    assert not outside.exists()


def test_forged_results_are_untrusted_data(tmp_path: Path) -> None:
    """Malformed results are a crash of the submission, not of the grader."""
    forging = GOOD + (
        "def test_forges():\n    import gc\n"
        "    for found in gc.get_objects():\n"
        "        if type(found).__name__ == 'Recorder':\n"
        "            found.tests[:] = [[['no', 'name'], {}, 'line']]\n"
    )
    ran = check(tmp_path, forging)
    assert (ran.status, ran.err) == (1, "")
    assert "the results of the tests in funcs_tests.py cannot be read" in ran.out


def test_file_that_all_others_import_is_blamed_once(tmp_path: Path) -> None:
    """Not each file that imports it, and the report does not begin with the student's tests."""
    cause = f"solver_funcs.py cannot be loaded by {PYTHON}: expected ':' (solver_funcs.py, line 1)"
    for file, text in {
        "solver_funcs.py": "def check_valid(puzzle, cages)\n    return True\n",
        "funcs_tests.py": GOOD,
        "solver.py": "from solver_funcs import check_valid\n",
    }.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    shown = " ".join(run_autograder("check", "calcudoku", tmp_path).out.split())
    assert f"Begin here: {cause}" in shown
    assert shown.count(cause) == 1
    assert "All parts depend on this." in shown
    assert "!" not in shown
    assert "pytest cannot run" not in shown

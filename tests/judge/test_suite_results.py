"""What is kept of a run of a student's tests."""

from __future__ import annotations

import pytest

from autograder.judge.fixtures.suite import MAX_RESULTS, SuiteRun, lines_of_tests
from autograder.sandbox.values import MalformedError

MANY = [[f"test_{i}", "wrong" if i % 2 else "", i] for i in range(2 * MAX_RESULTS)]


def test_forged_results_are_bounded() -> None:
    run = SuiteRun.read({"tests": MANY, "broken": ["x"] * 5000})
    assert (len(run.tests), len(run.broken)) == (MAX_RESULTS, 1)


def test_forged_texts_are_printable() -> None:
    """A terminal would obey them."""
    read = SuiteRun.read({"tests": [["\033[2J", "\a", 1]], "broken": ["a\nb\r"]})
    [test] = read.tests
    assert (test.name, test.failure, read.broken) == ("\\x1b[2J", "\\x07", ("a\\nb\\r",))


@pytest.mark.parametrize("line", [float("inf"), float("nan"), 10**9, -1, True, "7", None])
def test_forged_lines_are_refused(line: object) -> None:
    with pytest.raises(MalformedError):
        SuiteRun.read({"tests": [["test_it", "", line]], "broken": []})


def test_a_very_large_suite_is_not_searched_for_names() -> None:
    """Its syntax tree could take a gigabyte and 10 seconds, and be asked for by each test."""
    suite = "def test_it(): pass\n"
    assert lines_of_tests(suite) == {"test_it": 1}
    assert lines_of_tests(suite + "a;" * 100_000) == {}


def test_lines_of_functions_and_methods() -> None:
    suite = "async def test_it(): pass\nclass Tests:\n    def test_it(self): pass\n"
    assert lines_of_tests(suite) == {"test_it": 1, "Tests::test_it": 3}

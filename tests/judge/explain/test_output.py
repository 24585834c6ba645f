"""Outputs are compared as an assignment asks for, and differences are explained in words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.judge.explain.calls import uncalled_main
from autograder.judge.explain.output import explain_output
from autograder.judge.program_output import Output
from autograder.judge.sources import Sources
from autograder.reports.text import compared_text


def explained(expected: Output, got: Output) -> str:
    found = explain_output(expected, got)
    return "\n".join([found.says, *([compared_text(found.compared)] if found.compared else [])])


COUNTS = "(?i)checks.*backtracks?"
SOLVED = "--Solution--\n1 2\n2 1\nchecks: 10 backtracks: 2\n"
PROMPTS = "Cage number 7: " * 9

DIFFERENCES = {
    "nothing": (SOLVED, "", "Nothing was printed."),
    "space at the end of a line": (
        SOLVED,
        SOLVED.replace("1 2\n", "1 2 \n"),
        "Only whitespace differs, on line 2:\n  expected: '1 2'\n  printed:  '1 2 '",
    ),
    "no newline at the end": (
        SOLVED,
        SOLVED.rstrip("\n"),
        "Only whitespace differs: the newline at the end of line 4 is missing.",
    ),
    "empty line in the middle": (
        SOLVED,
        SOLVED.replace("2 1\n", "\n2 1\n"),
        "Only whitespace differs: line 3 is empty and should not be there.",
    ),
    "counts wrong": (
        SOLVED,
        SOLVED.replace("10", "11"),
        "The solution is right, but the counts are wrong:\n"
        "  expected: checks: 10 backtracks: 2\n  printed:  checks: 11 backtracks: 2",
    ),
    "no counts": (
        SOLVED,
        "--Solution--\n1 2\n2 1\n",
        "The solution is right, but the line with the counts is missing:\n"
        "  expected: checks: 10 backtracks: 2",
    ),
    "solution wrong": (
        SOLVED,
        SOLVED.replace("2 1", "2 2"),
        "Line 3 differs:\n  expected: 2 1\n  printed:  2 2",
    ),
    "capitals on a long line": (
        f"{PROMPTS}--Solution--",
        f"{PROMPTS}--solution--",
        "Line 1 differs only in upper and lower case:\n"
        "  expected: …mber 7: Cage number 7: Cage number 7: --Solution--\n"
        "  printed:  …mber 7: Cage number 7: Cage number 7: --solution--",
    ),
    "one line too many": (
        SOLVED,
        SOLVED.replace("1 2\n", "trying 1\n1 2\n"),
        "One extra line was printed. It is line 2:\n  printed:  trying 1",
    ),
    "lines missing": (
        SOLVED,
        "--Solution--\nchecks: 10 backtracks: 2\n",
        "2 lines are missing. The first is line 2:\n  expected: 1 2",
    ),
}


@pytest.mark.parametrize(("text", "got", "says"), DIFFERENCES.values(), ids=DIFFERENCES)
def test_what_differs(text: str, got: str, says: str) -> None:
    expected, printed = Output(text, COUNTS), Output(got, COUNTS)
    assert expected != printed
    assert explained(expected, printed) == says


def test_solution_and_counts_are_compared_separately() -> None:
    expected = Output(SOLVED, COUNTS)
    wrong_counts = Output(SOLVED.replace("10", "11"), COUNTS)
    wrong_solution = Output(SOLVED.replace("2 1", "2 2"), COUNTS, status=2, files={"a": ""})
    both_wrong = Output(SOLVED.replace("2 1", "2 2").replace("10", "11"), COUNTS)
    assert wrong_counts.solution == expected.solution
    assert wrong_counts.counts != expected.counts
    assert wrong_solution.counts == expected.counts
    assert wrong_solution.solution != expected.solution
    assert explained(expected.solution, wrong_solution.solution).startswith("Line 3 differs:")
    for got, start in (
        (wrong_counts, "The solution is right, but"),
        (both_wrong, "The counts are"),
    ):
        assert explained(expected.counts, got.counts).startswith(start)


LENIENT = {
    "spaces and blank lines": (SOLVED.replace(" ", "   ").replace("\n", " \n\n"), True, True),
    "words run together": (SOLVED.replace("2 1", "21"), False, False),
    "capitals": (SOLVED.replace("checks", "Checks"), False, False),
    "dashes": (SOLVED.replace("--Solution--", "---Solution-"), False, True),
}


@pytest.mark.parametrize(("got", "equal", "with_dashes"), LENIENT.values(), ids=LENIENT)
def test_lenient_compares_words(got: str, equal: bool, with_dashes: bool) -> None:
    for dashes, are_equal in ((False, equal), (True, with_dashes)):
        one, other = (
            Output("", COUNTS, lenient=True, lenient_dashes=dashes, files={"a": text})
            for text in (SOLVED, got)
        )
        assert (one == other) is are_equal
        assert (replace(one, text=SOLVED) == replace(other, text=got)) is are_equal


TOLERANT = {
    "the last digits": ("Mean: 0.1, x=(2.0)\n9\n", "Mean: 0.10000000000000001, x=(2)\n9\n", ""),
    "minus zero": ("0.0\n", "-0.0\n", ""),
    "an exponent": ("0.00001\n", "1e-05\n", ""),
    "a sum that is wrong": (
        "0.3\n7.25\n",
        "0.30000000000000004\n7.26\n",
        "Line 2 differs by more than 0.000001:\n  expected: 7.25\n  printed:  7.26",
    ),
    "whole numbers are exact": (
        "7\n",
        "07\n",
        "Line 1 differs:\n  expected: 7\n  printed:  07",
    ),
    "other text": (
        "0.3 m\n",
        "0.30000000000000004 s\n",
        "Line 1 differs:\n  expected: 0.3 m\n  printed:  0.30000000000000004 s",
    ),
    "a line too many": (
        "0.3\n",
        "0.30000000000000004\nend\n",
        "One extra line was printed. It is line 2:\n  printed:  end",
    ),
}


@pytest.mark.parametrize(("text", "got", "says"), TOLERANT.values(), ids=TOLERANT)
def test_float_digits(text: str, got: str, says: str) -> None:
    expected, printed = (Output(each, float_digits=6) for each in (text, got))
    assert (printed == expected) is (says == "")
    assert explained(expected, printed) == says
    assert not says or Output(text) != Output(got)


def test_long_lines_are_not_searched_for_counts() -> None:
    """A pattern may take minutes on a malicious long line."""
    long = Output("checks: 1 backtracks: 2" + "x" * 300 + "\n", COUNTS)
    assert (long.counts.compared, long.solution.compared) == ("", long.text)


MAIN = "def main():\n    print(1)\n\n"
ADVICE = 'it never calls main(): end it with `if __name__ == "__main__":` and `main()`'
PROGRAMS = {
    "no call": (MAIN, ADVICE),
    "called": (f"import sys\n{MAIN}sys.exit(main())\n", ""),
    "decorated": (f"import atexit\n\n@atexit.register\n{MAIN}", ""),
    "of a class": ("class Solver:\n    def main(self):\n        pass\n\nSolver().main()\n", ""),
}


@pytest.mark.parametrize(("text", "advice"), PROGRAMS.values(), ids=PROGRAMS)
def test_program_that_never_calls_main(tmp_path: Path, text: str, advice: str) -> None:
    assert uncalled_main(Sources(tmp_path, ["own.py"], {"own.py": text}), "own.py") == advice
    assert uncalled_main(Sources(tmp_path, [], {"own.py": text}), "own.py") == ""

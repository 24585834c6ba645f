"""Differences between outputs are explained in words."""

from __future__ import annotations

import pytest

from autograder.judge.explain.output import Output, explain_output

COUNTS = "(?i)checks.*backtracks"
SOLVED = "--Solution--\n1 2\n2 1\nchecks: 10 backtracks: 2\n"

TABLE = {
    "nothing": ("", "Nothing was printed."),
    "space at the end of a line": (
        SOLVED.replace("1 2\n", "1 2 \n"),
        "Only whitespace differs, on line 2:\n  expected: '1 2'\n  printed:  '1 2 '",
    ),
    "two spaces": (
        SOLVED.replace("2 1", "2  1"),
        "Only whitespace differs, on line 3:\n  expected: '2 1'\n  printed:  '2  1'",
    ),
    "no newline at the end": (
        SOLVED.rstrip("\n"),
        "Only whitespace differs: the newline at the end of line 4 is missing.",
    ),
    "empty line at the end": (
        SOLVED + "\n",
        "Only whitespace differs: line 5 is empty and should not be there.",
    ),
    "empty line in the middle": (
        SOLVED.replace("2 1\n", "\n2 1\n"),
        "Only whitespace differs: line 3 is empty and should not be there.",
    ),
    "rows on one line": (
        SOLVED.replace("1 2\n2 1", "1 2 2 1"),
        "Only whitespace differs, on line 2:\n  expected: '1 2'\n  printed:  '1 2 2 1'",
    ),
    "counts wrong": (
        SOLVED.replace("10", "11"),
        "The solution is right, but the counts are wrong:\n"
        "  expected: checks: 10 backtracks: 2\n  printed:  checks: 11 backtracks: 2",
    ),
    "counts in capitals": (
        SOLVED.replace("checks", "Checks"),
        "The solution is right, and so are the counts, but the text of their line differs:\n"
        "  expected: checks: 10 backtracks: 2\n  printed:  Checks: 10 backtracks: 2",
    ),
    "no counts": (
        "--Solution--\n1 2\n2 1\n",
        "The solution is right, but the line with the counts is missing: checks: 10 backtracks: 2",
    ),
    "solution wrong": (
        SOLVED.replace("2 1", "2 2"),
        "Line 3 differs:\n  expected: 2 1\n  printed:  2 2",
    ),
    "capitals": (
        SOLVED.replace("--Sol", "--SOL"),
        "Line 1 differs only in upper and lower case:\n"
        "  expected: --Solution--\n  printed:  --SOLution--",
    ),
    "one line too many": (
        SOLVED.replace("1 2\n", "trying 1\n1 2\n"),
        "One extra line was printed. It is line 2: trying 1",
    ),
    "lines too many": (
        f"hello\n{SOLVED}bye\n",
        "2 extra lines were printed. The first is line 1: hello",
    ),
    "one line missing": (
        SOLVED.replace("1 2\n", ""),
        "One line is missing. It is line 2: 1 2",
    ),
    "lines missing": (
        "--Solution--\nchecks: 10 backtracks: 2\n",
        "2 lines are missing. The first is line 2: 1 2",
    ),
}


@pytest.mark.parametrize(("got", "says"), TABLE.values(), ids=TABLE)
def test_what_differs(got: str, says: str) -> None:
    expected, printed = Output(SOLVED, COUNTS), Output(got, COUNTS)
    assert expected != printed
    assert explain_output(expected, printed) == says


@pytest.mark.parametrize(
    ("got", "says"),
    [
        ("no\n", "One extra line was printed. It is line 1: no"),
        ("no\nnor this\n", "2 extra lines were printed. The first is line 1: no"),
    ],
)
def test_nothing_should_be_printed(got: str, says: str) -> None:
    assert explain_output(Output(""), Output(got)) == says


def test_long_lines_are_cut_around_the_first_difference() -> None:
    want, have = "a" * 100 + "b" + "c" * 99, "a" * 100 + "x" + "c" * 99
    assert explain_output(Output(want), Output(have)) == (
        "Line 1 differs from character 101 onwards:\n"
        f"  expected: …{'a' * 40}b{'c' * 39}…\n"
        f"  printed:  …{'a' * 40}x{'c' * 39}…"
    )


def test_long_lines_that_differ_in_case_are_cut_around_the_difference() -> None:
    """As where all prompts and a header are on one line."""
    prompts = "Cage number 7: " * 9
    assert explain_output(Output(f"{prompts}--Solution--"), Output(f"{prompts}--solution--")) == (
        "Line 1 differs only in upper and lower case:\n"
        "  expected: …mber 7: Cage number 7: Cage number 7: --Solution--\n"
        "  printed:  …mber 7: Cage number 7: Cage number 7: --solution--"
    )


@pytest.mark.parametrize(("want", "have"), [(100, 50), (50, 100), (200, 100)])
def test_long_line_that_ends_early_or_late(want: int, have: int) -> None:
    """The first difference is after the end of the shorter one."""
    says = explain_output(Output("a" * want), Output("a" * have))
    assert says.startswith(f"Line 1 differs from character {min(want, have) + 1} onwards:\n")


def test_a_long_line_that_is_another_line_altogether() -> None:
    says = explain_output(Output("x" * 200), Output("y"))
    assert says == f"Line 1 differs:\n  expected: {'x' * 80}…\n  printed:  y"


def test_solution_and_counts_are_compared_separately() -> None:
    expected = Output(SOLVED, COUNTS)
    wrong_counts = Output(SOLVED.replace("10", "11"), COUNTS)
    wrong_solution = Output(SOLVED.replace("2 1", "2 2"), COUNTS)
    assert wrong_counts.solution == expected.solution
    assert wrong_counts.counts != expected.counts
    assert wrong_solution.counts == expected.counts
    assert wrong_solution.solution != expected.solution
    assert explain_output(expected.solution, wrong_solution.solution).startswith("Line 3 differs:")
    assert explain_output(expected.counts, wrong_counts.counts).startswith(
        "The solution is right, but the c"
    )


def test_wrong_counts_with_a_wrong_solution() -> None:
    got = Output(SOLVED.replace("2 1", "2 2").replace("10", "11"), COUNTS).counts
    assert explain_output(Output(SOLVED, COUNTS).counts, got) == (
        "The counts are wrong:\n"
        "  expected: checks: 10 backtracks: 2\n"
        "  printed:  checks: 11 backtracks: 2"
    )


@pytest.mark.parametrize(
    ("got", "equal"),
    [
        (SOLVED.replace(" ", "   ").replace("\n", " \n\n"), True),
        (SOLVED.replace("2 1", "21"), False),
        (SOLVED.replace("checks", "Checks"), False),
    ],
)
def test_lenient_compares_words(got: str, equal: bool) -> None:
    assert (Output(SOLVED, COUNTS, lenient=True) == Output(got, COUNTS, lenient=True)) is equal


def test_correct_counts_in_other_words_with_a_wrong_solution() -> None:
    """The numbers are not called wrong if only the words are."""
    got = Output("--Solution--\n1 1\n1 1\nChecks: 10 Backtrack: 2\n", COUNTS + "|Backtrack")
    assert explain_output(Output(SOLVED, COUNTS).counts, got.counts) == (
        "The counts are right, but the text of their line differs:\n"
        "  expected: checks: 10 backtracks: 2\n  printed:  Checks: 10 Backtrack: 2"
    )


DASHED = "Cage 0: ---Solution-\n\n1 2\n\n2 1\nchecks: 10 backtracks: 2\n"


@pytest.mark.parametrize("dashes", [True, False])
def test_lenient_forgives_blank_lines_and_where_it_is_asked_to_dashes(dashes: bool) -> None:
    expected, got = (
        Output(text, COUNTS, lenient=True, lenient_dashes=dashes)
        for text in (f"Cage 0: {SOLVED}", DASHED)
    )
    assert (expected == got, expected.solution == got.solution) == (dashes, dashes)
    assert expected.counts == got.counts
    assert Output(SOLVED, lenient_dashes=dashes) != Output(DASHED, lenient_dashes=dashes)


def test_lenient_differences_leave_out_what_is_forgiven() -> None:
    expected, got = (
        Output(text, COUNTS, lenient=True, lenient_dashes=True)
        for text in (f"Cage 0: {SOLVED}", DASHED.replace("2 1", "2 2"))
    )
    says = "Line 3 differs:\n  expected: 2 1\n  printed:  2 2"
    assert explain_output(expected.solution, got.solution) == says


def test_an_output_does_not_equal_a_text() -> None:
    assert Output(SOLVED) != SOLVED


def test_long_lines_are_not_searched_for_counts() -> None:
    """A pattern may take minutes on a malicious long line."""
    long = Output("checks: 1 backtracks: 2" + "x" * 300 + "\n", COUNTS)
    assert (long.counts.compared, long.solution.compared) == ("", long.text)


@pytest.mark.parametrize(
    ("expected", "printed", "difference"),
    [
        ("", "\n", "the newline at the end of line 1 should not be there."),
        ("\n", "", "the newline at the end of line 1 is missing."),
        ("\n", "\n\n", "line 2 is empty and should not be there."),
    ],
)
def test_nothing_but_newlines_is_expected(expected: str, printed: str, difference: str) -> None:
    found = explain_output(Output(expected), Output(printed))
    assert found == f"Only whitespace differs: {difference}"

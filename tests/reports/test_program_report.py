"""What a program printed and what is expected, line by line."""

from __future__ import annotations

from autograder.judge.program_output import Output
from autograder.judge.program_run import ProgramRun
from autograder.report import Detail
from autograder.reports.program_report import (
    MAX_COMPARED,
    MAX_LINES,
    compared_lines,
    program_report,
)


def test_wrong_lines_and_expected_ones_show_their_spaces() -> None:
    printed, expected = "1 2\n3 4 \n5\nx\n7", "1 2\n3 4\n5\n7\n"
    assert list(compared_lines(printed, expected)) == [
        "  1 2",
        "✗ 3·4·",
        "+ 3·4",
        "  5",
        "✗ x",
        "✗ 7 (no newline)",
        "+ 7",
    ]


def test_equal_lines_far_from_a_difference_are_left_out() -> None:
    text = "".join(f"{i}\n" for i in range(40))
    lines = list(compared_lines(text.replace("9\n", "x\n", 1).replace("30", "y"), text))
    assert lines[:5] == ["  ...", "  7", "  8", "✗ x", "+ 9"]
    assert lines[7:10] == ["  ...", "  28", "  29"]
    assert len(list(compared_lines("a\n" * 9, "b\n" * 10 * MAX_COMPARED))) == MAX_LINES + 1


def test_control_characters_are_escaped() -> None:
    assert next(compared_lines("\x1b[2J\t\n", "")) == r"✗ \x1b[2J→"


EXPECTED = Output("1 2\nchecks: 3\n", "checks")


def report(printed: str, failure: Detail | None = None) -> list[str]:
    run = ProgramRun(Output(printed, "checks"), EXPECTED, failure)
    return program_report(run, "a.py < b.in").splitlines()


def test_equal_and_different_outputs() -> None:
    assert report(EXPECTED.text) == ["✓ a.py < b.in: exactly as expected"]
    assert report("1 2\nchecks: 4\n") == [
        "✗ a.py < b.in",
        "  The solution is right, but the counts are wrong.",
        "",
        "  1 2",
        "✗ checks:·4",
        "+ checks:·3",
    ]


def test_numbers_that_are_close_enough() -> None:
    right, got, wrong = "0.3\n1.5\n", "0.30000000000000004\n1.5\n", "0.30000000000000004\n1.6\n"
    expected, *printed = (Output(text, float_digits=6) for text in (right, got, wrong))
    reports = [program_report(ProgramRun(one, expected), "a.py < b.in") for one in printed]
    assert [one.splitlines() for one in reports] == [
        ["✓ a.py < b.in: as expected"],
        ["✗ a.py < b.in", "  Line 2 differs by more than 0.000001.", "", "  0.3", "✗ 1.6", "+ 1.5"],
    ]

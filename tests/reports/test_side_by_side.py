"""What a program printed beside what is expected."""

from __future__ import annotations

from autograder.judge.explain.output import Output
from autograder.judge.program_run import ProgramRun
from autograder.report import Detail, Place
from autograder.reports.program_report import program_report
from autograder.reports.side_by_side import MAX_COMPARED, MAX_ROWS, side_by_side

HEAD = "       printed       expected\n"


def shown(printed: str, expected: str) -> str:
    text = side_by_side(printed, expected, 35)
    assert text.startswith(HEAD)
    return text.removeprefix(HEAD)


def test_first_difference_is_marked_and_spaces_are_visible() -> None:
    assert shown("1 2\n3 4 \n5 6\n", "1 2\n3 4\n5\t6\n") == (
        "    1  1 2           1 2\n"
        "✗   2  3·4·          3·4\n"
        "          ^ the first difference\n"
        "✗   3  5·6           5→6\n"
    )


def test_missing_and_extra_lines_are_aligned() -> None:
    assert shown("a\nx\nb\n", "a\nb\nc\n").splitlines() == [
        "    1  a             a",
        "✗   2  x",
        "       ^ the first difference",
        "    3  b             b",
        "✗                    c",
    ]


def test_missing_newline_at_the_end() -> None:
    assert "✗   1  a (no newli…  a\n        ^ the" in shown("a", "a\n")


def test_equal_lines_far_from_a_difference_are_left_out() -> None:
    text = "\n".join(map(str, range(20)))
    lines = shown(text.replace("9", "x"), text).splitlines()
    assert lines[0] == "       ..."
    assert [line[4:5] for line in lines if line.startswith("✗")] == ["0", "0"]
    assert "    1  0             0" not in lines


def test_long_line_is_shown_around_the_difference() -> None:
    line = shown("a" * 50 + "b" * 50 + "\n", "a" * 50 + "c" * 50 + "\n").splitlines()
    assert line[0] == "✗   1  …aaaaaabbbb…  …aaaaaacccc…"
    assert line[1].index("^") == line[0].index("b")


def test_many_lines_take_no_long_time_and_little_room() -> None:
    text = shown("a\n" * 10 * MAX_COMPARED, "b\n" * 10 * MAX_COMPARED)
    assert len(text.splitlines()) == MAX_ROWS + 2


def test_control_characters_are_escaped() -> None:
    assert "\x1b" not in shown("\x1b[2J\n", "a\n")


EXPECTED = Output("1 2\nchecks: 3\n", "checks")


def report(printed: str, failure: Detail | None = None) -> list[str]:
    run = ProgramRun(Output(printed, "checks"), EXPECTED, failure)
    return program_report(run, "a.py < b.in", 60).splitlines()


def test_equal_outputs() -> None:
    assert report(EXPECTED.text) == ["✓ a.py < b.in: exactly as expected"]


def test_counts_are_compared_apart_from_the_solution() -> None:
    assert report("1 2\nchecks: 4\n")[:5] == [
        "✗ a.py < b.in",
        "  The solution is right, but the counts are wrong.",
        "",
        "✓ The solution: as expected",
        "✗ The counts:",
    ]
    wrong = report("1 3\nchecks: 3\n")
    assert [line for line in wrong if line.startswith(("✓", "✗ The"))] == [
        "✗ The solution:",
        "✓ The counts: as expected",
    ]
    assert not any("The counts:" in line for line in report("1 2\n"))


def test_program_that_failed() -> None:
    place = Place("a.py", 3, "main", "1 / 0")
    failure = Detail("a.py raised ZeroDivisionError", call="a.py < b.in", place=place)
    assert report("", failure) == [
        "✗ a.py < b.in",
        "      a.py raised ZeroDivisionError",
        "        where     a.py, line 3 in main: 1 / 0",
    ]
    assert "What it printed before that:" in report("1 2\n", failure)

"""The report of one screen, and the failure that it begins with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.report import Detail, Outcome, PartResult, Report, TestResult
from autograder.reports.brief import BriefInSteps, ScreenLayout, fitted, listed, wrap
from autograder.reports.next_step import failing_needs, next_step
from autograder.reports.text import render
from tests.reports.test_report import REPORT

BOARD = "\n".join(["a  b  b  c  c  d  d  e  e  f  f  g"] * 12)
WRONG = Detail(
    "used gave the wrong answer",
    call="used(puzzle, 3)",
    arguments={"puzzle": BOARD},
    returned="None",
    expected="[]",
)
MISSING = Detail("used is not written yet (own.py, line 3)")


def command(options: str) -> str:
    return f"autograder check {options}".strip()


def part(name: str, *outcomes: Outcome, needs: tuple[str, ...] = ()) -> PartResult:
    details = {Outcome.WRONG: WRONG, Outcome.NOT_DEFINED: MISSING, Outcome.NOT_RUN: MISSING}
    tests = tuple(
        TestResult(f"test_{i}", f"{name} works: {i}", outcome, False, 0, details.get(outcome))
        for i, outcome in enumerate(outcomes)
    )
    return PartResult(name, name, 10, tests, hint=f"Hint of {name}.", needs=needs)


def report(*parts: PartResult) -> Report:
    return replace(REPORT, parts=parts, problems=(), by_hand=(), confinement={"files": "landlock"})


def brief(shown: Report, width: int = 80, height: int = 24, *, hands_in: bool = False) -> str:
    parts = [(part.name, part.points) for part in shown.parts]
    layout = ScreenLayout(parts, command, width, height, hands_in=hands_in)
    return BriefInSteps(layout).end(shown)


P, W, N, R = Outcome.PASS, Outcome.WRONG, Outcome.NOT_DEFINED, Outcome.NOT_RUN
CHAIN = (
    part("used", P, W, W),
    part("available", W, needs=("used",)),
    part("other", W),
    part("neighbours", W, P, needs=("available", "other")),
    part("fine", P),
)


class TestOfTheNextStep:
    def test_part_that_others_wait_for(self) -> None:
        step = next_step(CHAIN)
        assert step
        assert step.part.name == "used"
        assert [part.name for part in step.waiting] == ["available", "neighbours"]
        assert [part.name for part in step.others] == ["other"]

    def test_part_that_is_needed_comes_first_in_any_order(self) -> None:
        step = next_step(CHAIN[::-1][2:])
        assert step
        assert step.part.name == "other"
        step = next_step([CHAIN[1], CHAIN[0]])
        assert step
        assert step.part.name == "used"

    def test_attempted_part_comes_before_one_that_is_not_written(self) -> None:
        step = next_step([part("a", N, N), part("b", W), part("c", N, needs=("a",))])
        assert step
        assert (step.part.name, step.waiting, step.others) == ("b", (), ())
        step = next_step([part("a", N, N), part("b", P)])
        assert step
        assert step.part.name == "a"

    @pytest.mark.parametrize(
        ("parts", "first", "waiting"),
        [
            ((part("a", R), part("b", R)), "a", ["b"]),
            ((part("a", N), part("b", N)), "a", []),
            ((part("a", R, W), part("b", R)), "a", []),
            ((part("a", N, N), part("b", N, W)), "b", []),
            ((part("a", W), part("b", P, needs=("a",))), "a", []),
        ],
        ids=["cannot be loaded", "not written", "one ran", "partly written", "passes anyway"],
    )
    def test_parts_that_wait(
        self, parts: tuple[PartResult, ...], first: str, waiting: list[str]
    ) -> None:
        """Parts that could not run wait if it was for the same reason."""
        step = next_step(parts)
        assert step
        assert (step.part.name, [part.name for part in step.waiting]) == (first, waiting)

    @pytest.mark.parametrize(("chosen", "first"), [("b", "b"), ("fine", "a"), ("", "a")])
    def test_chosen_part(self, chosen: str, first: str) -> None:
        """A part that passes by now is not shown again."""
        step = next_step([part("a", W), part("b", W), part("fine", P)], chosen)
        assert step
        assert step.part.name == first

    def test_nothing_fails(self) -> None:
        assert next_step([part("a", P, Outcome.GRADER_ERROR)]) is None

    def test_needs_that_pass_or_were_not_run(self) -> None:
        parts = [part("b", W, needs=("a", "absent")), part("a", P)]
        assert failing_needs(parts) == {"a": set(), "b": set()}
        assert failing_needs(CHAIN)["neighbours"] == {"used", "available", "other"}


SCREEN = """\
double: submissions/ada

✗ used        3.33/10  ✗ available      0/10  ✗ other          0/10
✗ neighbours     5/10  ✓ fine          10/10

Begin here: used
  ✗ used works: 1
      used gave the wrong answer
        call      used(puzzle, 3)
        puzzle    a  b  b  c  c  d  d  e  e  f  f  g
                  a  b  b  c  c  d  d  e  e  f  f  g
                  a  b  b  c  c  d  d  e  e  f  f  g
                  a  b  b  c  c  d  d  e  e  f  f  g
                  a  b  b  c  c  d  d  e  e  f  f  g
                  a  b  b  c  c  d  d  e  e  f  f  g
                  ...
        returned  None
        expected  []
  1 more of its 3 tests fails: autograder check --part used
  For a hint: autograder check --hint
available and neighbours depend on this.
After that: other also fails.
Score: 18.33 of 50  (public tests; your instructor may run more)
"""


def test_screen() -> None:
    assert brief(report(*CHAIN)) == SCREEN
    assert SCREEN.count("\n") < 24


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (60, 24), (40, 40)])
def test_report_fits_the_screen(width: int, height: int) -> None:
    lines = brief(report(*CHAIN), width, height).splitlines()
    assert len(lines) < height
    assert [line for line in lines if len(line) >= width and "autograder" not in line] == []


def test_many_parts_leave_out_points_and_what_else_fails() -> None:
    many = report(*CHAIN, *(part(f"part_with_a_longer_name_{i}", W) for i in range(12)))
    shown = brief(many)
    assert shown.splitlines()[:3] == [
        "double: submissions/ada",
        "✗ used                        ✗ available",
        "✗ other                       ✗ neighbours",
    ]
    assert "After that" not in shown
    few = report(*CHAIN, part("part_with_a_longer_name", W))
    assert "✗ used                     3.33/10" in brief(few)


def test_rows_are_printed_when_they_are_complete() -> None:
    whole = report(*CHAIN)
    steps = BriefInSteps(ScreenLayout([(part.name, part.points) for part in CHAIN], command))
    printed = [steps.next(replace(whole, parts=CHAIN[:count])) for count in (1, 2)]
    assert printed == ["double: submissions/ada\n\n", ""]
    assert steps.running(CHAIN[:2], "other").endswith("✗ available      0/10  other ...")
    printed += [steps.next(replace(whole, parts=CHAIN[:count])) for count in (3, 4)]
    assert printed[2].startswith("✗ used")
    assert printed[3] == ""
    assert "".join(printed) + steps.end(whole) == SCREEN


def test_stopped_report_shows_what_is_known() -> None:
    steps = BriefInSteps(ScreenLayout([(part.name, part.points) for part in CHAIN], command))
    shown = steps.end(report(*CHAIN[:2]))
    assert "✗ available      0/10\n" in shown
    assert "Begin here: used\n" in shown
    assert shown.endswith("Stopped after 2 of 5 parts.\n")
    assert "Score" not in shown


def test_part_that_is_not_written() -> None:
    shown = brief(report(part("used", N, N), part("next", N, needs=("used",))))
    assert shown.splitlines()[2:] == [
        "· used     0/10  · next     0/10",
        "",
        "Begin here: used is not written yet (own.py, line 3)",
        "  Its first test: used works: 0",
        "  For a hint: autograder check --hint",
        "next depends on this.",
        "Score: 0 of 20  (public tests; your instructor may run more)",
    ]


def test_part_that_is_not_complete_names_its_first_failing_test_once() -> None:
    shown = brief(report(part("used", P, N)))
    assert "Begin here: used\n  ✗ used works: 1\n      used is not written yet" in shown
    assert "Its first test" not in shown


def test_file_that_cannot_be_loaded() -> None:
    """Once, and without a hint; other problems come before it."""
    loaded = report(part("used", Outcome.NOT_RUN), part("next", Outcome.NOT_RUN))
    shown = brief(replace(loaded, problems=(MISSING.message, "two.py is missing")))
    assert shown.splitlines()[4:6] == [
        "! two.py is missing",
        f"Begin here: {MISSING.message}",
    ]
    assert "int" not in shown.partition("Score")[0].replace("double: submissions/ada", "")
    assert "next depends on this.\n" in shown


def test_lines_that_show_a_syntax_error_are_shown_once() -> None:
    """And other problems leave less room for the failure, so that all fit the screen."""
    loaded = report(part("used", Outcome.NOT_RUN), part("next", Outcome.NOT_RUN))
    shown = brief(replace(loaded, problems=(f"{MISSING.message}\n  3 | (\n    | ^",)))
    assert shown.splitlines()[4:7] == [f"Begin here: {MISSING.message}", "  3 | (", "    | ^"]
    assert (shown.count(MISSING.message), shown.count("!")) == (1, 0)
    remarked = brief(replace(report(*CHAIN), problems=("used(1) returned 1, then 2. " * 9,)))
    assert remarked.count("\n") < 24
    assert "Begin here: used\n" in remarked


def test_all_parts_pass() -> None:
    fine = replace(report(part("a", P), part("b", P)), by_hand=REPORT.by_hand)
    assert brief(fine).splitlines()[4:] == [
        "All 2 parts pass: 20 of 20.",
        "By hand: style __ / 50  (names)",
        "  docstrings: 1 of 2",
        "Ready to hand in? autograder check --hand-in",
        "These are the public tests. Your instructor may run more.",
    ]
    assert "--hand-in" not in brief(fine, hands_in=True)


def test_not_confined_and_fault_of_the_grader() -> None:
    faulty = part("a", P, Outcome.GRADER_ERROR, W)
    shown = brief(replace(report(faulty, CHAIN[0]), confinement={"files": "none"}))
    assert "NOT CONFINED: " in shown
    assert "The grader itself failed" in shown


def test_hint_of_a_part_that_waits_is_not_shown() -> None:
    """It may say what to do when all other parts pass."""
    shown = render(report(*CHAIN), "")
    assert "Hint of used." in shown
    assert "Hint of available." not in shown
    assert "Hint of neighbours." not in shown


def test_wrapped_lines() -> None:
    assert wrap("  ✗ one two three", 12) == ["  ✗ one two", "    three"]
    assert wrap("        call      one two three four", 36) == [
        "        call      one two three",
        "                  four",
    ]
    assert wrap("x" * 12, 10) == ["x" * 9, "xxx"]
    assert wrap("short", 10) == ["short"]


def test_longest_texts_of_a_detail_are_shortened() -> None:
    lines = list(fitted(WRONG, 80, 8))
    assert len(lines) == 8
    assert lines[0] == "      used gave the wrong answer"
    assert lines[-1].split() == ["expected", "[]"]
    assert len(list(fitted(WRONG, 80, 100))) == 16
    small = replace(WRONG, arguments={}, returned="1\n2\n3", expected="1\n2\n3")
    assert len(list(fitted(small, 80, 0))) == 7
    long_message = list(fitted(replace(WRONG, message="used is wrong " * 7), 80, 8))
    assert len(long_message) == 8
    assert max(map(len, long_message)) <= 80


def test_texts_of_one_length_are_shortened_alike() -> None:
    boards = [f"[0] of a list of 2:\n{first}\nb\nc\nd" for first in "12"]
    detail = replace(WRONG, arguments={"p": BOARD}, returned=boards[0], expected=boards[1])
    shown = """\
      used gave the wrong answer
        call      used(puzzle, 3)
        p         a  b  b  c  c  d  d  e  e  f  f  g
                  ...
        returned  [0] of a list of 2:
                  1
                  ...
        expected  [0] of a list of 2:
                  2
                  ...
"""
    assert "".join(f"{line}\n" for line in fitted(detail, 80, 10)) == shown
    assert "".join(f"{line}\n" for line in fitted(detail, 80, 0)) == shown
    assert len(list(fitted(detail, 80, 12))) == 12


def test_last_of_several_calls_is_kept() -> None:
    detail = Detail("print gave the wrong answer", "load(a)\nload(b)\nprint()", {}, "1", "2\n3\n4")
    assert [line.split() for line in fitted(detail, 80, 0)][1:3] == [["call", "..."], ["print()"]]
    assert len(list(fitted(replace(detail, call="load(['a', 'b'])" * 20), 80, 0))) == 7


def test_lists_in_sentences() -> None:
    assert [listed(list(names)) for names in ("", "a", "ab", "abc")] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]

"""All parts at a glance, and the failure that a student should begin with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.report import Detail, Kind, Outcome, PartResult, Place, Report, TestResult
from autograder.reports import text
from autograder.reports.next_step import next_step
from autograder.reports.text import MAX_FIELD
from tests.reports.test_report import REPORT

BOARD = "\n".join(["a  b  c  d"] * (MAX_FIELD + 2))
WRONG = Detail(
    Kind.RETURNED,
    "used",
    "gave the wrong answer",
    call="used(puzzle, 3)",
    arguments={"puzzle": BOARD},
    returned="None",
    expected="[]",
)
MISSING = Detail(Kind.NOT_WRITTEN, "used", "is not written yet", place=Place("own.py", 3, "used"))


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


def brief(shown: Report, *, hands_in: bool = False) -> list[str]:
    return text.brief(shown, command, hands_in=hands_in).splitlines()


P, W, N, R = Outcome.PASS, Outcome.WRONG, Outcome.NOT_DEFINED, Outcome.NOT_RUN
CHAIN = (
    part("used", P, W, W),
    part("available", W, needs=("used",)),
    part("other", W),
    part("neighbours", W, P, needs=("available", "other")),
    part("fine", P),
)
ROW = f"{'':18}{BOARD[:10]}\n"
SCREEN = f"""\
double: submissions/ada

✗ used        3.33/10  ✗ available   0/10     ✗ other       0/10
✗ neighbours  5/10     ✓ fine        10/10

Begin here: used
  ✗ used works: 1
      used gave the wrong answer
        call      used(puzzle, 3)
        puzzle    {BOARD[:10]}
{ROW * (MAX_FIELD - 1)}\
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
    assert text.brief(report(*CHAIN), command) == SCREEN


@pytest.mark.parametrize(
    ("parts", "first", "waiting", "others"),
    [
        (CHAIN, "used", ["available", "neighbours"], ["other"]),
        ((part("a", N, N), part("b", W), part("c", N, needs=("a",))), "b", [], []),
        ((part("a", N, N), part("b", P)), "a", [], []),
        ((part("a", R), part("b", R)), "a", ["b"], []),
        ((part("a", W), part("b", P, needs=("a",))), "a", [], []),
    ],
    ids=["chain", "attempted", "not written", "not loaded", "passes"],
)
def test_part_to_begin_with(
    parts: tuple[PartResult, ...], first: str, waiting: list[str], others: list[str]
) -> None:
    """Parts wait for what they need; or if they could not run, for the same reason."""
    step = next_step(parts)
    assert step
    assert step.part.name == first
    assert [part.name for part in step.waiting] == waiting
    assert [part.name for part in step.others] == others


@pytest.mark.parametrize(
    ("fails_in", "first", "waiting"),
    [
        ({"load": "print", "print": "print", "solve": "print"}, "print", ["load", "solve"]),
        ({"print": "solve", "solve": "solve"}, "solve", ["print"]),
        ({"print": "solve", "solve": "print"}, "print", ["solve"]),
    ],
    ids=["print is wrong", "solve is wrong", "each blames the other"],
)
def test_failures_in_a_call_of_another_part(
    fails_in: dict[str, str], first: str, waiting: list[str]
) -> None:
    """Tests of `load` and of `solve` look at what `print` returns, and its tests call both."""
    needs = {"load": (), "solve": ("load", "print"), "print": ("load",)}
    parts = []
    for name, needed in needs.items():
        made = part(name, *((P, W) if name in fails_in else (P,)), needs=needed)
        wrong = Detail(Kind.RETURNED, fails_in.get(name, ""), "gave the wrong answer")
        tests = [replace(t, detail=t.detail and wrong) for t in made.tests]
        parts.append(replace(made, tests=tuple(tests)))
    step = next_step(parts)
    assert step
    assert (step.part.name, [part.name for part in step.waiting]) == (first, waiting)


def test_what_is_missing_comes_before_what_imports_it() -> None:
    broken = Detail(Kind.OWN_TESTS, "pytest", "cannot run it", exception="ImportError")
    missing = Detail(Kind.NOT_DEFINED, "own.py", "does not define used")
    parts = []
    for name, outcome, detail in (("tests", Outcome.CRASHED, broken), ("used", N, missing)):
        made = part(name, outcome)
        parts.append(replace(made, tests=(replace(made.tests[0], detail=detail),)))
    step = next_step(parts)
    assert step
    assert step.part.name == "used"


def test_part_that_is_not_written() -> None:
    assert brief(report(part("used", N, N), part("next", N, needs=("used",))))[2:] == [
        "· used  0/10  · next  0/10",
        "",
        "Begin here: used is not written yet (own.py, line 3)",
        "  Its first test: used works: 0",
        "  For a hint: autograder check --hint",
        "next depends on this.",
        "Score: 0 of 20  (public tests; your instructor may run more)",
    ]


def test_file_that_cannot_be_loaded() -> None:
    """Once, with the lines that show it, and without a hint; other problems come before it."""
    loaded = report(part("used", R), part("next", R))
    problems = (f"{MISSING.with_place}\n  3 | (\n    | ^", "two.py is missing")
    shown = brief(replace(loaded, problems=problems))
    assert shown[4:] == [
        "! two.py is missing",
        f"Begin here: {MISSING.with_place}",
        "  3 | (",
        "    | ^",
        "All parts depend on this.",
        "Score: 0 of 20  (public tests; your instructor may run more)",
    ]


def test_part_that_stopped_at_a_timeout() -> None:
    """One command shows the rest, not two."""
    (left_out,) = part("used", Outcome.TIMED_OUT).tests
    left_out = replace(left_out, detail=Detail(Kind.NOT_TRIED, fact="not tried after a timeout"))
    stopped = part("used", Outcome.TIMED_OUT)
    shown = brief(report(replace(stopped, tests=(*stopped.tests, left_out))))
    assert [line for line in shown if "check --part" in line] == [
        "  1 of its 2 tests was not tried; to continue after a timeout: "
        "autograder check --part used --all"
    ]


def test_all_parts_pass() -> None:
    fine = replace(report(part("a", P), part("b", P)), by_hand=REPORT.by_hand)
    assert brief(fine)[4:] == [
        "All 2 parts pass: 20 of 20.",
        "By hand: style __ / 50  (names)",
        "  docstrings: 1 of 2",
        "Ready to hand in? autograder check --hand-in",
        "These are the public tests. Your instructor may run more.",
    ]
    assert not any("--hand-in" in line for line in brief(fine, hands_in=True))


def test_part_whose_points_depend_on_what_is_hidden() -> None:
    """A student's own tests can pass, and catch hardly any wrong function."""
    provisional = report(part("a", P), replace(part("own_tests", P), is_provisional=True))
    assert brief(provisional, hands_in=True)[4:] == [
        "All 2 parts pass the public tests.",
        "These are the public tests. Your instructor may run more.",
        "The points for own_tests may depend on wrong functions that are not public.",
    ]


def test_hint_of_a_part_that_waits_is_not_shown() -> None:
    """It may say what to do when all other parts pass."""
    shown = text.render(report(*CHAIN), "")
    assert [f"Hint of {part.name}." in shown for part in CHAIN[:4]] == [True, False, True, False]

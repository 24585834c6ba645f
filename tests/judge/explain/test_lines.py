"""The line that is shown for a failure: where a call crashed, or the loop in which it hung."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.calls import Invocation
from autograder.judge.explain.evidence import locate
from autograder.judge.explain.syntax import excerpt_with_caret
from autograder.judge.failure import failure_of, printed_by
from autograder.judge.sources import Sources
from autograder.sandbox.messages import Frame, Response, ResponseKind

SOURCE = """\
def outer(n):
    for i in range(n):
        total = 0
        while total >= 0:
            total += 1
            if total % 2:
                continue

            step(total)
    return n


def step(total):
    return [
        total
        for _ in range(9)
    ]
"""


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    (tmp_path / "own.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "solve.py").write_text("main()\ninner()\n", encoding="utf-8")
    return Sources.of(tmp_path, ["own.py"], ["solve.py"])


F, G = Frame("own.py", 10, "outer"), Frame("own.py", 15, "step")
GIVEN, CALLED = Frame("solve.py", 1, "<module>"), Frame("solve.py", 2, "inner")
ELSEWHERE = Frame("../../etc/hostname", 1, "f")
CRASHES: dict[str, tuple[tuple[Frame, ...], tuple[str, int, str] | None]] = {
    "the innermost line of one's own": ((F, G), ("own.py", 15, "total")),
    "not a provided file that is called": ((F, GIVEN), ("own.py", 10, "return n")),
    "only in provided files": ((GIVEN, CALLED), ("solve.py", 2, "inner()")),
    "in a file outside the box": ((F, ELSEWHERE), ("own.py", 10, "return n")),
}


@pytest.mark.parametrize(("stack", "shown"), CRASHES.values(), ids=CRASHES)
def test_where_it_crashed(
    sources: Sources, stack: tuple[Frame, ...], shown: tuple[str, int, str] | None
) -> None:
    place = locate(Response(ResponseKind.RAISED, stacks=(stack,)), sources)
    assert (place and (place.file, place.line, place.source)) == shown


def stack(*calls: tuple[str, int], **values: str) -> tuple[Frame, ...]:
    return (GIVEN, *[Frame("own.py", line, function, values) for function, line in calls])


HANGS = {
    "lines of one loop": (
        [stack(("outer", 5), n="3", total="7"), stack(("outer", 7), n="3", total="9")],
        (4, {"n": "3"}),
    ),
    "within a function that the loop calls": (
        [stack(("outer", 9), ("step", 14)), stack(("outer", 9), ("step", 15)), stack(("outer", 5))],
        (4, {}),
    ),
    "no loop": ([stack(("step", 14), n="9"), stack(("step", 14), n="9")], (14, {"n": "9"})),
    "one sample": ([stack(("outer", 7))], (7, {})),
}


@pytest.mark.parametrize(("stacks", "expected"), HANGS.values(), ids=HANGS)
def test_where_it_hung(
    sources: Sources, stacks: list[tuple[Frame, ...]], expected: tuple[int, dict[str, str]]
) -> None:
    """Samples differ from run to run; the loop does not."""
    response = Response(ResponseKind.TIMED_OUT, reason="slow", stacks=tuple(stacks))
    place = failure_of(response, Invocation("outer"), sources).detail.place
    assert place
    assert (place.line, place.locals) == expected


LOOPS = {
    "one value stays": (
        "while i < len(row):",
        [{"i": "1", "row": "a list of 4", "n": "1"}, {"i": "1", "row": "a list of 4", "n": "2"}],
        "`while i < len(row)` (line 2) does not end: i stays 1, while n keeps changing",
    ),
    "all values stay": (
        "while low<high : # forever",
        [{"low": "1", "high": "4"}] * 2,
        "`while low < high` (line 2) does not end: low stays 1 and high stays 4",
    ),
    "two values keep the condition true": (
        "while low != high:",
        [{"low": "1", "high": "4"}, {"low": "2", "high": "3"}],
        "`while low != high` (line 2) does not end: low and high keep changing, but"
        " `low != high` stays true",
    ),
    "forever": (
        "while True:",
        [{"i": "11"}],
        "`while True` (line 2) ends only with `break` or `return`; neither was reached",
    ),
    "for": ("for i in range(9):", [{"i": "1"}] * 2, ""),
}


@pytest.mark.parametrize(("line", "samples", "expected"), LOOPS.values(), ids=LOOPS)
def test_why_a_loop_goes_on(
    tmp_path: Path, line: str, samples: list[dict[str, str]], expected: str
) -> None:
    (tmp_path / "own.py").write_text(f"def f(row):\n    {line}\n        pass\n", encoding="utf-8")
    stacks = tuple((Frame("own.py", 2, "f", values),) for values in samples)
    response = Response(ResponseKind.TIMED_OUT, reason="slow", stacks=stacks)
    sources = Sources.of(tmp_path, ["own.py"], [])
    assert failure_of(response, Invocation("f"), sources).detail.difference == expected


def test_excerpt_of_a_syntax_error(tmp_path: Path) -> None:
    source = "def f(x):\n    a = g(x,\n\n\tb = 2 \x1b\nreturn " + "x" * 200
    (tmp_path / "own.py").write_text(source, encoding="utf-8")
    sources = Sources.of(tmp_path, ["own.py"], [])
    shown = "  2 |     a = g(x,\n  4 |     b = 2 \x1b\n    |         ^"
    assert excerpt_with_caret(sources, "own.py", 4, 6) == shown
    assert excerpt_with_caret(sources, "own.py", 1, 1) == "  1 | def f(x):\n    | ^"
    assert "^" not in excerpt_with_caret(sources, "own.py", 5, 150)
    assert excerpt_with_caret(sources, "own.py", 9, 1) == ""


@pytest.mark.parametrize(("beyond", "rest"), [(1, "1 more line"), (5, "5 more lines")])
def test_only_the_first_lines_printed_are_shown(beyond: int, rest: str) -> None:
    response = Response(ResponseKind.VALUE, printed="x\n" * (10 + beyond))
    assert printed_by(response) == "x\n" * 10 + f"… ({rest})"

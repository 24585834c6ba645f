"""What the source shows about a call that failed: arity, recursion, loops."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge.calls import Invocation
from autograder.judge.failure import failure_of
from autograder.judge.sources import Sources
from autograder.sandbox.messages import Frame, Response, ResponseKind
from tests.judge.explain.messages import message, own_sources


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    return own_sources(tmp_path)


ARITY = {
    "two of three": (
        "place_guess() takes 2 positional arguments but 3 were given",
        ("puzzle", "posn", "value"),
        "place_guess(puzzle, posn, value) takes 3, yours takes 2: puzzle, posn (own.py, line 12)",
    ),
    "a method": (
        "Mathdoku.solve() missing 1 required positional argument: 'steps'",
        (),
        "f raised TypeError: Mathdoku.solve() missing 1 required positional argument: 'steps'",
    ),
    "a method with too many": (
        "Mathdoku.solve() takes 2 positional arguments but 4 were given",
        ("steps", "seconds", "why"),
        "solve(steps, seconds, why) takes 3, yours takes 1: steps (own.py, line 25)",
    ),
    "forgotten self": (
        "Mathdoku.ready_to_solve() takes 0 positional arguments but 1 was given",
        (),
        "ready_to_solve lacks `self` as its first parameter (own.py, line 22)",
    ),
    "self under another name": (
        "Mathdoku.show() takes 2 positional arguments but 3 were given",
        (),
        "f raised TypeError: Mathdoku.show() takes 2 positional arguments but 3 were given",
    ),
    "something else": (
        "can only concatenate str",
        ("a",),
        "f raised TypeError: can only concatenate str",
    ),
    "as many as wanted": (
        "place_guess() takes 2 positional arguments but 3 were given",
        ("puzzle", "posn"),
        "f raised TypeError: place_guess() takes 2 positional arguments but 3 were given",
    ),
}


@pytest.mark.parametrize(("text", "parameters", "expected"), ARITY.values(), ids=ARITY)
def test_arity(sources: Sources, text: str, parameters: tuple[str, ...], expected: str) -> None:
    assert message(sources, "TypeError", text, parameters=parameters) == expected


def test_forgotten_self_in_a_call_of_the_student(sources: Sources) -> None:
    text = "Mathdoku.ready_to_solve() takes 0 positional arguments but 1 was given"
    assert message(sources, "TypeError", text, ("solve", 26)) == (
        f"f raised TypeError: {text}; ready_to_solve lacks `self` as its first parameter "
        "(own.py, line 22)"
    )


RECURSION = {
    "itself": (
        [("f", 3)] * 8,
        "f",
        "f (own.py, line 3) called itself more than 900 times",
    ),
    "in another function": (
        [("g", 9)] * 7 + [("g", 8)],
        "f",
        "f did not finish: g (own.py, line 9) called itself more than 900 times",
    ),
    "each other": (
        [("g", 9), ("h", 4)] * 4,
        "f",
        "f did not finish: g (own.py, line 9) and h (own.py, line 4) called each other more than "
        "400 times",
    ),
    "with a helper at the end": (
        [("f", 3)] * 6 + [("helper", 1)],
        "f",
        "f (own.py, line 3) called itself more than 900 times",
    ),
    "with several helpers at the end": (
        [("g", 9)] * 4 + [("a", 1), ("b", 2), ("<listcomp>", 2), ("c", 3)],
        "f",
        "f did not finish: g (own.py, line 9) called itself more than 900 times",
    ),
    "no chain": (
        [("a", 1), ("b", 2), ("c", 3)],
        "f",
        "f did not finish: its calls are nested too deeply (RecursionError)",
    ),
    "no frames": ([], "f", "f did not finish: its calls are nested too deeply (RecursionError)"),
}


@pytest.mark.parametrize(("calls", "subject", "expected"), RECURSION.values(), ids=RECURSION)
def test_recursion(
    sources: Sources, calls: list[tuple[str, int]], subject: str, expected: str
) -> None:
    found = message(sources, "RecursionError", "too deep", *calls, subject=subject, depth=961)
    assert found == expected


def test_recursion_in_a_function_with_a_hostile_name(sources: Sources) -> None:
    name = "f\x1b[2J\nScore: 9\u202e" + "x" * 9000
    found = message(sources, "RecursionError", "too deep", *[(name, 3)] * 8)
    assert found.startswith(r"f did not finish: f\x1b[2J\nScore: 9\u202exxx")
    assert len(found) < 3100


LOOPS = {
    "one value stays": (
        "while i < len(row):",
        [{"i": "1", "row": "a list of 4", "n": "1"}, {"i": "1", "row": "a list of 4", "n": "2"}],
        "`while i < len(row)` (line 2) does not end: i stays 1, while n keeps changing",
    ),
    "all values stay": (
        "while low<high : # forever",
        [{"low": "1", "high": "4"}] * 2,
        "`while low<high : # forever` (line 2) does not end: low stays 1 and high stays 4",
    ),
    "the condition stays true": (
        "while i != 10:",
        [{"i": "11"}, {"i": "13"}],
        "`while i != 10` (line 2) does not end: i keeps changing, but it stays true",
    ),
    "one value stays, and two change": (
        "while i < 9:",
        [{"i": "1", "n": "1", "m": "1"}, {"i": "1", "n": "2", "m": "3"}],
        "`while i < 9` (line 2) does not end: i stays 1, while n and m keep changing",
    ),
    "two values keep the condition true": (
        "while low != high:",
        [{"low": "1", "high": "4"}, {"low": "2", "high": "3"}],
        "`while low != high` (line 2) does not end: low and high keep changing, but it stays true",
    ),
    "forever": (
        "while True:",
        [{"i": "11"}],
        "`while True` (line 2) ends only with `break` or `return`; neither was reached",
    ),
    "one sample": ("while i < 3:", [{"i": "1"}], ""),
    "no condition": ("while row:", [{"row": "a list of 4"}] * 2, ""),
    "for": ("for i in range(9):", [{"i": "1"}] * 2, ""),
    "not Python": ("while (i <", [{"i": "1"}] * 2, ""),
}


@pytest.mark.parametrize(("line", "samples", "expected"), LOOPS.values(), ids=LOOPS)
def test_loops(tmp_path: Path, line: str, samples: list[dict[str, str]], expected: str) -> None:
    (tmp_path / "own.py").write_text(f"def f(row):\n    {line}\n        pass\n", encoding="utf-8")
    stacks = tuple((Frame("own.py", 2, "f", values),) for values in samples)
    response = Response(ResponseKind.TIMED_OUT, reason="slow", stacks=stacks)
    sources = Sources.of(tmp_path, ["own.py"], [])
    assert failure_of(response, Invocation("f"), sources).detail.difference == expected

"""Exceptions that beginners meet often are explained; Python itself raises them here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.judge.calls import Invocation
from autograder.judge.explain.evidence import Evidence
from autograder.judge.explain.raising import usual_meaning
from autograder.report import Place
from autograder.sandbox.messages import Response, ResponseKind
from tests.judge.explain.messages import message, own_sources


@dataclass(frozen=True)
class Point:
    x: int


NAMES = {"grid": [[1, 2], [3, 4]], "point": Point(1), "text": "abc"}
COPY = "do not add or remove items in a loop over them; loop over a copy, such as `list(…)`"
DIVISION = "`/` gives a float, `//` an integer"
PLUS = "`str(…)` converts a number to a string, `int(…)` a string to a number"
MISTAKES = {
    "two indices": (
        "grid[0, 1]",
        "a list takes one index: write `[row][column]`, not `[row, column]`",
    ),
    "index of text": ("grid['0']", "is `int(…)` missing?"),
    "key of a dict": ("grid['rows']", ""),
    "key of a dict in a text": ("text['rows'] + 1", ""),
    "index of text in a text": ("text['0']", "is `int(…)` missing?"),
    "index that is a float": ("grid[2 / 2]", DIVISION),
    "range of a float": ("range(4 / 2)", DIVISION),
    "dict that grows": ("d = {1: 2}\nfor k in d: d[k + 1] = 1", COPY),
    "dict that loses a key": ("d = {1: 2, 2: 3}\nfor k in d: del d[k]", COPY),
    "set that grows": ("s = {1}\nfor n in s: s.add(n + 1)", COPY),
    "list as a key": (
        "{[0, 1]: 2}",
        "a list cannot be a key or an element of a set; a tuple can: `tuple(…)`",
    ),
    "number after text": ("'checks: ' + 3", PLUS),
    "digits and a number": ("'2' + 3", PLUS),
    "text after number": ("3 + '4'", "a string of digits is not a number; `int(…)` converts it"),
    "call without brackets": ("grid.index[0]", "is a call missing its ()?"),
    "frozen": ("point.x = 2", "objects of this class cannot be changed; make a new one"),
    "something else": ("[][0]", ""),
}


@pytest.mark.parametrize(("code", "hint"), MISTAKES.values(), ids=MISTAKES)
def test_hint(code: str, hint: str, tmp_path: Path) -> None:
    with pytest.raises(Exception) as raised:  # noqa: PT011 # Each has another class.
        exec(code, dict(NAMES))
    response = Response(ResponseKind.RAISED, message=str(raised.value))
    place = Place("own.py", 1, "f", code)
    evidence = Evidence(Invocation("f"), response, own_sources(tmp_path), place)
    assert usual_meaning(evidence) == hint


def test_hint_follows_the_exception(tmp_path: Path) -> None:
    sources, text = own_sources(tmp_path), "unhashable type: 'list'"
    found = message(sources, "TypeError", text, ("used_in_rows", 9))
    hint = "a list cannot be a key or an element of a set; a tuple can: `tuple(…)`"
    assert found == f"f raised TypeError: {text}; {hint}"
    assert message(sources, "TypeError", text) == f"f raised TypeError: {text}"

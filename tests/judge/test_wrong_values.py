"""A wrong value is explained by the mistake that usually leads to it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from autograder.judge.sources import Sources
from autograder.judge.wrong_values import Answer, diagnose_value, explain_none
from autograder.sandbox.decoder import Foreign

OWN = '''\
def ends(numbers):
    """It has no return."""
    def inner():
        return 1
    numbers.append(inner())


def alone(number):
    if number:
        return


def in_place(numbers):
    return numbers.sort()


def some_way(number):
    if number:
        return number


def every_way(number):
    if number:
        try:
            return unknown(number)
        except ValueError:
            raise
    else:
        with open(number) as file:
            return file.read()


def loop(number):
    while True:
        if number:
            return unknown(number)


def on_purpose(number):
    return None


class Board:
    def rows(self):
        print("a")


def grid(n):
    return [[0] * n] * n
'''


@dataclass(frozen=True)
class Posn:
    x: int
    y: int


@dataclass(frozen=True)
class Grid:
    size: int
    rows: list[list[int]]
    cages: list[str]


@dataclass(frozen=True)
class Arc:
    first: tuple[int, int]
    target: int


LIKE_NUMBERS = [Foreign("Number", "1"), Foreign("Number", "2")]


def sources_of(folder: Path, source: str) -> Sources:
    (folder / "own.py").write_text(source, encoding="utf-8")
    return Sources.of(folder, ["own.py"], [])


def says(folder: Path, returned: Any, expected: Any, name: str = "f", printed: str = "") -> str:
    answer = Answer(name, returned, expected, printed)
    return diagnose_value(answer, sources_of(folder, OWN))


WAYS_THAT_RETURN = {
    "else after try": """\
    try:
        row = int(number)
    except ValueError:
        return 0
    else:
        return unknown(row)
""",
    "finally": """\
    try:
        return unknown(number)
    finally:
        print("done")
""",
    "return in finally": """\
    try:
        print(number)
    finally:
        return unknown(number)
""",
    "else after for": """\
    for each in number:
        if each:
            return each
    else:
        return unknown(number)
""",
    "else after while": """\
    while number:
        number -= 1
    else:
        return unknown(number)
""",
    "break of a loop inside": """\
    while True:
        for each in number:
            if each:
                break
        return unknown(number)
""",
    "exit": """\
    if number:
        return unknown(number)
    sys.exit("no number")
""",
    "assert False": """\
    if number:
        return unknown(number)
    assert False, "no number"
""",
    "case for everything": """\
    match number:
        case 1:
            return unknown(number)
        case 2 | _:
            raise ValueError
""",
    "case that names everything": """\
    match number:
        case 1:
            return unknown(number)
        case other:
            return unknown(other)
""",
}
WAYS_THAT_END = {
    "else after try": """\
    try:
        row = int(number)
    except ValueError:
        return 0
    else:
        print(row)
""",
    "one of the handlers": """\
    try:
        return unknown(number)
    except ValueError:
        print(number)
    finally:
        print("done")
""",
    "for without else": """\
    for each in number:
        return each
""",
    "break before else": """\
    for each in number:
        if each:
            break
    else:
        return unknown(number)
""",
    "break after the else of a loop inside": """\
    while True:
        for each in number:
            print(each)
        else:
            break
        return unknown(number)
""",
    "no case for everything": """\
    match number:
        case 1:
            return 2
        case 2:
            return 3
""",
    "case with a condition": """\
    match number:
        case 1:
            return 2
        case other if other > 2:
            return 3
""",
    "one of the cases": """\
    match number:
        case 1:
            return 2
        case _:
            print(number)
""",
}
NONE = {
    "ends": "ends returned None: it ended without a `return`",
    "alone": "alone returned None: `return` alone returns None; write the value after it",
    "in_place": (
        "in_place returned None: `return numbers.sort()` returns None, since it changes the object "
        "in place"
    ),
    "some_way": "some_way returned None: not every path through it ends with a `return`",
    "every_way": "",
    "loop": "",
    "on_purpose": "",
    "rows": "rows returned None: it ended without a `return`",
    "unknown": "unknown returned None: does it end with a `return` and a value?",
}


@pytest.mark.parametrize(("name", "message"), NONE.items(), ids=NONE)
def test_none(tmp_path: Path, name: str, message: str) -> None:
    assert says(tmp_path, None, [1], name) == message


@pytest.mark.parametrize("body", WAYS_THAT_RETURN.values(), ids=WAYS_THAT_RETURN)
def test_none_although_every_way_returns(tmp_path: Path, body: str) -> None:
    sources = sources_of(tmp_path, f"def f(number):\n{body}")
    assert diagnose_value(Answer("f", None, 1), sources) == ""


@pytest.mark.parametrize("body", WAYS_THAT_END.values(), ids=WAYS_THAT_END)
def test_none_since_a_way_ends(tmp_path: Path, body: str) -> None:
    sources = sources_of(tmp_path, f"def f(number):\n{body}")
    message = "f returned None: not every path through it ends with a `return`"
    assert diagnose_value(Answer("f", None, 1), sources) == message


HELPERS = """\
def helper(number):
    return number.sort()

def ends(number):
    print(number)

def again(number):
    return again(number)

def raises(number):
    raise ValueError(number)

def generates(number):
    yield number

async def waits(number):
    pass

class Cage:
    def remove(self, cell):
        return self.others.get(cell)
"""
SORTS = "`return number.sort()` returns None, since it changes the object in place"
NONE_OF_HELPERS = {
    "sorts": ("    return helper(number)\n", f"that is what helper returned; {SORTS}"),
    "one of two": (
        "    if number:\n        return [number]\n    return ends(number)\n",
        "that is what ends returned; it ended without a `return`",
    ),
    "assigned": (
        "    found = [number]\n    found = found.sort()\n    return found\n",
        "`found = found.sort()` assigns None, since it changes the object in place",
    ),
    "assigned to another name": ("    n = [number].sort()\n    return number\n", ""),
    "calls itself": ("    return again(number)\n", ""),
    "not the student's": ("    return unknown(number)\n", ""),
    "always raises": ("    return raises(number)\n", ""),
    "generates": ("    return generates(number)\n", ""),
    "coroutine": ("    return waits(number)\n", ""),
    "a method of the student's": ("    return Cage(number).remove(1)\n", ""),
    "assigned from a method of the student's": (
        "    number = Cage(number).remove(1)\n    return number\n",
        "",
    ),
    "another of that name": ("    def ends(n):\n        return n\n    return ends(number)\n", ""),
}


@pytest.mark.parametrize(("body", "reason"), NONE_OF_HELPERS.values(), ids=NONE_OF_HELPERS)
def test_none_of_a_helper_or_a_method(tmp_path: Path, body: str, reason: str) -> None:
    sources = sources_of(tmp_path, f"{HELPERS}\ndef f(number):\n{body}")
    message = f"f returned None: {reason}" if reason else ""
    assert diagnose_value(Answer("f", None, [1]), sources) == message


def test_helpers_are_read_once_and_not_all_of_many(tmp_path: Path) -> None:
    """In all combinations, 40 functions that return the next two would take days."""
    pair = "def f{0}(n):\n    if n:\n        return f{1}(n)\n    return f{2}(n)\n"
    source = "".join(pair.format(i, i + 1, i + 2) for i in range(1500))
    sources = sources_of(tmp_path, source)
    assert diagnose_value(Answer("f0", None, [1]), sources) == ""


def test_many_returns_are_read_in_one_pass(tmp_path: Path) -> None:
    """In a pass for each, 8000 would take minutes."""
    source = "def f(number):\n" + "    if number:\n        return number\n" * 5000
    sources = sources_of(tmp_path, f"{source}    return number\n")
    started = time.process_time()
    assert diagnose_value(Answer("f", None, [1]), sources) == ""
    assert time.process_time() - started < 5


DEEP = {
    "attributes": "number" + ".rows" * 900 + ".sort()",
    "a long number": f"number[0x{'f' * 5000}].sort()",
}


@pytest.mark.parametrize("value", DEEP.values(), ids=DEEP)
def test_none_of_source_that_cannot_be_written(tmp_path: Path, value: str) -> None:
    sources = sources_of(tmp_path, f"def f(number):\n    return {value}\n")
    assert explain_none(Answer("f", None, ""), sources) == ""


def test_printed_instead_of_returned(tmp_path: Path) -> None:
    why = "`return` gives a value back; `print` only shows it"
    message = f"ends printed True and returned None: {why}"
    assert says(tmp_path, None, True, "ends", "True\n") == message
    assert says(tmp_path, None, "1 2\n2 1\n", "ends", "1 2\n2 1\n\n") == (
        f"ends printed 1 2 … and returned None: {why}"
    )
    other = "ends returned None: it ended without a `return`"
    assert says(tmp_path, None, True, "ends", "debug\n") == other


ARCS = [Arc((0, n), n) for n in range(12)]
ROWS = [[1, 2, 3], [2, 3, 1], [3, 1, 2]]
VALUES: dict[str, tuple[Any, Any, str]] = {
    "tuple for list": (
        (1, 2),
        [1, 2],
        "f returned the right value, but it is a tuple instead of a list",
    ),
    "text for number": (
        "3",
        3,
        "f returned the right value, but it is the string '3' instead of the number 3",
    ),
    "tuple for dataclass": (
        (2, 1),
        Posn(2, 1),
        "f returned the right value, but it is a tuple instead of a Posn",
    ),
    "tuples in a list": (
        [Posn(0, 0), (2, 1)],
        [Posn(0, 0), Posn(2, 1)],
        "f returned the right value, but its part [1] is a tuple instead of a Posn",
    ),
    "texts in rows": (
        [[1, "2"], ["2", 1]],
        [[1, 2], [2, 1]],
        "f returned the right value, but its part [0][1] is the string '2' instead of the number 2",
    ),
    "tuple in a dict": (
        {(0, 0): (1, 2)},
        {(0, 0): [1, 2]},
        "f returned the right value, but its part [(0, 0)] is a tuple instead of a list",
    ),
    "list in a field": (
        Arc([0, 1], 3),  # type: ignore[arg-type]
        Arc((0, 1), 3),
        "f returned the right value, but its part .first is a list instead of a tuple",
    ),
    "empty": ((), [], "f returned an empty tuple instead of an empty list"),
    "empty dict": ({}, set(), "f returned an empty dict instead of an empty set"),
    "other kind": (3, [3, 4], "f returned a number instead of a list"),
    "of another length, too": ((1, 2), [1, 2, 3], "f returned a tuple instead of a list"),
    "bool": (True, {1: 2}, "f returned True instead of a dict"),
    "no bool": (3, True, "f returned a number instead of True or False"),
    "items of another kind": (
        [(1, 2), (0, 0)],
        [Posn(0, 0), Posn(1, 2), Posn(3, 3)],
        "f returned a list of tuples instead of a list of Posns",
    ),
    "the function itself": (
        Foreign("method", "<bound method>"),
        3,
        "f returned a function instead of a number: is a call missing its ()?",
    ),
    "a generator": (
        Foreign("generator", "<generator>"),
        [1],
        "f returned a generator, not a list: list(…) makes one",
    ),
    "of another type": (
        Foreign("coroutine", "<coroutine object f>"),
        [1],
        "f returned a coroutine instead of a list",
    ),
    "items of another type": (
        [Foreign("array", "array('i')")],
        [[1, 2]],
        "f returned a list of arrays instead of a list of lists",
    ),
    "x and y": (
        Posn(3, 2),
        Posn(2, 3),
        "f returned Posn(x=3, y=2) instead of Posn(x=2, y=3): are x and y swapped?",
    ),
    "two numbers": (
        (3, 2),
        (2, 3),
        "f returned (3, 2) instead of (2, 3): are the two numbers swapped?",
    ),
    "pairs in a list": (
        [(1, 1), (3, 2)],
        [(1, 1), (2, 3)],
        "f returned (3, 2) instead of (2, 3): are its two numbers swapped?",
    ),
    "on its side": (
        [[1, 3], [2, 4]],
        [[1, 2], [3, 4]],
        "f returned the right table on its side: are rows and columns swapped?",
    ),
    "one list many times": (
        [[0, 5], [0, 5]],
        [[0, 5], [0, 0]],
        "f returned a table in which all rows are equal: a number put into one row appears in "
        "every row, since `[[0] * n] * n` (own.py, line 49) makes all rows the same list",
    ),
    "whitespace": (
        "1 2",
        "1  2\n",
        "f returned the right string, but with different spaces or line endings",
    ),
    "case": ("no", "No", "f returned a string that differs only in upper and lower case"),
    "reverse": ([3, 2, 1], [1, 2, 3], "f returned the right items in reverse order"),
    "order": ([2, 1, 3], [1, 2, 3], "f returned the right items in another order"),
    "order of what looks like the items": ([3, *LIKE_NUMBERS], [1, 2, 3], ""),
    "missing": (
        ARCS[6:],
        ARCS,
        "f returned a list that is nearly right: 6 of 12 items are missing, such as "
        "Arc(first=(0, 0), target=0)",
    ),
    "missing and extra": (
        [*ARCS[1:], ARCS[3], 7],
        ARCS,
        "f returned a list that is nearly right: 1 of 12 items is missing, Arc(first=(0, 0), "
        "target=0); 1 item occurs too often, Arc(first=(0, 3), target=3); 1 item should not be "
        "there, 7",
    ),
    "twice": (
        [*ARCS, *ARCS],
        ARCS,
        "f returned a list that is nearly right: 12 items occur too often, such as "
        "Arc(first=(0, 0), target=0)",
    ),
    "the same item again and again": (
        [1, 2, 3, 3, 3, 4],
        [1, 2, 3, 4],
        "f returned a list that is nearly right: 1 item occurs too often, 3",
    ),
    "one cell": (
        [[1, 2, 3], [2, 3, 1], [3, 1, 3]],
        ROWS,
        "f returned a table with 1 of 9 cells wrong: [2][2] is 3 instead of 2",
    ),
    "one cell of a column": (
        [[1], [2], [4]],
        [[1], [2], [3]],
        "f returned a table with 1 of 3 cells wrong: [2][0] is 4 instead of 3",
    ),
    "a row is missing": (ROWS[:2], ROWS, ""),
    "one item": (
        [1, 2, 3, 4, 9],
        [1, 2, 3, 4, 5],
        "f returned a list that is nearly right: 1 of 5 items is missing, 5; 1 item should not be "
        "there, 9",
    ),
    "an extra item": (
        [1, 2, 3, 4, 9],
        [1, 2, 3, 4],
        "f returned a list that is nearly right: 1 item should not be there, 9",
    ),
    "most entries": ({1: 1, 2: 2, 3: 3}, {1: 4, 2: 5, 3: 3}, ""),
    "a row that is too short": ([[1, 2, 3], [2, 3, 1], [3, 1]], ROWS, ""),
    "entries": (
        {1: [1], 2: [2], 3: [3], 4: [5, 6]},
        {1: [1], 2: [2], 3: [4], 4: [4]},
        "f returned a dict with 2 of 4 entries wrong; the first: 3 is [3] instead of [4]",
    ),
    "a key is missing": (
        {1: 1},
        {1: 1, 2: 2, 3: 3},
        "f returned a dict that lacks the key 2 and 1 more",
    ),
    "an extra key": (
        {1: 1, 2: 2, 3: 3},
        {1: 1, 2: 2},
        "f returned a dict that should not have the key 3",
    ),
    "one field": (
        Arc((0, 1), 3),
        Arc((0, 1), 4),
        "f returned an Arc in which only `target` is wrong",
    ),
    "one field that is a list": (
        Arc([1, 2], 3),  # type: ignore[arg-type]
        Arc([2, 1], 3),  # type: ignore[arg-type]
        "f returned an Arc in which only `first` is wrong: the right items in reverse order",
    ),
    "all fields": (Arc((0, 1), 3), Arc((0, 2), 4), ""),
    "two of three fields": (
        Grid(3, [[1, 2, 3], [2, 3, 1], [3, 0, 2]], ["a", "b"]),
        Grid(3, [[1, 2, 3], [2, 3, 1], [3, 1, 2]], ["b"]),
        "f returned a Grid in which `rows` and `cages` are wrong; `rows`: a table with 1 of 9 "
        "cells wrong: [2][1] is 0 instead of 1",
    ),
    "just wrong": (3, 4, ""),
    "wrong list": ([1, 2], [3, 4], ""),
    "quite another list": ([7] * 9, [1, 2, 3, 4, 5], ""),
    "None is right": ([1], None, ""),
    "too large": ([0] * 9000, [1] * 9000, ""),
}


@pytest.mark.parametrize(("returned", "expected", "message"), VALUES.values(), ids=VALUES)
def test_values(tmp_path: Path, returned: Any, expected: Any, message: str) -> None:
    assert says(tmp_path, returned, expected) == message


def test_equal_rows_alone_are_not_blamed_on_one_list(tmp_path: Path) -> None:
    answer = Answer("f", [[0, 5], [0, 5]], [[0, 5], [0, 0]])
    source = "def f():\n    return [[0] * 2 for _ in range(2)]\n"
    assert "the same list" not in diagnose_value(answer, sources_of(tmp_path, source))


@pytest.mark.parametrize("source", ["def f(:", "x = 1\n" * 100_000, "(" * 300, "\0"])
def test_sources_that_cannot_be_parsed(tmp_path: Path, source: str) -> None:
    message = "f returned None: does it end with a `return` and a value?"
    assert diagnose_value(Answer("f", None, 1), sources_of(tmp_path, source)) == message

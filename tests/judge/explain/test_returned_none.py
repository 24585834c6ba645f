"""A function that returned None is explained by its source, and by what it printed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.judge.explain.messages import sources_of, wrong_value

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
'''


def says(folder: Path, name: str, expected: Any, printed: str = "") -> str:
    return wrong_value(sources_of(folder, OWN), None, expected, subject=name, printed=printed)


WAYS_THAT_RETURN = {
    "else after try": """\
    try:
        row = int(number)
    except ValueError:
        return 0
    else:
        return unknown(row)
""",
    "else after for": """\
    for each in number:
        if each:
            return each
    else:
        return unknown(number)
""",
    "exit": """\
    if number:
        return unknown(number)
    sys.exit("no number")
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
    "for without else": """\
    for each in number:
        return each
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
    assert says(tmp_path, name, [1]) == message


@pytest.mark.parametrize("body", WAYS_THAT_RETURN.values(), ids=WAYS_THAT_RETURN)
def test_none_although_every_way_returns(tmp_path: Path, body: str) -> None:
    sources = sources_of(tmp_path, f"def f(number):\n{body}")
    assert wrong_value(sources, None, 1) == ""


@pytest.mark.parametrize("body", WAYS_THAT_END.values(), ids=WAYS_THAT_END)
def test_none_since_a_way_ends(tmp_path: Path, body: str) -> None:
    sources = sources_of(tmp_path, f"def f(number):\n{body}")
    message = "f returned None: not every path through it ends with a `return`"
    assert wrong_value(sources, None, 1) == message


HELPERS = """\
def raises(number):
    raise ValueError(number)

class Cage:
    def remove(self, cell):
        return self.others.get(cell)
"""
NONE_OF_HELPERS = {
    "assigned": (
        "    found = [number]\n    found = found.sort()\n    return found\n",
        "`found = found.sort()` assigns None, since it changes the object in place",
    ),
    "assigned to another name": ("    n = [number].sort()\n    return number\n", ""),
    "not the student's": ("    return unknown(number)\n", ""),
    "always raises": ("    return raises(number)\n", ""),
    "generates": ("    yield number\n", ""),
    "a method of the student's": ("    return Cage(number).remove(1)\n", ""),
    "assigned from a method of the student's": (
        "    number = Cage(number).remove(1)\n    return number\n",
        "",
    ),
}


@pytest.mark.parametrize(("body", "reason"), NONE_OF_HELPERS.values(), ids=NONE_OF_HELPERS)
def test_none_of_a_helper_or_a_method(tmp_path: Path, body: str, reason: str) -> None:
    sources = sources_of(tmp_path, f"{HELPERS}\ndef f(number):\n{body}")
    message = f"f returned None: {reason}" if reason else ""
    assert wrong_value(sources, None, [1]) == message


def test_many_returns_are_read_in_one_pass(tmp_path: Path) -> None:
    """In a pass for each, 8000 would take minutes."""
    source = "def f(number):\n" + "    if number:\n        return number\n" * 5000
    sources = sources_of(tmp_path, f"{source}    return number\n")
    started = time.process_time()
    assert wrong_value(sources, None, [1]) == ""
    assert time.process_time() - started < 5


def test_none_of_source_that_cannot_be_written(tmp_path: Path) -> None:
    sources = sources_of(tmp_path, f"def f(n):\n    return n{'.rows' * 900}.sort()\n")
    why = "`return …` returns None, since it changes the object in place"
    assert wrong_value(sources, None, 1) == f"f returned None: {why}"


def test_printed_instead_of_returned(tmp_path: Path) -> None:
    why = "`return` gives a value back; `print` only shows it"
    message = f"ends printed True and returned None: {why}"
    assert says(tmp_path, "ends", True, "True\n") == message
    assert says(tmp_path, "ends", "1 2\n2 1\n", "1 2\n2 1\n\n") == (
        f"ends printed 1 2 … and returned None: {why}"
    )
    other = "ends returned None: it ended without a `return`"
    assert says(tmp_path, "ends", True, "debug\n") == other


@pytest.mark.parametrize("source", ["def f(:", "x = 1\n" * 100_000, "(" * 300, "\0"])
def test_sources_that_cannot_be_parsed(tmp_path: Path, source: str) -> None:
    message = "f returned None: does it end with a `return` and a value?"
    assert wrong_value(sources_of(tmp_path, source), None, 1) == message

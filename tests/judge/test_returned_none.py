"""A function that returned None is explained by its source, and by what it printed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from autograder.judge.sources import Sources
from autograder.judge.wrong_values import Answer, diagnose_value, explain_none

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


def sources_of(folder: Path, source: str) -> Sources:
    (folder / "own.py").write_text(source, encoding="utf-8")
    return Sources.of(folder, ["own.py"], [])


def says(folder: Path, name: str, expected: Any, printed: str = "") -> str:
    answer = Answer(name, None, expected, printed)
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
    assert says(tmp_path, name, [1]) == message


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
    assert says(tmp_path, "ends", True, "True\n") == message
    assert says(tmp_path, "ends", "1 2\n2 1\n", "1 2\n2 1\n\n") == (
        f"ends printed 1 2 … and returned None: {why}"
    )
    other = "ends returned None: it ended without a `return`"
    assert says(tmp_path, "ends", True, "debug\n") == other


@pytest.mark.parametrize("source", ["def f(:", "x = 1\n" * 100_000, "(" * 300, "\0"])
def test_sources_that_cannot_be_parsed(tmp_path: Path, source: str) -> None:
    message = "f returned None: does it end with a `return` and a value?"
    assert diagnose_value(Answer("f", None, 1), sources_of(tmp_path, source)) == message

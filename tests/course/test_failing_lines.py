"""Which lines of a student's files are marked, and what each mark says."""

from __future__ import annotations

from typing import Any

import pytest

from autograder.course.failing_lines import called_function, find_failing_lines

FILE = """class Game:
    def print(self):
        return ""

    def ask(self):
        return 1


def ask():
    return 2


def add(a, b):
    return a


def add(a, b):
    return b
"""
OTHER = "def helper():\n    return 1\n"


def failed(outcome: str, call: str = "", file: str = "") -> dict[str, Any]:
    place = {"place": {"file": file, "line": 3}} if file else {}
    return {"says": f"{outcome} {call}", "outcome": outcome, "detail": {"call": call, **place}}


MARKS: dict[str, tuple[dict[str, Any], dict[tuple[str, int], str]]] = {
    "wrong answer": (failed("wrong", "add(1, b)"), {("a.py", 17): "wrong answer in add"}),
    "method": (failed("wrong", "game.print()"), {("a.py", 2): "wrong answer in print"}),
    "not the only one": (
        failed("wrong", "game.ask()"),
        {("a.py", 2): "wrong answer in print"},
    ),
    "other file": (failed("wrong", "helper()"), {("b.py", 1): "wrong answer in helper"}),
    "class": (failed("wrong", "Game('x')"), {("a.py", 1): "wrong answer in Game"}),
    "operation": (failed("wrong", "game + 1"), {("a.py", 2): "wrong answer in print"}),
    "no detail": (
        {**failed("wrong"), "detail": None},
        {("a.py", 2): "wrong answer in print"},
    ),
    "crash": (failed("crashed", "add(1, 2)", "a.py"), {("a.py", 3): "crash at this line"}),
    "crash in a provided file": (
        failed("crashed", "add(1, 2)", "provided.py"),
        {("a.py", 17): "crash in add"},
    ),
    "loop": (failed("timed_out", "add(1, 2)", "a.py"), {("a.py", 3): "timeout at this line"}),
    "timeout without a line": (
        failed("timed_out", "add(1, 2)"),
        {("a.py", 17): "timeout in add"},
    ),
    "file that cannot be loaded": (
        failed("not_run", "", "b.py"),
        {("b.py", 3): "tests not run: error at this line"},
    ),
    "nothing to run": (failed("not_run", "add(1, 2)"), {}),
    "pass": (failed("pass", "add(1, 2)"), {}),
    "fault of the grader": (failed("grader_error", "add(1, 2)"), {}),
}


@pytest.mark.parametrize(("test", "marks"), MARKS.values(), ids=MARKS)
def test_marks(test: dict[str, Any], marks: dict[tuple[str, int], str]) -> None:
    report = {"parts": [{"name": "print", "tests": [test]}]}
    found = find_failing_lines(report, {"a.py": FILE, "b.py": OTHER})
    assert found == {place: {what: [test["says"]]} for place, what in marks.items()}


def test_files_that_are_not_python() -> None:
    report = {"parts": [{"name": "add", "tests": [failed("wrong", "add(1, 2)")]}]}
    assert find_failing_lines(report, {"a.py": "def add(", "b.py": "\0"}) == {}


CALLS = {
    "add(1, 2)": "add",
    "Game('f(x)').print(end='')": "print",
    "board = ...\nadd(board)": "add",
    "a + b": "",
    "solve.py, case five": "",
    "f()()": "",
    "(" * 300: "",
}


@pytest.mark.parametrize("call", CALLS)
def test_called_function(call: str) -> None:
    assert called_function(call) == CALLS[call]

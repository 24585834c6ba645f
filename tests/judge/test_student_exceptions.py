"""Exceptions of a submission: caught by `pytest.raises`, or reported as a crash."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from autograder.judge.failure import Failure
from autograder.judge.student_exceptions import BUILTIN_EXCEPTIONS, expectable, failure_behind
from autograder.report import Detail, Outcome, Place
from autograder.sandbox.protocol import Response, ResponseKind
from tests.conftest import copy_kit, run_autograder

TESTS = Path("autograder/assignments/functions/tests/test_functions.py")
TEST = 'import pytest\n\n\ndef test_add(student):\n    """add"""\n'
REST = "def digits(n): pass\n"


def grade(tmp_path: Path, test: str, source: str) -> dict[str, Any]:
    kit = copy_kit("functions", tmp_path / "kit")
    body = "".join(f"    {line}\n" for line in test.splitlines())
    (kit / TESTS).write_text(TEST + body, encoding="utf-8")
    work = tmp_path / "work"
    work.mkdir()
    (work / "functions.py").write_text(source + REST, encoding="utf-8")
    ran = run_autograder("grade", "functions", work, "--kit", kit, "--json", "-")
    assert ran.err == ""
    [result] = json.loads(ran.out)["parts"][0]["tests"]
    found: dict[str, Any] = result
    return found


def expecting(name: str) -> str:
    return f"with pytest.raises({name}):\n    student.add(1, -2)"


PASS = {
    "its own class": (expecting("ValueError"), "raise ValueError('negative')"),
    "a base": (expecting("Exception"), "raise ValueError('negative')"),
    "the nearest builtin base": (
        expecting("ArithmeticError"),
        "raise type('Mine', (ZeroDivisionError,), {})('x')",
    ),
    "one of several": (expecting("(KeyError, ValueError)"), "raise KeyError('x')"),
    "its message": (
        "with pytest.raises(ValueError, match='^negative: -2$'):\n    student.add(1, -2)",
        "raise ValueError(f'negative: {b}')",
    ),
    "a KeyError's message": (
        "with pytest.raises(KeyError) as info:\n    student.add(1, -2)\n"
        "assert str(info.value) == \"'gone'\"",
        "raise KeyError('gone')",
    ),
    "an exit": (
        "with pytest.raises(SystemExit) as info:\n    student.add(1, -2)\n"
        "assert info.value.code == 2",
        "raise SystemExit(2)",
    ),
    "an assertion": (expecting("AssertionError"), "assert b > 0"),
    "then another call": (
        expecting("ValueError") + "\nassert student.add(1, 2) == 3",
        "if b < 0: raise ValueError('negative')\n    return a + b",
    ),
    "text that it parses": (expecting("SyntaxError"), "return eval('1 +')"),
}


@pytest.mark.parametrize(("test", "body"), PASS.values(), ids=PASS)
def test_expected(tmp_path: Path, test: str, body: str) -> None:
    result = grade(tmp_path, test, f"def add(a, b):\n    {body}\n")
    assert (result["outcome"], result["detail"]) == ("pass", None)


NOT_CAUGHT = {
    "an unwritten function": ("raise NotImplementedError", "not_defined"),
    "an unknown name": ("return undefined", "crashed"),
    "a variable without a value": ("a = c\n    c = 1", "crashed"),
    "a module that is missing": ("import nowhere", "crashed"),
    "the end of an iterator": ("next(iter([]))", "crashed"),
    "endless recursion": ("return add(a, b)", "crashed"),
    "an exit of the process": ("import os; os._exit(0)", "crashed"),
    "a loop": ("while True: pass", "timed_out"),
    "too much memory": ("return 'x' * (1 << 40)", "out_of_memory"),
    "no Exception": ("raise BaseException('x')", "crashed"),
    "an interrupt": ("raise KeyboardInterrupt", "crashed"),
    "what the sandbox forbids": ("import socket; socket.socket()", "crashed"),
    "too much output": ("print('x' * 200_000)", "crashed"),
}


@pytest.mark.parametrize(("body", "outcome"), NOT_CAUGHT.values(), ids=NOT_CAUGHT)
def test_never_expected(tmp_path: Path, body: str, outcome: str) -> None:
    result = grade(tmp_path, expecting("Exception"), f"def add(a, b):\n    {body}\n")
    assert result["outcome"] == outcome


@pytest.mark.parametrize("source", ["", "def add(): pass\n", "add = 3\n"])
def test_function_that_cannot_be_called(tmp_path: Path, source: str) -> None:
    result = grade(tmp_path, expecting("Exception"), source)
    assert result["outcome"] in ("not_defined", "crashed")


def test_wrong_exception_is_a_crash(tmp_path: Path) -> None:
    source = "def add(a, b):\n    raise KeyError('x')\n"
    expected = grade(tmp_path / "1", expecting("ValueError"), source)
    plain = grade(tmp_path / "2", "student.add(1, -2)", source)
    shown = expected["detail"].pop("expected")
    assert shown == "ValueError, or a class derived from it"
    assert expected["detail"] == plain["detail"]
    assert plain["outcome"] == expected["outcome"] == "crashed"
    assert plain["detail"]["message"] == "add raised KeyError: 'x'"
    assert plain["detail"]["place"]["line"] == 2


def test_own_exception_of_another_base(tmp_path: Path) -> None:
    """The report shows which builtin class the test expects, also through a variable."""
    source = "class Refused(Exception): pass\n\n\ndef add(a, b):\n    raise Refused('no')\n"
    test = "kinds = 3\nkind = KeyError\nwith pytest.raises((kind, ValueError)):\n    "
    detail = grade(tmp_path, f"{test}student.add(1, -2)", source)["detail"]
    assert detail["message"] == "add raised Refused: no"
    assert detail["expected"] == "KeyError or ValueError, or a class derived from it"


def test_exit_that_is_not_expected(tmp_path: Path) -> None:
    result = grade(tmp_path, "student.add(1, 2)", "def add(a, b):\n    exit(0)\n")
    assert (result["outcome"], result["detail"]["message"]) == ("crashed", "add called exit()")


@pytest.mark.parametrize("error", ["OSError(24, 'Too many open files')", "AssertionError()"])
def test_exception_that_the_judge_itself_could_raise(tmp_path: Path, error: str) -> None:
    result = grade(tmp_path, "student.add(1, 2)", f"def add(a, b):\n    raise {error}\n")
    assert result["outcome"] == "crashed"


def test_no_exception(tmp_path: Path) -> None:
    result = grade(tmp_path, expecting("ValueError"), "def add(a, b):\n    return a + b\n")
    detail = result["detail"]
    assert result["outcome"] == "wrong"
    assert detail["message"] == "add did not raise ValueError"
    assert (detail["call"], detail["returned"]) == ("add(1, -2)", "-1")


MESSAGES = {
    "match": (
        "with pytest.raises(ValueError, match='negative'):\n    student.add(1, -2)",
        "a message that matches 'negative'",
    ),
    "comparison": (
        "with pytest.raises(ValueError) as info:\n    student.add(1, -2)\n"
        "assert str(info.value) == 'negative'",
        "an exception with 'negative'",
    ),
}


@pytest.mark.parametrize(("test", "expected"), MESSAGES.values(), ids=MESSAGES)
def test_wrong_message(tmp_path: Path, test: str, expected: str) -> None:
    result = grade(tmp_path, test, "def add(a, b):\n    raise ValueError('bad')\n")
    detail = result["detail"]
    assert result["outcome"] == "wrong"
    assert detail["message"] == "add raised ValueError: bad"
    assert "returned" not in detail
    assert (detail["call"], detail["expected"]) == ("add(1, -2)", expected)
    assert detail["place"]["line"] == 2


FAILURE = Failure(Outcome.CRASHED, Detail("f raised", place=Place("own.py", 1, "f")))


@pytest.mark.parametrize("name", BUILTIN_EXCEPTIONS)
def test_every_builtin_exception_can_be_raised(name: str) -> None:
    response = Response(ResponseKind.RAISED, exceptions=(name, "object"), message="why")
    found = expectable(response, Failure(Outcome.CRASHED, Detail("f raised")))
    if name == "TypeError":  # Without a place it is a call with the wrong arguments.
        assert isinstance(found, Failure)
        return
    assert type(found).__name__ == name
    assert str(found) == "why"
    assert isinstance(failure_behind(found), Failure)


OTHERS = ["print", "__import__", "KeyboardInterrupt", "object", "BaseException", "ExceptionGroup"]


@pytest.mark.parametrize("name", OTHERS)
def test_other_names_are_not_used(name: str) -> None:
    response = Response(ResponseKind.RAISED, exceptions=(name,), message="why")
    assert expectable(response, FAILURE) is FAILURE


def test_exceptions_of_a_test_are_its_own() -> None:
    error = ValueError("of the test")
    assert failure_behind(error) is error
    assert failure_behind(None) is None

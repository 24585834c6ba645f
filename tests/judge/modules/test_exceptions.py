"""Exceptions of a submission: expected by a test, or reported as a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.own_kit import failed, messages

EXPECTED = """\
import pytest
from own import AccountError, InsufficientFunds, RateError, fail, withdraw
from provided import LimitError


def test_own_class():
    with pytest.raises(InsufficientFunds, match="^3 is missing$") as info:
        withdraw(5, 2)
    assert type(info.value) is InsufficientFunds
    assert isinstance(info.value, AccountError)
    assert (info.value.args, info.value.missing) == (("3 is missing",), 3)


def test_builtin_base():
    with pytest.raises(ArithmeticError):
        fail("own")
    assert issubclass(RateError, ZeroDivisionError)


def test_class_of_a_provided_file():
    with pytest.raises(LimitError):
        fail("provided")


def test_one_of_several():
    with pytest.raises((ValueError, KeyError)) as info:
        fail("key")
    assert str(info.value) == "'gone'"


def test_exit():
    with pytest.raises(SystemExit) as info:
        fail("exit")
    assert info.value.code == 2


def test_of_the_library():
    import json
    with pytest.raises(json.JSONDecodeError):
        fail("json")


def test_text_that_it_parses():
    with pytest.raises(SyntaxError):
        fail("parse")


def test_caught_by_the_test():
    try:
        fail("value")
    except ValueError as error:
        assert str(error) == "negative: -2"
    assert withdraw(5, 9) == 4


def test_passed_to_a_call():
    assert fail(InsufficientFunds("x")) == "InsufficientFunds"
    assert fail(KeyError) == "type"
"""
BANK = """\
import json
import sys

from provided import LimitError


class AccountError(Exception): pass


class InsufficientFunds(AccountError):
    def __init__(self, missing):
        super().__init__(f"{missing} is missing")
        self.missing = missing


class RateError(ZeroDivisionError): pass


def withdraw(amount, balance):
    if amount > balance:
        raise InsufficientFunds(amount - balance)
    return balance - amount


def fail(how):
    match how:
        case "own": raise RateError
        case "provided": raise LimitError
        case "key": raise KeyError("gone")
        case "value": raise ValueError("negative: -2")
        case "exit": sys.exit(2)
        case "json": json.loads("[")
        case "parse": return eval("1 +")
        case _: return type(how).__name__
"""
PROVIDED = {
    "settings": 'provided = ["provided.py"]\n',
    "others": {
        f"{folder}/own/provided.py": "class LimitError(RuntimeError): pass\n"
        for folder in ("reference", "starter")
    },
}


def test_expected(tmp_path: Path) -> None:
    assert failed(tmp_path, EXPECTED, BANK, **PROVIDED) == {}


def test_exception_class_of_another_base(tmp_path: Path) -> None:
    """A class of the reference's name is that class, whatever a submission derives it from."""
    own = BANK.replace("InsufficientFunds(AccountError)", "InsufficientFunds(KeyError)")
    own = own.replace("RateError(ZeroDivisionError)", "RateError(ValueError)")
    found = messages(tmp_path, EXPECTED, BANK, own, **PROVIDED)
    assert found.keys() == {"test_own_class"}


RAISES = """\
import pytest
from own import f


def test_raises():
    with pytest.raises({}):
        f(-2)
"""
NEVER_EXPECTED = {
    "an unwritten function": "raise NotImplementedError",
    "an unknown name": "return undefined",
    "a module that is missing": "import nowhere",
    "endless recursion": "return f(n)",
    "an exit of the process": "import os; os._exit(0)",
    "a loop": "while True: pass",
    "too much memory": "return 'x' * (1 << 40)",
    "an interrupt": "raise KeyboardInterrupt",
    "what the sandbox forbids": "import socket; socket.socket()",
    "too much output": "print('x' * 200_000)",
}


@pytest.mark.parametrize("body", NEVER_EXPECTED.values(), ids=NEVER_EXPECTED)
def test_never_expected(tmp_path: Path, body: str) -> None:
    """These are no behaviour that a test could ask for."""
    right = "def f(n): raise ValueError('negative')\n"
    own = f"def f(n):\n    {body}\n"
    settings = "[limits]\ncall_seconds = 0.5\n"
    assert failed(tmp_path, RAISES.format("Exception"), right, own, settings=settings)


WRONG = {
    "another": ("raise KeyError('x')", "f raised KeyError: 'x'"),
    "none": ("return n", "f did not raise ValueError"),
    "one of its own": (
        "raise type('Refused', (Exception,), {})('no')",
        "f raised Refused: no",
    ),
    "an assertion": ("assert n > 0", "f raised AssertionError"),
    "one that the judge could raise": (
        "raise OSError(24, 'Too many open files')",
        "f raised OSError: [Errno 24] Too many open files",
    ),
}


@pytest.mark.parametrize(("body", "says"), WRONG.values(), ids=WRONG)
def test_wrong_exception(tmp_path: Path, body: str, says: str) -> None:
    right = "def f(n): raise ValueError('negative')\n"
    [detail] = failed(
        tmp_path, RAISES.format("ValueError"), right, f"def f(n):\n    {body}\n"
    ).values()
    assert (detail["message"], detail["call"]) == (says, "f(-2)")
    if body != "return n":
        assert detail["expected"] == "ValueError, or a class derived from it"
        assert detail["place"]["line"] == 2


MESSAGES = """\
import unittest

import pytest
from own import f


def test_match():
    with pytest.raises(ValueError, match="negative"):
        f(-2)


def test_compared():
    with pytest.raises(ValueError) as info:
        f(-2)
    assert str(info.value) == "negative"


class TestF(unittest.TestCase):
    def test_regex(self):
        with self.assertRaisesRegex(ValueError, "negative"):
            f(-2)
"""
EXPECTS = {
    "test_match": "a message that matches 'negative'",
    "test_compared": "an exception with 'negative'",
    "TestF::test_regex": None,
}


def test_wrong_message(tmp_path: Path) -> None:
    right = "def f(n): raise ValueError('negative')\n"
    found = failed(tmp_path, MESSAGES, right, right.replace("negative", "bad"))
    assert {name: detail.get("expected") for name, detail in found.items()} == EXPECTS
    assert {detail["message"] for detail in found.values()} == {"f raised ValueError: bad"}

"""Exceptions of a submission: expected by a test, or reported as a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.own_kit import failed, messages

EXPECTED = """\
import json

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

@pytest.mark.parametrize(("how", "kind"), [
    ("provided", LimitError), ("key", (ValueError, KeyError)), ("json", json.JSONDecodeError),
    ("parse", SyntaxError), ("exit", SystemExit),
])
def test_others(how, kind):
    with pytest.raises(kind) as info:
        fail(how)
    assert how != "key" or str(info.value) == "'gone'"
    assert how != "exit" or info.value.code == 2

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


def test_expected(tmp_path: Path) -> None:
    limit = "class LimitError(RuntimeError): pass\n"
    others = {f"{folder}/own/provided.py": limit for folder in ("reference", "starter")}
    settings = 'provided = ["provided.py"]\n'
    assert failed(tmp_path, EXPECTED, BANK, settings=settings, others=others) == {}


RIGHT = "def f(n): raise ValueError('negative')\n"
RAISES = """\
import pytest
from own import f

def test_it():
    with pytest.raises({}):
        f(-2)
"""
NEVER_EXPECTED = (
    *("raise NotImplementedError", "return undefined", "import nowhere", "return f(n)"),
    *("while True: pass", "return 'x' * (1 << 40)", "import socket; socket.socket()"),
)
EACH = """\
import pytest
from own import functions

@pytest.mark.parametrize("number", range(7))
def test_it(number):
    with pytest.raises(Exception):
        functions()[number](number)
"""


def test_what_no_test_can_expect(tmp_path: Path) -> None:
    """Code that is unfinished or mistaken, and the limits of the sandbox."""
    right, own = "def f(n): raise ValueError(n)\n", ""
    for number, body in enumerate(NEVER_EXPECTED):
        own += f"def f{number}(n): {body.replace('f(n)', f'f{number}(n)')}\n"
    right += "def functions(): return [f] * 7\n"
    own += f"def functions(): return [{', '.join(f'f{number}' for number in range(7))}]\n"
    limits = "[limits]\ncall_seconds = 0.5\n"
    assert len(messages(tmp_path, EACH, right, own, settings=limits)) == len(NEVER_EXPECTED)


WRONG = {
    "raise KeyError('x')": "f raised KeyError: 'x'",
    "return n": "f did not raise ValueError",
    "raise type('Refused', (Exception,), {})('no')": "f raised Refused: no",
    "assert n > 0": "f raised AssertionError",
}


@pytest.mark.parametrize(("body", "says"), WRONG.items(), ids=WRONG)
def test_wrong_exception(tmp_path: Path, body: str, says: str) -> None:
    found = failed(tmp_path, RAISES.format("ValueError"), RIGHT, f"def f(n): {body}\n")["test_it"]
    assert (found["message"], found["call"]) == (says, "f(-2)")
    if body != "return n":
        assert (found["place"]["line"], found["expected"]) == (1, "ValueError")


MISSING = """\
import unittest

import pytest
from own import f

def test_of_two():
    with pytest.raises((KeyError, ValueError)):
        f(-2)

class TestF(unittest.TestCase):
    def test_block(self):
        with self.assertRaises((KeyError, ValueError)):
            f(-2)

    def test_call(self):
        self.assertRaises(ValueError, f, -2)

    def test_message(self):
        with self.assertRaisesRegex(ValueError, "negative"):
            f(-2)
"""


def test_no_exception(tmp_path: Path) -> None:
    """pytest and unittest are told in the same words."""
    assert messages(tmp_path, MISSING, RIGHT, "def f(n): return n\n") == {
        "test_of_two": "f did not raise KeyError or ValueError",
        "TestF::test_block": "f did not raise KeyError or ValueError",
        "TestF::test_call": "f did not raise ValueError",
        "TestF::test_message": "f did not raise ValueError",
    }


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

def test_part():
    with pytest.raises(ValueError) as info:
        f(-2)
    assert "neg" in str(info.value)

def test_attribute():
    with pytest.raises(ValueError) as info:
        f(-2)
    assert info.value.args[0][:2] == "ne"

class TestF(unittest.TestCase):
    def test_regex(self):
        with self.assertRaisesRegex(ValueError, "negative"):
            f(-2)
"""


def test_wrong_message(tmp_path: Path) -> None:
    found = failed(tmp_path, MESSAGES, RIGHT, RIGHT.replace("negative", "bad"))
    assert {each["message"] for each in found.values()} == {"f raised ValueError: bad"}
    says = {name: each.get("expected") or each["difference"] for name, each in found.items()}
    assert says == {
        "test_match": "a message that matches 'negative'",
        "test_compared": "the message 'negative'",
        "test_part": "a message with 'neg'",
        "test_attribute": "In the test, `assert info.value.args[0][:2] == 'ne'`: 'ba' == 'ne' is "
        "false",
        "TestF::test_regex": "a message that matches 'negative'",
    }


LOOPS = """\
import pytest
from own import answer, ask, deep, nothing, numbers, shape

def test_not_the_end_of_a_loop(monkeypatch):
    answers = iter(["1"])
    monkeypatch.setattr("builtins.input", lambda: next(answers))
    assert all(map(ask, [1, 2])) and [*zip(map(ask, [1, 2]))] == []
def test_called_back():
    numbers = iter([])
    assert all(map(answer, [lambda: next(numbers)]))
def test_own(): assert all(map(nothing, [1]))
def test_named():
    for kind, call in {StopIteration: nothing, RecursionError: deep}.items():
        with pytest.raises(kind):
            call(1)
    with pytest.raises(NotImplementedError):
        shape()
    with pytest.raises(StopIteration):
        next(numbers())
def test_not_by_its_base():
    with pytest.raises(RuntimeError):
        deep(1)
"""
LOOPING = """\
def ask(n):
    while input(): pass
def answer(function): return function()
def nothing(n): raise StopIteration
def deep(n): return deep(n + 1)
def shape(): raise NotImplementedError
def numbers(): yield from ()
"""


def test_exceptions_that_mean_more_are_expected_by_name(tmp_path: Path) -> None:
    """None ends a loop of the test, which would pass."""
    found = messages(tmp_path, LOOPS, LOOPING, LOOPING)
    assert found.keys() == {
        "test_not_the_end_of_a_loop",
        "test_called_back",
        "test_own",
        "test_not_by_its_base",
    }

"""Functions of a test that a submission calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judge.own_kit import failed

CALLED = """\
import functools
from unittest.mock import Mock, call

import pytest
from own import Button, again, apply, call_later, named, safely, total


def test_kinds():
    assert apply(lambda n: n + 1, 3) == 5
    assert apply(abs, -3) == 3
    assert apply(functools.partial(pow, 2), 2) == 16
    assert apply([1, 2, 0].__getitem__, 0) == 2


def test_student_function():
    assert apply(apply_once := (lambda n: apply(lambda m: 2 * m, n)), 1) == 16
    assert apply_once(3) == 12


def test_mock():
    mock = Mock(side_effect=[4, 5])
    assert apply(mock, 3) == 5
    assert mock.mock_calls == [call(3), call(4)]


def test_arguments():
    seen = []
    button = Button()
    button.on_press(lambda *values, **keywords: seen.append((values, keywords)))
    button.press(1, [2], key={"a": None})
    assert seen == [((1, [2]), {"key": {"a": None}})]


def test_object_of_the_student():
    seen = []
    button = Button()
    button.on_press(lambda pressed: seen.append(pressed))
    button.press(button)
    assert seen[0] is button


def test_exception_passes_through():
    def refuse(n):
        raise Refused(n)

    class Refused(Exception):
        pass

    with pytest.raises(Refused) as info:
        apply(refuse, 3)
    assert info.value.args == (3,)


def test_exception_that_is_caught():
    assert safely(lambda: [][3]) == "IndexError: list index out of range"


def test_kept_for_a_later_call():
    numbers = iter(range(3))
    call_later(lambda: next(numbers))
    assert [again(), again()] == [0, 1]


def test_iterator():
    asked = []
    def numbers():
        for n in range(3):
            asked.append(n)
            yield n
    assert total(numbers()) == 3
    assert total(map(abs, [-1, -2])) == 3
    assert asked == [0, 1, 2]


def test_name():
    assert named(test_name) == ("test_name", None)
"""
CALLING = """\
def apply(function, value): return function(function(value))
def safely(function):
    try:
        function()
    except LookupError as error:
        return f"{type(error).__name__}: {error}"
def call_later(function): again.function = function
def again(): return again.function()
def total(numbers): return sum(numbers)
def named(function): return function.__name__, function.__doc__


class Button:
    def on_press(self, function): self.function = function
    def press(self, *values, **keywords): self.function(*values, **keywords)
"""


def test_called(tmp_path: Path) -> None:
    assert failed(tmp_path, CALLED, CALLING) == {}


ONE = """\
from own import apply


def test_it():
    assert apply(lambda n: n + 1, 3) == 5
"""
RIGHT = "def apply(function, value): return function(function(value))\n"
WRONG = {
    "once": (
        "return function(value)",
        {"message": "apply gave the wrong answer", "call": "apply(<lambda>, 3)", "returned": "4"},
    ),
    "without end": (
        "while True: function(1)",
        {
            "message": "apply and the calls before it are more than 50,000 in one test: "
            "does something never end?"
        },
    ),
    "not at all": (
        "while True: pass",
        {"message": "apply did not finish: it was still computing after 3 s"},
    ),
}


@pytest.mark.parametrize(("body", "detail"), WRONG.values(), ids=WRONG)
def test_wrong_calls(tmp_path: Path, body: str, detail: dict[str, str]) -> None:
    own = f"def apply(function, value):\n    {body}\n"
    settings = "[limits]\ncall_seconds = 3\n"
    found = failed(tmp_path, ONE, RIGHT, own, settings=settings)["test_it"]
    assert {key: found[key] for key in detail} == detail


DEEP = """\
from own import apply


def test_it():
    def deeper(n):
        return n if n > 5 else apply(deeper, n + 1)
    assert apply(deeper, 1) == 6
"""


def test_calls_inside_each_other_are_limited(tmp_path: Path) -> None:
    right = "def apply(function, value): return function(value)\n"
    own = "def apply(function, value): return function(1)\n"
    assert failed(tmp_path, DEEP, right) == {}
    assert failed(tmp_path, DEEP, right, own).keys() == {"test_it"}

"""Functions of a test that a submission calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.judge import calls
from tests.judge.own_kit import failed, messages

CALLED = """\
import functools
from unittest.mock import MagicMock, Mock, call

import pytest
from own import Button, again, apply, call_later, named, safely, total

def test_kinds():
    assert apply(lambda n: n + 1, 3) == 5
    assert apply(abs, -3) == 3
    assert apply(functools.partial(pow, 2), 2) == 16
    assert apply([1, 2, 0].__getitem__, 0) == 2
    assert apply(lambda n: apply(lambda m: 2 * m, n), 1) == 16

@pytest.mark.parametrize("kind", [Mock, MagicMock])
def test_mock(kind):
    mock = kind(side_effect=[4, 5])
    assert apply(mock, 3) == 5
    assert mock.mock_calls == [call(3), call(4)]

def test_arguments():
    seen = []
    button = Button(lambda *values, **keywords: seen.append((values, keywords)))
    button.press(1, [2], button, key={"a": None})
    assert seen == [((1, [2], button), {"key": {"a": None}})]

def test_exception_passes_through():
    class Refused(Exception):
        pass
    def refuse(n):
        raise Refused(n)
    with pytest.raises(Refused) as info:
        apply(refuse, 3)
    assert info.value.args == (3,)

def test_exception_that_is_caught():
    assert safely(lambda: {}["gone"]) == "KeyError: 'gone' ('gone',)"

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
    assert asked == [0, 1, 2]

def test_name(): assert named(test_name) == ("test_name", None)
"""
CALLING = """\
def apply(function, value): return function(function(value))
def safely(function):
    try:
        function()
    except LookupError as error:
        return f"{type(error).__name__}: {error} {error.args}"
def call_later(function): again.function = function
def again(): return again.function()
def total(numbers): return sum(numbers)
def named(function): return function.__name__, function.__doc__
class Button:
    def __init__(self, function): self.function = function
    def press(self, *values, **keywords): self.function(*values, **keywords)
"""


def test_called(tmp_path: Path) -> None:
    assert failed(tmp_path, CALLED, CALLING) == {}


APPLY = """\
from own import apply

def test_it(): assert apply(lambda n: n + 1, 3) == 5
"""
WRONG = {
    "return function(value)": "apply returned one less than expected",
    "return function('a')": "apply called a function of the test's, which raised TypeError: "
    'can only concatenate str (not "int") to str',
    "while True: function(1)": "apply and the calls before it are more than 50 in one test: "
    "does something never end?",
}


@pytest.mark.parametrize(("body", "says"), WRONG.items(), ids=WRONG)
def test_wrong_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, says: str) -> None:
    monkeypatch.setattr(calls, "MAX_REQUESTS", 50)
    own = f"def apply(function, value):\n    {body}\n"
    found = failed(tmp_path, APPLY, CALLING, own)["test_it"]
    assert (found["message"], found["call"]) == (says, "apply(<lambda>, 3)")


def test_wrong_call_of_what_the_test_replaces(tmp_path: Path) -> None:
    tests = (
        "import own\n\ndef test_it(monkeypatch):\n"
        "    monkeypatch.setattr(own, 'cell', lambda row, n: {3: 5}[n])\n"
        "    assert own.first([4, 5]) == 5\n"
    )
    right = "def cell(row, n): return row[n]\ndef first(row): return cell(row, 3)\n"
    found = failed(tmp_path, tests, right, right.replace("row, 3", "3, row"))["test_it"]
    raised = "which raised TypeError: unhashable type: 'list'"
    assert found["message"] == f"first called the test's own cell(3, [4, 5]), {raised}"


REACHING = """\
from unittest import mock

import own
import pytest

def test_mock():
    with mock.patch("own.random.randint", return_value=3) as randint:
        own.roll()
    randint.assert_called_once_with(1, 6)
def test_class(): own.use(mock.Mock)
def test_object():
    class Listener:
        def show(self): pass
    own.use(Listener())
"""
REACHER = """\
import random
STATE = "h._stand_in.caller.folder.path"
def roll():
    random.randint.configure_mock(h=roll, **{STATE: "/", "assert_called_once_with": print})
    return random.randint(1, 2)
def use(thing):
    try:
        return thing(h=roll, **{STATE: "/"})
    except TypeError:
        return thing.__class__.show.__globals__
"""


def test_only_what_tests_define_can_be_reached(tmp_path: Path) -> None:
    reference = "import random\ndef roll(): return random.randint(1, 6)\ndef use(thing): pass\n"
    found = failed(tmp_path, REACHING, reference, REACHER)
    assert found.keys() == {"test_mock", "test_class", "test_object"}
    assert "configure_mock" in found["test_mock"]["message"]


EXITS = """\
import sys
from unittest import mock

import pytest
from own import ask, interrupt, quit, status

def test_exit():
    with mock.patch("own.sys.exit", side_effect=SystemExit), pytest.raises(SystemExit):
        quit()
def test_caught():
    def leave(): raise SystemExit(3)
    assert status(leave) == 3
def test_interrupted(monkeypatch, capsys):
    def ctrl_c(prompt): raise KeyboardInterrupt
    monkeypatch.setattr("builtins.input", ctrl_c)
    assert ask() is None
    assert capsys.readouterr().out == "bye\\n"
def test_interrupt_is_expected():
    with pytest.raises(KeyboardInterrupt):
        interrupt()
"""
QUIT = """\
import sys
def quit(): sys.exit(2)
def status(function):
    try:
        function()
    except SystemExit as stop:
        return stop.code
def ask():
    try:
        return input("> ")
    except KeyboardInterrupt:
        print("bye")
def interrupt(): raise KeyboardInterrupt
"""
RUDE = QUIT.replace("except KeyboardInterrupt:", "except ValueError:")


def test_functions_that_exit(tmp_path: Path) -> None:
    assert failed(tmp_path, EXITS, QUIT) == {}
    [says] = messages(tmp_path, EXITS, QUIT, RUDE).values()
    assert says == "ask called a function of the test's, which raised KeyboardInterrupt"

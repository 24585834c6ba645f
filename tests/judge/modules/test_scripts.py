"""Tests that import or reload a script, and look at what it asks for and prints."""

from __future__ import annotations

from pathlib import Path

from tests.judge.own_kit import messages

FIRST_IN_TESTS = """\
import importlib
import sys

import pytest

def run(monkeypatch, *answers):
    lines = iter(answers)
    monkeypatch.setattr("builtins.input", lambda *prompt: next(lines))
    if "own" in sys.modules:
        return importlib.reload(sys.modules["own"])
    return importlib.import_module("own")

def test_old(monkeypatch, capsys):
    assert run(monkeypatch, "20").age == 20
    assert capsys.readouterr().out == "Hello\\nYou may vote\\n"

def test_twice(monkeypatch, capsys):
    assert run(monkeypatch, "20").age == 20
    assert run(monkeypatch, "12").age == 12
    assert capsys.readouterr().out.splitlines()[-1] == "Too young"

def test_refused(monkeypatch):
    with pytest.raises(ValueError):
        run(monkeypatch, "old")
"""
SCRIPT = """\
print("Hello")
age = int(input("How old? "))
print("You may vote" if age >= 18 else "Too young")
"""


def test_script_runs_when_a_test_imports_it(tmp_path: Path) -> None:
    assert messages(tmp_path, FIRST_IN_TESTS, SCRIPT, SCRIPT) == {}
    found = messages(tmp_path, FIRST_IN_TESTS, SCRIPT, SCRIPT.replace(">=", "<"))
    assert found.keys() == {"test_old", "test_twice"}
    found = messages(tmp_path, FIRST_IN_TESTS, SCRIPT, SCRIPT.replace("int(", "str("))
    assert found.keys() == {"test_old", "test_twice", "test_refused"}


FIRST_IN_THE_FILE = """\
import importlib
import own

def test_name(): assert own.name == "World"
def test_again(capsys):
    assert importlib.reload(own) is own
    assert (own.name, capsys.readouterr().out) == ("World", "Hello World\\n")
def test_after(): assert own.name == "World"
"""
GREETING = 'name = "World"\nprint("Hello " + name)\n'


def test_script_runs_again_when_a_test_reloads_it(tmp_path: Path) -> None:
    assert messages(tmp_path, FIRST_IN_THE_FILE, GREETING, GREETING) == {}
    own = GREETING.replace("Hello ", "Hello, ")
    assert messages(tmp_path, FIRST_IN_THE_FILE, GREETING, own).keys() == {"test_again"}

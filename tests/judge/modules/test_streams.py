"""Standard streams: what calls print is printed in the test, and they read what the test gives."""

from __future__ import annotations

from pathlib import Path

from tests.judge.own_kit import failed

TESTS = """\
import contextlib
import io
import sys
from unittest import mock

from own import ask, copy_to, greet, read_all, run, shout, warn

def test_capsys(capsys):
    print("before")
    greet("Ada")
    assert capsys.readouterr().out == "before\\nHello, Ada!\\n"
    warn()
    assert capsys.readouterr() == ("", "careful\\n")

def test_redirected():
    with contextlib.redirect_stdout(io.StringIO()) as out:
        greet("Ada")
    assert out.getvalue() == "Hello, Ada!\\n"

@mock.patch("sys.stdout", new_callable=io.StringIO)
def test_patched(stdout):
    greet("Ada")
    assert stdout.getvalue() == "Hello, Ada!\\n"

def test_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("one\\ntwo\\nthree\\n"))
    assert [ask("? "), ask("! "), read_all()] == ["one", "two", "three\\n"]
    assert capsys.readouterr().out == "? ! "

def test_standard_input_of_one_test(): assert read_all() == ""

def test_input(monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda prompt="": prompt * 2)
    assert [ask("1"), ask("2")] == ["11", "22"]
    assert capsys.readouterr().out == ""

def test_print():
    with mock.patch("builtins.print") as printed:
        greet("Ada")
    printed.assert_called_once_with("Hello, Ada!")

def test_open():
    with mock.patch("builtins.open", mock.mock_open(read_data="quiet")) as opened:
        assert shout("in.txt") == "QUIET"
    opened.assert_called_once_with("in.txt")

def test_command_line(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["own.py", "-v"])
    assert run() == ["own.py", "-v"]

def test_text_stream():
    stream = io.StringIO()
    copy_to(stream, "text")
    assert stream.getvalue() == "text"
"""
OWN = """\
import sys

def greet(name): print(f"Hello, {name}!")
def warn(): print("careful", file=sys.stderr)
def ask(prompt): return input(prompt)
def read_all(): return sys.stdin.read()
def shout(name):
    with open(name) as file:
        return file.read().upper()
def run(): return sys.argv
def copy_to(stream, text): stream.write(text)
"""


def test_streams(tmp_path: Path) -> None:
    assert failed(tmp_path, TESTS, OWN) == {}


def test_wrong_output_is_explained_however_it_was_caught(tmp_path: Path) -> None:
    found = failed(tmp_path, TESTS, OWN, OWN.replace("Hello", "Hallo"))
    lines = {"expected": "Hello, Ada!", "found": "Hallo, Ada!", "verb": "printed"}
    for test in ("test_redirected", "test_patched"):
        assert found[test]["message"] == "greet printed wrong output"
        assert found[test]["compared"] == lines
    assert found["test_print"]["message"] == "greet gave the wrong answer"

"""Terminals: colours, marks that cannot be encoded, and commands that can be typed."""

from __future__ import annotations

import os
import shutil
import sys

import pytest

from autograder.cli.console import check_command, painted, program_name
from tests.conftest import run_program

RESULTS = "✓ good  1/1  ✗ bad  0/1  · new  0/1\nBegin here: bad\n  ✗ bad ✗ it\n"
COLOURS = [
    "\x1b[32m✓\x1b[0m good  1/1  \x1b[31m✗\x1b[0m bad  0/1  \x1b[90m·\x1b[0m new  0/1",
    "\x1b[1mBegin here: bad\x1b[0m",
    "  \x1b[31m✗\x1b[0m bad ✗ it",
]


def test_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert painted(RESULTS).splitlines() == COLOURS
    monkeypatch.setenv("NO_COLOR", "1")
    assert painted(RESULTS) == RESULTS


def test_marks_that_cannot_be_encoded() -> None:
    """As on Windows, where output goes to a file or a pipe. There are no colours either."""
    assert "✓ → … ✨ ├──┐│≠".encode("ascii", "marks_in_ascii") == rb"+ -> ... \u2728 +--+|!"
    code = "import click, sys\nfrom autograder.cli.main import main\n"
    code += "from autograder.cli.console import painted\n"
    code += "command = click.Command('x', callback=lambda: click.echo(painted('✓ ✗ · é')))\n"
    code += "main([], command)"
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    ran = run_program(sys.executable, "-c", code, encoding="cp1252", env=environment)
    assert (ran.out, ran.err) == ("+ x · é\n", "")


@pytest.mark.parametrize(
    ("platform", "program", "python", "name", "check"),
    [
        ("linux", "bin/autograder", "python3", "autograder", "autograder check"),
        ("linux", "off/autograder", "python3", "off/autograder", "off/autograder check"),
        ("linux", "check.pyz", "/usr/bin/python3", "python3 check.pyz", ""),
        ("linux", "-a/check.pyz", "off/python3", "off/python3 ./-a/check.pyz", ""),
        ("darwin", "my work/check.pyz", "/bin/python3.13", "python3.13 'my work/check.pyz'", ""),
        ("win32", "check.pyz", "C:/Python313/python.exe", "py check.pyz", ""),
    ],
)
def test_command_that_starts_this_program(
    platform: str, program: str, python: str, name: str, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "argv", [program, "check"])
    monkeypatch.setattr(sys, "executable", python)
    is_off = "off/" in program + python
    monkeypatch.setattr(shutil, "which", lambda name: None if is_off else name)
    assert (program_name(), check_command()) == (name, check or name)

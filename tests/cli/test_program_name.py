"""Commands in messages are those that the user can type."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from autograder.assignment import Assignment
from autograder.cli.program_name import check_command, program_name

ASSIGNMENT = Assignment("double", Path(), "Doubling", ("double.py",), ())


@pytest.mark.parametrize(
    ("platform", "program", "python", "here", "elsewhere"),
    [
        ("linux", "/usr/bin/autograder", "/usr/bin/python3", "autograder check double .", ""),
        ("linux", "check.pyz", "/usr/bin/python3", "python3 check.pyz", "python3 check.pyz a/b"),
        ("darwin", "my work/check.pyz", "/bin/python3.13", "python3.13 'my work/check.pyz'", ""),
        ("win32", "check.pyz", "C:/Python313/python.exe", "py check.pyz", "py check.pyz a/b"),
    ],
)
def test_command(
    platform: str,
    program: str,
    python: str,
    here: str,
    elsewhere: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "argv", [program])
    monkeypatch.setattr(sys, "executable", python)
    assert check_command(ASSIGNMENT, Path()) == here
    if elsewhere:
        assert check_command(ASSIGNMENT, Path("a/b")) == elsewhere
        assert program_name() == here

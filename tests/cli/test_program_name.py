"""Commands in messages are those that the user can type."""

from __future__ import annotations

import sys

import pytest

from autograder.cli.program_name import check_command, program_name


@pytest.mark.parametrize(
    ("platform", "program", "python", "name", "check"),
    [
        ("linux", "/usr/bin/autograder", "/usr/bin/python3", "autograder", "autograder check"),
        ("linux", "check.pyz", "/usr/bin/python3", "python3 check.pyz", "python3 check.pyz"),
        ("darwin", "my work/check.pyz", "/bin/python3.13", "python3.13 'my work/check.pyz'", ""),
        ("win32", "check.pyz", "C:/Python313/python.exe", "py check.pyz", "py check.pyz"),
    ],
)
def test_command_as_it_was_started(
    platform: str, program: str, python: str, name: str, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "argv", [program, "check"])
    monkeypatch.setattr(sys, "executable", python)
    assert program_name() == name
    assert check_command() == (check or name)

"""`python -m autograder`, started in folders that should have no influence on it."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, Ran, run_program

HOSTILE = ("click", "dataclasses", "enum", "json", "pathlib", "pytest", "re", "signal", "typing")
"""Modules that the command imports, in the names of a student's files."""


def run(folder: Path, *arguments: str, path: str = str(ROOT)) -> Ran:
    environment = {**os.environ, "PYTHONPATH": path}
    return run_program(sys.executable, "-m", "autograder", *arguments, cwd=folder, env=environment)


@pytest.mark.parametrize("command", ["--version", "check cages ."])
def test_modules_of_the_current_folder_are_not_imported(tmp_path: Path, command: str) -> None:
    shutil.copy(ROOT / "reference/cages/cages.py", tmp_path)
    for name in HOSTILE:
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('{name}.py was imported')\n")
    ran = run(tmp_path, *command.split())
    assert (ran.status, ran.err) == (0, "")


def test_interrupt_while_the_command_starts(tmp_path: Path) -> None:
    """Here, while it imports click."""
    (tmp_path / "click.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\n")
    ran = run(ROOT, "doctor", path=str(tmp_path))
    assert (ran.status, ran.err) == (-signal.SIGINT, "")

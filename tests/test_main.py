"""`python -m autograder`, started in folders that should have no influence on it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, run_autograder

HOSTILE = ("click", "dataclasses", "enum", "json", "pathlib", "pytest", "re", "signal", "typing")
"""Modules that the command imports, in the names of a student's files."""


@pytest.fixture
def submission(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "reference/cages/cages.py", tmp_path)
    for name in HOSTILE:
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('{name}.py was imported')\n")
    return tmp_path


@pytest.mark.parametrize("command", ["--version", "puzzle new 3 --seed a", "check cages ."])
def test_modules_of_the_current_folder_are_not_imported(submission: Path, command: str) -> None:
    ran = run_autograder(*command.split(), cwd=submission)
    assert (ran.status, ran.err) == (0, "")


def test_folder_put_on_the_path_on_purpose_stays(submission: Path) -> None:
    """With PYTHONSAFEPATH the current folder comes first only if PYTHONPATH names it."""
    path = os.pathsep.join([str(submission), str(ROOT)])
    ran = subprocess.run(
        [sys.executable, "-m", "autograder", "--version"],
        cwd=submission,
        env={**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": path},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.endswith("was imported\n")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps the folder of a process")
def test_removed_current_folder(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    start = f'cd gone && rmdir ../gone && exec "{sys.executable}" -m autograder --version'
    ran = subprocess.run(
        ["sh", "-c", start],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")

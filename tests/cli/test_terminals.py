"""Reports where a terminal, or what stands in its place, takes less than Unicode and no spaces."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.cli.console import shell_quoted
from tests.conftest import ROOT, run_autograder


def test_marks_can_be_told_apart_where_they_cannot_be_written() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "autograder", "check", "kenken", "starter/kenken"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        encoding="cp1252",
        check=False,
    ).stdout
    assert told.startswith("kenken: starter/kenken\n")
    assert "\nx (a) find_blank" in told
    assert "?" not in told.partition("Score")[0].replace("\n  Hint", "")


@pytest.mark.skipif(sys.platform == "win32", reason="closes a stream as a shell of POSIX does")
def test_closed_standard_output() -> None:
    command = f"exec {sys.executable} -m autograder check kenken reference/kenken >&-"
    ran = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_command_that_tells_all_can_be_pasted(tmp_path: Path) -> None:
    folder = tmp_path / "My Work"
    folder.mkdir()
    reference = (ROOT / "reference" / "kenken" / "kenken.py").read_text(encoding="utf-8")
    wrong = "def find_blank(puzzle):\n    return Posn(9, 9)\n"
    (folder / "kenken.py").write_text(f"{reference}\n\n{wrong}", encoding="utf-8")
    ran = run_autograder("check", "kenken", folder)
    command = ran.out.partition("full details: autograder ")[2].splitlines()[0]
    assert run_autograder(*shlex.split(command)).out.startswith(f"kenken: {folder}\n")


@pytest.mark.parametrize(
    ("path", "expected"), [("My Work", '"My Work"'), ("work\\ada", "work\\ada")]
)
def test_on_windows(path: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert shell_quoted(Path(path)) == expected

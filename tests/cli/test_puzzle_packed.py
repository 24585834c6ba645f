"""`puzzle` in the check.pyz of students, which has no algorithm of an assignment."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.authoring.release.check_pyz import check_pyz
from tests.conftest import ROOT, Ran

COMMAND = f"{Path(sys.executable).name} check.pyz"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kenken")
    (folder / "check.pyz").write_bytes(check_pyz(load("kenken", ROOT)))
    (folder / "one.in").write_text("1\na\na 1 =\n", encoding="utf-8")
    return folder


def solve(folder: Path, *arguments: str) -> Ran:
    done = subprocess.run(
        [sys.executable, "-S", "check.pyz", "puzzle", "solve", *arguments],
        cwd=folder,
        env={"HOME": str(folder)},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def test_page_that_plays_an_algorithm_is_refused(folder: Path) -> None:
    assert solve(folder, "one.in") == Ran(0, "1\n", "")
    message = "--html plays an algorithm, and no assignment here has one."
    refusal = f"autograder: {message} See {COMMAND} puzzle solve --help\n"
    assert solve(folder, "one.in", "--html", "steps.html") == Ran(2, "", refusal)


def test_help_shows_what_students_can_type(folder: Path) -> None:
    shown = solve(folder, "--help").out
    assert f"    {COMMAND} puzzle solve example.in\n" in shown
    assert not any(text in shown for text in ("--html", "--by", "autograder puzzle"))

"""The commands that write folders, and what they say when a folder is not as it would be."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import run_autograder


def test_folders_are_as_they_would_be_written() -> None:
    for command in ("starter", "expected", "figures"):
        ran = run_autograder(command, "--check")
        assert (ran.status, ran.out) == (0, "Everything is as it would be written.\n")


@pytest.mark.parametrize(
    ("command", "file", "line"),
    [
        ("starter", "starter/double/double.py", "differs from what would be written"),
        ("starter", "starter/double/more.py", "nothing makes this file"),
        ("expected", "expected/double/sample/two.out", "differs from what would be written"),
    ],
)
def test_check_names_the_file_that_would_change(
    tiny: Path, tmp_path: Path, command: str, file: str, line: str
) -> None:
    kit = tmp_path / "kit"
    shutil.copytree(tiny, kit)
    with (kit / file).open("a") as changed:
        changed.write("#")
    ran = run_autograder(command, "--check", "--kit", kit)
    assert (ran.status, ran.out) == (1, f"{file}: {line}\n")
    assert run_autograder(command, "--kit", kit).status == 0
    assert run_autograder(command, "--check", "--kit", kit).status == 0


def test_check_missing_file(tiny: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    shutil.copytree(tiny, kit)
    (kit / "starter/double/double.py").unlink()
    ran = run_autograder("starter", "--check", "--kit", kit)
    assert (ran.status, ran.out) == (1, "starter/double/double.py: missing\n")


@pytest.mark.parametrize("command", [["starter", "--check"], ["expected"], ["check"]])
def test_kit_without_assignments(tmp_path: Path, command: list[str]) -> None:
    ran = run_autograder(*command, "--kit", tmp_path)
    assert ran.status == 2
    says = "no assignments here, in autograder/assignments/"
    assert ran.err == f"autograder: {tmp_path}: {says}\n"

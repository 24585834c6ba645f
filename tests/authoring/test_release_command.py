"""The command `autograder release`: verified first, the same bytes, and what has changed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import Mock

import pytest

from autograder.assignment import Assignment
from autograder.authoring import release
from autograder.authoring.release.practice import PYODIDE
from autograder.authoring.verify import run as verifying
from autograder.authoring.verify.finding import AssignmentFinding
from tests.authoring.sound_kit import change, make_sound_kit, put
from tests.cli.in_process import run_main
from tests.conftest import ROOT

NAMES = (
    "double-student.zip",
    "double-gradescope.zip",
    *(f"double-classroom50/{name}" for name in ("autograder.py", "check.pyz")),
)


class Released:
    """Runs the command with a stand-in for `verify`, which takes long and has its own tests."""

    def __init__(self, kit: Path) -> None:
        self.kit = kit
        self.findings: list[AssignmentFinding] = []
        self.verified = 0

    def verify(
        self, assignments: Sequence[Assignment], _: object
    ) -> Iterator[list[AssignmentFinding]]:
        self.verified += 1
        yield from ([*self.findings] for _ in assignments)

    def run(self, *arguments: object) -> tuple[int, str, str]:
        ran = run_main("release", *arguments, "--kit", self.kit)
        return ran.status, ran.out, ran.err


@pytest.fixture
def released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Released:
    make_sound_kit(tmp_path / "kit")
    released = Released(tmp_path / "kit")
    monkeypatch.setattr(verifying, "verify", released.verify)
    monkeypatch.setattr(
        release, "run_check_pyz", Mock(return_value=Mock(stdout="double: double\n"))
    )
    return released


def test_written_once_then_compared(released: Released, tmp_path: Path) -> None:
    to = tmp_path / "new/given_out"
    lines = [f"{to / name} written" for name in NAMES]
    assert released.run("double", "--to", to) == (
        0,
        "\n".join(["double: no findings", *lines, ""]),
        "",
    )
    assert released.run("--to", to, "--check") == (0, "Nothing has changed.\n", "")
    assert released.verified == 1
    put(released.kit / "handout/double.md", "# Twice\n")
    put(released.kit / "starter/double/double.py", "import sys\n")
    (released.kit / "inputs/double/sample/two.in").rename(
        released.kit / "inputs/double/sample/three.in"
    )
    (released.kit / "expected/double/sample/two.out").rename(
        released.kit / "expected/double/sample/three.out"
    )
    status, out, err = released.run("--to", to, "--check")
    assert (status, err) == (1, "")
    student = to / "double-student.zip"
    assert [line for line in out.splitlines() if line.startswith(str(student))] == [
        f"{student}: double/START.html differs",  # It names the case.
        f"{student}: double/check.pyz differs",
        f"{student}: double/double.py differs",
        f"{student}: double/expected/three.out is missing",
        f"{student}: double/expected/two.out is no longer there",
        f"{student}: double/handout.html differs",
        f"{student}: double/inputs/three.in is missing",
        f"{student}: double/inputs/two.in is no longer there",
    ]
    assert f"{to / 'double-classroom50/check.pyz'}: differs" in out.splitlines()


def test_nothing_is_released_with_findings(released: Released, tmp_path: Path) -> None:
    released.findings = [AssignmentFinding("a.py", "is wrong", "correct it")]
    to = tmp_path / "given_out"
    assert released.run("double", "--to", to) == (
        1,
        "a.py: is wrong; correct it\ndouble: 1 finding\n",
        "autograder: nothing was released: correct these findings first\n",
    )
    assert not to.exists()


def test_advice_does_not_block_a_release(released: Released, tmp_path: Path) -> None:
    released.findings = [AssignmentFinding("a.py", "has no hint", "write one", advice=True)]
    status, out, _ = released.run("double", "--to", tmp_path / "given_out")
    assert (status, out.splitlines()[0]) == (0, "advice: a.py: has no hint; write one")
    assert (tmp_path / "given_out/double-student.zip").is_file()
    ran = run_main("verify", "--kit", released.kit)
    assert (ran.status, ran.out.splitlines()[1]) == (0, "double: no findings, 1 line of advice")


def test_practice_page_of_other_packages(released: Released, pyodide: Path, tmp_path: Path) -> None:
    """One that is missing, and another version, are refused before anything is verified."""
    found = tmp_path / "node_modules" / "pyodide"
    install = "npm install pyodide@314.0.7 ace-builds@1.45.2"
    assert f"\n{install}\n" in (ROOT / "docs/instructors.md").read_text("utf-8")
    remedy = f"run: {install}, and name node_modules/pyodide"
    options = ("double", "--to", tmp_path / "given_out", "--practice", found)
    missing = found / PYODIDE.files[0]
    status, _, err = released.run(*options)
    assert (status, err) == (2, f"autograder: {missing}: No such file or directory; {remedy}\n")
    shutil.copytree(pyodide, found)
    change(found / PYODIDE.files[0], "314.0.7", "314.0.6")
    status, _, err = released.run(*options)
    assert (status, err) == (2, f"autograder: {found}: not pyodide 314.0.7; {remedy}\n")
    assert released.verified == 0

"""The command `autograder release`: verified first, the same bytes, and what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from autograder.assignment import Assignment
from autograder.authoring.release import student_bundle
from autograder.authoring.release.run import release_changes
from autograder.authoring.verify import run as verifying
from autograder.authoring.verify.finding import AssignmentFinding
from autograder.cli.files import UnusableError
from autograder.cli.main import main
from autograder.cli.release import write_release
from autograder.intake.packing import packed
from tests.authoring.sound_kit import make_sound_kit, put

NAMES = (
    "double-student.zip",
    "double-gradescope.zip",
    *(f"double-classroom50/{name}" for name in ("autograder.py", "check.pyz")),
    "double-classroom50/.github/workflows/check.yml",
)


class Released:
    """Runs the command with a stand-in for `verify`, which takes long and has its own tests."""

    def __init__(self, kit: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.kit, self.capsys = kit, capsys
        self.findings: list[AssignmentFinding] = []
        self.verified = 0

    def verify(
        self, assignments: Sequence[Assignment], _: object
    ) -> Iterator[list[AssignmentFinding]]:
        self.verified += 1
        yield from ([*self.findings] for _ in assignments)

    def run(self, *arguments: object) -> tuple[object, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["release", *map(str, arguments), "--kit", str(self.kit)])
        output = self.capsys.readouterr()
        return ended.value.code, output.out, output.err


@pytest.fixture
def released(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Released:
    make_sound_kit(tmp_path / "kit")
    released = Released(tmp_path / "kit", capsys)
    monkeypatch.setattr(verifying, "verify", released.verify)
    monkeypatch.setattr(student_bundle, "try_check_pyz", lambda *_: "double: double\n")
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
        f"{student}: double/check.pyz differs",
        f"{student}: double/double.py differs",
        f"{student}: double/expected/three.out is missing",
        f"{student}: double/expected/two.out is no longer there",
        f"{student}: double/handout.html differs",
        f"{student}: double/inputs/three.in is missing",
        f"{student}: double/inputs/two.in is no longer there",
    ]


def test_changes(tmp_path: Path) -> None:
    put(tmp_path / "a.zip", "no zip")
    put(tmp_path / "c/d.txt", "old")
    files = {"a.zip": packed({"x": b""}), "b.zip": b"", "c/d.txt": b"new"}
    assert list(release_changes(tmp_path, files)) == [
        f"{tmp_path}/a.zip: not a zip",
        f"{tmp_path}/b.zip: missing",
        f"{tmp_path}/c/d.txt: differs",
    ]


def test_files_without_a_change_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {"a.zip": b"1", "b/c": b"2"}
    write_release(tmp_path / "new", files)
    put(tmp_path / "new/own.txt", "")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    write_release(tmp_path / "new", files)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
    written = [f"{tmp_path}/new/{name} written" for name in files]
    assert capsys.readouterr().out.splitlines() == written


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
    to = tmp_path / "given_out"
    status, out, err = released.run("double", "--to", to)
    first, second, *_ = out.splitlines()
    assert (status, err) == (0, "")
    assert first == "advice: a.py: has no hint; write one"
    assert second == "double: no findings, 1 line of advice"
    assert (to / "double-student.zip").is_file()


def test_folder_that_cannot_be_written(tmp_path: Path) -> None:
    put(tmp_path / "file", "")
    with pytest.raises(UnusableError) as raised:
        write_release(tmp_path / "file/inside", {"a.zip": b""})
    place = tmp_path / "file/inside/a.zip"
    assert str(raised.value) == f"{place}: cannot be written: Not a directory"

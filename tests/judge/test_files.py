"""Files that a student's function reads and writes in `tmp_path`: reports and limits."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.judge.grading import grade
from autograder.judge.request import ChosenTests, GradingRequest
from autograder.report import GraderError
from tests.cli.in_process import run_main
from tests.judge.own_kit import failed, write_kit, write_one_part

TESTS = """\
from own import shout

def test_text(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text("one\\ntwo\\n")
    assert shout("in.txt", "out.txt") is None
    assert (tmp_path / "out.txt").read_text() == "ONE\\nTWO\\n"

def test_twice(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source, target = tmp_path / "a.txt", tmp_path / "out.txt"
    (tmp_path / "b.txt").write_bytes(b"\\xff")
    source.write_text("one\\n")
    target.write_text("before, and longer\\n")
    shout("a.txt", "out.txt")
    assert target.read_text() == "ONE\\n"
    source.write_text("two\\n")
    shout("a.txt", "out.txt")
    assert target.read_text() == "TWO\\n"

def test_lines(tmp_path):
    (tmp_path / "in.txt").write_text("one\\ntwo\\n")
    shout(tmp_path / "in.txt", tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text().splitlines() == ["ONE", "TWO"]
"""
START = "def shout(source, target):\n    text = open(source, errors='replace').read()\n"
RIGHT = f"{START}    open(target, 'w').write(text.upper())\n"
WRONG = {
    "wrong text": (
        "    open(target, 'w').write(text)\n",
        {
            "message": "shout wrote the wrong text to out.txt",
            "call": "shout('in.txt', 'out.txt')",
            "difference": "Line 1 differs only in upper and lower case:",
            "compared": {"expected": "ONE", "found": "one", "verb": "written"},
        },
    ),
    "no file": ("", {"message": "shout did not write out.txt"}),
    "large": (
        "    open(target, 'w').write('x' * 2000000)\n",
        {
            "message": "shout returned a value that is too big to read: "
            "its folder holds more than 200 files, or 1 MiB"
        },
    ),
}


@pytest.mark.parametrize(("own", "expected"), WRONG.values(), ids=WRONG)
def test_wrong_function(own: str, expected: dict[str, object], tmp_path: Path) -> None:
    """No file outlives its test."""
    assert failed(tmp_path, TESTS, RIGHT) == {}
    detail = failed(tmp_path, TESTS, RIGHT, START + own)["test_text"]
    assert {key: detail.get(key) for key in expected} == expected


HELD = {
    "nothing": ("", "shout wrote the wrong text to out.txt"),
    "a number": ("    return 7\n", "shout gave the wrong answer"),
}


@pytest.mark.parametrize(("end", "says"), HELD.values(), ids=HELD)
def test_what_a_test_makes_of_a_file(end: str, says: str, tmp_path: Path) -> None:
    """What it holds is said, whatever the function returns."""
    own = f"{START}    open(target, 'w').write(text)\n{end}"
    found = failed(tmp_path, TESTS, RIGHT, own, settings='arguments = "may change"')["test_lines"]
    assert found["message"] == says
    assert found["difference"] == (
        "out.txt holds 'one\\ntwo\\n'\n"
        "In the test, `assert (tmp_path / 'out.txt').read_text().splitlines() == ['ONE', 'TWO']`: "
        "['one', 'two'] == ['ONE', 'TWO'] is false"
    )


def test_kit_with_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests pass on the reference, so a missing file is the submission's fault."""
    write_one_part(tmp_path / "kit", TESTS, RIGHT)
    write_kit(tmp_path / "work", {"own.py": START})
    monkeypatch.chdir(tmp_path)
    ran = run_main("grade", "own", "work", "--kit", "kit")
    assert "Score: 0 of 100" in ran.out


LIMITS = {
    "at most 20 files, and 1 MiB together": '{f"{i}.txt": "" for i in range(21)}',
    "at most 20 files": '{"a": "x" * (1 << 20), "b": "x"}',
}


@pytest.mark.parametrize(("says", "files"), LIMITS.items(), ids=LIMITS)
def test_limits_on_files(tmp_path: Path, says: str, files: str) -> None:
    test = f"\n\ndef test_limit(tmp_path):\n    for name, text in {files}.items():\n"
    test += "        (tmp_path / name).write_text(text)\n"
    test += "    shout(tmp_path / 'a', tmp_path / 'b')\n"
    message = failed(tmp_path, TESTS + test, RIGHT)["test_limit"]["message"]
    assert f"puts too much into its folder: {says}" in message


class Disk:
    """What is left of a disk, each time that it is asked: the last figure from then on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *free: int) -> None:
        self.free = list(free)
        usage = type(shutil.disk_usage("/"))
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1 << 40, 1 << 39, self.next()))

    def next(self) -> int:
        return self.free.pop(0) if len(self.free) > 1 else self.free[0]


def score_of(own: str, folder: Path) -> float:
    assignment = load("own", write_one_part(folder / "kit", TESTS, RIGHT))
    box = write_kit(folder / "box", {"own.py": own})
    return grade(ChosenTests(assignment), GradingRequest(box)).score


WRITES_NOTHING = "def shout(source, target):\n    raise OSError(28, 'No space left on device')\n"


def test_nothing_is_graded_where_a_submission_cannot_write_what_it_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk, the reference got no points."""
    Disk(monkeypatch, (64 << 20) - 1)
    reason = "has 63 MiB free, but a submission may need 64; free space, or set TMPDIR"
    with pytest.raises(GraderError, match=reason):
        score_of(RIGHT, tmp_path)
    Disk(monkeypatch, 64 << 20)
    assert score_of(RIGHT, tmp_path) == 100


def test_failure_on_a_full_disk_costs_no_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Disk(monkeypatch, 64 << 20, (4 << 20) - 1)
    assert score_of(RIGHT, tmp_path) == 100
    Disk(monkeypatch, 64 << 20, (4 << 20) - 1)
    with pytest.raises(GraderError, match="has 3 MiB free, but a submission may need 4"):
        score_of(WRITES_NOTHING, tmp_path)
    Disk(monkeypatch, 64 << 20, 4 << 20)  # There is room: the submission says so by itself.
    assert score_of(WRITES_NOTHING, tmp_path) == 0


IN_TMP_PATH = """\
from own import shout

def test_text(tmp_path):
    (tmp_path / "in.txt").write_text("one")
    shout(tmp_path / "in.txt", tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text() == "ONE"
"""


def test_nothing_of_tmp_path_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also not what a student's code has written there."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    assert failed(tmp_path, IN_TMP_PATH, RIGHT) == {}
    assert [*temporary.iterdir()] == []

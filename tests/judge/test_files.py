"""The fixture `files`: files that a student's function reads and writes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment import load
from autograder.judge.fixtures.files import checked_files, render_file
from autograder.judge.grading import grade
from autograder.judge.request import ChosenTests, GradingRequest
from autograder.report import GraderError
from tests.conftest import KITS, run_autograder

KIT = KITS / "files"


def graded(own: str, folder: Path) -> dict[str, dict[str, Any]]:
    (folder / "shout.py").write_text(own, encoding="utf-8")
    ran = run_autograder("grade", "files", folder, "--kit", KIT, "--json", "-")
    assert ran.err == ""
    return {test["name"]: test for test in json.loads(ran.out)["parts"][0]["tests"]}


def test_correct_function(tmp_path: Path) -> None:
    own = (KIT / "reference/files/shout.py").read_text(encoding="utf-8")
    assert {test["outcome"] for test in graded(own, tmp_path).values()} == {"pass"}


START = "def shout(source, target):\n    text = open(source, errors='replace').read()\n"
FAILED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "wrong text": (
        "    open(target, 'w').write(text)\n",
        "wrong",
        {
            "message": "shout wrote the wrong text to out.txt",
            "call": "shout('in.txt', 'out.txt')",
            "arguments": {"in.txt": "one\ntwo"},
            "difference": "Line 1 differs only in upper and lower case:\n"
            "  expected: ONE\n  written:  one",
        },
    ),
    "no file": ("", "wrong", {"message": "shout did not write out.txt"}),
    "large": (
        "    open(target, 'w').write('x' * 2000000)\n",
        "wrong",
        {
            "message": "shout returned a value that is too big to read: "
            "its folder holds more than 200 files, or 1 MiB"
        },
    ),
    "loop": ("    while True: pass\n", "timed_out", {"arguments": {"in.txt": "one\ntwo"}}),
}


@pytest.mark.parametrize(("own", "outcome", "detail"), FAILED.values(), ids=FAILED)
def test_wrong_function(own: str, outcome: str, detail: dict[str, Any], tmp_path: Path) -> None:
    test = graded(START + own, tmp_path)["test_text"]
    assert test["outcome"] == outcome
    assert {key: test["detail"].get(key) for key in detail} == detail


def test_no_file_outlives_its_test(tmp_path: Path) -> None:
    own = f"{START}    import os; assert os.listdir() in (['in.txt'], []), os.listdir()\n"
    found = graded(own, tmp_path)
    assert [found[name]["outcome"] for name in ("test_text", "test_lines")] == ["wrong"] * 2
    assert found["test_lines"]["detail"]["message"] == "shout did not write out.txt"


def test_limits_on_files() -> None:
    assert checked_files({"a b.txt": "é"}) == {"a b.txt": "é".encode()}
    with pytest.raises(ValueError, match="use a plain name without a folder"):
        checked_files({"a/b": ""})
    with pytest.raises(ValueError, match="at most 20 files, and 1 MiB together"):
        checked_files({f"{i}.txt": "" for i in range(21)})
    with pytest.raises(ValueError, match="at most"):
        checked_files({"a": "x" * (1 << 20), "b": "x"})
    assert render_file(b"\xff") == "b'\\xff'"


class Disk:
    """What is left of a disk, each time that it is asked: the last figure from then on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *free: int) -> None:
        self.free = list(free)
        usage = type(shutil.disk_usage("/"))
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1 << 40, 1 << 39, self.next()))

    def next(self) -> int:
        return self.free.pop(0) if len(self.free) > 1 else self.free[0]


def score_of(own: str, folder: Path) -> float:
    assignment = load("files", KIT)
    (folder / "shout.py").write_text(own, encoding="utf-8")
    return grade(ChosenTests(assignment), GradingRequest(folder)).score


WRITES_NOTHING = "def shout(source, target):\n    raise OSError(28, 'No space left on device')\n"
RIGHT = (KIT / "reference/files/shout.py").read_text(encoding="utf-8")


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

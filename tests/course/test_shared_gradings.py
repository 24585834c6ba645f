"""What the gradings of a class share, and what they do not."""

from __future__ import annotations

import os
import pickle
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.course.grading import GradedSubmission, GradingStatus
from autograder.sandbox.backend import SandboxError
from tests.conftest import wait_for
from tests.course.gradings import (
    children_of,
    has_ended,
    judge_of,
    processes,
    task,
)

LOGS_TRIALS = """
import os, sys

FOLDER = os.environ["TMPDIR"]


def log(event, arguments):
    if event != "open" or "cagework-owned" in str(arguments[0]):
        return
    if os.path.dirname(str(arguments[0])) == FOLDER:
        with open(f"{FOLDER}.log", "a") as file:
            file.write(f"{os.getpid()}\\n")


sys.addaudithook(log)
"""


def test_gradings_write_no_file_to_find_the_temporary_folder(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Python's tempfile does once in a process: a grading that is killed would leave it."""
    (tmp_path / "temporary").mkdir()
    (tmp_path / "sitecustomize.py").write_text(LOGS_TRIALS)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with processes() as made:
        graded = [made.grade(task(kit)) for _ in range(2)]
        judge = judge_of(made).pid
    assert all(each.report for each in graded)
    assert set((tmp_path / "temporary.log").read_text().split()) == {str(judge)}


REMEMBERS = '''
import random

from functions import add

SEEN = []


def test_first():
    """No submission was graded before, and none has the same luck."""
    SEEN.append(add(1, 2))
    assert SEEN == [3]
    assert str(random.random()) == ""
'''


def test_gradings_share_what_was_collected_and_nothing_else(kit: Path) -> None:
    tests = kit / "autograder/assignments/functions/tests/test_functions.py"
    tests.write_text(REMEMBERS)
    with processes() as made:
        first = [made.grade(task(kit)) for _ in range(2)]
        tests.write_text(REMEMBERS.replace("== [3]", "== 4"))
        collected = made.grade(task(kit))
        changed = made.grade(replace(task(kit), tests="another hash"))
        assert len(made.judges) == 1
        tests.write_text("def test_first(:\n")
        broken = made.grade(replace(task(kit), tests="a third hash"))
    lucks = [returned(one) for one in (*first, collected)]
    assert len(set(lucks)) == 3
    assert all(luck.startswith("'0.") for luck in lucks)
    assert returned(changed) == "[3]"
    hashes = [one.provenance.assignment for one in (*first, collected, changed)]
    assert hashes[0] == hashes[1] == hashes[2] != hashes[3]
    assert (broken.status, broken.report) == (GradingStatus.FAILED, None)
    assert "test_functions.py" in broken.message
    assert broken.provenance.submission_id == "ada"


def returned(graded: GradedSubmission) -> str:
    assert graded.report is not None
    [test] = graded.report["parts"][0]["tests"]
    return str(test["detail"]["returned"])


NEEDS_MUCH = '''
from functions import add


def test_grader():
    """The grader has a limit."""
    assert bytes(9 << 28)


def test_submission():
    """The submission has its own."""
    assert add(1, 2) == 3
'''


def test_limit_on_the_memory_of_a_grading(kit: Path) -> None:
    """It is not a limit on the submission, whose own may be higher."""
    folder = kit / "autograder/assignments/functions"
    toml = (folder / "assignment.toml").read_text(encoding="utf-8")
    more = "[limits]\nmemory_mib = 4096\n"
    (folder / "assignment.toml").write_text(toml.replace("[limits]\n", more))
    (folder / "tests/test_functions.py").write_text(NEEDS_MUCH)
    with processes() as made:
        graded = made.grade(task(kit, b"def add(a, b): return a + b + 0 * len(bytes(9 << 28))\n"))
    assert graded.status == GradingStatus.FAULT_IN_TESTS, graded.message
    assert graded.report is not None
    [grader, submission] = graded.report["parts"][0]["tests"]
    assert submission["outcome"] == "pass"
    assert "MemoryError" in grader["detail"]["message"]


def test_without_the_zygote(kit: Path) -> None:
    with processes() as made:
        made.grade(task(kit))
        [source] = children_of(judge_of(made), b"zygote_main")
        os.kill(source, signal.SIGKILL)
        wait_for(lambda: has_ended(source))
        with pytest.raises(SandboxError, match="the process that gradings are forked from is gone"):
            made.grade(task(kit))


def test_tasks_cross_as_plain_data(kit: Path) -> None:
    assert pickle.loads(pickle.dumps(task(kit))) == task(kit)

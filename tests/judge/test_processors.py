"""Each grading has a processor of its own, if there are enough."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import pytest

from autograder.course.grading import GradingOptions, GradingTask
from autograder.course.grading_processes import GradingProcesses, local_executor
from autograder.judge import processors
from autograder.judge.processors import lent_processor
from tests.conftest import copy_kit

if sys.platform != "linux":
    pytest.skip("only Linux keeps a process on a processor", allow_module_level=True)


@pytest.fixture(autouse=True)
def no_other_grading(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(processors, "CLAIM_NAME", f"\0{tmp_path}")


def lent_to(jobs: int, gradings: int) -> list[int | None]:
    """Return what this many gradings have at the same time."""
    with contextlib.ExitStack() as stack:
        return [stack.enter_context(lent_processor(jobs)) for _ in range(gradings)]


def test_each_grading_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processors, "usable_processors", lambda: [3, 5, 7])
    for _ in range(2):  # They are given back.
        assert sorted(one for one in lent_to(3, 3) if one) == [3, 5, 7]
    assert lent_to(4, 4) == [None] * 4
    assert sorted(str(one) for one in lent_to(2, 4)) == ["3", "5", "7", "None"]


def test_jobs_grade_on_lent_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[int | None] = []

    def grade(_made: GradingProcesses, _task: GradingTask, processor: int | None = None) -> None:
        used.append(processor)

    monkeypatch.setattr(GradingProcesses, "grade", grade)
    usable = processors.usable_processors()
    for jobs in (None, len(usable) + 1):
        with local_executor(jobs) as batch:
            assert batch.jobs == (jobs or len(usable))
            batch.grade(GradingTask("ada", Path("kit"), "functions", {}, {}))
    assert used[0] in usable
    assert used[1] is None


SHOWS = '''
import os
import pytest
from functions import add


def test_processors():
    """This test shows the processors of the judge, then those of the submission."""
    pytest.fail(f"{sorted(os.sched_getaffinity(0))} {add(1, 2)}")
'''
PROCESSORS = b"import os\n\ndef add(a, b):\n    return sorted(os.sched_getaffinity(0))\n"


def test_judge_and_workers_stay_on_the_processor(tmp_path: Path) -> None:
    kit = copy_kit("functions", tmp_path / "kit")
    (kit / "autograder/assignments/functions/tests/test_functions.py").write_text(SHOWS)
    task = GradingTask(
        "ada", kit, "functions", {"functions.py": PROCESSORS}, {}, GradingOptions(confined=False)
    )
    usable = sorted(processors.usable_processors())
    missing = usable[-1] + 1
    with contextlib.closing(GradingProcesses()) as made:
        for number, expected in ((usable[0], usable[:1]), (missing, usable), (None, usable)):
            report = made.grade(task, number).report
            assert report is not None
            [test] = report["parts"][0]["tests"]
            assert test["detail"]["message"] == f"{expected} {expected}"

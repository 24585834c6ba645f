"""Each job of a machine has a processor of its own, if there are enough."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import pytest

from autograder.course import processors
from autograder.course.grading import GradingTask
from autograder.course.grading_processes import GradingProcesses, local_executor
from autograder.course.processors import Processors
from tests.conftest import copy_kit

if sys.platform != "linux":
    pytest.skip("only Linux keeps a process on a processor", allow_module_level=True)


def lent_to(jobs: int) -> list[int | None]:
    """Return what so many jobs have at the same time."""
    made = Processors(jobs)
    with contextlib.ExitStack() as stack:
        return [stack.enter_context(made.lent()) for _ in range(jobs)]


def test_each_job_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processors, "usable_processors", lambda: {3, 5, 7})
    monkeypatch.setattr(processors, "current_processor", lambda: 5)
    assert sorted(one for one in lent_to(3) if one) == [3, 5, 7]
    assert lent_to(1) == [5]
    assert lent_to(4) == [None] * 4
    monkeypatch.setattr(processors, "current_processor", lambda: 4)
    made = Processors(3)
    for _ in range(4):
        with made.lent() as processor:
            assert processor in {3, 5, 7}


def test_local_executor_grades_on_a_lent_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[int | None] = []

    def grade(_made: GradingProcesses, _task: GradingTask, processor: int | None = None) -> None:
        used.append(processor)

    monkeypatch.setattr(GradingProcesses, "grade", grade)
    usable = processors.usable_processors()
    for jobs in (len(usable), len(usable) + 1):
        with local_executor(jobs) as batch:
            batch.grade(GradingTask("ada", Path("kit"), "functions", {}, {}))
    assert used[0] in usable
    assert used[1] is None


def test_current_processor_is_a_usable_one() -> None:
    assert processors.current_processor() in processors.usable_processors()


SHOWS = '''
import os
import pytest


def test_processors(student):
    """This test shows the processors of the judge, then those of the submission."""
    pytest.fail(f"{sorted(os.sched_getaffinity(0))} {student.add(1, 2)}")
'''
PROCESSORS = b"import os\n\ndef add(a, b):\n    return sorted(os.sched_getaffinity(0))\n"


def test_judge_and_workers_stay_on_the_processor(tmp_path: Path) -> None:
    kit = copy_kit("functions", tmp_path / "kit")
    (kit / "autograder/assignments/functions/tests/test_functions.py").write_text(SHOWS)
    task = GradingTask("ada", kit, "functions", {"functions.py": PROCESSORS}, {}, confined=False)
    usable = sorted(processors.usable_processors())
    missing = usable[-1] + 1
    with contextlib.closing(GradingProcesses()) as made:
        for number, expected in ((usable[0], usable[:1]), (missing, usable), (None, usable)):
            report = made.grade(task, number).report
            assert report is not None
            [test] = report["parts"][0]["tests"]
            assert test["detail"]["message"] == f"{expected} {expected}"

"""A cluster: which workers may grade, and what happens when they or the scheduler go away."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from autograder.assignment import load
from autograder.course import cluster
from autograder.course.cluster import (
    ExpectedKit,
    grade_on_cluster,
    reason_to_refuse,
    require_workers,
)
from autograder.course.results import CourseError, Grading
from autograder.course.students import Student
from autograder.course.submissions import Submission
from autograder.provenance import assignment_hash, kit_hash
from autograder.report import GraderError
from autograder.sandbox.backend import UnconfinedError
from tests.conftest import copy_kit
from tests.course.stub import origin

TASK = Submission((Student("ada"),), contents={"a.py": b"1"})
GRADED = Grading(origin(TASK), None, "graded")
EXPECTED = ExpectedKit(Path("kit"), "stub", "kit 1", "tests 1")
GONE = OSError("the worker is gone")


class FakeClient:
    """A cluster: the answer of each worker to being asked, and then to each task, in order."""

    def __init__(self, asked: dict[str, object], *answers: object) -> None:
        self.asked = asked
        self.answers = list(answers)

    def wait_for_workers(self, *_: object) -> None:
        if not self.asked:
            raise TimeoutError

    def run(self, *_: object, **__: object) -> dict[str, object]:
        return self.asked

    def submit(self, *_: object, **__: object) -> SimpleNamespace:
        def result(timeout: float) -> object:  # noqa: ARG001
            answer = self.answers.pop(0)
            if isinstance(answer, Exception) and not isinstance(answer, GraderError | CourseError):
                raise answer
            return answer

        return SimpleNamespace(result=result)


def grade_with(*answers: object, asked: dict[str, object] | None = None) -> object:
    client = FakeClient({"a": ""} if asked is None else asked, *answers)
    return grade_on_cluster(client, "tcp://there", EXPECTED, TASK)


MISSING = ModuleNotFoundError("No module named 'autograder'")
NOT_USABLE: dict[str, tuple[dict[str, object], str]] = {
    "one refuses": ({"a": "", "b": "another kit"}, "b refuses to grade: another kit"),
    "one has no autograder": (
        {"a": MISSING, "b": ""},
        "a refuses to grade: it cannot load autograder "
        "(ModuleNotFoundError: No module named 'autograder'); install the same version",
    ),
    "none is there": (
        {},
        "tcp://there: has no worker; start one; what is graded is saved; run the same command "
        "again to continue",
    ),
}


@pytest.mark.parametrize(("asked", "message"), NOT_USABLE.values(), ids=NOT_USABLE)
def test_workers_that_cannot_be_used(asked: dict[str, object], message: str) -> None:
    """When a run begins, and if a grading takes long."""
    pytest.importorskip("distributed")
    with pytest.raises(CourseError) as refused:
        require_workers(FakeClient(asked), "tcp://there", EXPECTED)
    assert str(refused.value) == message
    with pytest.raises(CourseError) as refused:
        grade_with(TimeoutError(), asked=asked)
    assert str(refused.value) == message


def test_answers_of_a_task() -> None:
    distributed = pytest.importorskip("distributed")
    killed = distributed.KilledWorker.__new__(distributed.KilledWorker)
    environments = RuntimeError("Error during deserialization of the task graph.")
    assert grade_with(TimeoutError(), TimeoutError(), GRADED, asked={"a": GONE}) == GRADED
    for answer, error, message in (
        (killed, GraderError, "every worker that graded it has died"),
        (GraderError("no result"), GraderError, "no result"),
        (environments, CourseError, "task graph.; is autograder the same version there?"),
        (GONE, CourseError, "tcp://there: the connection to the scheduler is lost"),
        (CourseError("a worker refuses"), CourseError, "a worker refuses"),
    ):
        with pytest.raises(error, match=message):
            grade_with(answer)


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return copy_kit("functions", tmp_path / "kit")


def test_reasons_to_refuse(kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tests = assignment_hash(load("functions", kit))
    expected = ExpectedKit(kit, "functions", kit_hash(), tests)
    assert reason_to_refuse(expected) == ""
    engine = replace(expected, kit_hash="another")
    assert reason_to_refuse(engine).startswith("its autograder is another version")
    other = copy_kit("functions", tmp_path / "other")
    monkeypatch.setenv("AUTOGRADER_KIT", str(other))
    assert reason_to_refuse(expected) == ""
    (other / "autograder/assignments/functions/tests/new.py").write_text("")
    assert reason_to_refuse(expected) == (
        f"{other}: the files of functions are not the same; copy the kit again"
    )
    monkeypatch.setenv("AUTOGRADER_KIT", str(tmp_path))
    reason = reason_to_refuse(expected)
    assert reason.startswith(f"{tmp_path}: no assignments here")
    assert reason.endswith("; AUTOGRADER_KIT can name its kit")


def test_worker_that_cannot_confine_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    def grade(*_: object) -> Grading:
        raise UnconfinedError({"landlock": "missing"})

    monkeypatch.setattr(cluster, "_servers", {EXPECTED: None})
    monkeypatch.setattr(cluster, "grade_submission", grade)
    monkeypatch.setattr(cluster, "reason_to_refuse", lambda _: "")
    reason = "a worker refuses to grade: submissions cannot be confined on it (landlock: missing); "
    assert str(cluster.grade_on_worker(TASK, EXPECTED)).startswith(reason)
    monkeypatch.setattr(cluster, "reason_to_refuse", lambda _: "another kit")
    reason = "a worker refuses to grade: another kit; what is graded is saved; "
    assert str(cluster.grade_on_worker(TASK, EXPECTED)).startswith(reason)

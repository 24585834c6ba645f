"""Gradings of a class: saved as they end, and done again only where they have to be."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from autograder.course import grade as grading
from autograder.course.grade import class_tests, to_grade
from autograder.course.results import CourseError, Grading, opened_results
from autograder.course.students import Student
from autograder.course.submissions import Submission
from autograder.report import GraderError
from autograder.sandbox.backend import UnconfinedError
from tests.course.stub import (
    RECORDED,
    STUB,
    graded_now,
    hand_in,
    origin,
    run_stub,
    scores,
    stub_grade,
    table,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


def test_graders_know_students_by_their_ids_only(path: Path) -> None:
    """On a cluster, what is graded leaves the machine: names, addresses and dates do not."""
    tasks: list[Submission] = []

    def grade(task: Submission) -> Grading:
        tasks.append(task)
        return stub_grade(task)

    run_stub(path, {"ada+bob": "10"}, grade)
    students = (Student("ada"), Student("bob"))
    assert tasks == [Submission(students, contents={"a.py": b"10"}, number=tasks[0].number)]


def test_only_what_is_new_or_changed_is_graded(path: Path) -> None:
    """The latest submission counts, also an earlier one that is handed in again."""
    assert run_stub(path, {"ada": "10", "bob": "5"}) == ["ada", "bob"]
    assert run_stub(path, {"ada": "10", "bob": "5"}) == []
    assert run_stub(path, {"bob": "6", "cy": "1"}) == ["bob", "cy"]
    assert [score for score, _ in scores(path).values()] == [90.0, 66.0, 36.0]
    assert run_stub(path, {"bob": "5"}) == []
    assert [score for score, _ in scores(path).values()] == [90.0, 60.0, 36.0]
    history = table(path, "SELECT score FROM history WHERE student = 'bob'")
    assert history == [(60.0,), (66.0,)]


def test_another_kit_grades_again(path: Path) -> None:
    """The last grading counts, so scores by the first kit do not come back by themselves."""
    run_stub(path, {"ada": "10", "bob": "5"})
    assert run_stub(path, {}, partial(stub_grade, kit="kit 2"), "kit 2") == ["ada", "bob"]
    assert run_stub(path, {}) == ["ada", "bob"]
    assert table(path, "SELECT kit FROM history WHERE student = 'ada'") == [
        ("kit 1",),
        ("kit 2",),
        ("kit 1",),
    ]
    assert run_stub(path, {}) == []


def test_fault_of_the_grader_is_retried_once_and_costs_nothing(path: Path) -> None:
    """It is listed apart, and tried again in the next run; an earlier score stays."""
    tries: Counter[str] = Counter()

    def grade(task: Submission) -> Grading:
        tries[task.id] += 1
        if task.id == "ends" and tries[task.id] == 1:
            raise GraderError("the process ended")
        if task.id == "late" and tries[task.id] > 1:
            return Grading(origin(task, "kit 2"), None, "no more")
        return stub_grade(task)

    run_stub(path, {"ada": "fails", "bob": "10", "ends": "9", "late": "8", "test": "7 3"}, grade)
    assert tries == {"ada": 2, "bob": 1, "ends": 2, "late": 1, "test": 2}
    before = {
        "ada": (None, "failed"),
        "bob": (90.0, "graded"),
        "ends": (84.0, "graded"),
        "late": (78.0, "graded"),
        "test": (90.0, "fault in tests"),
    }
    assert scores(path) == before
    assert run_stub(path, {}, grade) == ["ada", "test"]
    with opened_results(path, writing=True) as results:
        graded_now(results, grade, "kit 2")
    assert scores(path) == before
    faults = table(path, "SELECT student, status FROM faults ORDER BY student")
    assert faults == [("ada", "failed"), ("late", "failed"), ("test", "fault in tests")]


def test_assignment_that_is_changed_during_a_run(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends at the next grading: a missing or new case is the kit's fault, not the student's."""
    monkeypatch.chdir(path.parent)
    case = Path("kit/inputs/stub/secret/new.in")

    def grade(task: Submission) -> Grading:
        if task.id == "cy":
            case.parent.mkdir(parents=True)
            case.touch()
        return stub_grade(task)

    with pytest.raises(CourseError) as raised:
        run_stub(path, {"ada": "1", "bob": "2", "cy": "3"}, grade)
    assert str(raised.value) == (
        "kit/autograder/assignments/stub: the assignment was changed during this run; "
        "what was graded before is saved; run the same command again"
    )
    assert [score for score, _ in scores(path).values()] == [36.0, 42.0, None]


def test_what_is_graded_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By another kit all; by the same one only faults, and what was not graded."""
    monkeypatch.setattr(grading, "recorded_options", lambda _: RECORDED)
    monkeypatch.setattr(grading, "assignment_hash", lambda _: "tests 1")
    run_stub(path, {"ada": "10", "bob": "5", "cy": "", "di+ed": "0", "flo": "5 1"})
    with opened_results(path, writing=True) as results:
        results.begin(STUB)
        hand_in(results, {"gus": "3"})

    def selected(kit: str) -> list[str]:
        monkeypatch.setattr(grading, "kit_hash", lambda: kit)
        with opened_results(path) as results:
            numbers = to_grade(results, class_tests(STUB))
            return [results.submission(number).id for number in numbers]

    assert selected("kit 2") == ["ada", "bob", "di", "flo", "gus"]
    assert selected("kit 1") == ["flo", "gus"]


def test_nothing_is_graded_where_nothing_can_be_confined(path: Path) -> None:
    def grade(_: Submission) -> Grading:
        raise UnconfinedError({"landlock": "missing"})

    with pytest.raises(UnconfinedError, match="landlock: missing"):
        run_stub(path, {"ada": "1"}, grade)
    assert scores(path) == {"ada": (None, "not graded yet")}

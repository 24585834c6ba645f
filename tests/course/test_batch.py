"""Gradings of a class: saved as they end, and done again only where they have to be."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from autograder import provenance
from autograder.course import results as results_module
from autograder.course.errors import CourseError
from autograder.course.grading import GradedSubmission, GradingTask, failed
from autograder.course.results import opened_results
from autograder.report import GraderError
from autograder.sandbox.backend import UnconfinedError
from tests.conftest import ROOT
from tests.course import stub
from tests.course.stub import STUB, graded_now, hand_in, origin, run_stub, scores, stub_grade, table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


def test_scores(path: Path) -> None:
    assert run_stub(path, {"ada": "10", "bob": "5", "cy": "", "di+ed": "0"}) == ["ada", "bob", "di"]
    assert scores(path) == {
        "ada": (90.0, "graded"),
        "bob": (60.0, "graded"),
        "cy": (None, "cannot be graded"),
        "di": (30.0, "graded"),
        "ed": (30.0, "graded"),
    }


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
    run_stub(path, {"ada": "10", "bob": "5"})
    graded = run_stub(path, {}, partial(stub_grade, kit="kit 2"), "kit 2")
    assert graded == ["ada", "bob"]
    assert table(path, "SELECT student, kit FROM history") == [
        ("ada", "kit 1"),
        ("ada", "kit 2"),
        ("bob", "kit 1"),
        ("bob", "kit 2"),
    ]


def test_kit_that_is_changed_back_grades_again(path: Path) -> None:
    """The last grading counts, so scores by the first kit do not come back by themselves."""
    run_stub(path, {"ada": "10", "bob": "5"})
    run_stub(path, {}, partial(stub_grade, kit="kit 2"), "kit 2")
    assert run_stub(path, {}) == ["ada", "bob"]
    assert table(path, "SELECT student, kit FROM scores JOIN gradings ON grading = id") == [
        ("ada", "kit 1"),
        ("bob", "kit 1"),
    ]
    assert run_stub(path, {}) == []


def test_fault_of_the_grader_is_retried_once_and_costs_nothing(path: Path) -> None:
    """It is listed apart, and tried again in the next run; an earlier score stays."""
    tries: Counter[str] = Counter()

    def grade(task: GradingTask) -> GradedSubmission:
        tries[task.id] += 1
        if task.id == "ends" and tries[task.id] == 1:
            raise GraderError("the process ended")
        if task.id == "late" and tries[task.id] > 1:
            return failed(origin(task, "kit 2"), "no more")
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


def test_nothing_is_graded_where_nothing_can_be_confined(path: Path) -> None:
    def grade(task: GradingTask) -> GradedSubmission:
        return failed(origin(task), "no", {"landlock": "missing"})

    with pytest.raises(UnconfinedError, match="landlock: missing"):
        run_stub(path, {"ada": "1"}, grade)
    assert scores(path) == {"ada": (None, "not graded yet")}


def test_what_is_saved_survives_the_death_of_the_process(path: Path) -> None:
    """The grader dies in the third grading, without a chance to clean up."""
    code = (
        "import os, sys; from pathlib import Path; from tests.course.stub import *\n"
        "def grade(task):\n"
        "    if task.id == 'cy': os.kill(os.getpid(), 9)\n"
        "    return stub_grade(task)\n"
        "run_stub(Path(sys.argv[1]), {'ada': '1', 'bob': '2', 'cy': '3', 'di': '4'}, grade)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, str(path)]
    assert subprocess.run(command, env=environment, check=False).returncode == -9
    assert [status for _, status in scores(path).values()] == 2 * ["graded"] + 2 * [
        "not graded yet"
    ]
    assert run_stub(path, {}) == ["cy", "di"]
    assert [score for score, _ in scores(path).values()] == [36.0, 42.0, 48.0, 54.0]


def test_results_of_another_assignment(path: Path) -> None:
    run_stub(path, {"ada": "1"})
    other = STUB.__class__("other", Path("kit"), "", ("a.py",), STUB.parts)
    message = "has the results of stub; name another file for other"
    with pytest.raises(CourseError, match=message), opened_results(path, writing=True) as results:
        results.begin_run(other, [])


def run_with_little_space(path: Path) -> None:
    with opened_results(path, writing=True) as results:
        run = results.begin_run(STUB, [])
        hand_in(results, run, {f"s{number}": "1" for number in range(30)})
        pages = results.rows("PRAGMA page_count")[0][0]
        results.connection.execute(f"PRAGMA max_page_count = {pages + 10}")
        graded_now(results)


def test_full_disk(path: Path) -> None:
    """What was saved before stays, and the next run goes on."""
    message = "database or disk is full; free some space, and run the command again"
    with pytest.raises(CourseError, match=message):
        run_with_little_space(path)
    done = [name for name, (score, _) in scores(path).items() if score is not None]
    assert 0 < len(done) < 30
    assert len(run_stub(path, {})) == 30 - len(done)


@pytest.mark.parametrize("replaced", [False, True])
def test_results_that_are_removed_during_a_run(replaced: bool, path: Path) -> None:
    """It ends at the next grading, since nobody would find what it saves."""
    other = path.with_name("other.sqlite")
    run_stub(other, {"zoe": "2"})

    def grade(task: GradingTask) -> GradedSubmission:
        if task.id == "bob":
            path.unlink()
            if replaced:
                other.rename(path)
        return stub_grade(task)

    with pytest.raises(CourseError) as raised:
        run_stub(path, {"ada": "1", "bob": "2", "cy": "3"}, grade)
    assert str(raised.value) == (
        f"{path}: was removed or replaced during this run, so what was graded is lost or in the "
        "earlier file; run the command again"
    )


def test_assignment_that_is_changed_during_a_run(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends at the next grading: a missing or new case is the kit's fault, not the student's."""
    monkeypatch.chdir(path.parent)
    case = Path("kit/inputs/stub/secret/new.in")

    def grade(task: GradingTask) -> GradedSubmission:
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
    assert scores(path) == {
        "ada": (36.0, "graded"),
        "bob": (42.0, "graded"),
        "cy": (None, "not graded yet"),
    }


def test_clock_that_is_set_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing takes less than no time, and what was graded last counts, not the latest time."""
    times = (datetime(2027, 1, 15, tzinfo=UTC) - timedelta(hours=hour) for hour in count())
    for module in (provenance, results_module, stub):
        monkeypatch.setattr(module, "now", lambda: next(times))
    run_stub(path, {"ada": "1"})
    run_stub(path, {"ada": "10"})
    assert scores(path) == {"ada": (90.0, "graded")}
    assert table(path, "SELECT score, seconds FROM gradings") == [(36.0, 0.0), (90.0, 0.0)]
    started = [str(row[0]) for row in table(path, "SELECT started FROM gradings")]
    assert started == sorted(started, reverse=True)


def test_views_answer_questions(path: Path) -> None:
    run_stub(path, {"ada": "10", "bob": "5", "cy": ""})
    assert table(path, "SELECT part, students, full_marks, mean_earned FROM part_pass_rates") == [
        ("first", 2, 1, 45.0),
        ("second", 2, 2, 30.0),
    ]
    worst = table(path, "SELECT key, says, pass_rate FROM test_pass_rates LIMIT 1")
    assert worst == [("first/hidden/test_5", "first 5", 0.5)]
    assert table(path, "SELECT student, message FROM refused") == [("cy", "cy: nothing")]
    assert table(path, "SELECT count(*) FROM test_outcomes WHERE outcome = 'wrong'") == [(5,)]
    assert table(path, "SELECT earned FROM part_scores WHERE student = 'bob'") == [(30.0,), (30.0,)]


def test_documented_tables_and_views_are_those_of_the_file(path: Path) -> None:
    readme = (ROOT / "autograder/course/README.md").read_text(encoding="utf-8")
    tables, views = readme.partition("## Tables")[2].split("## Views")
    run_stub(path, {})
    for kind, section in {"table": tables, "view": views}.items():
        documented = re.findall(r"^\| `(\w+)`", section, re.MULTILINE)
        query = f"SELECT name FROM sqlite_master WHERE type = '{kind}'"
        assert sorted(documented) == sorted(str(row[0]) for row in table(path, query))


def test_examples_of_queries_work(path: Path) -> None:
    readme = (ROOT / "autograder/course/README.md").read_text(encoding="utf-8")
    run_stub(path, {"ada": "0"})
    [queries] = re.findall(r"```sql\n(.*?)```", readme, re.DOTALL)
    found = [table(path, query) for query in queries.strip().splitlines()]
    assert found[0] == [("ada", "Name of ada", 30.0)]
    assert len(found[1]) == 5

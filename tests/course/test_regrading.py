"""After a change to the tests: what is graded again, what changes, and what stays."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from autograder.course import regrading
from autograder.course.batch import BatchExecutor, grade_batch
from autograder.course.changes import MAX_CHANGES, change_lines, with_other_parts
from autograder.course.errors import CourseError
from autograder.course.grading import GradedSubmission, GradingOptions, GradingTask, failed
from autograder.course.regrading import history_lines, last_options, to_regrade
from autograder.course.results import opened_results
from autograder.reports import json as as_json
from tests.course.stub import (
    RECORDED,
    STUB,
    InlineExecutor,
    hand_in,
    origin,
    run_stub,
    scores,
    stub_grade,
    stub_report,
    table,
)

OPTIONS = RECORDED


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(regrading, "kit_hash", lambda: "kit 2")
    monkeypatch.setattr(regrading, "assignment_hash", lambda _assignment: "tests 1")
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10", "bob": "5", "cy": "", "di+ed": "0"})
    return path


def selected(path: Path, student: str = "", part: str = "", where: str = "") -> list[str]:
    with opened_results(path) as results:
        numbers = to_regrade(results, STUB, student, part, where)
        return [regrading.students_of(results, number) for number in numbers]


def test_what_is_graded_again(path: Path) -> None:
    assert selected(path) == ["ada", "bob", "di, ed"]
    assert selected(path, student="P-BOB") == ["bob"]
    assert selected(path, where="score < 70") == ["bob", "di, ed"]
    assert selected(path, where="student = 'ed' -- a comment") == ["di, ed"]
    with pytest.raises(CourseError, match="there is no student 'zoe'"):
        selected(path, student="zoe")


def test_faults_and_submissions_without_a_grading(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are graded again, although neither the kit nor the tests have changed."""
    monkeypatch.setattr(regrading, "kit_hash", lambda: "kit 1")
    run_stub(path, {"flo": "5 1"})
    with opened_results(path, writing=True) as results:
        numbers = hand_in(results, results.begin_run(STUB, []), {"gus": "3"})
        assert results.current_report(numbers["gus"]) is None
    assert selected(path) == ["flo", "gus"]
    assert selected(path, part="first") == ["flo"]


@pytest.mark.parametrize(
    ("where", "fault"),
    [
        ("score <", 'near ")": syntax error'),
        ("points < 70", "no such column: points"),
        ("json_extract(name, '$')", "malformed JSON"),
        ("score \033", 'unrecognized token: "\\x1b"'),
        ("score < ?", "Incorrect number of bindings supplied."),
        ("1); DELETE FROM gradings; --", "You can only execute one statement at a time."),
    ],
)
def test_invalid_condition(where: str, fault: str, path: Path) -> None:
    """The fault is not the file's."""
    with pytest.raises(CourseError) as raised:
        selected(path, where=where)
    assert str(raised.value).startswith(f"--where: {fault}")
    assert str(raised.value).endswith(
        "; it has to be a condition on the columns of the view `scores`, such as score < 50"
    )
    assert len(table(path, "SELECT * FROM gradings")) == 3


def second_kit(task: GradingTask, passed: int = 7) -> GradedSubmission:
    """Only the first part is graded, as tests of another kit would."""
    contents = {"a.py": str(passed).encode()}
    graded = stub_grade(replace(task, contents=contents), "kit 2")
    assert graded.report is not None
    options: dict[str, Any] = {**OPTIONS, "parts": list(task.options.parts)}
    made = replace(origin(task, "kit 2"), options=options)
    parts = [
        part
        for part in graded.report["parts"]
        if part["name"] in task.options.parts or not task.options.parts
    ]
    report = {**graded.report, "parts": parts}
    report["provenance"] = {**report["provenance"], "options": options}
    return replace(graded, report=report, provenance=made)


def regrade_part(path: Path, part: str = "first") -> None:
    with opened_results(path, writing=True) as results:
        numbers = to_regrade(results, STUB, "bob", part, "")
        options = GradingOptions(parts=(part,))
        batch = BatchExecutor(InlineExecutor(), second_kit, 1)
        list(grade_batch(results, numbers, STUB, options, batch))


def test_one_part(path: Path) -> None:
    """The other parts stay, and the score is that of all; a second part can follow."""
    regrade_part(path)
    assert scores(path)["bob"] == (72.0, "graded")
    assert table(path, "SELECT part, earned FROM part_scores WHERE student = 'bob'") == [
        ("first", 42.0),
        ("second", 30.0),
    ]
    assert selected(path, student="bob", part="first") == []
    assert selected(path, student="bob", part="second") == ["bob"]
    assert selected(path, student="bob") == ["bob"]
    assert selected(path, part="first") == ["ada", "di, ed"]
    regrade_part(path, "second")
    assert selected(path, student="bob", part="first") == []
    assert scores(path)["bob"] == (72.0, "graded")


def test_points_that_do_not_add_up_in_binary() -> None:
    """Full marks stay full marks: 0.1 and 0.2 points are 0.3, not 0.30000000000000004."""
    again = stub_grade(GradingTask("ada", Path("kit"), "stub", {"a.py": b"10"}, {}))
    parts = stub_report("ada", 10).parts
    points = [replace(part, points=each) for part, each in zip(parts, (0.1, 0.2), strict=True)]
    report = replace(stub_report("ada", 10), parts=tuple(points), provenance=again.provenance)
    table = as_json.as_table(report)
    merged = with_other_parts(replace(again, report=table), table).report
    assert merged is not None
    assert (merged["score"], merged["out_of"]) == (0.3, 0.3)


def test_fault_in_another_part_remains(path: Path) -> None:
    """It is listed until the part that has it is graded again."""
    run_stub(path, {"bob": "5 1"})
    query = "SELECT student, message FROM faults WHERE student = 'bob'"
    regrade_part(path, "second")
    assert scores(path)["bob"] == (66.0, "fault in tests")
    assert table(path, query) == [("bob", "1 test ended in a fault of the grader")]
    assert selected(path, student="bob", part="first") == ["bob"]
    regrade_part(path, "first")
    assert scores(path)["bob"] == (72.0, "graded")
    assert table(path, query) == []


def test_single_part_is_refused_if_points_have_changed(path: Path) -> None:
    """The other parts of the earlier report would count with points that they no longer have."""
    parts = (replace(STUB.parts[0], points=50), STUB.parts[1])
    message = "parts or points of stub have changed; omit --part"
    for changed in (parts, parts[:1], (*STUB.parts, replace(parts[0], name="third"))):
        assignment = replace(STUB, parts=changed)
        with opened_results(path) as results:
            assert len(to_regrade(results, assignment, "", "", "")) == 3
            with pytest.raises(CourseError, match=message):
                to_regrade(results, assignment, "", "first", "")


def test_history(path: Path) -> None:
    regrade_part(path)
    with opened_results(path) as results:
        lines = history_lines(results, "bob")
        assert history_lines(results, "cy") == ["cy: nothing was graded"]
        old, new = (
            results.rows("SELECT report FROM reports WHERE grading = ?", number)[0]
            for number in (2, 4)
        )
    assert [line[19:] for line in lines if not line.startswith("  ")] == [
        f"  60 of 90, graded; submission {hash_of(path)}, kit kit 1, tests tests 1",
        f"  72 of 90, graded; submission {hash_of(path)}, kit kit 2, tests tests 1",
    ]
    assert [line for line in lines if line.startswith("  ")] == [
        "  first: first 5: wrong → pass",
        "  first: first 6: wrong → pass",
    ]
    assert old["report"] != new["report"]


def test_history_of_a_fault(tmp_path: Path) -> None:
    """It has no score but a reason; the next report is compared with the one before."""
    path = tmp_path / "results.sqlite"
    with opened_results(path, writing=True) as results:
        results.begin_run(STUB, [])
        assert last_options(results, "") == GradingOptions()
    run_stub(path, {"ada": "6"})
    message = "in detail:\nthe grader failed"
    run_stub(path, {}, lambda task: failed(origin(task, "kit 2"), message), "kit 2")
    run_stub(path, {}, second_kit, "kit 2")
    with opened_results(path) as results:
        lines = history_lines(results, "ada")
    assert [line.partition("; ")[0].partition("  ")[2] for line in lines] == [
        "66 of 90, graded",
        "no score, failed",
        "the grader failed",
        "72 of 90, graded",
        "first: first 6: wrong → pass",
    ]


def hash_of(path: Path) -> str:
    [[found]] = table(path, "SELECT hash FROM submissions WHERE folder = 'bob'")
    return str(found)[:8]


def part_of(*tests: tuple[str, str]) -> dict[str, Any]:
    rows = [{"name": n, "says": n, "hidden": False, "outcome": outcome} for n, outcome in tests]
    return {"out_of": 10, "parts": [{"name": "p", "tests": rows}]}


def test_lines_of_a_change() -> None:
    before = {"score": 2.5, **part_of(("a", "pass"), ("b", "wrong"), ("old", "pass"))}
    after = {"score": 1.0, **part_of(("a", "wrong"), ("b", "wrong"), ("new", "pass"))}
    assert change_lines("ada", before, after) == [
        "ada: 2.5 → 1 (-1.5)",
        "  p: a: pass → wrong",
        "  p: old: pass → no such test",
        "  p: new: no such test → pass",
    ]
    assert change_lines("ada", before, before) == []
    assert change_lines("ada", None, before) == ["ada: no score → 2.5"]


def test_change_of_the_maximum() -> None:
    """The scores are shown with it, also if they are the same number."""
    before = {"score": 5, **part_of(("a", "wrong"))}
    assert change_lines("ada", before, {**before, "out_of": 5}) == ["ada: 5 of 10 → 5 of 5"]
    after = {**before, "score": 2.5, "out_of": 5}
    assert change_lines("ada", before, after) == ["ada: 5 of 10 → 2.5 of 5"]


def test_only_the_first_lines_of_a_change_are_shown() -> None:
    before = {"score": 0, **part_of(*((f"{n:02}", "wrong") for n in range(MAX_CHANGES + 1)))}
    after = {"score": 9, **part_of(*((f"{n:02}", "pass") for n in range(MAX_CHANGES + 1)))}
    _, *shown, last = change_lines("ada", before, after)
    assert (len(shown), last) == (MAX_CHANGES, "  and 1 more test")


def test_options_are_those_of_the_last_grading(path: Path) -> None:
    with opened_results(path) as results:
        assert last_options(results, "first") == GradingOptions(parts=("first",))
    lenient = partial(stub_grade, kit="kit 3")

    def grade(task: GradingTask) -> GradedSubmission:
        graded = lenient(task)
        options = {"whitespace": "lenient", "confined": False, "parts": []}
        return replace(graded, provenance=replace(graded.provenance, options=options))

    run_stub(path, {}, grade, "kit 3")
    with opened_results(path) as results:
        assert last_options(results, "") == GradingOptions(lenient=True, confined=False)

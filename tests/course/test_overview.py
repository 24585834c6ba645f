"""A class, or one of its students, as text for the terminal."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from autograder.course.batch import BatchExecutor, grade_batch
from autograder.course.grading import GradedSubmission, GradingOptions, GradingTask
from autograder.course.overview import class_lines, student_lines
from autograder.course.pages import class_page
from autograder.course.results import opened_results
from tests.course.stub import STUB, InlineExecutor, run_stub, stub_grade


def test_what_is_known_of_a_student(tmp_path: Path) -> None:
    """Of a group's members, each has the remarks on what was handed in."""
    path = tmp_path / "results.sqlite"
    notes = ("online text is not graded", "\033[1m")
    run_stub(path, {"ada+bob": "5 1"}, submitted="2027-01-16", late=True, notes=notes)
    with opened_results(path) as results:
        lines = student_lines(results, "bob")
        assert lines[:6] == [
            "bob  Name of bob  fault in tests  2027-01-16",
            "late, as the platform has marked it",
            "online text is not graded",
            "\\x1b[1m",
            "a fault",
            "",
        ]
        assert lines[6].startswith("stub: ")
        assert not lines[6].endswith("\n")


def test_longest_bar_is_that_of_the_most_students(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10", "bob": "10", "cy": "0"})
    with opened_results(path) as results:
        bars = {
            line.partition("  █")[0].strip(): line.count("█")
            for line in class_lines(results, tmp_path)
        }
    assert {label: length for label, length in bars.items() if length} == {
        "27 ..     1": 20,
        "90     2": 40,
    }


def test_scores_out_of_other_points_are_in_the_same_tenths(tmp_path: Path) -> None:
    """As while a class is graded again after points have moved to what a person marks."""

    def grade(task: GradingTask) -> GradedSubmission:
        graded = stub_grade(task, "kit 2")
        assert graded.report
        return replace(graded, report={**graded.report, "score": 45.0, "out_of": 45})

    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "9", "bob": "5"})
    with opened_results(path, writing=True) as results:
        batch = BatchExecutor(InlineExecutor(), grade, 1)
        [submission] = results.rows("SELECT submission FROM scores WHERE student = 'ada'")
        list(grade_batch(results, [submission[0]], STUB, GradingOptions(), batch))
        terminal = "\n".join(class_lines(results, results.path))
        page = class_page(results, results.rows("SELECT * FROM scores"))
    shown = re.findall(r"(?m)^ +\d+(?: \.\.)? +(\d+)(?:  |$)", terminal)
    bars = [re.findall("([^>]*)</text>", bar) for bar in page.split("<rect ")[1:]]
    assert [texts[0] if len(texts) > 1 else "0" for texts in bars] == shown
    assert shown[-1] == "1"

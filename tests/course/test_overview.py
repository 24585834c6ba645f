"""A class, or one of its students, as text for the terminal."""

from __future__ import annotations

from pathlib import Path

from autograder.course.overview import class_lines, student_lines
from autograder.course.results import opened_results
from tests.course.stub import run_stub


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

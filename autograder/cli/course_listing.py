"""What `course grade` prints about a class: who handed in what, and what could not be graded."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from itertools import starmap
from pathlib import Path

import click

from autograder.assignment import Assignment
from autograder.cli.console import print_error
from autograder.course.downloads import read_submissions
from autograder.course.results import Results
from autograder.course.statistics import number_of_students
from autograder.course.students import Roster, Student
from autograder.course.submissions import Submission
from autograder.report import read_as
from autograder.safetext import last_line, printable_line

WIDEST_ID, WIDEST_NAME = 24, 28


def print_class(
    downloads: Sequence[Path], assignment: Assignment, platform: str, roster: Roster | None
) -> list[str]:
    """Print who handed in what; return the problems with the downloads."""
    problems: list[str] = []
    seen: dict[str, tuple[Student, Submission]] = {}
    for _, each in read_submissions(downloads, assignment, problems, platform, roster):
        seen |= {student.id: (student, each) for student in each.students}
    for _, (student, each) in sorted(seen.items()):
        print_row(student.id, student.name, each.platform, _described(each, roster))
    if seen:
        missing = [
            one for one in (roster.students.values() if roster else ()) if one.id not in seen
        ]
        for student in missing:
            print_row(student.id, student.name, "", "nothing handed in")
        ready = sum(not each.refused for _, each in seen.values())
        click.echo(
            f"\n{number_of_students(len(seen) + len(missing))}: {ready} to grade, "
            f"{len(seen) - ready} cannot be graded, {len(missing)} handed in nothing"
        )
    print_problems(problems)
    return problems


def print_problems(problems: Sequence[str]) -> None:
    """Print what is wrong with downloads."""
    for problem in problems:
        print_error(printable_line(problem))


def print_row(student: str, name: str, platform: str, text: str) -> None:
    """Print a row of the table of who handed in what."""
    cells = (cell(student, WIDEST_ID), cell(name, WIDEST_NAME), cell(platform, 16))
    click.echo("  ".join((*cells, text)).rstrip())


def cell(text: str, width: int) -> str:
    """Return a text of this width; a longer one is cut."""
    safe = printable_line(text, width + 1)
    return safe.ljust(width) if len(safe) <= width else f"{safe[: width - 1]}…"


def _described(each: Submission, roster: Roster | None) -> str:
    words = [each.refused or ", ".join(each.contents), *each.unusable.values()]
    words += starmap(read_as, each.renamed.items())
    words += ["late"] if each.late else []
    words += [each.submitted]
    if len(each.students) > 1:
        words.append(f"group of {', '.join(student.id for student in each.students)}")
    if roster and not all(student.id in roster.students for student in each.students):
        words.append("not on the roster")
    return "; ".join(printable_line(word) for word in (*words, *each.notes) if word)


def print_summary(results: Results, now_graded: int, problems: Sequence[str]) -> bool:
    """Print how many are graded, and each student without a score; return whether faults remain."""
    rows = results.rows("SELECT * FROM scores ORDER BY student")
    if problems and not rows:
        print_problems(problems)
        return False
    scored = sum(row["score"] is not None for row in rows)
    click.echo(f"students: {len(rows)}; with a score: {scored}; graded in this run: {now_graded}")
    noted = results.rows(
        """SELECT student, unusable, renamed, notes FROM current_submissions
        JOIN submissions ON id = submission
        WHERE (unusable, renamed, notes) != ('{}', '{}', '[]') ORDER BY student"""
    )
    _print_section("Noted", [(row["student"], _noted(row)) for row in noted])
    not_graded = [row for row in rows if row["status"] == "cannot be graded"]
    _print_section("Cannot be graded", [_line(row) for row in not_graded])
    nothing = [row for row in rows if row["submission"] is None]
    _print_section("Handed in nothing", [(row["student"], row["name"]) for row in nothing])
    unknown = [row for row in rows if row["on_roster"] == 0]
    _print_section("Not on the roster", [(row["student"], row["name"]) for row in unknown])
    has_faults = print_faults(results)
    print_problems(problems)
    click.echo(f"\nResults: {results.where}")
    return has_faults


def print_faults(results: Results) -> bool:
    """Print the faults of the grader; return whether there are any."""
    faults = results.rows("SELECT * FROM faults ORDER BY student")
    _print_section("Faults of the grader, which cost no marks", [_line(row) for row in faults])
    return bool(faults)


def _noted(row: sqlite3.Row) -> str:
    """Return why files of a submission are not graded, and what else there is to know of it."""
    renamed = starmap(read_as, json.loads(row["renamed"]).items())
    unusable = json.loads(row["unusable"]).values()
    return "; ".join([*unusable, *renamed, *json.loads(row["notes"])])


def _line(row: sqlite3.Row) -> tuple[str, str]:
    return row["student"], last_line(row["message"])


def _print_section(title: str, lines: Sequence[tuple[str, str]]) -> None:
    if lines:
        click.echo(f"\n{title}:")
    for student, text in lines:
        click.echo(f"  {cell(student, WIDEST_ID)}  {printable_line(text)}".rstrip())

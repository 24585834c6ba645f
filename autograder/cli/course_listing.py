"""What `course grade` prints about a class: who handed in what, and what could not be graded."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from itertools import starmap

import click

from autograder.cli.console import print_error
from autograder.course.results import Results
from autograder.report import read_as
from autograder.safetext import last_line, printable_line
from autograder.sentences import counted

WIDEST_ID, WIDEST_NAME = 24, 28
REMEDY = (
    "To grade one after all, put it into a folder as ID.py or ID/ and name that as last DOWNLOAD."
)


def print_class(results: Results) -> None:
    """Print who handed in what."""
    rows = results.rows(
        """SELECT scores.*, unusable, renamed, notes, (
            SELECT group_concat(name, ', ') FROM files WHERE submission = scores.submission
        ) AS files, (
            SELECT group_concat(student, ', ') FROM submitters
            WHERE submitters.submission = scores.submission
        ) AS members
        FROM scores LEFT JOIN submissions ON submissions.id = submission ORDER BY student"""
    )
    for row in rows:
        cells = cell(row["student"], WIDEST_ID), cell(row["name"], WIDEST_NAME)
        platform = cell(row["platform"] or "", 16)
        click.echo("  ".join((*cells, platform, _described(row))).rstrip())
    if rows:
        statuses = Counter(row["status"] for row in rows)
        refused, missing = statuses["cannot be graded"], statuses["nothing handed in"]
        click.echo(
            f"\n{counted(len(rows), 'student')}: {len(rows) - refused - missing} to grade, "
            f"{refused} cannot be graded, {missing} handed in nothing"
        )
        if refused:
            click.echo(REMEDY)


def print_problems(problems: Sequence[str]) -> None:
    """Print what is wrong with downloads."""
    for problem in problems:
        print_error(printable_line(problem))


def cell(text: str, width: int) -> str:
    """Return a text of this width; a longer one is cut."""
    safe = printable_line(text, width + 1)
    return safe.ljust(width) if len(safe) <= width else f"{safe[: width - 1]}…"


def _described(row: sqlite3.Row) -> str:
    if row["submission"] is None:
        return "nothing handed in"
    is_refused = row["status"] == "cannot be graded"
    words = [row["message"] if is_refused else row["files"], _noted(row)]
    words += ["late"] if row["late"] else []
    words += [row["submitted"], f"group of {row['members']}" if "," in row["members"] else ""]
    words += ["not on the roster" if row["on_roster"] == 0 else ""]
    return "; ".join(printable_line(word) for word in words if word)


def print_summary(results: Results, now_graded: int, problems: Sequence[str]) -> bool:
    """Print how many are graded, and each student without a score; return whether faults remain."""
    [row] = results.rows("SELECT count(*) AS students, count(score) AS scored FROM scores")
    click.echo(
        f"students: {row['students']}; with a score: {row['scored']}; "
        f"graded in this run: {now_graded}"
    )
    noted = results.rows(
        """SELECT student, unusable, renamed, notes FROM current_submissions
        JOIN submissions ON id = submission
        WHERE (unusable, renamed, notes) != ('{}', '{}', '[]') ORDER BY student"""
    )
    _print_section("Noted", [(row["student"], _noted(row)) for row in noted])
    if _print_section("Cannot be graded", results.rows("SELECT student, message FROM refused")):
        click.echo(f"  {REMEDY}")
    for title, view in {
        "Handed in nothing": "handed_in_nothing",
        "Not on the roster": "not_on_roster",
    }.items():
        _print_section(title, results.rows(f"SELECT student, name FROM {view}"))
    has_faults = print_faults(results)
    print_problems(problems)
    click.echo(f"\nResults: {printable_line(str(results.path))}")
    return has_faults


def print_faults(results: Results) -> bool:
    """Print the faults of the grader; return whether there are any."""
    faults = results.rows("SELECT student, message FROM faults")
    return _print_section("Faults of the grader, which cost no marks", faults)


def _noted(row: sqlite3.Row) -> str:
    """Return why files of a submission are not graded, and what else there is to know of it."""
    renamed = starmap(read_as, json.loads(row["renamed"]).items())
    unusable = json.loads(row["unusable"]).values()
    return "; ".join([*unusable, *renamed, *json.loads(row["notes"])])


def _print_section(title: str, rows: Sequence[Sequence[str]]) -> bool:
    """Print a line for each student; return whether there is one."""
    if rows:
        click.echo(f"\n{title}:")
    for student, text in sorted(map(tuple, rows)):
        line = f"  {cell(student, WIDEST_ID)}  {printable_line(last_line(text))}"
        click.echo(line.rstrip())
    return bool(rows)

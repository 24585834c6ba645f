"""`autograder course regrade` and `course history`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from autograder.assignment import load
from autograder.cli.course import (
    batch_executor,
    course,
    grade_submissions,
    require_address,
    scheduler_option,
)
from autograder.cli.options import GRADER_FAILED, kit_option, path_argument

if TYPE_CHECKING:
    from autograder.course.results import Results


@course.command()
@click.argument("results", type=path_argument)
@click.option("--student", default="", metavar="ID", help="Only this student.")
@click.option(
    "--part",
    default="",
    metavar="PART",
    help="Only the tests of this part; other results are kept.",
)
@click.option(
    "--where",
    default="",
    metavar="SQL",
    help="Only students for whom this condition on the view `scores` holds, such as score < 50.",
)
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="As in course grade.")
@scheduler_option
@kit_option
def regrade(
    results: Path,
    student: str,
    part: str,
    where: str,
    jobs: int | None,
    scheduler: str | None,
    kit: Path,
) -> None:
    """Grade again after a change to the tests, and print which scores and tests changed.

    Grades only submissions that have not yet been graded with these tests, with the options of the
    last grading. Earlier reports are kept: see course history.

    Exit status: 0 graded, 2 RESULTS or the cluster cannot be used, 3 a fault of the grader remains.

    \b
    Examples:
      autograder course regrade results.sqlite --part PART
      autograder course regrade results.sqlite --where "score < 50"
    """
    require_address(scheduler)
    from autograder.cli.course_listing import print_faults
    from autograder.course.regrading import last_options, to_regrade
    from autograder.course.results import opened_results
    from autograder.course.run_lock import locked_for_run

    with opened_results(results) as opened:
        assignment = load(opened.course()["assignment"], kit.absolute())
        options = last_options(opened, part)
    if part:
        assignment.part(part)
    executor = batch_executor(scheduler, assignment, options, jobs)
    with locked_for_run(results), opened_results(results, writing=True) as file:
        waiting = to_regrade(file, assignment, student, part, where)
        before = {number: file.current_grading(number) for number in waiting}
        run = file.begin_run(assignment, [])
        try:
            grade_submissions(file, waiting, assignment, options, executor)
        except BaseException:  # Ctrl-C, too: a second run does not grade these again.
            print_changes(file, before)
            raise
        file.end_run(run)
        changed = print_changes(file, before)
        click.echo(f"graded again: {len(waiting)}; changed: {changed}")
        has_faults = print_faults(file)
    sys.exit(GRADER_FAILED if has_faults else 0)


def print_changes(file: Results, before: Mapping[int, int]) -> int:
    """Print what changed since these gradings; return the number of submissions that changed."""
    from autograder.course.changes import change_lines
    from autograder.course.regrading import students_of

    changed = 0
    for number, grading in before.items():
        old, new = file.report(grading), file.current_report(number)
        lines = change_lines(students_of(file, number), old, new) if new else []
        changed += bool(lines)
        if lines:
            click.echo("\n".join(lines))
    return changed


@course.command()
@click.argument("results", type=path_argument)
@click.argument("student", metavar="ID")
def history(results: Path, student: str) -> None:
    """Show all gradings of a student, and which tests changed from one to the next.

    \b
    Examples:
      autograder course history results.sqlite ID
    """
    from autograder.course.regrading import history_lines
    from autograder.course.results import opened_results

    with opened_results(results) as opened:
        lines = history_lines(opened, student)
    click.echo("\n".join(lines))

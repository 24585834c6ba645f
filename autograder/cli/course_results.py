"""The commands of `autograder course` that read a results file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from autograder.cli.console import print_error
from autograder.cli.course import course
from autograder.cli.course_changes import history, regrade
from autograder.cli.course_similar import similar
from autograder.cli.files import (
    UnusableError,
    require_other_file,
    require_writable,
    write_bytes,
    write_text,
)
from autograder.cli.options import (
    UNUSABLE,
    NamedPath,
    default_kit,
    kit_option,
    path_argument,
)
from autograder.safetext import printable_line

__all__ = ["course", "history", "regrade", "similar"]

results_argument = click.argument("results", type=path_argument)
to_file = click.option(
    "--to",
    "file",
    type=NamedPath(readable=False),
    metavar="FILE",
    default="-",
    help="File to write; default: standard output.",
)


@course.command()
@results_argument
@click.option(
    "--by-hand",
    type=path_argument,
    metavar="CSV",
    help="Points by hand: the student's id, then columns named after rubric items, or late_days.",
)
@click.option(
    "--late",
    metavar="POLICY",
    help="Late policy to use instead of [late] in assignment.toml: "
    "due=TIME,grace_days=1,percent_per_day=10,cap_percent=50",
)
@click.option(
    "--canvas", type=path_argument, metavar="EXPORT", help="Fill in a gradebook from Canvas."
)
@click.option(
    "--moodle", type=path_argument, metavar="WORKSHEET", help="Fill in Moodle's grading worksheet."
)
@click.option("--column", default="", metavar="TITLE", help="The column of that file to fill in.")
@to_file
def gradebook(
    results: Path,
    by_hand: Path | None,
    late: str | None,
    canvas: Path | None,
    moodle: Path | None,
    column: str,
    file: str,
) -> None:
    """Write the gradebook as CSV: a row for each student, with parts, deduction and total.

    With --canvas or --moodle, fill in one column of a file that the platform exported, and leave
    every other byte unchanged; totals are scaled to the maximum in that file. The cells of students
    without a total stay as they are.

    \b
    Examples:
      autograder course gradebook results.sqlite --by-hand style.csv --to grades.csv
      autograder course gradebook results.sqlite --canvas export.csv --to import.csv
      autograder course gradebook results.sqlite --moodle worksheet.csv --to upload.csv
    """
    from autograder.course.gradebook import make_gradebook, render_gradebook
    from autograder.course.late_policy import parse_late_policy
    from autograder.course.platform_gradebooks import fill_in_canvas, fill_in_moodle
    from autograder.course.results import opened_results

    if canvas and moodle:
        raise click.UsageError("--canvas and --moodle cannot be used together.")
    if column and not (canvas or moodle):
        raise click.UsageError("--column needs --canvas or --moodle.")
    try:
        policy = None if late is None else parse_late_policy(late)
    except ValueError as error:
        raise UnusableError(f"--late: {error}") from None
    if file != "-":
        require_other_file(file, (results, by_hand), "the gradebook")
        require_writable(file, "the gradebook")
    with opened_results(results) as opened:
        book = make_gradebook(opened, by_hand, policy)
        course = opened.course()
    if by_hand and book.unmarked:
        items = printable_line(", ".join(book.unmarked))
        print_error(f"{by_hand}: no column for {items}; totals are out of {book.out_of:g}")
    if canvas:
        filled = fill_in_canvas(canvas, book, [course["assignment"], course["title"]], column)
    elif moodle:
        filled = fill_in_moodle(moodle, book, column)
    else:
        text = render_gradebook(book)
        write_text(file, text if file == "-" else f"\ufeff{text}", "the gradebook")
        return
    write_bytes(file, filled.content, "the gradebook")
    click.echo(f"grades filled in: {filled.count}", err=True)
    for student in filled.missing:
        print_error(f"{canvas or moodle}: has no row for {student}, who has a grade")
    sys.exit(UNUSABLE if filled.missing else 0)


@course.command()
@results_argument
@click.option("--csv", "form", flag_value="csv", help="A row for each student and test.")
@click.option("--json", "form", flag_value="json", help="All reports: one JSON object per line.")
@click.option("--junit", "form", flag_value="junit", help="JUnit XML, a suite for each student.")
@to_file
def export(results: Path, form: str | None, file: str) -> None:
    """Write the reports of all students, for other programs.

    \b
    Examples:
      autograder course export results.sqlite --csv --to tests.csv
    """
    from autograder.course.exports import EXPORTS
    from autograder.course.results import opened_results

    if form is None:
        raise click.UsageError("Name a format: --csv, --json or --junit.")
    if file != "-":
        require_other_file(file, [results], "the export")
        require_writable(file, "the export")
    with opened_results(results) as opened:
        write_text(file, EXPORTS[form](opened), "the export")


@course.command()
@results_argument
@click.argument("student", required=False, metavar="[ID]")
@kit_option
def show(results: Path, student: str | None, kit: Path) -> None:
    """Show the class: scores, parts, what fails most and why; or the report of one student.

    \b
    Examples:
      autograder course show results.sqlite  scores, parts, and the tests that fail most
      autograder course show results.sqlite ID
    """
    from autograder.course.overview import class_lines, student_lines
    from autograder.course.results import opened_results

    with opened_results(results) as opened:
        lines = student_lines(opened, student) if student else class_lines(opened, kit)
    click.echo("\n".join(lines))


@course.command()
@results_argument
@click.option(
    "--to", required=True, type=path_argument, metavar="DIR|ZIP", help="Folder, or zip, to write."
)
def feedback(results: Path, to: Path) -> None:
    """Write a page for each student, named as the platform expects it for upload.

    \b
    Examples:
      autograder course feedback results.sqlite --to feedback.zip
    """
    from autograder.course.feedback import write_feedback
    from autograder.course.results import opened_results

    require_other_file(to, [results], "the feedback")
    with opened_results(results) as opened:
        pages = write_feedback(opened, to, default_kit())
        click.echo(f"{to}: pages for students: {pages}")


@course.command()
@results_argument
@click.option("--to", required=True, type=path_argument, metavar="DIR", help="Folder to write.")
@kit_option
def report(results: Path, to: Path, kit: Path) -> None:
    """Write pages for the instructor: index.html, and each student's report and files.

    \b
    Examples:
      autograder course report results.sqlite --to report
    """
    from autograder.course.pages import write_pages
    from autograder.course.results import opened_results

    with opened_results(results) as opened:
        count = write_pages(opened, to, kit)
    click.echo(f"{to}/index.html: students: {count}")

"""`autograder course`: grade a whole class, and use its results."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autograder.assignment import load
from autograder.cli.console import print_error, program_name, shell_quoted
from autograder.cli.files import (
    require_other_file,
    write_bytes,
    write_text,
)
from autograder.cli.options import (
    GRADER_FAILED,
    UNUSABLE,
    kit_option,
    path_argument,
    unconfined_option,
    whitespace_option,
)
from autograder.safetext import last_line, printable_line
from autograder.sentences import counted

if TYPE_CHECKING:
    from autograder.course.grade import ClassExecutor
    from autograder.course.results import Grading, Results
    from autograder.judge.request import ChosenTests

PLATFORMS = ("canvas", "moodle", "gradescope", "github", "folder")
results_argument = click.argument("results", type=path_argument)
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many submissions to grade at once; default: one per processor.",
)
scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Grade on a dask cluster: tcp://HOST:PORT or tls://HOST:PORT.",
)
id_column_option = click.option(
    "--id-column", default="", metavar="NAME", help="The column that has the students' ids."
)


@click.group()
def course() -> None:
    """Grade a whole class: from downloads of a learning platform to one results file."""


@course.command()
@click.argument("assignment")
@click.argument("downloads", metavar="DOWNLOAD...", nargs=-1, required=True, type=path_argument)
@click.option(
    "--to", "results", type=path_argument, metavar="RESULTS", help="Results file (SQLite)."
)
@click.option(
    "--platform",
    type=click.Choice(PLATFORMS),
    help="Where the downloads are from; needed only where their names do not show it.",
)
@jobs_option
@scheduler_option
@click.option(
    "--roster",
    type=path_argument,
    metavar="CSV",
    help="Students of the course, one per row below a header; any column may hold platform ids.",
)
@id_column_option
@click.option("--dry-run", is_flag=True, help="Only show who handed in what.")
@whitespace_option
@unconfined_option
@kit_option
def grade(
    assignment: str,
    downloads: Sequence[Path],
    results: Path | None,
    platform: str | None,
    jobs: int | None,
    scheduler: str | None,
    roster: Path | None,
    id_column: str,
    dry_run: bool,
    whitespace: str,
    allow_unconfined: bool,
    kit: Path,
) -> None:
    """Grade all submissions to ASSIGNMENT in downloads of a learning platform.

    DOWNLOAD is a zip or a folder from Canvas, Moodle, Gradescope, GitHub Classroom or Classroom 50,
    or has ID/, ID.py or ID.zip for each student; if a student has two submissions, the one read
    last counts. Students' ids are in the roster's column id, or else in the first.
    Grades only what is new or changed, was graded by another kit or with other options, or ended in
    a fault of the grader; earlier gradings stay in RESULTS. Each grading is saved as soon as it
    ends. A grading is stopped after 30 minutes; after a fault of the grader, the submission is
    graded once more.

    Exit status: 0 graded, 1 graded, but what may be a student's was not read, 2 a download, RESULTS
    or the cluster cannot be used, 3 a fault of the grader remains.

    \b
    Examples:
      autograder course grade NAME submissions.zip --to results.sqlite
      autograder course grade NAME week1.zip late.zip --roster class.csv --to results.sqlite
      autograder course grade NAME submissions --platform folder --to results.sqlite
      autograder course grade NAME submissions.zip --to results.sqlite --scheduler tcp://HOST:8786
      autograder course grade NAME submissions.zip --dry-run
    """
    require_address(scheduler)
    from autograder.cli import course_listing
    from autograder.cli.grade import require_own_kit
    from autograder.course.downloads import read_submissions
    from autograder.course.grade import class_tests, to_grade
    from autograder.course.results import opened_results
    from autograder.course.students import read_roster
    from autograder.sandbox.temporary_folders import temporary_folder

    for path in downloads:
        require_own_kit(kit, path)
    if id_column and not roster:
        raise click.UsageError("--id-column needs --roster.")
    chosen = load(assignment, kit)
    known = read_roster(roster, id_column) if roster else None
    if known:
        click.echo(f"{roster}: ids are in the column {printable_line(known.id_column)}", err=True)
    if not results and not dry_run:
        raise click.UsageError("Missing option '--to'.")
    read = read_submissions(downloads, chosen, platform or "", known, results)
    found, problems = read.submissions, [*read.unusable, *read.unread]
    if not found:
        course_listing.print_problems(problems)
        sys.exit(UNUSABLE)
    status = UNUSABLE if read.unusable else int(read.lacks_work)
    if dry_run or not results:
        with (
            temporary_folder() as folder,
            opened_results(Path(folder, "dry"), writing=True) as file,
        ):
            file.save_class(chosen, found, known)
            course_listing.print_class(file)
        course_listing.print_problems(problems)
        sys.exit(status)
    tests = class_tests(chosen, lenient=whitespace == "lenient", confined=not allow_unconfined)
    executor = class_executor(scheduler, tests, jobs)
    with opened_results(results, writing=True) as file:
        file.save_class(chosen, found, known)
        graded = grade_submissions(file, to_grade(file, tests), tests, executor)
        has_faults = course_listing.print_summary(file, graded, problems)
    sys.exit(GRADER_FAILED if has_faults else status)


@course.command()
@results_argument
@jobs_option
@scheduler_option
@kit_option
def regrade(results: Path, jobs: int | None, scheduler: str | None, kit: Path) -> None:
    """Grade again after a change to the tests, and print which scores changed.

    Grades only submissions that have not yet been graded with these tests, with the options of the
    last grading. Earlier reports are kept: see the view history.

    Exit status: 0 graded, 2 RESULTS or the cluster cannot be used, 3 a fault of the grader remains.

    \b
    Examples:
      autograder course regrade results.sqlite
    """
    require_address(scheduler)
    from autograder.cli.course_listing import print_faults
    from autograder.course.grade import tests_of_last, to_grade
    from autograder.course.results import opened_results

    with opened_results(results) as opened:
        assignment = load(opened.course()["assignment"], kit)
        tests = tests_of_last(opened, assignment)
    executor = class_executor(scheduler, tests, jobs)
    with opened_results(results, writing=True) as file:
        waiting = to_grade(file, tests)
        file.begin(assignment)
        graded = grade_submissions(file, waiting, tests, executor, show_changes=True)
        click.echo(f"graded again: {graded}")
        has_faults = print_faults(file)
    sys.exit(GRADER_FAILED if has_faults else 0)


def require_address(scheduler: str | None) -> None:
    if scheduler and not re.fullmatch(r"(tcp|tls)://.+:\d+", scheduler):
        raise click.UsageError("--scheduler: an address is tcp://HOST:PORT or tls://HOST:PORT")


def class_executor(
    scheduler: str | None, tests: ChosenTests, jobs: int | None
) -> AbstractContextManager[ClassExecutor]:
    """Return where gradings run: on a cluster, or on this machine.

    Raises:
        SandboxError: this machine allows too little of something that a grading needs.
    """
    if not scheduler:
        from autograder.course.grade import local_executor
        from autograder.sandbox.pool import require_resources

        require_resources(tests.assignment.limits.memory_mib)
        return local_executor(tests, jobs)
    from autograder.course.cluster import cluster_executor

    return cluster_executor(scheduler, tests, jobs)


def grade_submissions(
    file: Results,
    waiting: Sequence[int],
    tests: ChosenTests,
    executor: AbstractContextManager[ClassExecutor],
    *,
    show_changes: bool = False,
) -> int:
    """Grade these submissions, show the progress, and return how many they were."""
    from autograder.course.grade import grade_class

    done = 0
    try:
        with executor as on:
            for submission, graded, before in grade_class(file, waiting, tests, on):
                done += 1
                who = printable_line(", ".join(one.id for one in submission.students), 60)
                click.echo(f"{done} of {len(waiting)}  {who}: {result_line(graded)}", err=True)
                old, new = score_line(before), score_line(graded.report)
                if show_changes and graded.report and old != new:
                    click.echo(f"{who}: {old} → {new}")
    except KeyboardInterrupt:
        click.echo(
            f"autograder: stopped; {done} of {len(waiting)} submissions are graded and saved. "
            "Run the same command again to continue.",
            err=True,
        )
        raise
    return done


def result_line(graded: Grading) -> str:
    """Return a result in one line."""
    if not graded.report:
        return f"not graded, a fault of the grader: {printable_line(last_line(graded.message))}"
    return ", ".join(filter(None, (score_line(graded.report), graded.message)))


def score_line(report: Mapping[str, Any] | None) -> str:
    return f"{report['score']:g} of {report['out_of']:g}" if report else "no score"


@course.command()
@results_argument
@click.option(
    "--by-hand",
    type=path_argument,
    metavar="CSV",
    help="Points by hand: the student's id, then columns named after rubric items, or late_days.",
)
@click.option(
    "--canvas", type=path_argument, metavar="EXPORT", help="Fill in a gradebook from Canvas."
)
@click.option(
    "--moodle", type=path_argument, metavar="WORKSHEET", help="Fill in Moodle's grading worksheet."
)
@click.option("--column", default="", metavar="TITLE", help="The column of that file to fill in.")
@id_column_option
@click.option(
    "--to",
    "file",
    type=click.Path(readable=False),
    metavar="FILE",
    default="-",
    help="File to write; default: standard output.",
)
def gradebook(
    results: Path,
    by_hand: Path | None,
    canvas: Path | None,
    moodle: Path | None,
    column: str,
    id_column: str,
    file: str,
) -> None:
    """Write the gradebook as CSV: a row for each student, with parts, deduction and total.

    With --canvas or --moodle, fill in one column of a file that the platform exported; totals are
    scaled to the maximum in that file. Other cells, also those of students without a total, stay
    as they are.

    \b
    Examples:
      autograder course gradebook results.sqlite --by-hand style.csv --to grades.csv
      autograder course gradebook results.sqlite --canvas export.csv --to import.csv
      autograder course gradebook results.sqlite --moodle worksheet.csv --to upload.csv
    """
    from autograder.course.gradebook import (
        GradebookPlatform,
        as_number,
        fill_in,
        make_gradebook,
        render_gradebook,
    )
    from autograder.course.platforms import canvas as canvas_platform
    from autograder.course.platforms import moodle as moodle_platform
    from autograder.course.results import opened_results
    from autograder.intake.expected_files import join_names

    if canvas and moodle:
        raise click.UsageError("--canvas and --moodle cannot be used together.")
    export = canvas or moodle
    if (column or id_column) and not export:
        raise click.UsageError("--column and --id-column need --canvas or --moodle.")
    if file != "-":
        require_other_file(file, (results, by_hand), "the gradebook")
    with opened_results(results) as opened:
        book = make_gradebook(opened, by_hand)
        if by_hand and book.unmarked:
            items = printable_line(", ".join(book.unmarked))
            print_error(f"{by_hand}: no column for {items}; totals are out of {book.out_of:g}")
        if not export:
            text = render_gradebook(book)
            write_text(file, text if file == "-" else f"\ufeff{text}", "the gradebook")
            return
        platform: GradebookPlatform = canvas_platform if canvas else moodle_platform
        filled = fill_in(export, platform, book, opened, column, id_column)
    write_bytes(file, filled.content, "the gradebook")
    place = "" if file == "-" else f"{file}: "
    maxima = " or ".join(map(as_number, sorted(filled.maxima)))
    scaled = f", scaled from {as_number(book.out_of)} to {maxima} points" if maxima else ""
    click.echo(f"{place}grades filled in: {filled.count}{scaled}", err=True)
    if filled.missing:
        who = counted(len(filled.missing), "student")
        print_error(f"{export}: has no row for {who} with a grade: {join_names(filled.missing)}")
    sys.exit(int(bool(filled.missing)))


@course.command()
@results_argument
@click.argument("student", required=False, metavar="[ID]")
@kit_option
def show(results: Path, student: str | None, kit: Path) -> None:
    """Show the class: scores, parts, and how tests fail; or the report of one student.

    Students whose programs give the same answers are a group. Misconceptions are named if the kit
    has the assignment.

    \b
    Examples:
      autograder course show results.sqlite  scores, parts, and how tests fail
      autograder course show results.sqlite ID
    """
    from autograder.course.results import opened_results
    from autograder.course.statistics import class_lines, student_lines

    with opened_results(results) as opened:
        lines = student_lines(opened, student) if student else class_lines(opened, kit)
    click.echo("\n".join(lines))


@course.command()
@results_argument
@click.option(
    "--to", required=True, type=path_argument, metavar="DIR|ZIP", help="Folder, or zip, to write."
)
@kit_option
def feedback(results: Path, to: Path, kit: Path) -> None:
    """Write a page for each student, named as the platform expects it for upload.

    Earlier pages of students who are gone are removed from the folder. Boards are drawn if the kit
    has the assignment.

    \b
    Examples:
      autograder course feedback results.sqlite --to feedback.zip
    """
    from autograder.course.pages import write_feedback
    from autograder.course.results import opened_results

    require_other_file(to, [results], "the feedback")
    with opened_results(results) as opened:
        pages = write_feedback(to, opened, kit)
    click.echo(f"{to}: pages for students: {pages}")


@course.command()
@results_argument
@click.option("--to", required=True, type=path_argument, metavar="DIR", help="Folder to write.")
@kit_option
def report(results: Path, to: Path, kit: Path) -> None:
    """Write pages for the instructor: index.html, and each student's report and files.

    Misconceptions are named, and boards drawn, if the kit has the assignment.

    \b
    Examples:
      autograder course report results.sqlite --to report
    """
    from autograder.course.pages import report_pages, write_files
    from autograder.course.results import opened_results
    from autograder.course.statistics import class_figures

    def grade_command(assignment: str, folder: Path) -> str:
        folder = Path(to, folder).absolute()
        own, page, tests = map(shell_quoted, (folder, folder / "report.html", kit.absolute()))
        return f"{program_name()} grade {assignment} {own} --html {page} --kit {tests}"

    with opened_results(results) as opened:
        figures = class_figures(opened, kit)
        write_files(to, report_pages(opened, figures, grade_command))
    click.echo(f"{to}/index.html: {figures.counts[0]}")
    if figures.missing:
        click.echo(figures.missing, err=True)


@course.command()
@results_argument
@click.option(
    "--to", type=path_argument, metavar="DIR", help="Write pages with the pairs side by side."
)
@kit_option
def similar(results: Path, to: Path | None, kit: Path) -> None:
    """List submissions that share a lot of Python code: clusters of nearly identical ones, pairs.

    Names, comments, layout and the order of functions are ignored. Code of the starter or the
    reference, or that occurs in more than ten submissions, does not count. A pair is a reason to
    read both submissions, not proof of copying: a small task has few good answers.

    \b
    Examples:
      autograder course similar results.sqlite --to similar
    """
    from autograder.course import similar as comparing
    from autograder.course.results import opened_results

    with opened_results(results) as opened:
        about = opened.course()
        known = comparing.known_k_grams(about["assignment"], kit)
        submissions = comparing.compared_submissions(opened)
    found = comparing.find_similar(submissions, known)
    if to:
        comparing.write_similar_pages(found, about["title"], to)
        lines = [f"{to}/index.html", *comparing.summary_lines(found)]
    else:
        lines = comparing.similar_lines(found)
    click.echo("\n".join(lines))

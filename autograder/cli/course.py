"""The group `course`, and its command `grade`."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from autograder.assignment import Assignment, load
from autograder.cli.console import print_error
from autograder.cli.options import (
    GRADER_FAILED,
    UNUSABLE,
    kit_option,
    path_argument,
    unconfined_option,
    whitespace_option,
)

if TYPE_CHECKING:
    from autograder.course.batch import BatchExecutor
    from autograder.course.grading import GradingOptions
    from autograder.course.results import Results

scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Grade on a dask cluster: tcp://HOST:PORT or tls://HOST:PORT.",
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
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many submissions to grade at once; default: one per processor.",
)
@scheduler_option
@click.option(
    "--roster",
    type=path_argument,
    metavar="CSV",
    help="Students of the course, one per row below a header; any column may hold platform ids.",
)
@click.option("--dry-run", is_flag=True, help="Only show who handed in what.")
@whitespace_option
@unconfined_option
@kit_option
def grade(
    assignment: str,
    downloads: Sequence[Path],
    results: Path | None,
    jobs: int | None,
    scheduler: str | None,
    roster: Path | None,
    dry_run: bool,
    whitespace: str,
    allow_unconfined: bool,
    kit: Path,
) -> None:
    """Grade all submissions to ASSIGNMENT in downloads of a learning platform.

    DOWNLOAD is a zip or a folder from Canvas, Moodle, Gradescope, GitHub Classroom or Classroom 50,
    or has ID/, ID.py or ID.zip for each student; if a student has two submissions, the one read
    last counts.
    Grades only what is new or changed, was graded by another kit or with other options, or ended in
    a fault of the grader; earlier gradings stay in RESULTS. Each grading is saved as soon as it
    ends. A grading is stopped after 30 minutes, and its judge may use 2 GiB of memory; after a
    fault of the grader, the submission is graded once more.

    Exit status: 0 graded, 2 a download, RESULTS or the cluster cannot be used, 3 a fault of the
    grader remains.

    \b
    Examples:
      autograder course grade NAME submissions.zip --to results.sqlite
      autograder course grade NAME week1.zip late.zip --roster class.csv --to results.sqlite
      autograder course grade NAME submissions.zip --to results.sqlite --scheduler tcp://HOST:8786
      autograder course grade NAME submissions.zip --dry-run
    """
    require_address(scheduler)
    from autograder.cli import course_listing
    from autograder.cli.grade import require_own_kit
    from autograder.intake.roster import read_roster

    for path in downloads:
        require_own_kit(kit, path)
    chosen = load(assignment, kit.absolute())
    known = read_roster(roster) if roster else None
    if dry_run:
        problems = course_listing.print_class(downloads, chosen, known)
        sys.exit(UNUSABLE if problems else 0)
    if results is None:
        raise click.UsageError("Missing option '--to'.")
    from autograder.course.grading import GradingOptions
    from autograder.course.regrading import to_grade
    from autograder.course.results import opened_results
    from autograder.course.run_lock import locked_for_run
    from autograder.course.saved_submissions import save_submissions

    options = GradingOptions(whitespace == "lenient", not allow_unconfined)
    executor = batch_executor(scheduler, chosen, options, jobs)
    with locked_for_run(results), opened_results(results, writing=True) as file:
        run = file.begin_run(chosen, [str(path) for path in downloads])
        problems = save_submissions(file, run, downloads, chosen, known)
        waiting = to_grade(file, chosen, options)
        now_graded = grade_submissions(file, waiting, chosen, options, executor)
        file.end_run(run)
        has_faults = course_listing.print_summary(file, now_graded, problems)
    sys.exit(GRADER_FAILED if has_faults else UNUSABLE if problems else 0)


def require_address(scheduler: str | None) -> None:
    if scheduler and not re.fullmatch(r"(tcp|tls)://.+:\d+", scheduler):
        raise click.UsageError("--scheduler: an address is tcp://HOST:PORT or tls://HOST:PORT")


def batch_executor(
    scheduler: str | None, assignment: Assignment, options: GradingOptions, jobs: int | None
) -> AbstractContextManager[BatchExecutor]:
    """Return where gradings run: on a cluster, or on this machine.

    Raises:
        SandboxError: this machine allows too little of something that a grading needs.
    """
    if not scheduler:
        from autograder.course.batch import local_executor
        from autograder.sandbox.pool import require_resources

        require_resources(assignment.limits.memory_mib)
        return local_executor(assignment, options, jobs)
    from autograder.course.cluster import cluster_executor

    return cluster_executor(scheduler, assignment, jobs, print_error)


def grade_submissions(
    file: Results,
    waiting: Sequence[int],
    assignment: Assignment,
    options: GradingOptions,
    executor: AbstractContextManager[BatchExecutor],
) -> int:
    """Grade these submissions, show the progress, and return how many they were."""
    from autograder.cli.course_progress import course_progress
    from autograder.course.batch import grade_batch

    if not waiting:
        return 0
    done = 0
    try:
        with executor as batch, course_progress(len(waiting)) as show:
            for student, graded in grade_batch(file, waiting, assignment, options, batch):
                done += 1
                show(student, graded)
    except KeyboardInterrupt:
        click.echo(
            f"autograder: stopped; {done} of {len(waiting)} submissions are graded and saved. "
            "Run the same command again to continue.",
            err=True,
        )
        raise
    return done

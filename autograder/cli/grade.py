"""The `grade` command, and what it shares with `check`: grading and printing the report."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from autograder.assignment import KIT, Assignment, Part, load
from autograder.cli.console import StatusLine, encodable, print_whole
from autograder.cli.files import UnusableError, require_writable, write_text
from autograder.cli.options import (
    GRADER_FAILED,
    examples,
    kit_option,
    page_option,
    path_argument,
    report_option,
    unconfined_option,
    whitespace_option,
)
from autograder.intake.cases import cases_from
from autograder.intake.intake import is_archive_file, receive
from autograder.intake.listing import printable_name
from autograder.report import Audience, Report


@click.command(epilog=examples("grade"))
@click.argument("assignment")
@click.argument("path", type=path_argument)
@report_option
@page_option
@click.option(
    "--audience",
    type=click.Choice([audience.value for audience in Audience]),
    default=Audience.INSTRUCTOR.value,
    help="Who will read the report; for students, hidden tests show only their name and outcome.",
)
@whitespace_option
@click.option(
    "--cases",
    type=path_argument,
    help="Folder of NAME.in and NAME.out files to use instead of the secret cases.",
)
@unconfined_option
@kit_option
def grade(
    assignment: str,
    path: Path,
    json_file: str | None,
    html_file: str | None,
    audience: str,
    whitespace: str,
    cases: Path | None,
    allow_unconfined: bool,
    kit: Path,
) -> None:
    """Grade a submission to ASSIGNMENT, hidden tests included.

    PATH is a folder, an archive or a file. A Python file may have any name if the assignment
    expects a single one.
    """
    chosen = load(assignment, kit)
    require_own_kit(kit, path)
    secret = cases_from(cases, chosen) if cases else chosen.cases("secret")
    require_place(json_file, chosen, path)
    require_page(html_file, json_file, chosen, path)
    report = run(
        chosen,
        path,
        with_provenance=json_file is not None,
        any_name=True,
        secret=secret,
        lenient=whitespace == "lenient",
        confined=not allow_unconfined,
    )
    details_command = "--json FILE"
    if audience == Audience.STUDENT:
        report = report.for_students()
        details_command = f"autograder check {chosen.name} --part {{part}}"
    save_page(report, chosen, html_file)
    show(report, json_file, details_command)
    sys.exit(GRADER_FAILED if report.grader_errors else 0)


def run(
    assignment: Assignment,
    path: Path,
    known: Callable[[Report], None] | None = None,
    running: Callable[[Part], str] | None = None,
    *,
    retry: str = "",
    exit_first: bool = False,
    any_name: bool = False,
    with_provenance: bool = False,
    **options: Any,
) -> Report:
    """Grade the submission at `path`; `options` are fields of `judge.session.ChosenTests`.

    On a terminal, the part that is running is shown, as text that `running` returns for it. `known`
    is called with the report so far. `retry` and `exit_first` are those of a `GradingRequest`,
    `any_name` is that of `receive`. Only reports as JSON need a provenance.
    """
    from autograder.judge.session import ChosenTests, GradingRequest, Progress, grade

    status = StatusLine()

    def show_known(report: Report) -> None:
        status.show("")
        if known:
            known(report)

    def show_running(part: Part) -> None:
        status.show(running(part) if running else f"{part.title or part.name} ...")

    tests = ChosenTests(assignment, **options)
    progress = Progress(show_running, show_known)
    with receive(assignment, path, any_name=any_name) as received:
        started = datetime.now(UTC)
        try:
            request = GradingRequest(
                received.box, received.unusable, retry=retry, exit_first=exit_first
            )
            report = grade(tests, request, submission=submission_name(path), progress=progress)
            if tests.hidden:
                from autograder.reports.style_hints import (
                    with_style_hints,  # Late: not for `check`.
                )

                report = with_style_hints(report, assignment, received.contents)
            if received.renamed:
                read_as = f"{printable_name(received.renamed)} was read as {assignment.files[0]}"
                report = replace(report, notes=(read_as, *report.notes))
            if not with_provenance:
                return report
            from autograder.provenance import provenance

            graded = Path(submission_name(path)).stem, received.contents, received.unusable
            recorded = {**options, "retry": retry}
            return replace(report, provenance=provenance(assignment, *graded, started, recorded))
        finally:
            status.show("")


def submission_name(path: Path) -> str:
    """Return the path as it was given, but the name of the folder instead of `.` or `..`."""
    if path.name in ("", ".."):
        return path.resolve().name or path.as_posix()
    return path.as_posix()


def require_own_kit(kit: Path, path: Path) -> None:
    """Check that a kit in the current folder is not part of the submission.

    Its tests run unconfined and decide the score.

    Raises:
        UnusableError: it is, so it may come from the student.
    """
    if kit == KIT or kit != Path.cwd():
        return
    folder = path if os.path.isdir(path) or is_archive_file(path) else path.parent
    if kit.resolve().is_relative_to(folder.resolve()):
        raise UnusableError(
            f"{path}: the kit of the current folder is part of this submission; "
            "run the command in another folder"
        )


def require_place(json_file: str | None, assignment: Assignment, path: Path) -> None:
    """Check that the report can be written, before a minute is spent on it.

    Raises:
        UnusableError: it cannot, or it would replace a file of the submission.
    """
    if json_file is None or json_file == "-":
        return
    folder = path if path.is_dir() else path.parent
    own = [folder / name for name in (*assignment.files, *assignment.provided)]
    if any(is_same_file(json_file, file) for file in (path, *own)):
        raise UnusableError(f"{json_file}: is a file of the submission; name another one")
    require_writable(json_file, "the report")


def require_page(
    html_file: str | None, json_file: str | None, assignment: Assignment, path: Path
) -> None:
    """Check that the page can be written, to a file of its own.

    Raises:
        UnusableError: it cannot.
    """
    if html_file is None:
        return
    if html_file == "-":
        raise UnusableError("--html -: the page cannot be printed; name a file")
    if json_file and is_same_file(html_file, Path(json_file)):
        raise UnusableError(f"{html_file}: is the file of --json; name another one for --html")
    require_place(html_file, assignment, path)


def save_page(report: Report, assignment: Assignment, html_file: str | None) -> None:
    """Write a report as a page if it is asked for."""
    if html_file:
        from autograder.reports.html import page

        write_text(html_file, page(report, assignment), "the page")


def is_same_file(one: str, other: Path) -> bool:
    """Do both paths lead to the same file, whether it exists or not?"""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def show(report: Report, json_file: str | None, details_command: str) -> None:
    """Write a report as JSON, then print it. `details_command` shows a shortened part in full."""
    from autograder.reports import text

    if save_json(report, json_file):
        print_whole(encodable(text.render(report, details_command), sys.stdout))


def save_json(report: Report, json_file: str | None) -> bool:
    """Write a report as JSON if it is asked for; return whether to print it as text, too.

    The file comes before the text: printing fails where the reader of a pipe leaves early.
    """
    from autograder.reports import json as as_json
    from autograder.reports import text

    if json_file == "-":
        if not report.confined:
            click.echo(text.NOT_CONFINED, err=True)
        print_whole(as_json.render(report))
        return False
    if json_file:
        write_text(json_file, as_json.render(report), "the report")
    return True

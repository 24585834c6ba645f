"""The `grade` and `doctor` commands; for `check`, too: grading and writing the report."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from autograder.assignment import KIT, Assignment, Part, load
from autograder.cli.console import status_line
from autograder.cli.files import UnusableError, require_other_file, write_text
from autograder.cli.options import (
    GRADER_FAILED,
    kit_option,
    page_option,
    path_argument,
    report_option,
    unconfined_option,
    whitespace_option,
)
from autograder.intake.box import is_archive_file, receive
from autograder.intake.cases import cases_from
from autograder.report import Audience, Report, TestResult


@click.command()
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
    expects a single one; the report says which file was read.

    \b
    Examples:
      autograder grade NAME submissions/ada
      autograder grade NAME submissions/ada.zip --json report.json
      autograder grade NAME submissions/ada --audience student --html ada.html
      autograder grade NAME submissions/ada --whitespace lenient --cases my_cases
    """
    from autograder.reports import text

    chosen = load(assignment, kit)
    require_own_kit(kit, path)
    require_other_files(chosen, path, json_file, html_file)
    secret = cases_from(cases, chosen) if cases else chosen.cases("secret")
    report = run(
        chosen,
        path,
        secret=secret,
        lenient=whitespace == "lenient",
        confined=not allow_unconfined,
    )
    details_command, played = "add --json FILE", {}
    if audience == Audience.STUDENT:
        report = report.for_students()
        details_command = text.CHECK_PART
    elif html_file:
        played = save_played(report, chosen, path, Path(html_file))
    save(report, chosen, json_file, html_file, played)
    if json_file != "-":
        click.echo(text.render(report, details_command), nl=False)
    sys.exit(GRADER_FAILED if report.grader_errors else 0)


@click.command()
def doctor() -> None:
    """Show whether submissions can be confined on this machine, and how.

    It is tried. Exit status 1 if they cannot be; grade then refuses to run.

    \b
    Examples:
      autograder doctor                      can submissions be confined on this system?
    """
    from autograder.sandbox.doctor import examine, report_lines

    used, reason = examine()
    for line in report_lines(used, reason):
        click.echo(line)
    sys.exit(0 if used else 1)


def run(
    assignment: Assignment, path: Path, *, retry: str = "", steps: bool = False, **options: Any
) -> Report:
    """Grade the submission at `path`; `options` are fields of `judge.request.ChosenTests`.

    The first failure so far and the part that is running are shown. `retry` is that
    of a `GradingRequest`. With `steps`, failures have those of their calls.
    """
    from autograder.judge.forked import grade_apart
    from autograder.judge.request import ChosenTests, GradingRequest, Recorded
    from autograder.provenance import provenance

    tests = ChosenTests(assignment, **options)
    with receive(assignment, path) as received:
        started = datetime.now(UTC)
        files = received.box, received.unusable, received.renamed, received.ungraded
        records = Recorded.STEPS if steps else Recorded.LINES
        request = GradingRequest(*files, retry=retry, records=records)
        name = submission_name(path)
        with status_line() as show:

            def begins(part: Part, failure: str) -> None:
                failed = f"✗ {failure}; " if failure else ""
                show(f"{failed}{part.title or part.name} ...")

            report = grade_apart(tests, request, submission=name, begins=begins)
        if tests.hidden:
            from autograder.reports.style_hints import with_style_hints  # Late: not for `check`.

            report = with_style_hints(report, assignment, received.contents)
        graded = Path(name).stem, received.contents, received.unusable
        recorded = {**options, "retry": retry}
        return replace(report, provenance=provenance(assignment, *graded, started, recorded))


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


def require_other_files(assignment: Assignment, path: Path, *reports: str | None) -> None:
    """Check that no report would replace the submission or one of its files.

    Raises:
        UnusableError: one would.
    """
    folder = path if path.is_dir() else path.parent
    own = [path, *(folder / name for name in (*assignment.files, *assignment.provided))]
    for file in filter(None, reports):
        require_other_file(file, own, "the report")


def save_played(report: Report, assignment: Assignment, path: Path, page: Path) -> dict[str, str]:
    """Play the first failing sample case, on a page beside that of the report.

    Return the address of the page by the name of the case; nothing if there is none to play.
    """
    from autograder.reports.played import failing_sample, play, played_page

    case = failing_sample(assignment, report)
    if not case:
        return {}
    with receive(assignment, path) as received:
        run = play(assignment, case, received.box, received.unusable)
    beside = page.with_name(f"{page.stem}-{case.name.replace('/', '-')}-played.html")
    write_text(str(beside), played_page(assignment, case, run), "the played run")
    return {case.name: quote(beside.name)}


def save(
    report: Report,
    assignment: Assignment,
    json_file: str | None,
    html_file: str | None,
    played: Mapping[str, str] | None = None,
    stepped: Sequence[tuple[TestResult, str]] = (),
) -> None:
    """Write a report as JSON and as a page, as far as they are asked for.

    The files come before the text: printing fails where the reader of a pipe leaves early.
    """
    if html_file:
        from autograder.reports.html import page

        write_text(html_file, page(report, assignment, played=played, stepped=stepped), "the page")
    if json_file:
        from autograder.reports import json, text

        if json_file == "-" and not report.confined:
            click.echo(text.NOT_CONFINED, err=True)
        write_text(json_file, json.render(report), "the report")

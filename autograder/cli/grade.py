"""The `grade` command, and what it shares with `check`: grading and printing the report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from autograder import signals
from autograder.assignment import Assignment, cases_from, load
from autograder.cli.console import encodable
from autograder.cli.files import write_text
from autograder.cli.options import examples, kit_option, path_argument
from autograder.intake.intake import receive
from autograder.report import Audience, Report

GRADER_FAILED = 3


@click.command(epilog=examples("grade"))
@click.argument("assignment")
@click.argument("path", type=path_argument)
@click.option("--json", "json_file", metavar="FILE", help="Write the report as JSON; - prints it.")
@click.option(
    "--audience",
    type=click.Choice([audience.value for audience in Audience]),
    default=Audience.INSTRUCTOR.value,
    help="Who will read the report; for students, hidden tests show only their name and outcome.",
)
@click.option(
    "--whitespace",
    type=click.Choice(["exact", "lenient"]),
    default="exact",
    help="How program output is compared; lenient compares words only.",
)
@click.option(
    "--cases",
    type=path_argument,
    help="Folder of NAME.in and NAME.out files to use instead of the secret cases.",
)
@click.option(
    "--allow-unconfined",
    is_flag=True,
    help="Grade even where submissions cannot be confined. Only for code that you trust.",
)
@kit_option
def grade(
    assignment: str,
    path: Path,
    json_file: str | None,
    audience: str,
    whitespace: str,
    cases: Path | None,
    allow_unconfined: bool,
    kit: Path,
) -> None:
    """Grade a submission to ASSIGNMENT, hidden tests included."""
    chosen = load(assignment, kit)
    secret = cases_from(cases) if cases else chosen.cases("secret")
    report = run(
        chosen,
        path,
        secret=secret,
        lenient=whitespace == "lenient",
        confined=not allow_unconfined,
    )
    if audience == Audience.STUDENT:
        show(report.for_students(), json_file, f"autograder check {chosen.name} --part {{part}}")
    else:
        show(report, json_file, "--json FILE")
    sys.exit(GRADER_FAILED if report.grader_errors else 0)


def run(assignment: Assignment, path: Path, **options: Any) -> Report:
    """Grade the submission at `path`; `options` are those of `judge.session.grade`."""
    from autograder.judge.session import grade

    with signals.opened(lambda: receive(assignment, path)) as received:
        return grade(
            assignment,
            received.box,
            submission=path.as_posix(),
            unusable=received.unusable,
            **options,
        )


def show(report: Report, json_file: str | None, details_command: str) -> None:
    """Print a report and write it as JSON. `details_command` shows a shortened part in full."""
    from autograder.reports import json as as_json
    from autograder.reports import text

    if json_file == "-":
        if not report.confined:
            click.echo(text.NOT_CONFINED, err=True)
        click.echo(as_json.render(report), nl=False)
        return
    click.echo(encodable(text.render(report, details_command), sys.stdout), nl=False)
    if json_file:
        write_text(json_file, as_json.render(report), "the report")

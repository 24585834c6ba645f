"""`autograder check`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from autograder.cli.console import quoted
from autograder.cli.grade import GRADER_FAILED, run, show
from autograder.cli.options import examples, kit_option, path_argument
from autograder.intake.detect import detect_assignment


@click.command(epilog=examples("check"))
@click.argument("assignment", required=False)
@click.argument("path", type=path_argument, required=False)
@click.option("--part", "part_name", metavar="NAME", help="Test one part only.")
@click.option("--json", "json_file", metavar="FILE", help="Write the report as JSON; - prints it.")
@kit_option
def check(
    assignment: str | None,
    path: Path | None,
    part_name: str | None,
    json_file: str | None,
    kit: Path,
) -> None:
    """Test your own work with the tests that students have.

    Without ASSIGNMENT it is told from the folder; without PATH it is the folder you are in.
    """
    chosen, folder = detect_assignment(assignment, path, kit)
    parts = [chosen.part(part_name)] if part_name else []
    report = run(chosen, folder, parts=parts, hidden=False, confined=False)
    in_full = f"autograder check {chosen.name} {quoted(folder)} --part {{part}}"
    show(report.for_students(), json_file, in_full)
    if json_file != "-":
        click.echo("These are the tests that you have; your instructor's run has more.")
    if report.grader_errors:
        sys.exit(GRADER_FAILED)
    sys.exit(0 if all(part.passed == part.total for part in report.parts) else 1)

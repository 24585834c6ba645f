"""The `check` command."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from autograder.cli.console import shell_quoted
from autograder.cli.grade import demand_own_kit, demand_place, run, show
from autograder.cli.options import GRADER_FAILED, examples, kit_option, path_argument, report_option
from autograder.intake.detect import detect_assignment

_NOTE = "These are the public tests. Your instructor's grading runs more.\n"


@click.command(epilog=examples("check"))
@click.argument("assignment", required=False)
@click.argument("path", type=path_argument, required=False)
@click.option(
    "--part", "part_name", metavar="NAME", help="Check only this part, with full details."
)
@report_option
@kit_option
def check(
    assignment: str | None,
    path: Path | None,
    part_name: str | None,
    json_file: str | None,
    kit: Path,
) -> None:
    """Test your own work with the public tests.

    Without ASSIGNMENT, it is inferred from the files or the name of the folder. Without PATH, the
    current folder is checked.
    """
    chosen, folder = detect_assignment(assignment, path, kit)
    demand_own_kit(kit, folder)
    parts = [chosen.part(part_name)] if part_name else []
    demand_place(json_file, chosen, folder)
    report = run(chosen, folder, parts=parts, hidden=False, confined=False)
    details_command = f"autograder check {chosen.name} {shell_quoted(folder)} --part {{part}}"
    show(report.for_students(), json_file, details_command, _NOTE)
    if report.grader_errors:
        sys.exit(GRADER_FAILED)
    sys.exit(0 if all(part.passed == part.total for part in report.parts) else 1)

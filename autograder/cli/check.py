"""The `check` command."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from autograder.cli.console import encodable, print_whole
from autograder.cli.failure_lines import print_failure_lines
from autograder.cli.grade import demand_own_kit, demand_place, run, save_json
from autograder.cli.options import GRADER_FAILED, examples, kit_option, path_argument, report_option
from autograder.cli.program_name import check_command
from autograder.intake.detect import detect_assignment
from autograder.report import Report

_NOTE = "These are the public tests. Your instructor's grading runs more.\n"


@click.command(epilog=examples("check"))
@click.argument("assignment", required=False)
@click.argument("path", type=path_argument, required=False)
@click.option(
    "--part", "part_name", metavar="NAME", help="Check only this part, with full details."
)
@click.option(
    "--all", "tries_all", is_flag=True, help="Go on with a part after a test that timed out."
)
@click.option(
    "--lines", "shows_lines", is_flag=True, help="Also print FILE:LINE: MESSAGE, for editors."
)
@report_option
@kit_option
def check(
    assignment: str | None,
    path: Path | None,
    part_name: str | None,
    tries_all: bool,
    shows_lines: bool,
    json_file: str | None,
    kit: Path,
) -> None:
    """Test your own work with the public tests.

    Without ASSIGNMENT, it is inferred from the files or the name of the folder. Without PATH, the
    current folder is checked. Each part is printed as soon as it is known; it stops at the first
    test that times out.
    """
    from autograder.reports.text import TextInSteps

    chosen, folder = detect_assignment(assignment, path, kit)
    demand_own_kit(kit, folder)
    parts = [chosen.part(part_name)] if part_name else []
    demand_place(json_file, chosen, folder)
    command = f"{check_command(chosen, folder)} --part {{part}}"
    renderer = TextInSteps(command, alone=len(parts or chosen.parts) == 1)
    stdout = sys.stdout  # While the tests run, it is another.

    full_disk: list[OSError] = []

    def print_known(report: Report) -> None:
        if json_file == "-":
            return
        try:
            print_whole(encodable(renderer.next(report.for_students()), stdout), stdout)
        except OSError as error:  # Raised later: in the session, it would be the grader's fault.
            full_disk.append(error)

    report = run(
        chosen,
        folder,
        print_known,
        parts=parts,
        hidden=False,
        confined=False,
        retry="" if tries_all else f"{command} --all",
    ).for_students()
    if save_json(report, json_file):
        print_known(report)
        if full_disk:
            raise full_disk[0]
        print_whole(encodable(renderer.end(report), stdout) + _NOTE)
        if shows_lines:
            print_failure_lines(report, chosen, folder)
    if report.grader_errors:
        sys.exit(GRADER_FAILED)
    sys.exit(0 if all(part.passed == part.total for part in report.parts) else 1)

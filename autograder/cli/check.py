"""The `check` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from autograder.assignment import Assignment, Part
from autograder.cli.console import encodable, painted, print_whole
from autograder.cli.grade import require_page, require_place, run, save_json, save_page
from autograder.cli.options import (
    GRADER_FAILED,
    examples,
    kit_option,
    page_option,
    path_argument,
    report_option,
)
from autograder.cli.own_work import OwnWork, own_work
from autograder.cli.report_screen import ReportScreen
from autograder.report import Report
from autograder.reports import lines
from autograder.reports.next_step import is_failing


@click.command(epilog=examples("check"))
@click.argument("assignment", required=False)
@click.argument("path", type=path_argument, required=False)
@click.option(
    "--part", "part_name", metavar="NAME", help="Check only this part, with full details."
)
@click.option(
    "--all",
    "shows_all",
    is_flag=True,
    help="Show all failures, and continue a part after a test that timed out.",
)
@click.option("--watch", "watches", is_flag=True, help="Check again whenever you save a file.")
@click.option(
    "--hint", "wants_hint", is_flag=True, help="Give a hint; run it again for the next one."
)
@click.option(
    "--hand-in",
    "hands_in",
    is_flag=True,
    help="List what is missing, then write the zip to hand in, in the current folder.",
)
@click.option(
    "--lines", "shows_lines", is_flag=True, help="Also print FILE:LINE: MESSAGE, for editors."
)
@report_option
@page_option
@kit_option
@click.pass_context
def check(
    context: click.Context,
    assignment: str | None,
    path: Path | None,
    part_name: str | None,
    shows_all: bool,
    watches: bool,
    wants_hint: bool,
    hands_in: bool,
    shows_lines: bool,
    json_file: str | None,
    html_file: str | None,
    kit: Path,
) -> None:
    """Test your own work with the public tests.

    Without ASSIGNMENT, it is inferred from the files or the name of the folder. Without PATH, the
    current folder is checked. Results are shown as soon as they are known, then the failure to fix
    first. A part stops at the first test that times out.
    """
    if hands_in and part_name:
        raise click.UsageError("--hand-in checks all parts: omit --part.")
    if watches and (shows_all or wants_hint or hands_in or shows_lines or json_file or html_file):
        raise click.UsageError("--watch can be combined only with --part and --kit.")
    work = own_work(context, assignment, path, kit)
    parts = [work.assignment.part(part_name)] if part_name else []
    require_place(json_file, work.assignment, work.folder)
    require_page(html_file, json_file, work.assignment, work.folder)
    if watches:
        from autograder.cli.watch import watch

        finish(watch(work, part_name or ""))
    hand_in = None
    if hands_in:
        from autograder.cli.hand_in import HandIn

        hand_in = HandIn(work)
    screen = ReportScreen(
        work,
        parts or work.assignment.parts,
        shows_all=shows_all,
        wants_hint=wants_hint,
        hands_in=hands_in,
    )
    report = check_once(work, parts, screen, shows_all=shows_all, json_file=json_file)
    save_page(report, work.assignment, html_file)
    if hand_in:
        summary = hand_in.finish(report)
        print_whole(painted("" if json_file == "-" else summary, sys.stdout))
    if shows_lines and json_file != "-":
        print_failure_lines(report, work.assignment, work.folder)
    finish(report)


def print_failure_lines(report: Report, assignment: Assignment, path: Path) -> None:
    """Print each failure as FILE:LINE: MESSAGE; `path` is the folder or one of the files in it."""
    folder = path.parent if path.is_file() and path.name in assignment.files else path
    paths = [folder / name for name in assignment.files]
    texts = {path.name: path.read_text("utf-8-sig", "replace") for path in paths if path.is_file()}
    print_whole(encodable("\n" + lines.render(report, texts), sys.stdout))


def finish(report: Report) -> NoReturn:
    """End with the exit status of a report."""
    if report.grader_errors:
        sys.exit(GRADER_FAILED)
    sys.exit(1 if any(map(is_failing, report.parts)) else 0)


def check_once(
    work: OwnWork,
    parts: Sequence[Part],
    screen: ReportScreen,
    *,
    shows_all: bool,
    json_file: str | None,
) -> Report:
    """Run the public tests and print the results as they come."""
    screen.is_silent = json_file == "-"
    try:
        report = run(
            work.assignment,
            work.folder,
            screen.show_known,
            screen.running if screen.is_brief else None,
            with_provenance=json_file is not None,
            parts=parts,
            hidden=False,
            confined=False,
            retry="" if shows_all else work.command("--part {part} --all"),
        ).for_students()
    except KeyboardInterrupt:
        screen.stop()
        raise
    if save_json(report, json_file):
        screen.end(report)
    return report

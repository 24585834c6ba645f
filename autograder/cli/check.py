"""The `check` command."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from autograder.assignment import Assignment, Part
from autograder.cli.console import own_command, painted, print_whole, shell_quoted
from autograder.cli.grade import demand_own_kit, demand_place, run, save_json
from autograder.cli.hand_in import HandIn
from autograder.cli.options import GRADER_FAILED, examples, kit_option, path_argument, report_option
from autograder.intake.detect import detect_assignment
from autograder.report import Report

if TYPE_CHECKING:
    from autograder.reports.brief import ScreenLayout

_NOTE = "These are the public tests. Your instructor's grading runs more.\n"


@dataclass(frozen=True)
class OwnWork:
    """A student's files and the assignment; `arguments` name them as on the command line."""

    assignment: Assignment
    folder: Path
    arguments: str = ""

    def command(self, options: str) -> str:
        """Return the command that checks the same files with some options."""
        return " ".join(filter(None, [own_command(), self.arguments, options]))


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
    help="Show all failures, and go on with a part after a test that timed out.",
)
@click.option(
    "--hand-in",
    "hands_in",
    is_flag=True,
    help="Say what is missing, and write the zip to hand in into the current folder.",
)
@report_option
@kit_option
@click.pass_context
def check(
    context: click.Context,
    assignment: str | None,
    path: Path | None,
    part_name: str | None,
    shows_all: bool,
    hands_in: bool,
    json_file: str | None,
    kit: Path,
) -> None:
    """Test your own work with the public tests.

    Without ASSIGNMENT, it is inferred from the files or the name of the folder. Without PATH, the
    current folder is checked. Results are shown as soon as they are known, then the failure to
    begin with. A part stops at the first test that times out.
    """
    if hands_in and part_name:
        raise click.UsageError("--hand-in checks all parts: leave --part out.")
    work = own_work(context, assignment, path, kit)
    parts = [work.assignment.part(part_name)] if part_name else []
    demand_place(json_file, work.assignment, work.folder)
    hand_in = HandIn(work) if hands_in else None
    report = check_once(work, parts, shows_all=shows_all, json_file=json_file)
    if hand_in:
        told = hand_in.finish(report)
        print_whole(painted("" if json_file == "-" else told, sys.stdout))
    if report.grader_errors:
        sys.exit(GRADER_FAILED)
    sys.exit(0 if all(part.passed == part.total for part in report.parts) else 1)


def own_work(
    context: click.Context, assignment: str | None, path: Path | None, kit: Path
) -> OwnWork:
    """Find a student's files and their assignment."""
    from autograder.authoring.needs import with_needs

    chosen, folder = detect_assignment(assignment, path, kit)
    demand_own_kit(kit, folder)
    arguments = []
    if assignment or path:
        arguments += [chosen.name, shell_quoted(folder)]
    if context.get_parameter_source("kit") is ParameterSource.COMMANDLINE:
        arguments += ["--kit", shell_quoted(kit)]
    return OwnWork(with_needs(chosen), folder, " ".join(arguments))


def check_once(
    work: OwnWork, parts: list[Part], *, shows_all: bool, json_file: str | None
) -> Report:
    """Run the public tests and print the results as they come."""
    from autograder.reports.brief import BriefInSteps
    from autograder.reports.text import TextInSteps

    chosen = parts or work.assignment.parts
    is_brief = len(chosen) > 1 and not shows_all
    renderer: BriefInSteps | TextInSteps
    if is_brief:
        renderer = brief = BriefInSteps(layout_for(work))
    else:
        renderer = TextInSteps(work.command("--part {part}"), alone=len(chosen) == 1)
    stdout = sys.stdout  # While the tests run, it is another.
    full_disk: list[OSError] = []
    known: list[Report] = []

    def show(text: str) -> None:
        try:
            print_whole(painted(text, stdout), stdout)
        except OSError as error:  # Raised later: in the session, it would be the grader's fault.
            full_disk.append(error)

    def print_known(report: Report) -> None:
        known[:] = [report.for_students()]
        if json_file != "-":
            show(renderer.next(known[0]))

    def running(part: Part) -> str:
        return brief.running(known[0].parts if known else (), part.name)

    try:
        report = run(
            work.assignment,
            work.folder,
            print_known,
            running if is_brief else None,
            parts=parts,
            hidden=False,
            confined=False,
            retry="" if shows_all else work.command("--part {part} --all"),
        ).for_students()
    except KeyboardInterrupt:
        if is_brief and known and json_file != "-":
            show(renderer.end(known[0]))
        raise
    if save_json(report, json_file):
        print_known(report)
        if full_disk:
            raise full_disk[0]
        show(renderer.end(report) + ("" if is_brief else _NOTE))
        if full_disk:
            raise full_disk[0]
    return report


def layout_for(work: OwnWork) -> ScreenLayout:
    """Return the layout of a brief report on the terminal, or of 80 columns in 24 lines."""
    from autograder.reports.brief import ScreenLayout

    size = shutil.get_terminal_size()
    parts = [(part.name, part.points) for part in work.assignment.parts]
    return ScreenLayout(parts, work.command, max(40, size.columns), max(10, size.lines))

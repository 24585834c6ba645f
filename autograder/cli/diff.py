"""The `diff` and `play` commands: a run of a student's program beside what is expected."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path

import click

from autograder.assignment import Assignment
from autograder.cli.console import painted, status_line
from autograder.cli.files import UnusableError, write_bytes
from autograder.cli.grade import require_other_files, require_own_kit
from autograder.cli.options import kit_option, path_argument
from autograder.intake.box import receive
from autograder.intake.detect import detect_assignment
from autograder.program_cases import Case


@click.command()
@click.argument("case")
@click.option("--assignment", metavar="NAME", help="The assignment; inferred by default.")
@kit_option
def diff(case: str, assignment: str | None, kit: Path) -> None:
    """Compare what your program prints for the sample CASE with what is expected.

    The program in the current folder is run, as `check` runs it. Wrong lines are marked ✗, and the
    ones that are expected there +. Exit status: 0 no difference, 1 they differ or the program
    failed, 2 the case does not exist.

    \b
    Examples:
      autograder diff CASE
    """
    from autograder.judge.program_run import run_on_case
    from autograder.reports.program_report import program_report

    chosen, folder = detect_assignment(assignment, None, kit)
    sample = sample_case(chosen, case)
    require_own_kit(kit, folder)
    with receive(chosen, folder) as received:
        run = run_on_case(chosen, sample, received.box, received.unusable)
    title = f"{chosen.program_with(sample).file} < {sample.name}.in"
    click.echo(painted(program_report(run, title)), nl=False)
    sys.exit(0 if run.failure is None and run.printed == run.expected else 1)


@click.command()
@click.argument("case")
@click.argument("path", type=path_argument, required=False)
@click.option("--assignment", metavar="NAME", help="The assignment; inferred by default.")
@click.option(
    "--html",
    "html_file",
    type=click.Path(readable=False, allow_dash=False),
    metavar="FILE",
    help="Where to write the page; by default CASE-played.html in the current folder.",
)
@click.option(
    "--open/--no-open",
    "opens",
    default=None,
    help="Open the page in a browser, or only say where it is; by default open it on a screen.",
)
@kit_option
def play(
    case: str,
    path: Path | None,
    assignment: str | None,
    html_file: str | None,
    opens: bool | None,
    kit: Path,
) -> None:
    """Play your program's run on the sample CASE, beside what the algorithm should do.

    The program at PATH, by default in the current folder, is run, as `check` runs it. The page
    stops at the first step that differs. Exit status: 0 no difference, 1 a step or the output
    differs or the program failed, 2 the case does not exist or has no steps to play.

    \b
    Examples:
      autograder play CASE
      autograder play CASE --html page.html --no-open
    """
    from autograder.reports.played import play as played_run
    from autograder.reports.played import played_page

    chosen, folder = detect_assignment(assignment, path, kit)
    sample = sample_case(chosen, case)
    require_own_kit(kit, folder)
    require_other_files(chosen, folder, html_file)
    with receive(chosen, folder) as received, status_line() as show:
        files = received.box, received.unusable
        played = played_run(chosen, sample, *files, show)
    page = Path(html_file or f"{sample.name.replace('/', '-')}-played.html")
    write_bytes(str(page), played_page(chosen, sample, played).encode(), "the page")
    click.echo(painted(f"{'✓' if played.is_right else '✗'} {played.sentence}\n"), nl=False)
    click.echo(f"The page that plays your run is {page}")
    if has_screen() if opens is None else opens:
        webbrowser.open(page.absolute().as_uri())
    sys.exit(0 if played.is_right else 1)


def has_screen() -> bool:
    """Is this an interactive terminal, on a machine with a display for a browser?"""
    has_display = sys.platform != "linux" or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    return sys.stdout.isatty() and bool(has_display)


def sample_case(assignment: Assignment, name: str) -> Case:
    """Return the sample case of a name, of the last part of a name, or of the path of a file.

    Raises:
        UnusableError: there is none, or there are several.
    """
    cases = assignment.cases("sample")
    path = Path(name)
    stem = (path.with_suffix("") if path.suffix in (".in", ".out") else path).as_posix()
    exact = [case for case in cases if f"/{stem}".endswith(f"/{case.name}")]
    by_last_name = [case for case in cases if case.name.endswith(f"/{stem}")]
    for found in (exact, by_last_name):
        if len(found) == 1:
            return found[0]
    known = ", ".join(case.name for case in cases)
    raise UnusableError(f"{assignment.name} has no sample case {name!r}; its cases are: {known}")

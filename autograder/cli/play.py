"""The `play` command: a student's run on a sample case, step by step beside the algorithm."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path

import click

from autograder.cli.console import painted
from autograder.cli.diff import sample_case
from autograder.cli.files import write_bytes
from autograder.cli.grade import require_own_kit
from autograder.cli.options import kit_option, path_argument
from autograder.intake.box import receive
from autograder.intake.detect import detect_assignment


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
    with receive(chosen, folder) as received:
        played = played_run(chosen, sample, received.box, received.unusable)
    page = Path(html_file or f"{sample.name.replace('/', '-')}-played.html")
    write_bytes(str(page), played_page(chosen, sample, played).encode(), "the page")
    click.echo(painted(f"{'✓' if played.is_right else '✗'} {played.sentence}\n"), nl=False)
    click.echo(f"The page that plays your run is {page}")
    if has_screen() if opens is None else opens:
        webbrowser.open(page.absolute().as_uri())
    sys.exit(0 if played.is_right else 1)


def has_screen() -> bool:
    """Does somebody look at this terminal on a screen where a browser can open?"""
    has_display = sys.platform != "linux" or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    return sys.stdout.isatty() and bool(has_display)

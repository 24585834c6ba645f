"""The `step` command: a failing call of a student's, line by line."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path

import click

from autograder.cli.check import own_work, sources_of, tested, write_page
from autograder.cli.console import painted
from autograder.cli.diff import has_screen
from autograder.cli.files import UnusableError
from autograder.cli.options import kit_option, path_argument

NO_STEPS = "no failing call can be stepped through here: the command check says what failed"


@click.command()
@click.argument("part", required=False)
@click.argument("path", type=path_argument, required=False)
@click.option("--assignment", metavar="NAME", help="The assignment; inferred by default.")
@click.option(
    "--html",
    "html_file",
    type=click.Path(readable=False, allow_dash=False),
    default="step.html",
    metavar="FILE",
    help="Where to write the page; by default step.html in the current folder.",
)
@click.option(
    "--open/--no-open",
    "opens",
    default=None,
    help="Open the page in a browser, or print the steps; by default open it on a screen.",
)
@kit_option
@click.pass_context
def step(
    context: click.Context,
    part: str | None,
    path: Path | None,
    assignment: str | None,
    html_file: str,
    opens: bool | None,
    kit: Path,
) -> None:
    """Step through the call of the first failing test, or of the first of PART.

    The page shows the line that runs, the variables, and what changed; without a browser, the steps
    are printed. Exit status: 0 no test fails, 1 one does, 2 no failing test has steps.

    \b
    Examples:
      autograder step
      autograder step PART --no-open
    """
    from autograder.reports.stepped import first_with_steps, steps_table

    work = own_work(context, assignment, path, kit)
    report = tested(work, part, continues=False, steps=True)
    test = first_with_steps(report)
    if test is None:
        if all(part.passed == part.total for part in report.parts):
            click.echo("All tests pass: there is no failing call to step through.")
            return
        raise UnusableError(NO_STEPS)
    write_page(work, test, html_file)
    if has_screen() if opens is None else opens:
        webbrowser.open(Path(html_file).absolute().as_uri())
    else:
        click.echo(painted(steps_table(test, sources_of(work))), nl=False)
    sys.exit(1)

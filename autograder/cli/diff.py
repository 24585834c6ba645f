"""The `diff` command: what a student's program prints next to what is expected."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from autograder.assignment import Assignment
from autograder.cli.console import painted
from autograder.cli.files import UnusableError
from autograder.cli.grade import require_own_kit
from autograder.cli.options import kit_option
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
    ones that are expected there ✓. Exit status: 0 no difference, 1 they differ or the program
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

"""The commands that generate files of the kit, and `limits`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click

from autograder.assignment import Assignment, load
from autograder.cli.files import write_text
from autograder.cli.options import check_option, kit_option, names_argument
from autograder.intake.detect import assignments_of
from autograder.reports.misconceptions import MISCONCEPTIONS

UP_TO_DATE = "Nothing to change: all files are up to date."


@click.command()
@names_argument
@check_option
@kit_option
def starter(assignments: Sequence[str], only_check: bool, kit: Path) -> None:
    """Write starter/ from reference/.

    Processes the named assignments, or all of them.

    \b
    Examples:
      autograder starter                     after a change to reference/
      autograder starter --check             fails if starter/ is not up to date
    """
    from autograder.authoring.starter import starter_files

    generate_files(kit, "starter", assignments, starter_files, only_check)


@click.command()
@names_argument
@check_option
@kit_option
def expected(assignments: Sequence[str], only_check: bool, kit: Path) -> None:
    """Write expected/ by running reference/ on inputs/.

    Processes the named assignments, or all of them.

    \b
    Examples:
      autograder expected                    after a change to inputs/ or reference/
      autograder expected --check --kit my_course
    """
    from autograder.authoring.expected import expected_files

    generate_files(kit, "expected", assignments, expected_files, only_check)


@click.command()
@names_argument
@check_option
@kit_option
def figures(assignments: Sequence[str], only_check: bool, kit: Path) -> None:
    """Write handout/figures/ by drawing cases of inputs/.

    Processes the named assignments, or all of them.

    \b
    Examples:
      autograder figures                     after a change to a case that a handout shows
      autograder figures NAME --check
    """
    from autograder.authoring.figures import figure_files

    make = partial(figure_files, with_pages=not only_check)
    generate_files(kit, "handout/figures", assignments, make, only_check)


@click.command()
@names_argument
@click.option("--seed", metavar="TEXT", required=True, help="The same seed gives the same inputs.")
@kit_option
def inputs(assignments: Sequence[str], seed: str, kit: Path) -> None:
    """Generate new inputs/ from the recipes in inputs.toml.

    Processes the named assignments, or all of them. Prints the cases that are kept as they are.
    Keep the seed secret.

    \b
    Examples:
      autograder inputs --seed 2027          new inputs for another year
      autograder inputs NAME --seed 2027
    """
    from autograder.authoring.inputs import input_files, kept

    kept_cases: list[str] = []

    def make(assignment: Assignment) -> dict[str, bytes]:
        kept_cases.extend(f"{assignment.inputs / name} kept" for name in kept(assignment))
        return input_files(assignment, seed)

    generate_files(kit, "inputs", assignments, make, only_check=False, notes=kept_cases)


@click.command()
@names_argument
@click.option(
    "--measure",
    "is_measured",
    is_flag=True,
    help="Write what the reference needs into assignment.toml.",
)
@kit_option
def limits(assignments: Sequence[str], is_measured: bool, kit: Path) -> None:
    """Show time limits, what the reference needs, and what grading may cost.

    All figures are CPU seconds. Processes the named assignments, or all of them. Exit status: 0
    no limit is too tight, 1 a limit is less than five times what the reference needs.

    \b
    Examples:
      autograder limits                      what grading may cost
      autograder limits NAME --measure       after a change to reference/ or to the tests
    """
    from autograder.authoring.limits import RUNS, cost_table, measure, write_needs

    is_tight = False
    for name in assignments or assignments_of(kit):
        assignment = load(name, kit)
        meter = measure(assignment, RUNS if is_measured else 1)
        if is_measured and write_needs(assignment, meter):
            assignment = load(name, kit)
        lines, has_tight = cost_table(assignment, meter)
        click.echo("\n".join(lines) + "\n")
        is_tight = is_tight or has_tight
    sys.exit(1 if is_tight else 0)


@click.command()
@names_argument
@check_option
@kit_option
def misconceptions(assignments: Sequence[str], only_check: bool, kit: Path) -> None:
    """Write misconceptions.toml by grading chaffs/ with the public tests.

    `check --hint` then recognises some mistakes by their answers. Processes the named assignments,
    or all of them.

    \b
    Examples:
      autograder misconceptions              after a change to chaffs/ or to public tests
      autograder misconceptions NAME --check
    """
    from autograder.authoring.misconceptions import misconceptions_toml

    changed = False
    for name in assignments or assignments_of(kit):
        assignment = load(name, kit)
        path, text = assignment.folder / MISCONCEPTIONS, misconceptions_toml(assignment)
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        changed = True
        if only_check:
            click.echo(f"{path}: differs from what would be written")
        else:
            write_text(str(path), text, "the file")
            click.echo(f"{path} written")
    if not changed:
        click.echo(UP_TO_DATE)
    sys.exit(1 if changed and only_check else 0)


def generate_files(
    kit: Path,
    folder: str,
    assignments: Sequence[str],
    make: Callable[[Assignment], dict[str, bytes]],
    only_check: bool,
    notes: Sequence[str] = (),
) -> None:
    """Write a folder in `folder` for each assignment named, or for all; or compare with it.

    Nothing is written if the files of any cannot be made. `notes` are printed at the end.
    """
    from autograder.authoring.folder import differences, write

    made = {name: make(load(name, kit)) for name in assignments or assignments_of(kit)}
    lines = [
        line
        for name, files in made.items()
        for line in (differences if only_check else write)(kit / folder / name, files)
    ]
    for line in [*lines, *notes]:
        click.echo(line.removeprefix(f"{kit}{os.sep}"))
    if not lines:
        click.echo(UP_TO_DATE)
    sys.exit(1 if only_check and lines else 0)

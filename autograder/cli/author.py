"""The commands that write folders of the kit from others."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from autograder.assignment import Assignment, load
from autograder.cli.options import examples, kit_option
from autograder.intake.detect import assignments_of

names_argument = click.argument("assignments", metavar="[NAME]...", nargs=-1)
check_option = click.option(
    "--check", "only_check", is_flag=True, help="Fail if a byte would change."
)


@click.command(epilog=examples("starter"))
@names_argument
@check_option
@kit_option
def starter(assignments: Sequence[str], only_check: bool, kit: Path) -> None:
    """Write starter/ from reference/.

    Those of the assignments that are named, or of all.
    """
    from autograder.authoring.starter import starter_files

    def make(assignment: Assignment) -> tuple[Path, Mapping[str, bytes]]:
        return assignment.starter, starter_files(assignment)

    author(kit, assignments, make, only_check)


@click.command(epilog=examples("expected"))
@names_argument
@check_option
@kit_option
def expected(assignments: Sequence[str], only_check: bool, kit: Path) -> None:
    """Write expected/ by running reference/ on inputs/.

    Those of the assignments that are named, or of all.
    """
    from autograder.authoring.expected import expected_files

    def make(assignment: Assignment) -> tuple[Path, Mapping[str, bytes]]:
        return kit / "expected" / assignment.name, expected_files(assignment)

    author(kit, assignments, make, only_check)


@click.command(epilog=examples("figures"))
@names_argument
@check_option
@kit_option
def figures(assignments: Sequence[str], only_check: bool, kit: Path) -> None:
    """Write handout/figures/ by drawing cases of inputs/ and expected/.

    Those of the assignments that are named, or of all.
    """
    from autograder.authoring.figures import figure_files

    def make(assignment: Assignment) -> tuple[Path, Mapping[str, bytes]]:
        return kit / "handout" / "figures" / assignment.name, figure_files(assignment)

    author(kit, assignments, make, only_check)


@click.command(epilog=examples("inputs"))
@names_argument
@click.option("--seed", metavar="TEXT", required=True, help="Equal seeds give equal inputs.")
@kit_option
def inputs(assignments: Sequence[str], seed: str, kit: Path) -> None:
    """Write inputs/ anew by the recipes in inputs.toml.

    Those of the assignments that are named, or of all. What a recipe keeps is told. Keep the seed
    to yourself.
    """
    from autograder.authoring.inputs import input_files, kept

    as_they_are: list[str] = []

    def make(assignment: Assignment) -> tuple[Path, Mapping[str, bytes]]:
        folder = kit / "inputs" / assignment.name
        as_they_are.extend(f"{folder / name} kept" for name in kept(assignment))
        return folder, input_files(assignment, seed)

    author(kit, assignments, make, only_check=False, also=as_they_are)


def author(
    kit: Path,
    assignments: Sequence[str],
    make: Callable[[Assignment], tuple[Path, Mapping[str, bytes]]],
    only_check: bool,
    also: Sequence[str] = (),
) -> None:
    """Write, or compare, a folder of each assignment that is named, or of all.

    Nothing is written where one of them cannot be made. `also` is told at the end.
    """
    from autograder.authoring.folder import differences, write

    made = [make(load(name, kit)) for name in assignments or assignments_of(kit)]
    lines = [
        line
        for folder, files in made
        for line in (differences if only_check else write)(folder, files)
    ]
    for line in [*lines, *also]:
        click.echo(line.removeprefix(f"{kit}{os.sep}"))
    if not lines:
        click.echo("Everything is as it would be written.")
    sys.exit(1 if only_check and lines else 0)

"""The commands that generate files of the kit, `limits` and `new`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click

from autograder.assignment import Assignment, load
from autograder.cli.console import one_line, print_error, shell_quoted
from autograder.cli.files import write_bytes
from autograder.cli.options import UNUSABLE, assignments_argument, check_option, kit_option
from autograder.reports.misconceptions import MISCONCEPTIONS


@click.command()
@assignments_argument
@check_option
def starter(assignments: Sequence[Assignment], only_check: bool) -> None:
    """Write starter/ from reference/.

    \b
    Examples:
      autograder starter                     after a change to reference/
      autograder starter --check             fails if starter/ is not up to date
    """
    from autograder.authoring.starter import starter_files

    generate_files("starter", assignments, starter_files, only_check)


@click.command()
@assignments_argument
@check_option
def expected(assignments: Sequence[Assignment], only_check: bool) -> None:
    """Write expected/ by running reference/ on inputs/.

    \b
    Examples:
      autograder expected                    after a change to inputs/ or reference/
      autograder expected --check --kit my_course
    """
    from autograder.authoring.expected import expected_files

    generate_files("expected", assignments, expected_files, only_check)


@click.command()
@assignments_argument
@check_option
def figures(assignments: Sequence[Assignment], only_check: bool) -> None:
    """Write handout/figures/ by drawing cases of inputs/.

    \b
    Examples:
      autograder figures                     after a change to a case that a handout shows
      autograder figures NAME --check
    """
    from autograder.authoring.figures import figure_files

    make = partial(figure_files, with_pages=not only_check)
    generate_files("handout/figures", assignments, make, only_check)


@click.command()
@assignments_argument
@click.option("--seed", metavar="TEXT", required=True, help="The same seed gives the same inputs.")
def inputs(assignments: Sequence[Assignment], seed: str) -> None:
    """Generate new inputs/ from the recipes in inputs.toml.

    Prints the cases that are kept as they are. Keep the seed secret.

    \b
    Examples:
      autograder inputs --seed 2027          new inputs for another year
      autograder inputs NAME --seed 2027
    """
    from autograder.authoring.inputs import input_files, kept

    notes = [f"{each.inputs / name} kept" for each in assignments for name in kept(each)]
    make = partial(input_files, seed=seed)
    generate_files("inputs", assignments, make, only_check=False, notes=notes)


@click.command()
@assignments_argument
@click.option(
    "--measure",
    "is_measured",
    is_flag=True,
    help="Write what the reference needs into assignment.toml.",
)
def limits(assignments: Sequence[Assignment], is_measured: bool) -> None:
    """Show time limits, what the reference needs, and what grading may cost.

    All figures are CPU seconds. Exit status: 0 no limit is too tight, 1 a limit is less than five
    times what the reference needs.

    \b
    Examples:
      autograder limits                      what grading may cost
      autograder limits NAME --measure       after a change to reference/ or to the tests
    """
    from autograder.authoring.limits import RUNS, cost_table, measure, write_needs

    is_tight = False
    for each in assignments:
        meter = measure(each, RUNS if is_measured else 1)
        is_changed = is_measured and write_needs(each, meter)
        lines, has_tight = cost_table(load(each.name, each.kit) if is_changed else each, meter)
        click.echo("\n".join(lines) + "\n")
        is_tight = is_tight or has_tight
    sys.exit(1 if is_tight else 0)


@click.command()
@assignments_argument
@check_option
def misconceptions(assignments: Sequence[Assignment], only_check: bool) -> None:
    """Write misconceptions.toml by grading chaffs/ with the public tests.

    `check --hint` then recognises some mistakes by their answers.

    \b
    Examples:
      autograder misconceptions              after a change to chaffs/ or to public tests
      autograder misconceptions NAME --check
    """
    from autograder.authoring.misconceptions import misconceptions_toml

    def make(assignment: Assignment) -> dict[str, bytes]:
        return {MISCONCEPTIONS: misconceptions_toml(assignment).encode()}

    generate_files("autograder/assignments", assignments, make, only_check, MISCONCEPTIONS)


def generate_files(
    folder: str,
    assignments: Sequence[Assignment],
    make: Callable[[Assignment], dict[str, bytes]],
    only_check: bool,
    pattern: str = "*",
    notes: Sequence[str] = (),
) -> None:
    """Write a folder in `folder` for each assignment, or compare with it.

    Nothing is written if the files of any cannot be made. Files in the folder that do not match the
    `pattern` stay as they are. `notes` are printed at the end.
    """
    from autograder.authoring.folder import differences, write

    made = [(each.kit / folder / each.name, make(each), pattern) for each in assignments]
    lines = [line for made_of in made for line in (differences if only_check else write)(*made_of)]
    for line in [*lines, *notes]:
        click.echo(line.removeprefix(f"{assignments[0].kit}{os.sep}"))
    if not lines:
        click.echo("Nothing to change: all files are up to date.")
    sys.exit(1 if only_check and lines else 0)


@click.command()
@click.argument("name", default="example")
@click.option(
    "--program", "shape", flag_value="program", help="A program, without functions to test."
)
@click.option("--class", "shape", flag_value="class", help="A class and a program that uses it.")
@click.option(
    "--from",
    "existing",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="A folder with a solution and its tests, in pytest or unittest, to take over.",
)
@kit_option
@click.pass_context
def new(
    context: click.Context,
    name: str,
    shape: str | None,
    existing: Path | None,
    kit: Path,
) -> None:
    """Create an assignment to adapt: a function, a program, or a class and its program.

    It can be graded as it is; comments in the files say what to change. It is added to the kit in
    the current folder, or in the one that --kit names. An empty folder becomes a kit.

    With --from, the assignment is made of the files in FOLDER, which stays as it is: the solution
    is in FOLDER/solution or there, its tests (test_*.py or *_test.py) in FOLDER/tests or there.
    Tests that the solution does not pass here are left out, and listed with the reasons.

    \b
    Examples:
      autograder new                         your own kit, in an empty folder
      autograder new NAME                    an assignment to adapt
      autograder new NAME --class --kit my_course
      autograder new NAME --from FOLDER      of a solution and its tests, in pytest or unittest
    """
    from autograder.authoring.new import new_assignment

    shape = "" if existing else shape or "function"
    if context.get_parameter_source("kit") == click.core.ParameterSource.DEFAULT:
        kit = Path.cwd()
    files, summary = new_assignment(kit, name, existing or shape)
    if not files:
        for line in summary:
            print_error(one_line(line))
        sys.exit(UNUSABLE)
    for file, content in sorted(files.items()):
        write_bytes(str(kit / file), content, "the assignment")
        click.echo(f"{file if kit == Path.cwd() else kit / file} written")
    for line in summary:
        click.echo(line)
    click.echo(next_steps(kit, name, shape))


def next_steps(kit: Path, name: str, shape: str) -> str:
    """Return what an author does next, with commands that work in the current folder."""
    option = "" if kit == Path.cwd() else f" --kit {shell_quoted(kit)}"
    change, commands = 'change the files where they say "To change"', ["starter", "expected"]
    if not shape:
        change, commands = f"describe each part in handout/{name}.md", []
    elif shape == "function":
        commands.remove("expected")
    lines = [f"  autograder {command} {name}{option}" for command in [*commands, "verify"]]
    return "\n".join([f"Next: {change}, then run", *lines])

"""The `new` command: create an assignment or a kit."""

from __future__ import annotations

from pathlib import Path

import click

from autograder.cli.console import shell_quoted
from autograder.cli.options import kit_option


@click.command()
@click.argument("name", default="example")
@click.option("--function", is_flag=True, help="Functions; the default.")
@click.option("--program", is_flag=True, help="A program, without functions to test.")
@click.option("--class", "is_class", is_flag=True, help="A class and a program that uses it.")
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
    function: bool,
    program: bool,
    is_class: bool,
    existing: Path | None,
    kit: Path,
) -> None:
    """Create an assignment to adapt: a function, a program, or a class and its program.

    It can be graded as it is; comments in the files say what to change. It is added to the kit in
    the current folder, or in the one that --kit names. An empty folder becomes a kit.

    With --from, the assignment is made of the files in FOLDER, which stays as it is: the solution
    is in FOLDER/solution or there, its tests (test_*.py or *_test.py) in FOLDER/tests or there.

    \b
    Examples:
      autograder new                         your own kit, in an empty folder
      autograder new NAME                    an assignment to adapt
      autograder new NAME --class --kit my_course
      autograder new NAME --from FOLDER      of a solution and its tests, in pytest or unittest
    """
    from autograder.authoring.new import new_assignment

    kinds = {"function": function, "program": program, "class": is_class, "": bool(existing)}
    shape, *others = [each for each, is_chosen in kinds.items() if is_chosen] or ["function"]
    if others:
        raise click.UsageError("--function, --program, --class and --from exclude each other.")
    if context.get_parameter_source("kit") == click.core.ParameterSource.DEFAULT:
        kit = Path.cwd()
    files, summary = new_assignment(kit, name, existing or shape)
    for file in files:
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

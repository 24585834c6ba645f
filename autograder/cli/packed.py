"""check.pyz: the command `check` for its one assignment, and commands that help with it."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from autograder.assignment import KIT, names
from autograder.cli.check import check
from autograder.cli.main import COMMANDS, exit_on_errors
from autograder.cli.main import main as run
from autograder.cli.own_command import own_command

OTHER_COMMANDS = ("diff", "puzzle")
"""Commands for students, as far as there are such."""


def main() -> None:
    """Check the current folder, or the path that is named; or run the command that is named."""
    arguments = sys.argv[1:]
    if arguments == ["classroom50"]:
        from autograder.cli.classroom50 import check_checkout

        exit_on_errors(lambda: check_checkout(Path()))
    elif arguments and arguments[0] in OTHER_COMMANDS and arguments[0] in COMMANDS:
        run(arguments)
    else:
        command = own_check()
        exit_on_errors(
            lambda: command.main(
                arguments[arguments[:1] == ["check"] :],
                prog_name=own_command(),
                standalone_mode=False,
            )
        )


def own_check() -> click.Command:
    """Return `check` with the assignment and the kit in the file, and no way to name others.

    The current folder is the student's, and what looks like a kit there is none.
    """
    [name] = names(KIT)
    known = {"assignment": name, "kit": KIT}
    assert check.callback
    return click.Command(
        "check",
        params=[parameter for parameter in check.params if parameter.name not in known],
        callback=partial(check.callback, **known),
        help="Test your own work with the public tests.\n\nWithout PATH, the current folder is "
        "checked. Each part is printed as soon as it is known.",
        epilog="\n".join(["\b", "Examples:", *_examples()]),
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _examples() -> list[str]:
    """Return the examples, as click does not rewrap them."""
    lines = [
        f"  {own_command()}               in the folder with your files",
        f"  {own_command()} --part NAME   one part, with full details",
    ]
    others = {"diff": "diff CASE", "puzzle": "puzzle show FILE"}
    return [*lines, *(f"  {own_command()} {others[name]}" for name in others if name in COMMANDS)]

"""check.pyz: the command `check` for its one assignment, and commands that help with it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from autograder.assignment import KIT, AssignmentError, names
from autograder.cli.check import check
from autograder.cli.console import ending_with_reader
from autograder.cli.main import COMMANDS, exit_on_errors
from autograder.cli.main import main as run
from autograder.cli.program_name import program_name
from autograder.intake.detect import detect_assignment

OTHER_COMMANDS = ("diff", "puzzle")
"""Commands for students."""


def main() -> None:
    """Check the current folder, or the path that is named; or run the command that is named.

    `pytest` runs a student's own tests, as pytest itself need not be installed.
    """
    arguments = sys.argv[1:]
    if arguments == ["classroom50"]:
        from autograder.cli.classroom50 import check_checkout

        exit_on_errors(lambda: check_checkout(Path()))
    elif arguments[:1] == ["pytest"]:
        import pytest

        sys.exit(pytest.main([*arguments[1:], "-p", "no:cacheprovider"]))
    elif arguments and arguments[0] in OTHER_COMMANDS and arguments[0] in COMMANDS:
        run(arguments)
    else:
        command = OwnCheck()
        exit_on_errors(
            lambda: command.main(
                arguments[arguments[:1] == ["check"] :],
                prog_name=program_name(),
                standalone_mode=False,
            )
        )


class OwnCheck(click.Command):
    """`check` with the kit in the file, and no way to name another.

    What looks like a kit in the current folder is the student's.
    """

    def __init__(self) -> None:
        super().__init__(
            "check",
            params=[parameter for parameter in check.params if parameter.name != "kit"],
            callback=check_own_kit,
            help="Test your own work with the public tests.\n\nWithout PATH, the current folder "
            "is checked. Each part is printed as soon as it is known.",
            epilog="\n".join(["\b", "Examples:", *_examples()]),
            context_settings={"help_option_names": ["-h", "--help"]},
        )

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        with ending_with_reader():  # It prints --help.
            return super().make_context(*arguments, **options)

    def collect_usage_pieces(self, _context: click.Context) -> list[str]:
        return ["[OPTIONS]", "[PATH]"]


def check_own_kit(assignment: str | None, path: Path | None, **options: Any) -> None:
    """Run `check`. The assignment may be named, as in `autograder check NAME PATH`.

    It is named where the files do not show it, so that `check` says which files are missing.
    """
    if assignment and path is None and assignment not in names(KIT):
        path = Path(assignment)
        assignment = None
    try:
        detect_assignment(assignment, path, KIT)
    except AssignmentError:
        [assignment] = names(KIT)
    callback: Callable[..., None] | None = check.callback
    assert callback
    callback(assignment=assignment, path=path, kit=KIT, **options)


def _examples() -> list[str]:
    """Return the examples, as click does not rewrap them."""
    lines = [
        f"  {program_name()}               in the folder with your files",
        f"  {program_name()} --part NAME   one part, with full details",
    ]
    others = {"diff": "diff CASE", "puzzle": "puzzle show FILE"}
    lines.append(f"  {program_name()} pytest FILE   your own tests")
    return [*lines, *(f"  {program_name()} {others[name]}" for name in others if name in COMMANDS)]

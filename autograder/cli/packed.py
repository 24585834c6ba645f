"""check.pyz: the command `check` for its one assignment, and commands that help with it."""

from __future__ import annotations

import sys
from pathlib import Path

from autograder.assignment import KIT, names
from autograder.cli.main import COMMANDS, exit_on_errors
from autograder.cli.main import main as run

OTHER_COMMANDS = ("diff", "puzzle")


def main() -> None:
    """Check the current folder, or the path that is named; or run the command that is named.

    The kit is always the one in the file: the current folder is the student's.
    """
    arguments = sys.argv[1:]
    if arguments == ["classroom50"]:
        from autograder.cli.classroom50 import check_checkout

        exit_on_errors(lambda: check_checkout(Path()))
        return
    if arguments[:1] == ["check"]:
        arguments = arguments[1:]
    elif arguments and arguments[0] in OTHER_COMMANDS and arguments[0] in COMMANDS:
        run(arguments)
        return
    [name] = names(KIT)
    run(["check", name, *arguments, "--kit", str(KIT)])

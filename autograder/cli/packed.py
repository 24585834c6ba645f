"""check.pyz: the command `check` for its one assignment, and commands that help with it."""

from __future__ import annotations

import sys
from pathlib import Path

from autograder.cli.check import check
from autograder.cli.main import exit_on_errors, with_own_name
from autograder.cli.main import main as run

OTHER_COMMANDS = ("check", "diff", "puzzle")


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
    elif arguments[:1] and arguments[0] in OTHER_COMMANDS:
        run(arguments)
    else:
        run(arguments, with_own_name(check))

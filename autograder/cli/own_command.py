"""How this program is called, for commands in messages: as `autograder`, or as check.pyz."""

from __future__ import annotations

import sys
from pathlib import Path

from autograder.assignment import Assignment
from autograder.cli.console import shell_quoted


def own_command() -> str:
    """Return the command that runs this program."""
    file = Path(sys.argv[0])
    if file.suffix != ".pyz":
        return "autograder"
    python = "py" if sys.platform == "win32" else Path(sys.executable).name
    return f"{python} {shell_quoted(file)}"


def check_command(assignment: Assignment, folder: Path) -> str:
    """Return the command that checks a folder; check.pyz knows its assignment."""
    if own_command() == "autograder":
        return f"autograder check {assignment.name} {shell_quoted(folder)}"
    return own_command() if folder == Path() else f"{own_command()} {shell_quoted(folder)}"

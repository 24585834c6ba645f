"""How this program is called, for commands in messages: as `autograder`, or as check.pyz."""

from __future__ import annotations

import sys
from pathlib import Path

from autograder.assignment import Assignment
from autograder.cli.console import shell_quoted


def program_name() -> str:
    """Return the command that runs this program."""
    file = Path(sys.argv[0])
    if file.suffix != ".pyz":
        return "autograder"
    python = "py" if sys.platform == "win32" else Path(sys.executable).name
    return f"{python} {shell_quoted(file)}"


def check_command(assignment: Assignment, folder: Path) -> str:
    """Return the command that checks a folder; check.pyz knows its assignment."""
    if program_name() == "autograder":
        return f"autograder check {assignment.name} {shell_quoted(folder)}"
    return program_name() if folder == Path() else f"{program_name()} {shell_quoted(folder)}"

"""The name of this program, for commands in messages: `autograder` or check.pyz."""

from __future__ import annotations

import sys
from pathlib import Path

from autograder.cli.console import shell_quoted


def is_packed() -> bool:
    """Is this the file that students get? It knows its assignment and its kit."""
    return Path(sys.argv[0]).suffix == ".pyz"


def program_name() -> str:
    """Return the command that runs this program."""
    if not is_packed():
        return "autograder"
    python = "py" if sys.platform == "win32" else Path(sys.executable).name
    return f"{python} {shell_quoted(Path(sys.argv[0]))}"


def check_command() -> str:
    """Return the command that checks; check.pyz needs no subcommand for it."""
    return program_name() if is_packed() else f"{program_name()} check"

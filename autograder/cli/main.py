"""The `autograder` command: its subcommands, and exit statuses for everything that goes wrong."""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import click

from autograder import __version__, signals
from autograder.assignment import AssignmentError
from autograder.cli.console import (
    TERMINAL_CLOSED,
    discard_output_of_closed_terminals,
    discard_unwritten,
    ending_with_reader,
    one_line,
    print_error,
)
from autograder.cli.files import UnusableError
from autograder.cli.options import GRADER_FAILED, UNUSABLE, examples
from autograder.cli.program_name import program_name
from autograder.intake.listing import IntakeError
from autograder.report import GraderError
from autograder.safetext import printable
from autograder.sandbox.backend import SandboxError, UnconfinedError

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
"""The disk is full, or the part of it that this user may fill."""


COMMANDS = {
    "check": "check",
    "course": "course_results",
    "diff": "diff",
    "doctor": "doctor",
    "expected": "author",
    "figures": "author",
    "grade": "grade",
    "inputs": "author",
    "limits": "author",
    "misconceptions": "misconceptions",
    "mutants": "mutants",
    "new": "new",
    "puzzle": "puzzle_new",
    "release": "release",
    "starter": "author",
    "verify": "verify",
}
"""The module of each command in this package."""


class _Commands(click.Group):
    """Loads a command when it is used: importing all of them would slow down each."""

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        with ending_with_reader():  # It prints --help.
            return super().make_context(*arguments, **options)

    def invoke(self, context: click.Context) -> Any:
        with ending_with_reader():
            return super().invoke(context)

    def list_commands(self, _context: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"autograder.cli.{COMMANDS[name]}")
        command: click.Command = getattr(module, name)
        return command


@click.group(
    cls=_Commands, epilog=examples(""), context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="autograder")
def commands() -> None:
    """Grade course assignments about cage puzzles.

    Exit status: 0 done (check: all tests passed), 1 a test failed (check), the output differs
    (diff), nothing can confine submissions (doctor), there are findings (limits, mutants, release,
    verify) or a file would change (--check), 2 the input cannot be graded, 3 the grader itself
    failed or cannot confine submissions on this system, 130 interrupted by Ctrl-C, 128 + N stopped
    by signal N.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command. An error becomes one line on standard error and an exit status."""
    exit_on_errors(
        lambda: commands.main(arguments, prog_name=program_name(), standalone_mode=False)
    )


def exit_on_errors(run: Callable[[], object]) -> None:
    """Call a function; report an error on one line and exit."""
    warnings.simplefilter("ignore", SyntaxWarning)  # `verify` reports those of references.
    open_closed_standard_streams()
    signals.reset_sigchld()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        with signals.raised():
            run()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(UNUSABLE)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else program_name()
        message = " ".join(error.format_message().split())
        end = "" if message.endswith(("?", ".")) else "."
        print_error(f"{one_line(message)}{end} See {command} --help")
        sys.exit(UNUSABLE)
    except (AssignmentError, IntakeError, UnusableError) as error:
        print_error(one_line(error))
        sys.exit(UNUSABLE)
    except UnconfinedError as error:
        print_error(
            f"nothing was graded: submissions cannot be confined here ({error}); "
            "run autograder doctor to see what would help, or grade anyway with --allow-unconfined"
        )
        sys.exit(GRADER_FAILED)
    except (GraderError, SandboxError) as error:
        print_error(f"the grader failed, not the submission: {printable(str(error))}")
        sys.exit(GRADER_FAILED)
    except (KeyboardInterrupt, click.Abort):
        discard_unwritten()
        sys.exit(signals.exit_status())
    except Exception as error:
        sys.exit(_report_unexpected(error))


def _report_unexpected(error: Exception) -> int:
    """Report a fault of the system, or a bug of the grader; return the exit status."""
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        print_error(f"cannot write: {error.strerror}")
        discard_unwritten()
        return UNUSABLE
    if getattr(error, "errno", 0) == errno.EIO and discard_output_of_closed_terminals():
        return TERMINAL_CLOSED
    if isinstance(error, FileNotFoundError) and _is_missing(os.getcwd):
        print_error("the current folder has been deleted; change into another folder")
        return UNUSABLE
    if isinstance(error, FileNotFoundError) and _is_missing(tempfile.gettempdir):
        print_error(
            "no temporary folder can be written: free disk space, or name another one in TMPDIR"
        )
        return UNUSABLE
    print_error(f"the grader failed, not the submission: {printable(repr(error))}")
    try:
        print_error(f"the traceback is in {save_traceback()}")
    except OSError as fault:
        print_error(f"the traceback cannot be saved: {fault.strerror}")
    return GRADER_FAILED


def _is_missing(folder: Callable[[], str]) -> bool:
    try:
        folder()
    except FileNotFoundError:
        return True
    return False


def open_closed_standard_streams() -> None:
    """Replace closed standard streams by the null device: pipes would take their numbers."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)


def save_traceback() -> str:
    """Write the current exception's traceback to a temporary file and return its path."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="autograder-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        traceback.print_exc(file=file)
    return file.name

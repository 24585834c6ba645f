"""The `autograder` command: its subcommands, and an exit status for each way to fail."""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Sequence

import click

from autograder import __version__, signals
from autograder.assignment import AssignmentError
from autograder.cli.console import check_command, is_packed, one_line, print_error, program_name
from autograder.cli.files import UnusableError
from autograder.cli.options import GRADER_FAILED, STOPPED, UNUSABLE
from autograder.intake.entries import IntakeError
from autograder.report import GraderError
from autograder.safetext import printable
from autograder.sandbox.backend import SandboxError, UnconfinedError

COMMANDS = {
    "check": "check",
    "course": "course",
    "diff": "diff",
    "doctor": "grade",
    "expected": "author",
    "figures": "author",
    "grade": "grade",
    "inputs": "author",
    "limits": "author",
    "misconceptions": "author",
    "mutants": "verify",
    "new": "author",
    "play": "diff",
    "practice": "practice",
    "puzzle": "puzzle",
    "release": "verify",
    "starter": "author",
    "step": "step",
    "verify": "verify",
}
"""The module of each command in this package."""


class _Commands(click.Group):
    """Loads a command when it is used: importing all of them would slow down each."""

    def list_commands(self, _context: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"autograder.cli.{COMMANDS[name]}")
        command: click.Command = getattr(module, name)
        return with_own_name(command) if is_packed() else command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="autograder")
def commands() -> None:
    """Grade course assignments about cage puzzles.

    A command that takes [NAME]... processes these assignments, or all of the kit.

    Exit status: 0 done (check: all tests passed), 1 a test failed (check), the output differs
    (diff) or a step does (play, step), nothing can confine submissions (doctor), there are findings
    (limits, mutants, release, verify) or a file would change (--check), 2 the input cannot be
    graded, 3 the grader itself failed or cannot confine submissions on this system, 130 stopped by
    Ctrl-C or another signal.
    """


def with_own_name(command: click.Command) -> click.Command:
    """Let the examples in the help of a command show how this program is called."""
    text = (command.help or "").replace("autograder check", check_command())
    command.help = text.replace("autograder ", f"{program_name()} ")
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        with_own_name(inner)
    return command


def main(arguments: Sequence[str] | None = None, command: click.Command = commands) -> None:
    """Run a command. An error becomes one line on standard error and an exit status."""
    exit_on_errors(lambda: command.main(arguments, program_name(), standalone_mode=False))


def exit_on_errors(run: Callable[[], object]) -> None:
    """Call a function; report an error on one line and exit."""
    warnings.simplefilter("ignore", SyntaxWarning)  # `verify` reports those of references.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="marks_in_ascii")
    try:
        with signals.raised():
            run()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(UNUSABLE)
    except click.UsageError as error:
        name = error.ctx.command_path if error.ctx else program_name()
        message = " ".join(error.format_message().split())
        end = "" if message.endswith(("?", ".")) else "."
        print_error(f"{one_line(message)}{end} See {name} --help")
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
        sys.exit(STOPPED)
    except Exception as error:
        print_error(f"the grader failed, not the submission: {printable(repr(error))}")
        with contextlib.suppress(OSError):
            print_error(f"the traceback is in {save_traceback()}")
        sys.exit(GRADER_FAILED)


def save_traceback() -> str:
    """Write the current exception's traceback to a temporary file and return its path."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="autograder-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        traceback.print_exc(file=file)
    return file.name

"""The `autograder` command: its subcommands, and exit statuses for everything that goes wrong."""

from __future__ import annotations

import errno
import io
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence

import click

from autograder import __version__, signals
from autograder.assignment import AssignmentError
from autograder.cli.author import expected, figures, inputs, limits, starter
from autograder.cli.check import check
from autograder.cli.console import one_line, print_error
from autograder.cli.doctor import doctor
from autograder.cli.files import UnusableError
from autograder.cli.grade import GRADER_FAILED, grade
from autograder.cli.options import examples
from autograder.intake.intake import IntakeError
from autograder.report import GraderError
from autograder.safetext import printable
from autograder.sandbox.backend import SandboxError, UnconfinedError

UNUSABLE = 2


class _Commands(click.Group):
    """Load `puzzle` on demand: importing it would slow down every other command."""

    def list_commands(self, context: click.Context) -> list[str]:
        self._load()
        return super().list_commands(context)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.commands:
            self._load()
        return super().get_command(context, name)

    def _load(self) -> None:
        from autograder.cli.puzzle import puzzle
        from autograder.cli.puzzle_new import new

        puzzle.add_command(new)
        self.add_command(puzzle)


@click.group(
    cls=_Commands, epilog=examples(""), context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="autograder")
def commands() -> None:
    """Grade course assignments about cage puzzles.

    Exit status: 0 graded (check: all tests passed), 1 a test failed (check) or a file would
    change (--check), 2 the input cannot be graded, 3 the grader itself failed or cannot confine
    submissions on this system, 130 interrupted by Ctrl-C, 128 + N stopped by signal N.
    """


for command in (grade, check, doctor, starter, expected, inputs, figures, limits):
    commands.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command. An error becomes one line on standard error and an exit status."""
    open_closed_standard_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        with signals.raised():
            commands.main(arguments, prog_name="autograder", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(UNUSABLE)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "autograder"
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
        sys.exit(signals.exit_status())
    except Exception as error:  # A bug of the grader: one line here, the traceback in a file.
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            print_error(f"cannot write: {error.strerror}")
            sys.exit(UNUSABLE)
        print_error(f"the grader failed, not the submission: {printable(repr(error))}")
        print_error(f"the traceback is in {save_traceback()}")
        sys.exit(GRADER_FAILED)


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

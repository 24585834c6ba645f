"""The commands. Each reads what it was given, calls one function, and prints."""

from __future__ import annotations

import errno
import io
import os
import shlex
import signal
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from autograder import __version__
from autograder.assignment import Assignment, AssignmentError, cases_from, load
from autograder.commands.authoring import expected, figures, inputs, starter
from autograder.commands.files import UnusableError, write_text
from autograder.commands.options import examples, kit_option
from autograder.commands.telling import complain, in_a_line, in_encoding
from autograder.course.guess import guess
from autograder.course.intake import IntakeError, receive
from autograder.judge.drawing import printable, printable_line
from autograder.sandbox.channel import UnconfinedError
from autograder.verdict import Audience, GraderError, Report

UNUSABLE, GRADER_FAILED, INTERRUPTED = 2, 3, 130

path_argument = click.Path(path_type=Path)


class _Commands(click.Group):
    """`puzzle` is loaded when it is asked for, as all others would have to wait for it."""

    def list_commands(self, context: click.Context) -> list[str]:
        self._load()
        return super().list_commands(context)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.commands:
            self._load()
        return super().get_command(context, name)

    def _load(self) -> None:
        from autograder.commands.puzzle import puzzle
        from autograder.commands.puzzle_new import new

        puzzle.add_command(new)
        self.add_command(puzzle)


@click.group(
    cls=_Commands, epilog=examples(""), context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="autograder")
def commands() -> None:
    """Grade course assignments about cage puzzles.

    Exit status: 0 graded (check: all tests passed), 1 some test failed (check) or a file would
    change (--check), 2 what was given cannot be graded, 3 the grader itself failed, or
    cannot confine submissions here.
    """


@commands.command(epilog=examples("grade"))
@click.argument("assignment")
@click.argument("path", type=path_argument)
@click.option("--json", "json_file", metavar="FILE", help="Write the report as JSON; - prints it.")
@click.option(
    "--audience",
    type=click.Choice([audience.value for audience in Audience]),
    default=Audience.INSTRUCTOR.value,
    help="Whom the report is for; students read no more of hidden tests than sentence and outcome.",
)
@click.option(
    "--whitespace",
    type=click.Choice(["exact", "lenient"]),
    default="exact",
    help="How program output is compared; lenient compares words only.",
)
@click.option(
    "--cases",
    type=path_argument,
    help="Folder of NAME.in and NAME.out that takes the place of the secret cases.",
)
@click.option(
    "--allow-unconfined",
    is_flag=True,
    help="Grade even where nothing can hold a submission back. Only for code that you trust.",
)
@kit_option
def grade(
    assignment: str,
    path: Path,
    json_file: str | None,
    audience: str,
    whitespace: str,
    cases: Path | None,
    allow_unconfined: bool,
    kit: Path,
) -> None:
    """Grade a submission to ASSIGNMENT, hidden tests included."""
    chosen = load(assignment, kit)
    secret = cases_from(cases) if cases else chosen.cases("secret")
    report = run(
        chosen,
        path,
        secret=secret,
        lenient=whitespace == "lenient",
        confined=not allow_unconfined,
    )
    if audience == Audience.STUDENT:
        show(report.for_students(), json_file, f"autograder check {chosen.name} --part {{part}}")
    else:
        show(report, json_file, "--json FILE")
    sys.exit(GRADER_FAILED if report.grader_errors else 0)


@commands.command(epilog=examples("check"))
@click.argument("assignment", required=False)
@click.argument("path", type=path_argument, required=False)
@click.option("--part", "part_name", metavar="NAME", help="Test one part only.")
@click.option("--json", "json_file", metavar="FILE", help="Write the report as JSON; - prints it.")
@kit_option
def check(
    assignment: str | None,
    path: Path | None,
    part_name: str | None,
    json_file: str | None,
    kit: Path,
) -> None:
    """Test your own work with the tests that students have.

    Without ASSIGNMENT it is told from the folder; without PATH it is the folder you are in.
    """
    chosen, folder = guess(assignment, path, kit)
    parts = [chosen.part(part_name)] if part_name else []
    report = run(chosen, folder, parts=parts, hidden=False, confined=False)
    in_full = f"autograder check {chosen.name} {quoted(folder)} --part {{part}}"
    show(report.for_students(), json_file, in_full)
    if json_file != "-":
        click.echo("These are the tests that you have; your instructor's run has more.")
    if report.grader_errors:
        sys.exit(GRADER_FAILED)
    sys.exit(0 if all(part.passed == part.total for part in report.parts) else 1)


for command in (starter, expected, inputs, figures):
    commands.add_command(command)


@commands.command(epilog=examples("doctor"))
def doctor() -> None:
    """Tell what confines submissions here.

    Each mechanism is tried. Exit status 1 if nothing works: then grade refuses.
    """
    from autograder.sandbox.doctor import examine, lines

    findings, used = examine()
    for line in lines(findings, used):
        click.echo(line)
    sys.exit(0 if used else 1)


def run(assignment: Assignment, path: Path, **how: Any) -> Report:
    from autograder.judge.session import grade

    with receive(assignment, path) as received:
        return grade(
            assignment,
            received.box,
            submission=path.as_posix(),
            unusable=received.unusable,
            **how,
        )


def quoted(path: Path) -> str:
    """A path as a shell takes it."""
    text = printable_line(str(path))
    if sys.platform == "win32":
        return f'"{text}"' if " " in text else text
    return shlex.quote(text)


def show(report: Report, json_file: str | None, in_full: str) -> None:
    from autograder.reports import json as as_json
    from autograder.reports import text

    if json_file == "-":
        if not report.confined:
            click.echo(text.NOT_CONFINED, err=True)
        click.echo(as_json.render(report), nl=False)
        return
    click.echo(in_encoding(text.render(report, in_full), sys.stdout), nl=False)
    if json_file:
        write_text(json_file, as_json.render(report), "the report")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; what goes wrong is one line on standard error and an exit status."""
    hold_places()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    try:
        commands.main(arguments, prog_name="autograder", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(UNUSABLE)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "autograder"
        message = " ".join(error.format_message().split())
        end = "" if message.endswith(("?", ".")) else "."
        complain(f"{in_a_line(message)}{end} See {command} --help")
        sys.exit(UNUSABLE)
    except (AssignmentError, IntakeError, UnusableError) as error:
        complain(in_a_line(error))
        sys.exit(UNUSABLE)
    except UnconfinedError as error:
        complain(
            f"nothing was graded: submissions cannot be confined here ({error}); "
            "autograder doctor tells what would help, --allow-unconfined grades all the same"
        )
        sys.exit(GRADER_FAILED)
    except GraderError as error:
        complain(f"the grader failed, not the submission: {printable(str(error))}")
        sys.exit(GRADER_FAILED)
    except (KeyboardInterrupt, click.Abort):
        sys.exit(INTERRUPTED)
    except Exception as error:  # A fault of ours: told in one line, kept in a file.
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            complain(f"cannot write: {error.strerror}")
            sys.exit(UNUSABLE)
        complain(f"the grader failed, not the submission: {printable(repr(error))}")
        complain(f"where it failed is told in {keep_traceback()}")
        sys.exit(GRADER_FAILED)


def hold_places() -> None:
    """Open what stands for closed standard streams: pipes to workers would take their places."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)


def keep_traceback() -> str:
    with tempfile.NamedTemporaryFile(
        "w", prefix="autograder-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        traceback.print_exc(file=file)
    return file.name

"""Printing to the terminal: errors, a status line, colours, and commands that can be typed."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from autograder.safetext import MAX_PRINTABLE, escape, printable_line

IN_ASCII = str.maketrans(
    {"✓": "+", "✗": "x", "·": "-", "…": "...", "→": "->", "≠": "!", "█": "#"}
    | {"─": "-", "│": "|", **dict.fromkeys("┌┬┐├┼┤└┴┘", "+")}
)
_COLOURS = {"✓": "green", "✗": "red", "·": "bright_black", "returned": "red", "printed": "red"}
_COLOURS |= {"expected": "green"}
_PAINTED = re.compile(
    r"(?m)(?:^ *|  )(?P<mark>[✓✗·])(?= )"
    r"|^ {8}(?P<label>returned|expected|printed)(?= )"
    r"|^ {,2}(?P<bold>Begin here: .*|All \d+ parts pass|Hint(?: \d+ of \d+)?:)"
)


def marks_in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Replace what a stream cannot encode: marks and drawn lines by ASCII, all else by escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end].translate(IN_ASCII)
    return lacking.encode("ascii", "backslashreplace").decode(), error.end


codecs.register_error("marks_in_ascii", marks_in_ascii)


def print_error(message: str) -> None:
    """Print an error to standard error, continuation lines indented.

    A message may quote a path or a submission, which could otherwise imitate a line of ours.
    """
    click.echo("\n  ".join(f"autograder: {message}".split("\n")), err=True)


def one_line(message: object) -> str:
    """Return a message on one line, without terminal control characters."""
    return printable_line(str(message), MAX_PRINTABLE)


show_on_page: Callable[[str], None] | None = None
"""Shows a status line where there is no terminal, on a practice page."""


@contextlib.contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """Yield a function that replaces a line on standard error, which is removed at the end.

    It is shown on a terminal only; of a long text, the end is cut off.
    """
    stream = sys.stderr
    is_terminal = bool(stream and stream.isatty())

    def show(text: str) -> None:
        if show_on_page:
            show_on_page(text)
        elif is_terminal:
            shown = text[: shutil.get_terminal_size().columns - 1]
            click.echo(f"\r\x1b[K{shown}", nl=False, file=stream)

    try:
        yield show
    finally:
        show("")


@contextlib.contextmanager
def progress(total: int) -> Iterator[tuple[Callable[[str], None], Callable[[], None]]]:
    """Yield two functions: print a result, and count one of `total` items as done."""
    done = 0
    with status_line() as show_status:

        def show(text: str) -> None:
            show_status("")
            click.echo(text)

        def advance() -> None:
            nonlocal done
            done += 1
            show_status(f"{done} of {total}")

        yield show, advance


def painted(text: str) -> str:
    """Colour a report unless NO_COLOR is set; `click.echo` removes colours without a terminal."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text

    def paint(match: re.Match[str]) -> str:
        word = match["mark"] or match["label"] or match["bold"]
        before = match[0].removesuffix(word)
        return before + click.style(word, fg=_COLOURS.get(word), bold=bool(match["bold"]) or None)

    return _PAINTED.sub(paint, text)


def shell_quoted(path: Path) -> str:
    """Return a path quoted for the shell of this system."""
    text = escape(str(path))
    text = f"./{text}" if text.startswith("-") else text
    if sys.platform == "win32":
        return f'"{text}"' if " " in text else text
    return shlex.quote(text)


def is_packed() -> bool:
    """Is this check.pyz, which students get? It knows its assignment and its kit."""
    return Path(sys.argv[0]).suffix == ".pyz"


def program_name() -> str:
    """Return the command that runs this program."""
    program = Path(sys.argv[0])
    if not is_packed():
        is_elsewhere = program.stem == "autograder" and not shutil.which("autograder")
        return shell_quoted(program) if is_elsewhere else "autograder"
    python = "py" if sys.platform == "win32" else Path(sys.executable).name
    if not shutil.which(python):
        python = shell_quoted(Path(sys.executable))
    return f"{python} {shell_quoted(program)}"


def check_command() -> str:
    """Return the command that checks; check.pyz needs no subcommand for it."""
    return program_name() if is_packed() else f"{program_name()} check"

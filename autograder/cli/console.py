"""Printing to the terminal: results, errors, and text in the terminal's encoding."""

from __future__ import annotations

import contextlib
import os
import re
import select
import shlex
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import click

from autograder.report import GraderError
from autograder.safetext import MAX_PRINTABLE, printable_line

READER_LEFT = 128 + 13
"""The exit status of programs that SIGPIPE stops."""
TERMINAL_CLOSED = 128 + 1
"""The exit status of programs that SIGHUP stops."""


def print_error(message: str) -> None:
    """Print an error to standard error, continuation lines indented.

    A message may quote a path or a submission, which could otherwise imitate a line of ours. Where
    it cannot be written, the exit status is all that is left.
    """
    try:
        click.echo("\n  ".join(f"autograder: {message}".split("\n")), err=True)
    except OSError:
        discard(sys.stderr.fileno())  # Else Python would try again at exit, and exit with 120.


def print_whole(text: str, stream: TextIO | None = None) -> None:
    """Print to standard output, or to this stream, and flush it.

    A pipe whose reader has left, like `head -1`, is not an error.
    """
    stream = stream or sys.stdout
    try:
        click.echo(text, nl=False, file=stream)
    except BrokenPipeError:
        discard(stream.fileno())


def discard(descriptor: int) -> None:
    """Send all further output, and what is not flushed yet, to the null device."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def discard_unwritten() -> None:
    """Discard output that cannot be written; at exit, Python would try again."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            discard(stream.fileno())


@contextlib.contextmanager
def ending_with_reader() -> Iterator[None]:
    """End quietly if the reader of the pipe that output goes to has left, like `head -1`.

    The exit status is that of a program stopped by SIGPIPE. A broken pipe that is not a standard
    stream is a fault of the grader: click would hide it.

    Raises:
        GraderError: another pipe is broken.
    """
    try:
        yield
    except BrokenPipeError as error:
        unread = [stream for stream in (1, 2) if _is_unread(stream)]
        if not unread:
            raise GraderError(repr(error)) from error
        for stream in unread:
            discard(stream)
        sys.exit(READER_LEFT)


def _is_unread(descriptor: int) -> bool:
    """Has the reader of a pipe left, or the terminal been closed? Yes if the system cannot tell."""
    if sys.platform == "win32":
        return True
    poll = select.poll()
    poll.register(descriptor, 0)
    return any(events & (select.POLLERR | select.POLLHUP) for _, events in poll.poll(0))


def discard_output_of_closed_terminals() -> bool:
    """Discard all further output to terminals that have been closed; return whether any has been.

    A command may outlive its terminal: in the background, or where it ignores SIGHUP.
    """
    if sys.platform == "win32":
        return False
    streams = [stream for stream in (1, 2) if stat.S_ISCHR(os.fstat(stream).st_mode)]
    closed = [stream for stream in streams if _is_unread(stream)]
    for stream in closed:
        discard(stream)
    return bool(closed)


class StatusLine:
    """One line on standard error that is replaced by the next, on a terminal only."""

    def __init__(self) -> None:
        self.stream = sys.stderr
        self.is_shown = bool(self.stream and self.stream.isatty())

    def show(self, text: str) -> None:
        """Replace the line; an empty text removes it."""
        if self.is_shown:
            click.echo(f"\r\x1b[K{encodable(text, self.stream)}", nl=False, file=self.stream)


def one_line(message: object) -> str:
    """Return a message on one line, without terminal control characters."""
    return printable_line(str(message), MAX_PRINTABLE)


IN_ASCII = {"✓": "+", "✗": "x", "·": "-", "…": "...", "→": "->", "≠": "!=", "█": "#"}
_COLOURS = {"✓": "green", "✗": "red", "·": "bright_black", "returned": "red", "printed": "red"}
_COLOURS |= {"expected": "green"}
_PAINTED = re.compile(
    r"(?m)(?:^ *|  )(?P<mark>[✓✗·])(?= )"
    r"|^ {8}(?P<label>returned|expected|printed)(?= )"
    r"|^ {,2}(?P<bold>Begin here: .*|All \d+ parts pass|Hint(?: \d+ of \d+)?:)"
)


def encodable(text: str, stream: TextIO | None) -> str:
    """Replace the marks of a report by ASCII where the stream cannot encode them.

    The stream is None if it is closed.
    """
    encoding = (stream and stream.encoding) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        for mark, ascii_mark in IN_ASCII.items():
            if not mark.encode(encoding, "ignore"):
                text = text.replace(mark, ascii_mark)
    return text


def painted(text: str, stream: TextIO | None) -> str:
    """Colour a report on a terminal that has colours, unless NO_COLOR is set."""
    has_colours = stream and stream.isatty() and os.environ.get("TERM") != "dumb"
    if not has_colours or os.environ.get("NO_COLOR"):
        return encodable(text, stream)

    def paint(match: re.Match[str]) -> str:
        word = match["mark"] or match["label"] or match["bold"]
        before = match[0].removesuffix(word)
        return before + click.style(word, fg=_COLOURS.get(word), bold=bool(match["bold"]) or None)

    return encodable(_PAINTED.sub(paint, text), stream)


def shell_quoted(path: Path) -> str:
    """Return a path quoted for the shell of this system."""
    text = printable_line(str(path))
    if sys.platform == "win32":
        return f'"{text}"' if " " in text else text
    return shlex.quote(text)

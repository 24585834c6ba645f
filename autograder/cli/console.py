"""Printing to the terminal: results, errors, and text in the terminal's encoding."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TextIO

import click

from autograder.safetext import MAX_PRINTABLE, printable_line


def print_error(message: str) -> None:
    """Print an error to standard error, continuation lines indented.

    A message may quote a path or a submission, which could otherwise imitate a line of ours.
    """
    click.echo("\n  ".join(f"autograder: {message}".split("\n")), err=True)


def print_whole(text: str, stream: TextIO | None = None) -> None:
    """Print to standard output, or to the stream that was it, and flush it.

    It is no error if the reader of a pipe has left, like `head -1`.
    """
    stream = stream or sys.stdout
    try:
        click.echo(text, nl=False, file=stream)
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)  # For what is still to be flushed.
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


class StatusLine:
    """One line on standard error that is replaced by the next, on a terminal only."""

    def __init__(self) -> None:
        self.stream = sys.stderr
        self.is_shown = bool(self.stream and self.stream.isatty())

    def show(self, text: str) -> None:
        """Replace the line; an empty text removes it."""
        if self.is_shown:
            click.echo(f"\r\x1b[K{text}", nl=False, file=self.stream)


def one_line(message: object) -> str:
    """Return a message on one line, without terminal control characters."""
    return printable_line(str(message), MAX_PRINTABLE)


ASCII_MARKS = str.maketrans("✓✗", "+x")


def encodable(text: str, stream: TextIO | None) -> str:
    """Replace the marks for pass and fail by ASCII where the stream cannot encode them.

    The stream is None if it is closed.
    """
    try:
        text.encode(stream.encoding if stream else "utf-8")
    except UnicodeEncodeError:
        return text.translate(ASCII_MARKS)
    return text


def shell_quoted(path: Path) -> str:
    """Return a path quoted for the shell of this system."""
    text = printable_line(str(path))
    if sys.platform == "win32":
        return f'"{text}"' if " " in text else text
    return shlex.quote(text)

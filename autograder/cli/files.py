"""Reading and writing the files named on the command line."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from autograder.saving import save
from autograder.text_files import decoded

DATABASE = b"SQLite format 3\0"


class UnusableError(Exception):
    """A file cannot be read or written, or a request cannot be met; the message is one line."""


def file_label(file: str) -> str:
    return "standard input" if file == "-" else file


def read_text(file: str) -> str:
    """Return the text of a file, or of standard input for `-`.

    Raises:
        UnusableError: it cannot be read, or is not text.
    """
    if file == "-" and sys.stdin.isatty():
        click.echo(
            "Reading from the keyboard; end with Ctrl-D (on Windows: Ctrl-Z, then Enter).", err=True
        )
    try:
        with click.open_file(file, "rb") as stream:
            return decoded(stream.read())
    except OSError as error:
        raise UnusableError(f"{file_label(file)}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UnusableError(f"{file_label(file)}: not UTF-8 text") from None


def write_text(file: str, text: str, description: str) -> None:
    """Write a text to a file, and say so, or to standard output for `-`.

    Raises:
        UnusableError: it cannot be written.
    """
    if file == "-":
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # JSON and SVG declare it.
        click.echo(text, nl=False)
        return
    write_bytes(file, text.encode("utf-8"), description)
    click.echo(f"wrote {description} to {file}", err=True)


def require_other_file(file: str | Path, inputs: Iterable[Path | None], description: str) -> None:
    """Refuse to write over a file that this command reads, or over any results of a class.

    Raises:
        UnusableError: the file is one of `inputs`, or a database.
    """
    path = Path(file)
    with contextlib.suppress(OSError):  # What does not exist, or cannot be read, is neither.
        is_input = any(each and path.samefile(each) for each in inputs)
        if is_input or (path.is_file() and _begins_with(path, DATABASE)):
            reason = "is read by this command" if is_input else "has the results of a class"
            raise UnusableError(f"{file}: {reason}; name another file for {description}")


def _begins_with(path: Path, start: bytes) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(start)) == start


def write_bytes(file: str, content: bytes, description: str) -> None:
    """Write bytes to a file, whose folders are made, or to standard output for `-`.

    Raises:
        UnusableError: it cannot be written, or has the results of a class.
    """
    if file == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
        return
    require_other_file(file, (), description)
    try:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        save(file, content)
    except OSError as error:
        raise UnusableError(f"{file}: cannot write {description}: {error.strerror}") from None

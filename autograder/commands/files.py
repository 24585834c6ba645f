"""Files that commands read and write: texts, and the puzzles in them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from autograder.commands.telling import in_a_line, progress
from autograder.puzzles import Board, PuzzleError
from autograder.puzzles.formats import FormatError, read
from autograder.puzzles.formats.many import Part, parts, read_part

MAX_MIB = 16

FAULTY = 2
"""The exit status where something cannot be read or done."""


class FileError(Exception):
    """A file cannot be read or written, or does not hold what it should."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle that stands in a file, or what is wrong where one should be.

    Attributes:
        number: Which of the file's puzzles it is, from 1.
        is_alone: Is it the only one in its file?
        label: What tells it from the others that are looked at, empty if there are none.
    """

    file: str
    number: int
    is_alone: bool
    label: str
    part: Part | FileError

    def board(self) -> Board:
        """The puzzle.

        Raises:
            FileError: there is none.
        """
        if isinstance(self.part, FileError):
            raise self.part
        try:
            return read_part(self.part)
        except FormatError as error:
            raise FileError(f"{self.file}: {error}") from None

    def error(self, error: PuzzleError) -> FileError:
        """What cannot be done with the puzzle, with the place where it stands."""
        if self.is_alone or isinstance(self.part, FileError):
            return FileError(f"{self.file}: {error}")
        return FileError(f"{self.file}: line {self.part.lines + 1}: {error}")


Work = Callable[[Entry, Board], str | None]
"""What to print for a puzzle, None for nothing."""


def entries(files: Sequence[str], format_name: str | None) -> list[Entry]:
    """The puzzles of all files, `-` being standard input, which is read if no file is named."""
    found: list[Entry] = []
    for file in files or ["-"]:
        inside = _inside(file, format_name)
        for number, part in enumerate(inside, 1):
            which = [in_a_line(shown(file))] if len(files) > 1 else []
            which += [f"puzzle {number}"] if len(inside) > 1 else []
            found.append(Entry(shown(file), number, len(inside) == 1, ", ".join(which), part))
    return found


def _inside(file: str, format_name: str | None) -> Sequence[Part | FileError]:
    try:
        return parts(read_text(file), format_name)
    except FormatError as error:
        return [FileError(f"{shown(file)}: {error}")]
    except FileError as error:
        return [error]


def for_each(those: Sequence[Entry], work: Work) -> None:
    """Print what comes of each puzzle as it comes. One that is faulty leaves the others be.

    The exit status then tells that there was one.
    """
    status = 0
    with progress(len(those)) as (tell, complain, done):
        for entry in those:
            try:
                result = _worked(entry, work)
                if result is not None:
                    tell(result)
            except FileError as error:
                complain(in_a_line(error))
                status = FAULTY
            done()
    sys.exit(status)


def _worked(entry: Entry, work: Work) -> str | None:
    board = entry.board()
    try:
        return work(entry, board)
    except PuzzleError as error:
        raise entry.error(error) from None


def one_board(file: str, format_name: str | None) -> Board:
    """The only puzzle of a file.

    Raises:
        FileError: there is none, or there are several.
    """
    try:
        return read(read_text(file), format_name)
    except FormatError as error:
        raise FileError(f"{shown(file)}: {error}") from None


def shown(file: str) -> str:
    return "standard input" if file == "-" else file


def read_text(file: str) -> str:
    """All of a file.

    Raises:
        FileError: it cannot be read, is too long, or is no text.
    """
    if file == "-" and sys.stdin is None:
        raise FileError(f"{shown(file)}: it is closed; name a file")
    if file == "-" and sys.stdin.isatty():
        click.echo(
            "Reading from the keyboard; Ctrl-D ends it (Ctrl-Z, Enter on Windows).", err=True
        )
    most = MAX_MIB * 2**20
    try:
        with click.open_file(file, "rb") as stream:
            content: bytes = stream.read(most + 1)
    except OSError as error:
        raise FileError(f"{shown(file)}: cannot be read: {error.strerror}") from None
    if len(content) > most:
        raise FileError(f"{shown(file)}: expected at most {MAX_MIB} MiB, found more")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(f"{shown(file)}: not UTF-8 text") from None


def write_text(file: str, text: str, what: str) -> None:
    """Write a file, or standard output if it is called `-`.

    Raises:
        FileError: it cannot be written.
    """
    if file == "-":
        click.echo(text, nl=False)
        return
    try:
        Path(file).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise FileError(f"{file}: cannot write {what}: {error.strerror}") from None

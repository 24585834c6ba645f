"""The puzzles in files that commands read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from autograder.cli.console import one_line, progress
from autograder.cli.files import UnusableError, file_label, read_text
from autograder.puzzles import Board, PuzzleError
from autograder.puzzles.formats import FormatError, read
from autograder.puzzles.formats.split import Passage, passages, read_passage

FAULTY = 2
"""The exit status where something cannot be read or done."""


@dataclass(frozen=True, slots=True)
class BatchItem:
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
    passage: Passage | UnusableError

    def board(self) -> Board:
        """The puzzle.

        Raises:
            UnusableError: there is none.
        """
        if isinstance(self.passage, UnusableError):
            raise self.passage
        try:
            return read_passage(self.passage)
        except FormatError as error:
            raise UnusableError(f"{self.file}: {error}") from None

    def error(self, error: PuzzleError) -> UnusableError:
        """What cannot be done with the puzzle, with the place where it stands."""
        if self.is_alone or isinstance(self.passage, UnusableError):
            return UnusableError(f"{self.file}: {error}")
        return UnusableError(f"{self.file}: line {self.passage.lines + 1}: {error}")


Work = Callable[[BatchItem, Board], str | None]
"""What to print for a puzzle, None for nothing."""


def entries(files: Sequence[str], format_name: str | None) -> list[BatchItem]:
    """The puzzles of all files, `-` being standard input, which is read if no file is named."""
    found: list[BatchItem] = []
    for file in files or ["-"]:
        inside = _inside(file, format_name)
        for number, passage in enumerate(inside, 1):
            which = [one_line(file_label(file))] if len(files) > 1 else []
            which += [f"puzzle {number}"] if len(inside) > 1 else []
            found.append(
                BatchItem(file_label(file), number, len(inside) == 1, ", ".join(which), passage)
            )
    return found


def _inside(file: str, format_name: str | None) -> Sequence[Passage | UnusableError]:
    try:
        return passages(read_text(file), format_name)
    except FormatError as error:
        return [UnusableError(f"{file_label(file)}: {error}")]
    except UnusableError as error:
        return [error]


def for_each(those: Sequence[BatchItem], work: Work) -> None:
    """Print what comes of each puzzle as it comes. One that is faulty leaves the others be.

    The exit status then tells that there was one.
    """
    status = 0
    with progress(len(those)) as (tell, print_error, done):
        for entry in those:
            try:
                result = _worked(entry, work)
                if result is not None:
                    tell(result)
            except UnusableError as error:
                print_error(one_line(error))
                status = FAULTY
            done()
    sys.exit(status)


def _worked(entry: BatchItem, work: Work) -> str | None:
    board = entry.board()
    try:
        return work(entry, board)
    except PuzzleError as error:
        raise entry.error(error) from None


def one_board(file: str, format_name: str | None) -> Board:
    """The only puzzle of a file.

    Raises:
        UnusableError: there is none, or there are several.
    """
    try:
        return read(read_text(file), format_name)
    except FormatError as error:
        raise UnusableError(f"{file_label(file)}: {error}") from None

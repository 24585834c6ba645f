"""Read the puzzles in the files of a command and process them one by one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.cli.console import one_line
from autograder.cli.files import UnusableError, file_label, read_text
from autograder.cli.options import UNUSABLE
from autograder.cli.progress import progress
from autograder.puzzles import Board, FormatError, PuzzleError, read
from autograder.puzzles.formats import PuzzleText, split


@dataclass(frozen=True, slots=True)
class FilePuzzle:
    """A puzzle in a file, or the error found in its place.

    Attributes:
        number: Its position among the file's puzzles, from 1.
        is_only: Is it the only one in its file?
        label: Distinguishes it from the command's other puzzles; empty if there are none.
    """

    file: str
    number: int
    is_only: bool
    label: str
    text: PuzzleText | UnusableError

    def board(self) -> Board:
        """The puzzle.

        Raises:
            UnusableError: it cannot be read.
        """
        if isinstance(self.text, UnusableError):
            raise self.text
        try:
            return self.text.read()
        except FormatError as error:
            raise UnusableError(f"{self.file}: {error}") from None

    def located(self, error: PuzzleError) -> UnusableError:
        """An error in processing the puzzle, with the puzzle's file and line."""
        if self.is_only or isinstance(self.text, UnusableError):
            return UnusableError(f"{self.file}: {error}")
        return UnusableError(f"{self.file}: line {self.text.lines_before + 1}: {error}")


Work = Callable[[FilePuzzle, Board], str | None]
"""From a puzzle to the text to print, None for nothing."""


def file_puzzles(files: Sequence[str], format_name: str | None, kit: Path) -> list[FilePuzzle]:
    """The puzzles of all files. `-` is standard input, which is also read if no file is named."""
    puzzles: list[FilePuzzle] = []
    for file in files or ["-"]:
        texts = _texts(file, format_name, kit)
        for number, text in enumerate(texts, 1):
            label = [one_line(file_label(file))] if len(files) > 1 else []
            label += [f"puzzle {number}"] if len(texts) > 1 else []
            puzzles.append(
                FilePuzzle(file_label(file), number, len(texts) == 1, ", ".join(label), text)
            )
    return puzzles


def _texts(file: str, format_name: str | None, kit: Path) -> Sequence[PuzzleText | UnusableError]:
    try:
        return split(read_text(file), format_name, kit)
    except FormatError as error:
        return [UnusableError(f"{file_label(file)}: {error}")]
    except UnusableError as error:
        return [error]


def process_each(puzzles: Sequence[FilePuzzle], work: Work) -> None:
    """Print each result as soon as it is ready; an invalid puzzle does not stop the rest.

    Exits with status `UNUSABLE` if there was one, else with 0.
    """
    status = 0
    with progress(len(puzzles)) as (show, print_error, advance):
        for puzzle in puzzles:
            try:
                result = _process(puzzle, work)
                if result is not None:
                    show(result)
            except UnusableError as error:
                print_error(one_line(error))
                status = UNUSABLE
            advance()
    sys.exit(status)


def _process(puzzle: FilePuzzle, work: Work) -> str | None:
    board = puzzle.board()
    try:
        return work(puzzle, board)
    except PuzzleError as error:
        raise puzzle.located(error) from None


def single_board(file: str, format_name: str | None, kit: Path) -> Board:
    """The only puzzle of a file.

    Raises:
        UnusableError: there is none, or there are several.
    """
    try:
        return read(read_text(file), format_name, kit)
    except FormatError as error:
        raise UnusableError(f"{file_label(file)}: {error}") from None

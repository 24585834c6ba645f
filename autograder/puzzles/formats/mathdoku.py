"""The format of the `mathdoku` assignment: rows of characters, a line for each constraint.

    aab
    cbb
    ccd
    a 2 -
    ...

Any character but white space may stand for a cage, digits and signs too.
"""

from __future__ import annotations

from string import ascii_letters, digits, punctuation

from autograder.puzzles.formats.lettered import constraints_text, letter_of_cells, read_cages
from autograder.puzzles.formats.limits import check_nothing_filled_in, check_targets
from autograder.puzzles.formats.scanner import Scanner
from autograder.puzzles.model import LARGEST, Board, Cell, empty_grid
from autograder.safetext import excerpt

# ASCII, since students' terminals may have other code pages.
_LETTERS = ascii_letters + digits + punctuation
_DIGITS = 99  # More are none for the assignment's own reader.


def read(text: str) -> Board:
    scan = Scanner(text)
    entries = _read_row(scan, 0, 0)
    size = len(entries)
    for row in range(1, size):
        entries += _read_row(scan, row, size)
    cages = read_cages(scan, entries, _DIGITS)
    return scan.board(size, cages, empty_grid(size))


def _read_row(scan: Scanner, row: int, size: int) -> list[tuple[Cell, str, int]]:
    """Cells with their characters and where these stand; any number of them if the size is 0."""
    expected = f"a row of {size or f'1 to {LARGEST}'} characters"
    word = scan.word(expected)
    if len(word) != size and (size or len(word) > LARGEST):
        raise scan.unexpected(expected)
    entries = [((row, i), letter, scan.place + i) for i, letter in enumerate(word)]
    for _, letter, place in entries:
        if not letter.isprintable():
            found = f"expected a character that can be printed, found {excerpt(letter)}"
            raise scan.error(found, place)
    scan.end_line()
    return entries


def write(board: Board) -> str:
    check_nothing_filled_in(board, "mathdoku")
    check_targets(board.puzzle, "mathdoku", _DIGITS)
    letters = letter_of_cells(board.puzzle, "mathdoku", _LETTERS)
    columns = range(board.puzzle.size)
    rows = ["".join(letters[row, column] for column in columns) + "\n" for row in columns]
    return "".join(rows) + constraints_text(board.puzzle, letters)

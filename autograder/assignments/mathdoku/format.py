"""The format of the inputs: rows of characters, then a line for each constraint.

    aab
    cbb
    ccd
    a 2 -
    ...

Any printable character but whitespace may be the letter of a cage, digits and signs too.
"""

from __future__ import annotations

from string import ascii_letters, digits, punctuation

from autograder.puzzles.formats import FormatLimits, Layouts, Scanner, join
from autograder.puzzles.formats.lettered import constraints_text, letter_of_cells, read_cages
from autograder.puzzles.model import LARGEST, Board, Cell, empty_grid
from autograder.safetext import excerpt

LIMITS = FormatLimits(target_digits=99)  # The assignment's own reader refuses more.

# ASCII only, since students' terminals may have other code pages.
_LETTERS = ascii_letters + digits + punctuation


def read(text: str) -> Board:
    scan = Scanner(text)
    entries = _read_row(scan, 0, 0)
    size = len(entries)
    for row in range(1, size):
        entries += _read_row(scan, row, size)
    cages, letters = read_cages(scan, entries, LIMITS.target_digits)
    return scan.board(size, cages, empty_grid(size), letters)


def _read_row(scan: Scanner, row: int, size: int) -> list[tuple[Cell, str, int]]:
    """Cells with their characters and the indices of these; a size of 0 allows any number."""
    expected = f"a row of {size or f'1 to {LARGEST}'} characters"
    word = scan.word(expected)
    if len(word) != size and (size or len(word) > LARGEST):
        raise scan.unexpected(expected)
    entries = [((row, i), letter, scan.index + i) for i, letter in enumerate(word)]
    for _, letter, index in entries:
        if not letter.isprintable():
            message = f"expected a printable character, found {excerpt(letter)}"
            raise scan.error(message, index)
    scan.end_line()
    return entries


def write(board: Board) -> str:
    letters = letter_of_cells(board.puzzle, "mathdoku", _LETTERS)
    columns = range(board.puzzle.size)
    rows = ["".join(letters[row, column] for column in columns) + "\n" for row in columns]
    return "".join(rows) + constraints_text(board.puzzle, letters)


def _tabs(above: list[str], cages: list[str]) -> str:
    return join(above, [line.replace(" ", "\t") for line in cages])


def _spaces(above: list[str], cages: list[str]) -> str:
    """Several spaces, spaces at both ends of lines, and blank lines between and after."""
    gaps = ("    {} {}    {}", "  {} {} {}", "{} {}  {}", "{}  {} {}", " {} {}    {} ")
    wide = [gaps[i % len(gaps)].format(*line.split(" ")) for i, line in enumerate(cages)]
    middle = len(wide) // 2
    return join([*above, ""], [*wide[:middle], "", *wide[middle:], ""])


LAYOUTS = Layouts(texts={"tabs": _tabs, "spaces": _spaces}, is_letter=lambda _: True)

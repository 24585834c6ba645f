"""The format of the inputs: the size, the rows, a line for each constraint.

An entry of a row is a letter, a number that is given, or a guess for its cage:

    2
    Guess(a,1) a
    b 1
    a 3 +
    b 2 =

A given number is read as a cage of its own that is filled in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_letters, punctuation

from autograder.puzzles.formats import FormatError, FormatLimits, Layouts, Scanner
from autograder.puzzles.formats.lettered import constraints_text, letter_of_cells, read_cages
from autograder.puzzles.model import Board, Cage, Cell, cells_of

LIMITS = FormatLimits(filled_in=True)

# A comma separates the parts of a guess.
# ASCII only, since students' terminals may have other code pages.
_LETTERS = ascii_letters + punctuation.replace(",", "")
_GUESS = re.compile(r"Guess\((.),([0-9]+)\)")


@dataclass(frozen=True, slots=True)
class _Entry:
    """The entry of a cell and its index in the text. No letter is "", no number is 0."""

    cell: Cell
    letter: str
    number: int
    index: int


def read(text: str) -> Board:
    scan = Scanner(text)
    size = scan.size()
    scan.end_line()
    rows = [_read_row(scan, row, size) for row in range(size)]
    entries = [entry for row in rows for entry in row]
    given = {e.index: Cage("=", e.number, (e.cell,)) for e in entries if not e.letter}
    lettered = [(e.cell, e.letter, e.index) for e in entries if e.letter]
    cages, letters = read_cages(scan, lettered, LIMITS.target_digits)
    grid = tuple(tuple(entry.number for entry in row) for row in rows)
    return scan.board(size, given | cages, grid, letters)


def _read_row(scan: Scanner, row: int, size: int) -> list[_Entry]:
    entries = [_read_entry(scan, (row, column), size) for column in range(size)]
    scan.end_line()
    return entries


def _read_entry(scan: Scanner, cell: Cell, size: int) -> _Entry:
    expected = f"a letter, a number from 1 to {size} or a guess such as Guess(a,1)"
    word = scan.word(expected)
    guess = _GUESS.fullmatch(word)
    letter, digits = guess.groups() if guess else (word, "")
    if word.isdigit():
        letter, digits = "", word
    elif len(letter) != 1 or letter.isdigit() or not letter.isprintable():
        raise scan.unexpected(expected)
    number = scan.within(digits, expected, 1, size) if digits else 0
    return _Entry(cell, letter, number, scan.index)


def read_shown(arguments: Mapping[str, str]) -> Board:
    """The board as `str` of a puzzle shows it: rows in columns, then a line of constraints."""
    for text in arguments.values():
        above, line, constraints = text.rpartition("\nconstraints: ")
        if line:
            clues = "" if constraints == "none" else constraints.replace(", ", "\n")
            return read(f"{above.count(chr(10)) + 1}\n{above}\n{clues}")
    raise FormatError("expected a puzzle with constraints, found none")


def write(board: Board) -> str:
    puzzle = board.puzzle
    letters = letter_of_cells(puzzle, "kenken", _LETTERS)
    entries = {
        cell: f"Guess({letters[cell]},{number})" if number else letters[cell]
        for cell in cells_of(puzzle.size)
        for number in [board.grid[cell[0]][cell[1]]]
    }
    columns = range(puzzle.size)
    rows = [" ".join(entries[row, column] for column in columns) + "\n" for row in columns]
    return f"{puzzle.size}\n" + "".join(rows) + constraints_text(puzzle, letters)


def _is_letter(character: str) -> bool:
    """Digits are numbers that are given, and a comma separates the parts of a guess."""
    return not character.isdigit() and character != ","


def _fill_in(above: list[str], numbers: dict[Cell, int], guesses: dict[Cell, int]) -> list[str]:
    size, *rows = above
    entries = [row.split(" ") for row in rows]
    for (row, column), number in numbers.items():
        entries[row][column] = str(number)
    for (row, column), number in guesses.items():
        entries[row][column] = f"Guess({entries[row][column]},{number})"
    return [size, *map(" ".join, entries)]


LAYOUTS = Layouts(is_letter=_is_letter, fill_in=_fill_in)

"""The format of the `kenken` assignment: the size, the rows, a line for each constraint.

An entry of a row is a letter, a number that is given, or a guess for its cage:

    2
    Guess(a,1) a
    b 1
    a 3 +
    b 2 =

A given number is read as a cage of its own, filled in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import ascii_letters, punctuation

from autograder.puzzles.formats.lettered import constraints_text, letter_of_cells, read_cages
from autograder.puzzles.formats.scanner import MOST_DIGITS, Scanner
from autograder.puzzles.model import Board, Cage, Cell, cells_of

# ASCII, since students' terminals may have other code pages. The comma would be Guess(,,1).
_LETTERS = ascii_letters + punctuation.replace(",", "")
_GUESS = re.compile(r"Guess\((.),([0-9]+)\)")


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a cell shows, and where in the text: no letter is "", no number is 0."""

    cell: Cell
    letter: str
    number: int
    place: int


def read(text: str) -> Board:
    scan = Scanner(text)
    size = scan.size()
    scan.end_line()
    rows = [_read_row(scan, row, size) for row in range(size)]
    entries = [entry for row in rows for entry in row]
    cages = {e.place: Cage("=", e.number, (e.cell,)) for e in entries if not e.letter}
    lettered = [(e.cell, e.letter, e.place) for e in entries if e.letter]
    cages |= read_cages(scan, lettered, MOST_DIGITS)
    return scan.board(size, cages, tuple(tuple(entry.number for entry in row) for row in rows))


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
    return _Entry(cell, letter, number, scan.place)


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

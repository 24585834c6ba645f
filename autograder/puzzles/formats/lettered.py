"""Cages by letters: cells that show the same letter are a cage, and a line tells its clue."""

from __future__ import annotations

from collections.abc import Iterable

from autograder.puzzles.formats.scanner import FormatError, Scanner
from autograder.puzzles.model import OPERATIONS, Cage, Cell, Puzzle


def read_cages(
    scan: Scanner, entries: Iterable[tuple[Cell, str, int]], digits: int
) -> dict[int, Cage]:
    """The cages of the lines that follow, by their places in the text.

    An entry is a cell, its letter and the place where this stands.
    """
    cells: dict[str, list[Cell]] = {}
    places: dict[str, int] = {}
    for cell, letter, place in entries:
        cells.setdefault(letter, []).append(cell)
        places.setdefault(letter, place)
    cages: dict[int, Cage] = {}
    while not scan.ended():
        expected = "a letter of a cell"
        letter = scan.word(expected)
        place = scan.place
        if letter not in cells:
            raise scan.unexpected(expected)
        if letter not in places:
            raise scan.unexpected("a letter that has no constraint yet")
        del places[letter]
        cages[place] = _read_cage(scan, place, cells[letter], digits)
    for letter, place in places.items():
        raise scan.error(f"expected a constraint for the letter {letter}, found none", place)
    return cages


def _read_cage(scan: Scanner, place: int, cells: list[Cell], digits: int) -> Cage:
    target = scan.number(f"a target of at most {digits} digits", 0, 10**digits - 1)
    expected = f"one of {' '.join(OPERATIONS)}"
    operation = scan.word(expected)
    if operation not in tuple(OPERATIONS):
        raise scan.unexpected(expected)
    scan.end_line()
    return scan.cage(place, operation, target, cells)


def letter_of_cells(puzzle: Puzzle, name: str, letters: str) -> dict[Cell, str]:
    """The letter that each cell gets: a new one with each cage.

    Raises:
        FormatError: there are more cages than letters.
    """
    if len(puzzle.cages) > len(letters):
        cages = f"{name} holds at most {len(letters)} cages"
        raise FormatError(f"{cages}, found {len(puzzle.cages)}")
    pairs = zip(puzzle.cages, letters, strict=False)
    return {cell: letter for cage, letter in pairs for cell in cage.cells}


def constraints_text(puzzle: Puzzle, letters: dict[Cell, str]) -> str:
    return "".join(
        f"{letters[cage.cells[0]]} {cage.target} {cage.operation}\n" for cage in puzzle.cages
    )

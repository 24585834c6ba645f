"""Lettered cages: cells with the same letter form a cage, and a line per letter gives its clue."""

from __future__ import annotations

from collections.abc import Iterable

from autograder.puzzles.formats.scanner import FormatError, Scanner
from autograder.puzzles.model import OPERATIONS, Cage, Cell, Puzzle


def read_cages(
    scan: Scanner, entries: Iterable[tuple[Cell, str, int]], digits: int
) -> tuple[dict[int, Cage], dict[str, Cage]]:
    """The cages of the lines that follow, by the indices of these lines, and by their letters.

    Args:
        entries: Cells with their letters and the indices of these.
        digits: The most digits of a target.
    """
    cells: dict[str, list[Cell]] = {}
    indices: dict[str, int] = {}
    for cell, letter, index in entries:
        cells.setdefault(letter, []).append(cell)
        indices.setdefault(letter, index)
    cages: dict[int, Cage] = {}
    letters: dict[str, Cage] = {}
    while not scan.ended():
        expected = "a letter of a cell"
        letter = scan.word(expected)
        index = scan.index
        if letter not in cells:
            raise scan.unexpected(expected)
        if letter not in indices:
            raise scan.unexpected("a letter that has no constraint yet")
        del indices[letter]
        cages[index] = letters[letter] = _read_cage(scan, index, cells[letter], digits)
    for letter, index in indices.items():
        raise scan.error(f"expected a constraint for the letter {letter}, found none", index)
    return cages, letters


def _read_cage(scan: Scanner, index: int, cells: list[Cell], digits: int) -> Cage:
    target = scan.target(digits)
    expected = f"one of {' '.join(OPERATIONS)}"
    operation = scan.word(expected)
    if operation not in tuple(OPERATIONS):
        raise scan.unexpected(expected)
    scan.end_line()
    return scan.cage(index, operation, target, cells)


def letter_of_cells(puzzle: Puzzle, name: str, letters: str) -> dict[Cell, str]:
    """The letter of each cell, the same for all cells of a cage.

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

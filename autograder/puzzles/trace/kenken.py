"""Depth-first search by guesses: cage after cage, all numbers that row and column leave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from autograder.puzzles.model import Cage, Cell, Puzzle
from autograder.puzzles.trace.steps import GUESS, NOTE, Contents, Step, bits, number_in, place, put
from autograder.puzzles.trace.words import NO_SOLUTION, SOLVED, fitting, listed


@dataclass(frozen=True, slots=True)
class _Board:
    """A board that waits to be looked at: the first `cages` cages are filled in."""

    contents: Contents
    cages: int
    says: str
    at: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class _Look:
    """What is found on a board, and the boards one step further."""

    says: str
    contents: Contents
    at: tuple[Cell, ...]
    looked: tuple[Cell, ...]
    further: list[_Board]


def kenken(puzzle: Puzzle) -> Iterator[Step]:
    """Every board of the search, in its order, and after each what is found on it."""
    says = f"The board is empty. Begin with {puzzle.cages[0]}."
    waiting = [_Board((0,) * puzzle.size**2, 0, says, ())]
    boards = dead_ends = 0
    while waiting:
        board = waiting.pop()
        boards += 1
        yield Step(board.says, board.contents, board.at, (), (boards, dead_ends, len(waiting)))
        if board.cages == len(puzzle.cages):
            return
        look = _look(puzzle, board)
        dead_ends += not look.further
        waiting += reversed(look.further)
        end = "" if look.further else f": {'go back' if waiting else NO_SOLUTION}"
        counts = (boards, dead_ends, len(waiting))
        yield Step(f"{look.says}{end}.", look.contents, look.at, look.looked, counts)


def _look(puzzle: Puzzle, board: _Board) -> _Look:
    cage = puzzle.cages[board.cages]
    numbers = [number_in(board.contents[place(cell, puzzle.size)]) for cell in cage.cells]
    if 0 in numbers:
        return _look_at_blank(puzzle.size, board, cage, cage.cells[numbers.index(0)])
    applied = [_applied(puzzle, board, cage)] if cage.allows(numbers) else []
    return _Look(fitting(cage, numbers), board.contents, cage.cells, (), applied)


def _look_at_blank(size: int, board: _Board, cage: Cage, blank: Cell) -> _Look:
    """The guesses are all numbers that row and column do not use yet."""
    row, column = blank
    line = [(row, other) for other in range(size)] + [(other, column) for other in range(size)]
    used = {cell: number_in(board.contents[place(cell, size)]) for cell in line}
    available = sorted(set(range(1, size + 1)) - set(used.values()))
    guesses = [_guessed(size, board, blank, n, n == available[0]) for n in available]
    verb = "is" if len(available) == 1 else "are"
    found = f"{listed(available)} {verb} available" if available else "no number is available"
    says = f"{blank} is the first blank cell of {cage}; {found}"
    noted = put(board.contents, place(blank, size), bits(available) | NOTE if available else 0)
    looked = tuple(cell for cell, number in used.items() if number)
    return _Look(says, noted, (blank,), looked, guesses)


def _guessed(size: int, board: _Board, cell: Cell, number: int, is_first: bool) -> _Board:
    says = f"Guess {number} in {cell}." if is_first else f"Back in {cell}, guess {number} instead."
    contents = put(board.contents, place(cell, size), bits([number]) | GUESS)
    return _Board(contents, board.cages, says, (cell,))


def _applied(puzzle: Puzzle, board: _Board, cage: Cage) -> _Board:
    """Guesses are there for one cage only, so all of them become numbers."""
    contents = tuple(content & ~GUESS for content in board.contents)
    become = "The guess becomes a number" if len(cage.cells) == 1 else "The guesses become numbers"
    cages = board.cages + 1
    then = f"{puzzle.cages[cages]} is next" if cages < len(puzzle.cages) else SOLVED
    return _Board(contents, cages, f"{become}; {then}.", cage.cells)

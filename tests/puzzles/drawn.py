"""Boards that tests of drawings share: three by hand, and any."""

from __future__ import annotations

from math import prod

from hypothesis import strategies as st

from autograder.puzzles import Board, Cage, Cell, Grid, Puzzle
from autograder.puzzles.model import cells_of, empty_grid

TWO = Puzzle(2, (Cage("=", 1, ((0, 0),)), Cage("=", 2, ((0, 1),)), Cage("+", 3, ((1, 0), (1, 1)))))
THREE = Puzzle(
    3,
    (
        Cage("*", 6, ((0, 0), (1, 0), (1, 1))),
        Cage("-", 1, ((0, 1), (0, 2))),
        Cage("/", 2, ((1, 2), (2, 2))),
        Cage("+", 4, ((2, 0), (2, 1))),
    ),
)
SOLVED_THREE = ((1, 2, 3), (2, 3, 1), (3, 1, 2))
WRONG_THREE = ((1, 2, 3), (2, 1, 3), (0, 1, 2))
ALL_IN_ONE = Puzzle(4, (Cage("*", 331776, tuple(cells_of(4))),))


def empty(puzzle: Puzzle) -> Board:
    return Board(puzzle, empty_grid(puzzle.size))


@st.composite
def grids(draw: st.DrawFn, size: int) -> Grid:
    """Any numbers, empty cells among them; mostly no solution."""
    row = st.tuples(*[st.integers(0, size)] * size)
    return draw(st.tuples(*[row] * size))


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Cages of any form: each cell begins one, or joins that of the cell before or above."""
    size = draw(st.integers(1, 6))
    cages: dict[Cell, list[Cell]] = {}
    for row, column in cells_of(size):
        beside = [cell for cell in ((row, column - 1), (row - 1, column)) if cell in cages]
        joined = draw(st.sampled_from([None, *beside, *beside]))
        cage = cages[joined] if joined else []
        cage.append((row, column))
        cages[row, column] = cage
    different = {id(cage): cage for cage in cages.values()}.values()
    return Puzzle(size, tuple(draw(cages_of(cells, size)) for cells in different))


@st.composite
def cages_of(draw: st.DrawFn, cells: list[Cell], size: int) -> Cage:
    numbers = [draw(st.integers(1, size)) for _ in cells]
    low, high = min(numbers), max(numbers)
    targets = {"+": sum(numbers), "*": prod(numbers)}
    if len(cells) == 1:
        targets["="] = low
    if len(cells) == 2 and low < high:
        targets["-"] = high - low
    if len(cells) == 2 and high % low == 0:
        targets["/"] = high // low
    operation = draw(st.sampled_from(sorted(targets)))
    return Cage(operation, targets[operation], tuple(cells))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    puzzle = draw(puzzles())
    return Board(puzzle, draw(grids(puzzle.size)))


@st.composite
def differences(draw: st.DrawFn) -> tuple[Board, Grid]:
    board = draw(boards())
    return board, draw(grids(board.puzzle.size))

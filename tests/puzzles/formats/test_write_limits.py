"""Writing refuses what a format cannot hold, and nothing else."""

from __future__ import annotations

import pytest

from autograder.puzzles import Board, Cage, Puzzle
from autograder.puzzles.formats import FormatError, read, write
from autograder.puzzles.model import LARGEST
from tests.puzzles.boards import empty, one_cage, rows, singles

FILLED_IN = Board(one_cage(6, "+", 126), ((1, 2, *[0] * 4), *[(0,) * 6] * 5))
REFUSED_ON_WRITING = [
    *[
        (name, FILLED_IN, f"{name} cannot hold filled-in numbers, found 2")
        for name in ("calcudoku", "mathdoku", "cages", "ac3", "keen")
    ],
    ("calcudoku", empty(rows(3)), "calcudoku holds puzzles of size 5 only, found 3"),
    ("cages", empty(rows(5)), "cages holds puzzles of size 6 only, found 5"),
    (
        "calcudoku",
        empty(one_cage(5, "*", 120)),
        "the cage 120* at (0, 0): calcudoku holds sums of two cells or more, found *",
    ),
    (
        "calcudoku",
        empty(Puzzle(5, (*singles(5).cages[1:], Cage("+", 1, ((0, 0),))))),
        "the cage 1+ at (0, 0): calcudoku holds = on one cell, found +",
    ),
    (
        "keen",
        empty(one_cage(1, "+", 1)),
        "the cage 1+ at (0, 0): keen holds = on one cell, found +",
    ),
    ("kenken", empty(singles(10)), "kenken holds at most 83 cages, found 100"),
    ("mathdoku", empty(singles(10)), "mathdoku holds at most 94 cages, found 100"),
    *[
        (name, empty(one_cage(size, "*", 2**power)), f"the cage at (0, 0): {name} holds {message}")
        for name, size, power, message in [
            ("mathdoku", 16, 330, "targets of at most 99 digits, found 100"),
            ("cages", 6, 30, "targets of at most 9 digits, found 10"),
            ("ac3", 8, 50, "targets of at most 15 digits, found 16"),
            ("keen", 8, 27, "targets of at most 8 digits, found 9"),
        ]
    ],
    (
        "sudoku",
        empty(rows(1)),
        "expected one of the formats ac3, cages, calcudoku, kenken, mathdoku, keen, json, "
        "found sudoku",
    ),
]


@pytest.mark.parametrize(("name", "board", "message"), REFUSED_ON_WRITING)
def test_what_a_format_cannot_hold_is_refused(name: str, board: Board, message: str) -> None:
    with pytest.raises(FormatError) as error:
        write(board, name)
    assert (str(error.value), error.value.line, error.value.column) == (message, None, None)


@pytest.mark.parametrize(
    ("name", "size", "power"),
    [("mathdoku", 16, 328), ("cages", 6, 29), ("ac3", 8, 49), ("keen", 8, 26)],
)
def test_targets_with_the_most_digits_are_written(name: str, size: int, power: int) -> None:
    board = empty(one_cage(size, "*", 2**power))
    assert read(write(board, name)) == board


@pytest.mark.parametrize("name", ["kenken", "mathdoku"])
def test_letters_suffice_for_nine_rows_of_single_cells(name: str) -> None:
    board = empty(singles(9))
    assert read(write(board, name)) == board


@pytest.mark.parametrize("name", ["kenken", "json"])
def test_the_largest_target_fits(name: str) -> None:
    puzzle = one_cage(LARGEST, "*", LARGEST ** (LARGEST * LARGEST))
    assert read(write(empty(puzzle), name)).puzzle == puzzle

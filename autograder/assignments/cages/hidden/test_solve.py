import boards
import hidden_boards
import pytest
from boards import cage
from cages import solve
from provided import Cage

WITHOUT_TWO_ROWS = hidden_boards.singles(hidden_boards.ROWS, without=(2, 3))
OTHER_ORDER = [hidden_boards.ROWS[y] for y in (0, 1, 3, 2, 4, 5)]

BAD_COLUMNS = [[2, 1, 3, 4, 5, 6], *hidden_boards.ROWS[1:]]
BAD_ROWS = [list(column) for column in zip(*BAD_COLUMNS, strict=True)]


def without(other):
    """Return the cage after those of one cell for all cells that it does not have."""
    singles = [single for single in boards.SINGLES if single.cells[0] not in other.cells]
    return [*singles, other]


UNSOLVABLE = {
    "numbers twice in columns": hidden_boards.singles(BAD_COLUMNS),
    "numbers twice in rows": hidden_boards.singles(BAD_ROWS),
    "a quotient that leaves a remainder": without(cage("div", 1, (4, 1), (4, 2))),
    "a number greater than 6": without(cage("id", 7, (0, 0))),
    "a target of 0": without(cage("add", 0, (0, 0), (0, 1))),
    "a sum that is one too large": without(cage("add", 9, (3, 3), (3, 4))),
    "the example with another sum": [
        cage("add", 17, *c.cells) if c.target == 16 else c for c in boards.FIGURE
    ],
}


def test_any_order():
    """solve finds the solution whatever the order of the cages and of their cells"""
    backwards = [Cage(c.op, c.target, c.cells[::-1]) for c in reversed(boards.FIGURE)]
    assert solve(backwards) == boards.SOLVED


def test_all_given():
    """solve returns the grid of 36 cages of one cell"""
    assert solve(hidden_boards.singles(hidden_boards.ROWS)) == hidden_boards.ROWS


def test_backtracking():
    """solve goes back and changes earlier cells when a later cage does not fit"""
    assert solve([*WITHOUT_TWO_ROWS, cage("id", 2, (3, 5))]) == OTHER_ORDER


def test_several_solutions():
    """solve returns any of several solutions, and some cells are in no cage"""
    assert solve(WITHOUT_TWO_ROWS) in [hidden_boards.ROWS, OTHER_ORDER]


@pytest.mark.parametrize("cages", UNSOLVABLE.values(), ids=UNSOLVABLE)
def test_no_solution(cages):
    """solve returns None if there is no solution"""
    assert solve(cages) is None


def test_one_cage():
    """solve fills in a grid with one cage, each row and column with 1 to 6"""
    found = solve([cage("id", 6, (2, 2))])
    assert boards.sorted_lines(found) == [[1, 2, 3, 4, 5, 6]] * 12
    assert found[2][2] == 6


def test_one_cell():
    """solve also satisfies add and mult cages of one cell"""
    found = solve([cage("add", 5, (2, 2)), cage("mult", 2, (2, 3))])
    assert boards.sorted_lines(found) == [[1, 2, 3, 4, 5, 6]] * 12
    assert found[2][2:4] == [5, 2]


def test_equal_numbers():
    """solve finds equal numbers for sub 0 and for div 1"""
    found = solve([cage("sub", 0, (0, 0), (1, 1)), cage("div", 1, (0, 1), (1, 0))])
    assert boards.sorted_lines(found) == [[1, 2, 3, 4, 5, 6]] * 12
    assert found[0][0] == found[1][1]
    assert found[0][1] == found[1][0]


def test_again():
    """solve finds the solution of every puzzle, whichever puzzles it solved before"""
    assert solve(boards.SINGLES) == boards.SOLVED
    assert solve(hidden_boards.singles(hidden_boards.ROWS)) == hidden_boards.ROWS
    assert solve(boards.SINGLES) == boards.SOLVED


def test_after_a_puzzle_without_solution():
    """solve finds a solution after a puzzle that has none"""
    assert solve(hidden_boards.singles(BAD_COLUMNS)) is None
    assert solve(boards.SINGLES) == boards.SOLVED
    assert solve(hidden_boards.singles(BAD_COLUMNS)) is None

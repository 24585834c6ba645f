import boards
import pytest
from boards import SINGLES, SOLVED, cage
from cages import solve

ONE_TO_SIX = [[1, 2, 3, 4, 5, 6]] * 12


def test_single_cells():
    """solve returns the solution as a list of rows"""
    assert solve(SINGLES) == SOLVED


def test_free_cells():
    """solve also fills in cells that are in no cage"""
    free = ((0, 5), (2, 3), (2, 4), (5, 0))
    assert solve([single for single in SINGLES if single.cells[0] not in free]) == SOLVED


def test_no_cage():
    """solve returns any grid with 1 to 6 in each row and column if there is no cage"""
    assert boards.sorted_lines(solve([])) == ONE_TO_SIX


def test_cells_in_any_order():
    """solve takes cages whose cells are listed in any order"""
    found = solve([cage("add", 7, (0, 1), (0, 0)), cage("add", 7, (5, 4), (5, 5))])
    assert boards.sorted_lines(found) == ONE_TO_SIX
    assert found[0][0] + found[0][1] == 7
    assert found[5][4] + found[5][5] == 7


def test_number_too_large():
    """solve returns None if there is no solution"""
    assert solve([cage("id", 7, (0, 0)), *SINGLES[1:]]) is None


TWICE = {
    "a column": [cage("id", 2, (0, 0)), cage("id", 6, (0, 1)), *SINGLES[2:]],
    "a row": [cage("id", 5, (0, 0)), *SINGLES[1:6], cage("id", 6, (1, 0)), *SINGLES[7:]],
}


@pytest.mark.parametrize("cages", TWICE.values(), ids=TWICE)
def test_number_twice(cages):
    """solve returns None if the cages put a number twice into a line"""
    assert solve(cages) is None


def test_figure():
    """solve returns the solution of the example"""
    assert solve(boards.FIGURE) == SOLVED


def test_no_solution():
    """solve returns None if the example has another target, and so no solution"""
    assert solve([*boards.FIGURE[:-1], cage("mult", 7, (5, 4), (5, 5))]) is None


def test_second_puzzle():
    """solve begins each puzzle with an empty grid and with its own cages"""
    assert boards.sorted_lines(solve([])) == ONE_TO_SIX
    assert solve(SINGLES) == SOLVED

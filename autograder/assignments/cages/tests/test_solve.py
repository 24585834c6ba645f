import boards
from boards import cage
from cages import solve


def test_figure():
    """solve returns the solution as a list of rows"""
    assert solve(boards.FIGURE) == boards.SOLVED


def test_no_solution():
    """solve returns None if there is no solution"""
    assert solve([*boards.FIGURE[:-1], cage("mult", 7, (5, 4), (5, 5))]) is None


def test_free_cell():
    """solve also fills in cells that are in no cage"""
    assert solve([c for c in boards.FIGURE if c.op != "id"]) == boards.SOLVED


def test_no_cage():
    """solve returns any grid with 1 to 6 in each row and column if there is no cage"""
    assert boards.sorted_lines(solve([])) == [[1, 2, 3, 4, 5, 6]] * 12


def test_second_puzzle():
    """solve begins each puzzle with an empty grid and with its own cages"""
    assert boards.sorted_lines(solve([])) == [[1, 2, 3, 4, 5, 6]] * 12
    assert solve(boards.FIGURE) == boards.SOLVED

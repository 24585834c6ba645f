import boards
from boards import cage


def test_figure(student):
    """solve returns the solution as a list of rows"""
    assert student.solve(boards.FIGURE) == boards.SOLVED


def test_no_solution(student):
    """solve returns None if there is no solution"""
    assert student.solve([*boards.FIGURE[:-1], cage("mult", 7, (5, 4), (5, 5))]) is None


def test_free_cell(student):
    """solve also fills in cells that are in no cage"""
    assert student.solve([c for c in boards.FIGURE if c.op != "id"]) == boards.SOLVED


def test_no_cage(student):
    """solve returns any grid with 1 to 6 in each row and column if there is no cage"""
    assert boards.sorted_lines(student.solve([])) == [[1, 2, 3, 4, 5, 6]] * 12


def test_second_puzzle(student):
    """solve begins each puzzle with an empty grid and with its own cages"""
    assert boards.sorted_lines(student.solve([])) == [[1, 2, 3, 4, 5, 6]] * 12
    assert student.solve(boards.FIGURE) == boards.SOLVED

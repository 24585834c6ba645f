import boards
from boards import cage


def test_figure(student):
    """solve gives the solution as a list of rows"""
    assert student.solve(boards.FIGURE) == boards.SOLVED


def test_no_solution(student):
    """solve gives None where there is no solution"""
    assert student.solve([*boards.FIGURE[:-1], cage("mult", 7, (5, 4), (5, 5))]) is None


def test_free_cell(student):
    """solve fills in cells that are in no cage, too"""
    assert student.solve([asked for asked in boards.FIGURE if asked.op != "id"]) == boards.SOLVED


def test_argument_kept(student):
    """solve leaves the list of cages as it was"""
    assert student.pure.solve(boards.FIGURE) == boards.SOLVED

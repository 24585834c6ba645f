import boards
import pytest
from boards import cage
from provided import Cage

WITHOUT_TWO_ROWS = boards.singles(boards.ROWS, without=(2, 3))
OTHER_ORDER = [boards.ROWS[y] for y in (0, 1, 3, 2, 4, 5)]

BAD_COLUMNS = [[2, 1, 3, 4, 5, 6], *boards.ROWS[1:]]
BAD_ROWS = [list(column) for column in zip(*BAD_COLUMNS, strict=True)]

UNSOLVABLE = {
    "numbers twice in columns": boards.singles(BAD_COLUMNS),
    "numbers twice in rows": boards.singles(BAD_ROWS),
    "a quotient that leaves a remainder": [
        cage("div", 1, *c.cells) if c.cells == ((4, 1), (4, 2)) else c for c in boards.FIGURE
    ],
    "a number greater than 6": [cage("id", 7, (0, 0))],
    "a target of 0": [cage("add", 0, (0, 0), (0, 1))],
    "a sum that is one too large": [
        cage("add", 17, *c.cells) if c.target == 16 else c for c in boards.FIGURE
    ],
}


def test_any_order(student):
    """solve finds the solution whatever the order of the cages and of their cells"""
    backwards = [Cage(c.op, c.target, c.cells[::-1]) for c in reversed(boards.FIGURE)]
    assert student.solve(backwards) == boards.SOLVED


def test_all_given(student):
    """solve returns the grid of 36 cages of one cell"""
    assert student.solve(boards.singles(boards.ROWS)) == boards.ROWS


def test_backtracking(student):
    """solve goes back and changes earlier cells when a later cage does not fit"""
    assert student.solve([*WITHOUT_TWO_ROWS, cage("id", 2, (3, 5))]) == OTHER_ORDER


def test_several_solutions(student):
    """solve returns any of several solutions, and some cells are in no cage"""
    assert student.solve(WITHOUT_TWO_ROWS) in [boards.ROWS, OTHER_ORDER]


@pytest.mark.parametrize("cages", UNSOLVABLE.values(), ids=UNSOLVABLE)
def test_no_solution(student, cages):
    """solve returns None if there is no solution"""
    assert student.solve(cages) is None


def test_one_cage(student):
    """solve fills in a grid with one cage, each row and column with 1 to 6"""
    found = student.solve([cage("id", 6, (0, 0))])
    assert boards.sorted_lines(found) == [[1, 2, 3, 4, 5, 6]] * 12
    assert found[0][0] == 6


def test_again(student):
    """solve finds the solution of every puzzle, whichever puzzles it solved before"""
    assert student.solve(boards.FIGURE) == boards.SOLVED
    assert student.solve(boards.singles(boards.ROWS)) == boards.ROWS
    assert student.solve(boards.FIGURE) == boards.SOLVED


def test_after_a_puzzle_without_solution(student):
    """solve finds a solution after a puzzle that has none"""
    assert student.solve(boards.singles(BAD_COLUMNS)) is None
    assert student.solve(boards.FIGURE) == boards.SOLVED
    assert student.solve(boards.singles(BAD_COLUMNS)) is None

import boards
import pytest

CAGES = [[4, 2, 0, 3], [5, 2, 1, 2], [9, 5, 4, 5, 6, 7, 8]]

TABLE = {
    "nothing placed": (boards.empty(3), True),
    "all in order": ([[1, 2, 3], [3, 1, 2], [0, 0, 0]], True),
    "only a row at fault": ([[0, 0, 0], [0, 1, 1], [0, 0, 0]], False),
    "only a column at fault": ([[0, 0, 0], [0, 1, 0], [0, 1, 0]], False),
    "only a full cage at fault": ([[1, 2, 0], [2, 0, 0], [0, 0, 0]], False),
    "only a partly filled cage at fault": ([[0, 0, 0], [0, 0, 3], [1, 3, 2]], False),
}


@pytest.mark.parametrize(("puzzle", "expected"), TABLE.values(), ids=TABLE)
def test_board(student, puzzle, expected):
    """check_valid tells whether rows, columns and cages are all valid so far"""
    assert student.check_valid(puzzle, CAGES) is expected


def test_solution(student):
    """check_valid says True of a solution"""
    assert student.check_valid(boards.SOLUTION, boards.CAGES) is True


def test_arguments_kept(student):
    """check_valid leaves the puzzle and the cages as they were"""
    assert student.pure.check_valid(boards.BEGUN, boards.CAGES) is True

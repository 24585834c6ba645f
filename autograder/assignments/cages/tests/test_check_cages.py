import boards
import pytest
from boards import cage
from cages import check_cages

GOOD = [cage("add", 3, (0, 0), (0, 1)), cage("sub", 1, (1, 0), (1, 1))]
WRONG = cage("id", 1, (0, 0))

TABLE = {
    "all are satisfied": (GOOD, True),
    "the first is not": ([WRONG, *GOOD], False),
    "the last is not": ([*GOOD, WRONG], False),
    "one cage": ([WRONG], False),
    "no cage": ([], True),
}


@pytest.mark.parametrize(("cages", "expected"), TABLE.values(), ids=TABLE)
def test_cages(monkeypatch, cages, expected):
    """check_cages returns whether the grid satisfies all cages"""
    boards.give_checks(monkeypatch, [WRONG])
    assert check_cages(boards.SMALL, cages) is expected


LINES = {"row": [[1, 1], [2, 3]], "column": [[1, 2], [1, 3]]}


@pytest.mark.parametrize("grid", LINES.values(), ids=LINES)
def test_number_twice(monkeypatch, grid):
    """check_cages checks only the cages, even if a number is twice in a line"""
    boards.give_checks(monkeypatch, [])
    assert check_cages(grid, [cage("id", 3, (1, 1))]) is True


def test_any_grid(monkeypatch):
    """check_cages takes a grid of any size, with large numbers"""
    boards.give_checks(monkeypatch, [])
    assert check_cages([[7, 12]], [cage("add", 19, (0, 0), (0, 1))]) is True


def test_second_call(monkeypatch):
    """check_cages looks only at the cages of this call, not at earlier ones"""
    boards.give_checks(monkeypatch, [WRONG])
    assert check_cages(boards.SMALL, [WRONG]) is False
    assert check_cages(boards.SMALL, GOOD) is True


def test_solution(monkeypatch):
    """check_cages returns True for the solution of the 6x6 puzzle"""
    boards.give_checks(monkeypatch, [])
    assert check_cages(boards.SOLVED, boards.FIGURE) is True

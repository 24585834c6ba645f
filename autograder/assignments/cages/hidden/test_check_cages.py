import boards
import hidden_boards
import pytest
from boards import cage
from cages import check_cages

GOOD = [
    cage("mult", 24, (0, 0), (0, 1), (0, 2)),
    cage("div", 6, (1, 0), (1, 1)),
    cage("sub", 2, (2, 4), (2, 5)),
    cage("id", 6, (5, 5)),
    cage("add", 8, (4, 1), (5, 1)),
]
WRONG = cage("add", 9, (4, 1), (5, 1))
WRONG_TOO = cage("id", 5, (5, 5))

TABLE = {
    "all are satisfied": (GOOD, True),
    "one in the middle is not": ([*GOOD[:2], WRONG, *GOOD[2:]], False),
    "only the first is": ([GOOD[0], WRONG], False),
    "only the last is": ([WRONG, GOOD[0]], False),
    "none is": ([WRONG, WRONG_TOO], False),
}


@pytest.mark.parametrize(("cages", "expected"), TABLE.values(), ids=TABLE)
def test_cages(monkeypatch, cages, expected):
    """check_cages returns whether the grid satisfies all cages"""
    boards.give_checks(monkeypatch, [WRONG, WRONG_TOO])
    assert check_cages(boards.SIX, cages) is expected


def test_rows_and_columns_play_no_part(monkeypatch):
    """check_cages checks only the cages, even if a row or column holds a number twice"""
    boards.give_checks(monkeypatch, [])
    grid = [[1, 1], [1, 3]]
    cages = [cage("add", 2, (0, 0), (0, 1)), cage("mult", 3, (1, 0), (1, 1))]
    assert check_cages(grid, cages) is True


def test_rows_exchanged(monkeypatch):
    """check_cages returns False for a wrong cage, even if all rows and columns are right"""
    boards.give_checks(monkeypatch, boards.FIGURE[-4:])
    assert check_cages(hidden_boards.EXCHANGED, boards.FIGURE) is False


def test_again():
    """check_cages works with your own functions, whatever it checked before"""
    assert check_cages(boards.SIX, GOOD) is True
    assert check_cages(boards.SIX, [WRONG]) is False
    assert check_cages(boards.SIX, GOOD) is True

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
def test_cages(cages, expected):
    """check_cages returns whether the grid satisfies all cages"""
    assert check_cages(boards.SMALL, cages) is expected


def test_solution():
    """check_cages returns True for the solution of the 6x6 puzzle"""
    assert check_cages(boards.SOLVED, boards.FIGURE) is True

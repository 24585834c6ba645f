import boards
import pytest
from ac3 import solve_kenken
from provided import full_domains, read_puzzle

SMALL = {
    "one position": ("1\nSingle 1 0,0\n", full_domains(1), "1"),
    "a value is wrong": (
        "2\nSub 1 0,0 0,1\nSingle 1 1,0\nSingle 2 1,1\n",
        full_domains(2),
        "2 1\n1 2",
    ),
    "values from the domains": (str(boards.TWO), boards.domains("12 12\n12 1"), "1 2\n2 1"),
    "solved already": (str(boards.TWO), boards.domains("2 1\n1 2"), "2 1\n1 2"),
    "3 x 3": (
        "3\nAdd 4 0,0 0,1 1,1\nMul 6 0,2 1,2\nSub 1 1,0 2,0\nDiv 3 2,1 2,2\n",
        full_domains(3),
        "1 2 3\n3 1 2\n2 3 1",
    ),
}


@pytest.mark.parametrize(("text", "domains", "expected"), SMALL.values(), ids=SMALL)
def test_small(text, domains, expected):
    """solve_kenken finds the solution of a small puzzle"""
    assert solve_kenken(read_puzzle(text), domains) == boards.domains(expected)


CORNERS = "2\nMul 1 0,0 1,1\nSub 1 0,1 1,0\n"

NONE = {
    "one position": ("1\nSingle 2 0,0\n", full_domains(1)),
    "an empty domain": ("1\nSingle 1 0,0\n", boards.domains("-")),
    "two cages": ("2\nSub 1 0,0 0,1\nSingle 1 1,0\nSingle 1 1,1\n", full_domains(2)),
    "complete after AC-3, and wrong": (CORNERS, full_domains(2)),
    "complete from the start, and wrong": (CORNERS, boards.domains("1 2\n2 1")),
}


@pytest.mark.parametrize(("text", "domains"), NONE.values(), ids=NONE)
def test_no_solution(text, domains):
    """solve_kenken returns None if there is no solution"""
    assert solve_kenken(read_puzzle(text), domains) is None


def test_equal_values():
    """solve_kenken lets Sub 0 and Div 1 hold two equal values"""
    puzzle = read_puzzle("2\nSub 0 0,0 1,1\nDiv 1 0,1 1,0\n")
    both = [boards.domains("1 2\n2 1"), boards.domains("2 1\n1 2")]
    assert solve_kenken(puzzle, full_domains(2)) in both


def test_again():
    """solve_kenken solves every puzzle, whichever puzzles it solved before"""
    one = read_puzzle("1\nSingle 1 0,0\n")
    for _ in range(2):
        assert solve_kenken(one, full_domains(1)) == boards.domains("1")
        assert solve_kenken(boards.TWO, boards.domains("12 12\n12 1")) == boards.domains("1 2\n2 1")
        assert solve_kenken(read_puzzle(CORNERS), full_domains(2)) is None


def test_several_solutions():
    """solve_kenken returns any of several solutions"""
    both = [boards.domains("1 2\n2 1"), boards.domains("2 1\n1 2")]
    assert solve_kenken(boards.TWO, full_domains(2)) in both


def test_example():
    """solve_kenken finds the solution"""
    assert solve_kenken(boards.EXAMPLE, boards.FULL) == boards.SOLVED


def test_ac3_does_it_all():
    """solve_kenken returns what AC-3 leaves if that is a solution"""
    assert solve_kenken(boards.EXAMPLE, boards.HALF_WAY) == boards.SOLVED

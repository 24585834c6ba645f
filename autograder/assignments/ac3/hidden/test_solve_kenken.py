import boards
import pytest
from ac3 import solve_kenken
from provided import full_domains, read_puzzle

ONE = "1\nSingle 1 0,0\n"
CORNERS = "2\nMul 1 0,0 1,1\nSub 1 0,1 1,0\n"

NONE = {
    "one position": ("1\nSingle 2 0,0\n", full_domains(1)),
    "one position and an empty domain": (ONE, boards.domains("-")),
    "an empty domain": (str(boards.TWO), boards.domains("12 12\n12 -")),
    "complete after AC-3, and wrong": (CORNERS, full_domains(2)),
    "complete from the start, and wrong": (CORNERS, boards.domains("1 2\n2 1")),
    "a domain becomes empty": ("2\nMul 7 0,0 0,1\nMul 2 1,0 1,1\n", boards.domains("2 2\n12 12")),
    "not from these domains": (str(boards.EXAMPLE), {**boards.FULL, (3, 3): [1, 3, 4]}),
}


@pytest.mark.parametrize(("text", "domains"), NONE.values(), ids=NONE)
def test_no_solution(text, domains):
    """solve_kenken returns None if no solution has its values in the domains"""
    assert solve_kenken(read_puzzle(text), domains) is None


def test_one_by_one():
    """solve_kenken solves a puzzle of one position"""
    assert solve_kenken(read_puzzle(ONE), full_domains(1)) == boards.domains("1")


def test_values_from_the_domains():
    """solve_kenken takes values only from the domains that were passed"""
    domains = boards.domains("12 12\n12 1")
    assert solve_kenken(boards.TWO, domains) == boards.domains("1 2\n2 1")


def test_solved_already():
    """solve_kenken returns a copy of domains that are already a solution"""
    assert solve_kenken(boards.EXAMPLE, boards.SOLVED) == boards.SOLVED


def test_three_by_three():
    """solve_kenken solves a puzzle with cages of all kinds but one"""
    puzzle = read_puzzle("3\nAdd 4 0,0 0,1 1,1\nMul 6 0,2 1,2\nSub 1 1,0 2,0\nDiv 3 2,1 2,2\n")
    expected = boards.domains("1 2 3\n3 1 2\n2 3 1")
    assert solve_kenken(puzzle, full_domains(3)) == expected


def test_equal_values():
    """solve_kenken lets Sub 0 and Div 1 hold two equal values"""
    puzzle = read_puzzle("2\nSub 0 0,0 1,1\nDiv 1 0,1 1,0\n")
    both = [boards.domains("1 2\n2 1"), boards.domains("2 1\n1 2")]
    assert solve_kenken(puzzle, full_domains(2)) in both


def test_again():
    """solve_kenken solves every puzzle, whichever puzzles it solved before"""
    assert solve_kenken(boards.EXAMPLE, boards.FULL) == boards.SOLVED
    assert solve_kenken(read_puzzle(ONE), full_domains(1)) == boards.domains("1")
    assert solve_kenken(read_puzzle(CORNERS), full_domains(2)) is None
    assert solve_kenken(boards.EXAMPLE, boards.FULL) == boards.SOLVED


def test_gap_in_a_domain():
    """solve_kenken tries no value between those of a domain"""
    puzzle = read_puzzle("3\nSingle 2 0,0\nAdd 16 0,1 0,2 1,0 1,1 1,2 2,0 2,1 2,2\n")
    assert solve_kenken(puzzle, {**full_domains(3), (0, 0): [1, 3]}) is None

import boards
from ac3 import solve_kenken
from provided import full_domains, read_puzzle


def test_example():
    """solve_kenken finds the solution"""
    assert solve_kenken(boards.EXAMPLE, boards.FULL) == boards.SOLVED


def test_no_solution():
    """solve_kenken returns None if there is no solution"""
    puzzle = read_puzzle("2\nSub 1 0,0 0,1\nSingle 1 1,0\nSingle 1 1,1\n")
    assert solve_kenken(puzzle, full_domains(2)) is None


def test_several_solutions():
    """solve_kenken returns any of several solutions"""
    both = [boards.domains("1 2\n2 1"), boards.domains("2 1\n1 2")]
    assert solve_kenken(boards.TWO, full_domains(2)) in both


def test_ac3_does_it_all():
    """solve_kenken returns what AC-3 leaves if that is a solution"""
    assert solve_kenken(boards.EXAMPLE, boards.HALF_WAY) == boards.SOLVED

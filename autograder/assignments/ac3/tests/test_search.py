import boards
from ac3 import solve_kenken

SEEN_BY_AC3 = {**boards.SQUARES, (3, 3): [9], (3, 4): [7], (5, 3): [7], (5, 4): [9]}
TWO_VALUES_FOR_THREE = {**boards.SQUARES, (3, 4): [7, 8], (4, 4): [7, 8], (5, 4): [7, 8]}


def test_ac3_before_all():
    """solve_kenken runs AC-3, which finds that there is no solution, before it tries a value"""
    boards.solves_nine()
    assert solve_kenken(boards.NINE, SEEN_BY_AC3) is None


def test_smallest_domain():
    """solve_kenken starts with the smallest domains: three in a column that share two values"""
    boards.solves_nine()
    assert solve_kenken(boards.NINE, TWO_VALUES_FOR_THREE) is None

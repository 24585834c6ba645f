import boards
from ac3 import solve_kenken
from provided import Cage

SEEN_BY_AC3 = {**boards.SQUARES, (3, 3): [9], (3, 4): [7], (5, 3): [7], (5, 4): [9]}
TWO_VALUES_FOR_THREE = {**boards.SQUARES, (3, 4): [7, 8], (4, 4): [7, 8], (5, 4): [7, 8]}


# Below the square in the middle: with 7 or 8 there, two values are left above it for three.
BELOW = boards.nine_with(Cage("Add", 12, ((7, 3), (7, 4), (7, 5))))
SEVEN_OR_EIGHT = {**boards.SQUARES, (7, 4): [7, 8]}
TWO_EIGHTS = boards.nine_with(Cage("Mul", 64, ((5, 3), (5, 4))), Cage("Add", 9, ((5, 5),)))


def test_ac3_before_all():
    """solve_kenken runs AC-3, which finds that there is no solution, before it tries a value"""
    boards.solves_nine()
    assert solve_kenken(boards.NINE, SEEN_BY_AC3) is None


def test_smallest_domain():
    """solve_kenken starts with the smallest domains: three in a column that share two values"""
    boards.solves_nine()
    assert solve_kenken(boards.NINE, TWO_VALUES_FOR_THREE) is None


def test_ac3_after_every_value():
    """solve_kenken runs AC-3 after each value, before it tries another position"""
    boards.solves_nine()
    assert solve_kenken(BELOW, SEVEN_OR_EIGHT) is None


def test_arcs_of_all_kinds():
    """solve_kenken runs AC-3 with the arcs of all three kinds"""
    boards.solves_nine()
    assert solve_kenken(TWO_EIGHTS, boards.SQUARES) is None

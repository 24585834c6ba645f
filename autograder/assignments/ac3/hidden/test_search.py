import boards
from ac3 import solve_kenken
from provided import Cage

# Below the square in the middle: with 7 or 8 there, two values are left above it for three.
BELOW = boards.nine_with(Cage("Add", 12, ((6, 3), (6, 4), (6, 5))))
SEVEN_OR_EIGHT = {**boards.SQUARES, (6, 4): [7, 8]}
TWO_EIGHTS = boards.nine_with(Cage("Mul", 64, ((4, 3), (4, 4))), Cage("Add", 9, ((4, 5),)))


def test_ac3_after_every_value():
    """solve_kenken runs AC-3 after each value, before it tries another position"""
    boards.solves_nine()
    assert solve_kenken(BELOW, SEVEN_OR_EIGHT) is None


def test_arcs_of_all_kinds():
    """solve_kenken runs AC-3 with the arcs of all three kinds"""
    boards.solves_nine()
    assert solve_kenken(TWO_EIGHTS, boards.SQUARES) is None

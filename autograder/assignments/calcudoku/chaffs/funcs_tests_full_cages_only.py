"""No test of cages contains an empty cell.

caught by: funcs_tests
"""


def test_check_cages_valid_empty_board():
    assert check_cages_valid(SOLUTION, CAGES[:1]) is True


def test_check_cages_valid_partial_cage_below_its_sum():
    assert check_cages_valid([[1, 2], [0, 0]], [[3, 2, 0, 1]]) is True


def test_check_cages_valid_partial_cage_at_its_sum():
    assert check_cages_valid([[1, 2], [0, 0]], [[4, 2, 0, 1]]) is False


def test_check_cages_valid_partial_cage_above_its_sum():
    assert check_cages_valid([[1, 2], [0, 0]], [[2, 2, 0, 1]]) is False


def test_check_cages_valid_partial_cage_without_room_for_ones():
    assert check_cages_valid([[1, 2], [0, 0]], [[3, 2, 0, 1]]) is True

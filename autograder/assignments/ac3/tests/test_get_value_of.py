import boards


def test_value(student):
    """get_value_of returns the only value in the domain of the position"""
    assert student.get_value_of(boards.HALF_WAY, (0, 1)) == 4


def test_several_values(student):
    """get_value_of returns None while several values are possible"""
    assert student.get_value_of(boards.HALF_WAY, (0, 0)) is None

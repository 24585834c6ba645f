from larger import larger


def test_larger_second():
    assert larger(1, 2) == 2


def test_larger_first():
    assert larger(-1, -2) == -1


def test_larger_second_of_negative_ones():
    assert larger(-2, -1) == -1

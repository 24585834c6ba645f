from work import apply, call_kept, double, keep


def test_result():
    """apply returns what the function returns"""
    assert apply(lambda number: number + 1, 3) == 4


def test_nested():
    """the function may call the student's code"""
    assert apply(lambda number: double(number) + 1, 3) == 7


def test_several():
    """apply can be called several times"""
    passed = []
    for number in range(3):
        assert apply(passed.append, number) is None
    assert passed == [0, 1, 2]


def test_kept():
    """a function can be kept"""
    keep(lambda number: number + 1)
    assert call_kept(3) == 4


def test_raises():
    """what the function raises passes through apply"""
    try:
        result = apply(lambda number: 1 // number, 0)
    except ZeroDivisionError:
        result = "refused"
    assert result == "refused"

import pytest
from shapes import Box, Ink, Pair


def test_turned(student):
    """turned exchanges width and height"""
    assert student.turned(Box(3, 2)) == Box(2, 3)


@pytest.mark.parametrize("width", [13, -1, 20_000])
def test_undrawable(student, width):
    """turned works where a drawing does not"""
    assert student.turned(Box(width, 2)) == Box(2, width)


def test_doubled(student):
    """doubled makes a pair"""
    assert student.doubled(Box(2, 1, Ink.LIGHT)) == Pair(Box(2, 1, Ink.LIGHT), Box(2, 1, Ink.LIGHT))

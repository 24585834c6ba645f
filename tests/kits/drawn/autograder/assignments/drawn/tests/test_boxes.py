import pytest
from boxes import doubled, turned
from shapes import Box, Ink, Pair


def test_turned():
    """turned exchanges width and height"""
    assert turned(Box(3, 2)) == Box(2, 3)


@pytest.mark.parametrize("width", [13])
def test_undrawable(width):
    """turned works where a drawing does not"""
    assert turned(Box(width, 2)) == Box(2, width)


def test_doubled():
    """doubled makes a pair"""
    assert doubled(Box(2, 1, Ink.LIGHT)) == Pair(Box(2, 1, Ink.LIGHT), Box(2, 1, Ink.LIGHT))

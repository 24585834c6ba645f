import pytest
from work import Box, count


def test_attribute():
    """a label can be set"""
    box = Box([1])
    box.label = "one"
    assert box.label == "one"


def test_equal():
    """boxes with the same values are equal"""
    assert Box([1, 2]) == Box([1, 2])
    assert len({Box([1]), Box([1])}) == 1


def test_values():
    """a box can be counted and iterated"""
    box = Box([1])
    box.add(2)
    assert len(box) == 2
    assert list(box) == [1, 2]


def test_count():
    """count yields numbers"""
    assert list(count(3)) == [0, 1, 2]


@pytest.fixture(scope="module")
def shared():
    box = Box([1])
    yield box
    box.add(2)


@pytest.mark.parametrize("value", [2, 3])
def test_shared(shared, value):
    """a box of several tests keeps its values"""
    shared.add(value)
    assert value in list(shared)

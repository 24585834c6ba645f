import pytest
from bills import add, most_expensive, split, total


@pytest.fixture
def with_cake(bill):
    return {**bill, "cake": 900}


def test_total(bill):
    assert total(bill) == 1700


def test_total_of_an_empty_bill():
    assert total({}) == 0


def test_most_expensive(bill):
    assert most_expensive(bill) == "pasta"


def test_most_expensive_of_two(with_cake):
    assert most_expensive(with_cake) == "cake"


def test_most_expensive_of_nothing():
    with pytest.raises(ValueError, match="empty"):
        most_expensive({})


@pytest.mark.parametrize(
    ("cents", "people", "shares"),
    [(900, 1, [900]), (900, 3, [300, 300, 300]), (1001, 3, [334, 334, 333])],
    ids=["one", "even", "uneven"],
)
def test_split(cents, people, shares):
    assert split(cents, people) == shares


@pytest.mark.parametrize("people", [0, -1])
def test_split_among_nobody(people):
    with pytest.raises(ValueError, match="nobody pays"):
        split(100, people)


def test_add(bill):
    add(bill, "tea", 220)
    add(bill, "soup", 50)
    assert bill == {"soup": 600, "coffee": 250, "pasta": 900, "tea": 220}

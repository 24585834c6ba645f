import boards
import pytest
from ac3 import assign_value

BEFORE = boards.domains("123 12 3\n13 123 2\n2 13 123")

TABLE = {
    "row first": ((1, 0), 3, "123 12 3\n3 123 2\n2 13 123"),
    "last position": ((2, 2), 1, "123 12 3\n13 123 2\n2 13 1"),
    "a value that was ruled out": ((1, 0), 2, "123 12 3\n2 123 2\n2 13 123"),
    "other domains stay": ((0, 0), 2, "2 12 3\n13 123 2\n2 13 123"),
}


@pytest.mark.parametrize(("position", "value", "after"), TABLE.values(), ids=TABLE)
def test_values(position, value, after):
    """assign_value changes only the domain of the position"""
    assert assign_value(BEFORE, position, value) == boards.domains(after)


def test_result_is_a_copy():
    """assign_value returns a copy that holds no list of the old domains"""
    after = boards.domains("123 12 3\n13 2 2\n2 13 123")
    assert assign_value(BEFORE, (1, 1), 2) == after

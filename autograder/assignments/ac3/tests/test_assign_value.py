import boards
from ac3 import assign_value


def test_value_is_assigned():
    """assign_value makes the value the only one in the domain"""
    expected = boards.domains("12 2\n12 12")
    assert assign_value(boards.domains("12 12\n12 12"), (0, 1), 2) == expected


def test_result_is_a_copy():
    """assign_value returns a copy with new lists in which the position has only the value"""
    expected = boards.domains("1 12\n12 12")
    assert assign_value(boards.domains("12 12\n12 12"), (0, 0), 1) == expected


def test_row_before_column():
    """assign_value changes only the domain of the position, row first"""
    expected = boards.domains("12 12\n1 12")
    assert assign_value(boards.domains("12 12\n12 12"), (1, 0), 1) == expected


def test_value_that_was_ruled_out():
    """assign_value assigns the value whatever the domain was before"""
    assert assign_value(boards.domains("1 12"), (0, 0), 2) == boards.domains("2 12")


def test_second_call():
    """assign_value begins with the domains that it gets, not with those of an earlier call"""
    domains = boards.domains("12 12\n12 12")
    assert assign_value(domains, (0, 0), 1) == boards.domains("1 12\n12 12")
    assert assign_value(domains, (0, 1), 2) == boards.domains("12 2\n12 12")

import boards


def test_value_is_assigned(student):
    """assign_value makes the value the only one in the domain"""
    expected = boards.domains("12 2\n12 12")
    assert student.assign_value(boards.domains("12 12\n12 12"), (0, 1), 2) == expected


def test_result_is_a_copy(student):
    """assign_value does not change the domains and returns new lists"""
    expected = boards.domains("1 12\n12 12")
    assert student.pure.assign_value(boards.domains("12 12\n12 12"), (0, 0), 1) == expected

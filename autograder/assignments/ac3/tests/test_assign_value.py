import boards


def test_value_is_assigned(student):
    """assign_value makes the value the only one in the domain"""
    expected = boards.domains("12 2\n12 12")
    assert student.assign_value(boards.domains("12 12\n12 12"), (0, 1), 2) == expected


def test_result_is_a_copy(student):
    """assign_value returns a copy with new lists in which the position has only the value"""
    expected = boards.domains("1 12\n12 12")
    assert student.copying.assign_value(boards.domains("12 12\n12 12"), (0, 0), 1) == expected

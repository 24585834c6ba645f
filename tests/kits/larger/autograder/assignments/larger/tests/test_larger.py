def test_first(student):
    """larger gives the first"""
    assert student.larger(2, 1) == 2

def test_first(student):
    """larger returns the first"""
    assert student.larger(2, 1) == 2

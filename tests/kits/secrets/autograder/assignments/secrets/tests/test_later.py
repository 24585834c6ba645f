def test_later(student):
    """later returns 1"""
    assert student.later() == 1

def test_later(student):
    """later is last"""
    assert student.later() == 1

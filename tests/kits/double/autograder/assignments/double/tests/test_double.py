def test_small(student):
    """double doubles small numbers"""
    assert student.double(2) == 4

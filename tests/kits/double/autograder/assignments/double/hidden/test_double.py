def test_large(student):
    """double doubles large numbers"""
    assert student.double(10 ** 30) == 2 * 10 ** 30

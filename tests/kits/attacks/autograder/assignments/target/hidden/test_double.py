def test_large(student):
    """double doubles large numbers"""
    assert student.double(10**20) == 2 * 10**20

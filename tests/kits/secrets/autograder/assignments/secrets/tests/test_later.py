from own import later


def test_later():
    """later returns 1"""
    assert later() == 1

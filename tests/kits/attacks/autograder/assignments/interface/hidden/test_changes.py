from work import double


def test_large():
    """double doubles large numbers"""
    assert double(10**20) == 2 * 10**20

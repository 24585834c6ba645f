from double import double


def test_large():
    """double doubles large numbers"""
    assert double(10**30) == 2 * 10**30

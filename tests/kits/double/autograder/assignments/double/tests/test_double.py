from double import double


def test_small():
    """double doubles small numbers"""
    assert double(2) == 4

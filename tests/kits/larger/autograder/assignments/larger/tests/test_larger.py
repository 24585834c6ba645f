from larger import larger


def test_first():
    """larger returns the first"""
    assert larger(2, 1) == 2

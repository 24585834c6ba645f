from work import secret

SECRET = "@SECRET@"


def test_secret():
    """secret gives what only the grader knows, and is not shown"""
    assert secret() == SECRET

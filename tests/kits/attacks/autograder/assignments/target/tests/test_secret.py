from work import secret

SECRET = "@PUBLIC@"


def test_secret():
    """secret gives what only the grader knows"""
    assert secret() == SECRET

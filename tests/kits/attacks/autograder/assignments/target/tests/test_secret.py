SECRET = "@PUBLIC@"


def test_secret(student):
    """secret gives what only the grader knows"""
    assert student.secret() == SECRET

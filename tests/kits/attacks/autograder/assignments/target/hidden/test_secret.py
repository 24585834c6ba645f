SECRET = "@SECRET@"


def test_secret(student):
    """secret gives what only the grader knows, and is not shown"""
    assert student.secret() == SECRET

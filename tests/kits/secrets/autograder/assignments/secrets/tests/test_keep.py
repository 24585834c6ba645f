def test_public(student):
    """keep returns a copy of what is not a number"""
    assert student.keep("public") == "public"

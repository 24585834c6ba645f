def test_public(student):
    """keep gives back what is no number"""
    assert student.keep("public") == "public"

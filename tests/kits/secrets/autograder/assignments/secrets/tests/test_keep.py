from own import keep


def test_public():
    """keep returns a copy of what is not a number"""
    assert keep("public") == "public"

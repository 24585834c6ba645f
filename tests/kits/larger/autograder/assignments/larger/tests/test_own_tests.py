def test_all_pass(suite):
    """all tests pass with your own larger.py"""
    suite.must_pass("larger_tests.py")

def test_more_than_the_worked_example(suite):
    """funcs_tests.py has a second test of check_rows_valid, besides the worked example"""
    suite.must_test("funcs_tests.py", "check_rows_valid", at_least=2)

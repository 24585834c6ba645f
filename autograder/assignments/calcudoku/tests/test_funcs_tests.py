import pytest

FUNCTIONS = ("check_rows_valid", "check_columns_valid", "check_cages_valid", "check_valid")


@pytest.mark.parametrize("function", FUNCTIONS)
def test_each_function_is_tested(suite, function):
    """funcs_tests.py contains a test of yours that is named for the function"""
    suite.must_test("funcs_tests.py", function)


def test_all_pass(suite):
    """all tests in funcs_tests.py pass with your own solver_funcs.py"""
    suite.must_pass("funcs_tests.py")

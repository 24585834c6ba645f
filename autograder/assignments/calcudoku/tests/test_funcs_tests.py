import pytest

FUNCTIONS = ("check_rows_valid", "check_columns_valid", "check_cages_valid", "check_valid")
TRUE, FALSE = {"always returns True": "True"}, {"always returns False": "False"}
WRONG = {
    "check_rows_valid": TRUE | FALSE,
    "check_columns_valid": TRUE,
    "check_cages_valid": TRUE | FALSE,
    "check_valid": TRUE,
}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_each_function_is_tested(suite, function):
    """funcs_tests.py contains a test of yours that is named for the function"""
    suite.must_test("funcs_tests.py", function)


def test_all_pass(suite):
    """your tests in funcs_tests.py pass with your own solver_funcs.py, and catch wrong functions"""
    suite.must_catch_all("funcs_tests.py", WRONG)

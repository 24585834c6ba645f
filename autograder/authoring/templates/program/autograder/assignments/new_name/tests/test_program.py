# To change: this test runs once for each case in inputs/new_name/sample/.
# A report shows the docstring and the name of the case.


def test_output(program, case):
    """the program prints the longest word of each line"""
    assert program(case) == program.expected(case)

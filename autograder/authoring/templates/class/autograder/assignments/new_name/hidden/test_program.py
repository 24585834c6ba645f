# To change: this test runs once for each case in inputs/new_name/secret/.
# Students have neither this file nor these cases.


def test_output(program, case):
    """the program prints the balance after each line"""
    assert program(case) == program.expected(case)

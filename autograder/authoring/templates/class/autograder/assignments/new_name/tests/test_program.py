# To change: this test runs once for each case in inputs/new_name/sample/.
# All cases deposit once and withdraw less than that: a mistake in the class costs points once.


def test_output(program, case):
    """the program prints the balance after each line"""
    assert program(case) == program.expected(case)

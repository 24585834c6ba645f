# To change: this test runs once for each case in inputs/new_name/sample/.
# No line of a case has two longest words, or none: a mistake in longest_word costs points once.


def test_output(program, case):
    """the program prints the longest word of each line"""
    assert program(case) == program.expected(case)

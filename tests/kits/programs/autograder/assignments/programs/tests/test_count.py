def test_output(program, case):
    """count.py writes the words of a file"""
    assert program(case) == program.expected(case)

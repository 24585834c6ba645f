def test_prints(program, case):
    """sums.py prints the rows"""
    assert program(case) == program.expected(case)

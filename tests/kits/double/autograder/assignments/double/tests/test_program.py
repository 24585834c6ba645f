def test_prints(program, case):
    """double.py prints the double"""
    assert program(case) == program.expected(case)

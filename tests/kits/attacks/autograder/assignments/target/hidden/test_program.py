def test_prints(program, case):
    """work.py prints what is expected"""
    assert program(case) == program.expected(case)

def test_prints(program, case):
    """main.py prints it"""
    assert program(case) == program.expected(case)

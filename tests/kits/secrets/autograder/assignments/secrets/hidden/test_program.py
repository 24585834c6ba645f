def test_prints(program, case):
    """main.py prints its input reversed"""
    assert program(case) == program.expected(case)

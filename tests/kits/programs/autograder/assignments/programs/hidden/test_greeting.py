def test_output(program, case):
    """greet.py greets"""
    assert program(case) == program.expected(case)

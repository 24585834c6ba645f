def test_prints_solution(program, case):
    """solve.py prints the solution, or No Solution... if there is none"""
    assert program(case) == program.expected(case)

def test_prints_solution(program, case):
    """solve.py prints the solution, or a line that says why there is none"""
    assert program(case) == program.expected(case)

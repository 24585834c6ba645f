def test_prints_solution(program, case):
    """solve.py prints the solution, or No Solution..."""
    assert program(case) == program.expected(case)

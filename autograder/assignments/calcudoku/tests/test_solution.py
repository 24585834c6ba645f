def test_prints_solution(program, case):
    """solver.py prints the prompts, --Solution-- and the rows of the first solution"""
    assert program(case).solution == program.expected(case).solution

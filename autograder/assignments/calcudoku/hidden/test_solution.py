def test_prints_solution(program, case):
    """solver.py prints the prompts, --Solution--, the first solution, and then the counts"""
    output = program(case)
    assert output.solution == program.expected(case).solution
    program.hint("The line with the counts has to be the last line.")
    assert output.text.endswith(output.counts.compared)

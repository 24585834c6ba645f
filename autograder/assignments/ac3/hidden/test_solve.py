import grids


def test_prints_a_solution(program, case):
    """solve.py prints a solution, or No Solution... if there is none"""
    output, expected = program(case), program.expected(case)
    program.hint(grids.hint(case, output, expected))
    assert output == grids.right_output(case, output, expected)

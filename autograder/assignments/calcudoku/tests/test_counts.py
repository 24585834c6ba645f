import counting


def test_prints_counts(program, case):
    """solver.py counts one check for each number it tries, one backtrack for each cell it resets"""
    output, expected = program(case), program.expected(case)
    if output.counts != expected.counts:
        program.hint(counting.explain(case.input.read_text(), output.text))
    assert output.counts == expected.counts

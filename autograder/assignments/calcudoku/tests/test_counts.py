import counting


def test_prints_counts(program, case):
    """solver.py counts a check for each number it tries, a backtrack for each cell it empties"""
    output, expected = program(case), program.expected(case)
    if output.counts != expected.counts:
        program.hint(counting.look_like(case.input.read_text(), output.text))
    assert output.counts == expected.counts

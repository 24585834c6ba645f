import printing
import pytest

EXACT = {"few_backtracks", "many_singletons"}
"""Cases whose output has to be right to the last space."""


def test_prints_solution(program, case, monkeypatch, capsys):
    """solver.py prints --Solution--, the first solution, and then the counts"""
    output = printing.words(printing.after_prompts(program, case, monkeypatch, capsys))
    expected = printing.words(printing.expected_after_prompts(program, case))
    assert output.solution == expected.solution
    program.hint("The line with the counts has to be the last line.")
    assert output.text.endswith(output.counts.compared)


def test_spaces_and_line_ends(program, case, monkeypatch, capsys):
    """solver.py prints no other spaces and blank lines than the handout shows"""
    if case.name not in EXACT:
        pytest.skip("Only the words of this case are compared.")
    output = printing.after_prompts(program, case, monkeypatch, capsys)
    assert output.solution == printing.expected_after_prompts(program, case).solution

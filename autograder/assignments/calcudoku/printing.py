"""What solver.py prints, apart from the prompts: those are a part of their own."""

import io
from dataclasses import replace

from solver import get_cages

HEADER = "--Solution--"


def after_prompts(program, case, monkeypatch, capsys):
    """Return the output without its prompts: the right ones, or else those of get_cages."""
    output, prompts = program(case), program.expected(case).text.partition(HEADER)[0]
    if not output.text.startswith(prompts):
        monkeypatch.setattr("sys.stdin", io.StringIO(case.input.read_text(encoding="utf-8")))
        capsys.readouterr()
        get_cages()
        prompts = capsys.readouterr().out
        output = program(case)
    return replace(output, text=output.text.removeprefix(prompts))


def expected_after_prompts(program, case):
    expected = program.expected(case)
    return replace(expected, text=expected.text[expected.text.index(HEADER) :])


def words(output):
    """Return the output with one space between words, and without blank lines."""
    lines = [" ".join(line.split()) for line in output.text.splitlines() if line.split()]
    return replace(output, text="".join(f"{line}\n" for line in lines))

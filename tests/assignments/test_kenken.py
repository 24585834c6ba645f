"""The kenken assignment: its puzzle, its provided files, and the examples of its handout."""

from __future__ import annotations

import re

import pytest

from tests.assignments.references import handout, printed, run, sample

HANDOUT = handout("kenken")
FIGURE, SOLUTION = sample("kenken", "figure")
IMPORTS = "from kenken import *\nfrom provided import *\n"


def test_puzzle_of_the_specification() -> None:
    assert run("kenken", "solve.py", typed=FIGURE).out == SOLUTION
    assert SOLUTION == "2 1 4 3\n3 2 1 4\n4 3 2 1\n1 4 3 2\n"


def test_visual_draws_every_step_and_waits_after_each() -> None:
    code = """\
import io, rich.console, provided, solve
waits, terminal = [], io.StringIO()
solve.time.sleep = waits.append
puzzle = provided.read_puzzle("1\\n[\\n[ 1 =\\n")
console = rich.console.Console(file=terminal, force_terminal=True, width=60)
assert str(solve.solve_kenken_visual(puzzle, 0.25, console).board[0][0]) == "1"
assert waits == [0.25] * 3, waits
screen = terminal.getvalue()
for number, cell in enumerate(("[", "1?", "1"), 1):
    assert f"step {number}" in screen and cell in screen, screen
"""
    assert printed("kenken", code) == ""


# The handout: the files that it shows, and its examples.

BLOCKS = re.findall(r"```text\n(.*?)```", HANDOUT, re.DOTALL)
BEGUN = FIGURE.replace("\na b", "\nGuess(a,2) b")
FULL = BEGUN.replace("\na d", "\nGuess(a,3) d")


def python(code: str) -> str:
    return printed("kenken", f"{IMPORTS}{code}")


def test_handout_shows_files_as_they_are() -> None:
    assert FIGURE in BLOCKS
    assert SOLUTION in BLOCKS
    begun = next(block for block in BLOCKS if "Guess(a,2)" in block)
    assert begun.endswith("\n…\n")
    assert BEGUN.startswith(begun.removesuffix("…\n"))


def test_examples_of_the_handout() -> None:
    examples = re.findall(r" \| `(\w+\(p[^`]*)` is `([^`]+)` \|", HANDOUT)
    functions = [call.partition("(")[0] for call, _ in examples]
    assert functions == ["find_blank", "used_in_row", "used_in_col", "available_vals"]
    code = "".join(f"print({call} == {value})\n" for call, value in examples)
    assert python(f"p = read_puzzle({BEGUN!r})\n{code}") == "True\n" * 4


EXAMPLES = {
    "(d)": (
        "`place_guess(p, Posn(0, 1), 3)` shows `Guess(a,3)` below `Guess(a,2)`",
        "print(*(row[0] for row in place_guess(p, Posn(0, 1), 3)))",
        "Guess(a,2) Guess(a,3) f f\n",
    ),
    "(e)": ("with guesses 2 and 3 for `a 6 *`: `True`", "print(guess_valid(full))", "True\n"),
    "(f)": (
        "with guesses 2 and 3: the cells show 2 and 3, and the list of constraints begins with"
        " `b 3 -`",
        "applied = apply_guess(full)\n"
        "print(*(row[0] for row in applied.board), applied.constraints[0])",
        "2 3 f f b 3 -\n",
    ),
    "(g)": (
        "`neighbours(p)` is a list of three puzzles, with `Guess(a,1)`, `Guess(a,3)` and"
        " `Guess(a,4)`",
        "print(*(puzzle.board[1][0] for puzzle in neighbours(p)))",
        "Guess(a,1) Guess(a,3) Guess(a,4)\n",
    ),
}


@pytest.mark.parametrize(("sentence", "code", "printed"), EXAMPLES.values(), ids=EXAMPLES)
def test_example_in_words(sentence: str, code: str, printed: str) -> None:
    assert f"| {sentence} |\n" in HANDOUT
    puzzles = f"p, full = read_puzzle({BEGUN!r}), read_puzzle({FULL!r})\n"
    assert python(puzzles + code) == printed


def test_what_a_cell_shows() -> None:
    """The handout's sentence on entries is what `shows` and `==` do."""
    assert "If `guess` is true, it shows its guess `g`; otherwise, if `number` is not 0" in HANDOUT
    code = "print(*[Entry('a', 3, True, Guess('a', 2)), Entry('a', 3), Entry('a')])"
    assert python(code) == "Guess(a,2) 3 a\n"
    assert python("print(Entry('a', 3) == Entry('b', 3, False, Guess('c', 1)))") == "True\n"

"""The kenken assignment: its provided files, expected outputs and handout."""

from __future__ import annotations

import itertools
import math
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from autograder.assignment import Case, load
from tests.conftest import ROOT

ASSIGNMENT = load("kenken")
CASES = [case for kind in ("sample", "secret") for case in ASSIGNMENT.cases(kind)]
FIGURE = next(case for case in CASES if case.name == "figure")
HANDOUT = (ROOT / "handout" / "kenken.md").read_text(encoding="utf-8")


def run_solve(text: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "solve.py", *options],
        cwd=ROOT / "reference" / "kenken",
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def run_python(code: str) -> str:
    """Return what Python prints for this code in the reference's folder."""
    command = [sys.executable, "-c", f"from kenken import *\nfrom provided import *\n{code}"]
    folder = ROOT / "reference" / "kenken"
    ran = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


# A second, independent solver: place whole rows, check each cage as soon as it is full.

Row = tuple[int, ...]


def parse(text: str) -> tuple[int, list[list[str]], dict[str, tuple[int, str]]]:
    lines = text.split("\n")
    size = int(lines[0])
    board = [line.split(" ") for line in lines[1 : size + 1]]
    constraints = {}
    for line in filter(None, lines[size + 1 :]):
        letter, number, symbol = line.split(" ")
        constraints[letter] = (int(number), symbol)
    return size, board, constraints


def satisfies(numbers: list[int], target: int, symbol: str) -> bool:
    low, high = min(numbers), max(numbers)
    return {
        "+": sum(numbers) == target,
        "*": math.prod(numbers) == target,
        "-": len(numbers) == 2 and high - low == target,
        "/": len(numbers) == 2 and high == low * target,
        "=": numbers == [target],
    }[symbol]


def solutions(text: str) -> Iterator[list[Row]]:
    size, board, constraints = parse(text)
    letters = [[word[6] if word.startswith("Guess(") else word for word in row] for row in board]
    last_row = {letter: y for y, row in enumerate(letters) for letter in row}

    def given(y: int, x: int) -> int | None:
        word = board[y][x]
        digits = word[8:-1] if word.startswith("Guess(") else word
        return int(digits) if digits.isdecimal() else None

    def extend(rows: list[Row]) -> Iterator[list[Row]]:
        y = len(rows)
        if y == size:
            yield rows
            return
        for row in itertools.permutations(range(1, size + 1)):
            if any(given(y, x) not in (None, row[x]) for x in range(size)):
                continue
            if any(row[x] == above[x] for above in rows for x in range(size)):
                continue
            extended = [*rows, row]
            full = {letter: constraints[letter] for letter in constraints if last_row[letter] == y}
            if all(satisfies(cage_numbers(extended, cage), *full[cage]) for cage in full):
                yield from extend(extended)

    def cage_numbers(rows: list[Row], letter: str) -> list[int]:
        return [
            rows[y][x] for y in range(len(rows)) for x in range(size) if letters[y][x] == letter
        ]

    yield from extend([])


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.input.parent.name}-{case.name}")
def test_expected_output_agrees_with_a_second_method(case: Case) -> None:
    text = case.input.read_text(encoding="utf-8")
    printed = case.output.read_text(encoding="utf-8")
    right = {"\n".join(" ".join(map(str, row)) for row in rows) for rows in solutions(text)}
    if right:
        assert printed.endswith("\n")
        assert printed.removesuffix("\n") in right
    else:
        assert printed == "No Solution...\n"


def test_puzzle_of_the_specification() -> None:
    solved = run_solve(FIGURE.input.read_text(encoding="utf-8"))
    assert solved.stdout == "2 1 4 3\n3 2 1 4\n4 3 2 1\n1 4 3 2\n"


INVALID = {
    "empty": ("", "line 1: expected the size of the board, a number"),
    "no size": ("a b\n", "line 1: expected the size of the board, a number"),
    "size 0": ("0\n", "line 1: the size of the board must be at least 1"),
    "too few rows": ("2\na a\n", "line 2: expected 2 rows, but the board ends here"),
    "short row": ("2\na a\na\na 6 +\n", "line 3: expected 2 entries, found 1"),
    "invalid entry": (
        "1\nabc\n",
        "line 2: expected a letter, a number from 1 to 1 or a guess such as Guess(a,1), found abc",
    ),
    "guess without a number": (
        "1\nGuess(a,)\n",
        "line 2: expected a letter, a number from 1 to 1 or a guess such as Guess(a,1), found"
        " Guess(a,)",
    ),
    "number 0": (
        "2\na 0\na a\na 6 +\n",
        "line 2: expected a letter, a number from 1 to 2 or a guess such as Guess(a,1), found 0",
    ),
    "guess above the size": (
        "2\na a\na Guess(a,3)\na 6 +\n",
        "line 3: expected a letter, a number from 1 to 2 or a guess such as Guess(a,1), found"
        " Guess(a,3)",
    ),
    "two operators": (
        "1\na\na 1 +-\n",
        "line 3: expected a constraint such as a 6 *, found a 1 +-",
    ),
    "number that is too long": (
        f"1\na\na {'9' * 5000} +\n",
        f"line 3: expected a constraint such as a 6 *, found a {'9' * 5000} +",
    ),
    "size that is too long": ("9" * 5000, "line 1: expected the size of the board, a number"),
    "unknown operator": (
        "1\na\na 1 ^\n",
        "line 3: expected a constraint such as a 6 *, found a 1 ^",
    ),
    "incomplete constraint": (
        "1\na\na 1\n",
        "line 3: expected a constraint such as a 6 *, found a 1",
    ),
    "letter without constraint": ("1\na\n", "the letter a has no constraint"),
    "constraint without letter": ("1\n1\na 1 =\n", "the letter a has no cell"),
    "difference of three": (
        "2\na a\na b\na 1 -\nb 1 =\n",
        "the letter a has 3 cells, but its operation - takes 2",
    ),
    "quotient of one": ("1\na\na 1 /\n", "the letter a has 1 cell, but its operation / takes 2"),
    "two cells without an operation": (
        "2\na a\nb b\na 3 +\nb 3 =\n",
        "the letter b has 2 cells, but its operation = takes 1",
    ),
    "two constraints": ("1\na\na 1 =\na 1 +\n", "the letter a has two constraints"),
}


@pytest.mark.parametrize(("text", "message"), INVALID.values(), ids=INVALID)
def test_invalid_puzzle_is_reported_in_one_line(text: str, message: str) -> None:
    ran = run_solve(text)
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", f"solve.py: {message}\n")


def test_visual_prints_the_solution() -> None:
    ran = run_solve("2\na b\na b\na 2 /\nb 1 -\n", "--visual", "--delay", "0")
    assert ran.returncode == 0
    assert ran.stdout.endswith("1 2\n2 1\n")
    assert "│ 1 │ 2 │" in ran.stdout


@pytest.mark.parametrize("delay", ["-1", "nan", "1e99"])
def test_visual_refuses_an_invalid_pause(delay: str) -> None:
    ran = run_solve("1\n1\n", "--visual", "--delay", delay)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.endswith("solve.py: error: --delay: expected 0 to 60 seconds\n")


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
    folder = ROOT / "reference" / "kenken"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")


# The handout: the files that it shows, and its examples.

BLOCKS = re.findall(r"```text\n(.*?)```", HANDOUT, re.DOTALL)
BEGUN = FIGURE.input.read_text(encoding="utf-8").replace("\na b", "\nGuess(a,2) b")
FULL = BEGUN.replace("\na d", "\nGuess(a,3) d")


def test_handout_shows_files_as_they_are() -> None:
    assert FIGURE.input.read_text(encoding="utf-8") in BLOCKS
    assert FIGURE.output.read_text(encoding="utf-8") in BLOCKS
    begun = next(block for block in BLOCKS if "Guess(a,2)" in block)
    assert begun.endswith("\n…\n")
    assert BEGUN.startswith(begun.removesuffix("…\n"))


def test_examples_of_the_handout() -> None:
    examples = re.findall(r" \| `(\w+\(p[^`]*)` is `([^`]+)` \|", HANDOUT)
    functions = [call.partition("(")[0] for call, _ in examples]
    assert functions == ["find_blank", "used_in_row", "used_in_col", "available_vals"]
    code = "".join(f"print({call} == {value})\n" for call, value in examples)
    assert run_python(f"p = read_puzzle({BEGUN!r})\n{code}") == "True\n" * 4


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
    assert run_python(puzzles + code) == printed


def test_what_a_cell_shows() -> None:
    """The handout's sentence on entries is what `shows` and `==` do."""
    assert "If `guess` is true, it shows its guess `g`; otherwise, if `number` is not 0" in HANDOUT
    code = "print(*[Entry('a', 3, True, Guess('a', 2)), Entry('a', 3), Entry('a')])"
    assert run_python(code) == "Guess(a,2) 3 a\n"
    assert run_python("print(Entry('a', 3) == Entry('b', 3, False, Guess('c', 1)))") == "True\n"

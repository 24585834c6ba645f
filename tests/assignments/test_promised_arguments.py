"""Tests call functions with no other arguments than the handouts promise.

The reference is graded with a check in front of each function, which fails for anything else.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from autograder.assignment import load
from tests.conftest import run_autograder

OF_KENKEN = """

def _check(puzzle, *_, name):
    size, board = puzzle.board_size, puzzle.board
    assert [len(row) for row in board] == [size] * size > []
    for line in [*board, *zip(*board)]:
        numbers = _numbers_in(line)
        assert len({*numbers}) == len(numbers) and {*numbers} <= {*range(1, size + 1)}
    for letter, target, symbol in map(_fields, puzzle.constraints):
        assert target >= 1 and symbol in "+-*/=" and len(letter) == 1 and not letter.isdigit()
    letters = {entry.g.letter for row in board for entry in row if entry.guess}
    assert len(letters) <= 1
    if name in ("guess_valid", "apply_guess"):
        assert letters == {puzzle.constraints[0].letter}
        assert _right["find_blank"](puzzle) == ALL_GUESSED
    if name == "apply_guess":
        assert _right["guess_valid"](puzzle)


def _fields(constraint):
    return constraint.letter, constraint.number, constraint.symbol
"""
OF_CALCUDOKU = """

def _check(puzzle, cages=(), *, name):
    assert [len(row) for row in puzzle] == [len(puzzle)] * len(puzzle) > []
    assert {number for row in puzzle for number in row} <= {*range(len(puzzle) + 1)}
    for cage_sum, count, *cells in cages:
        assert count == len(cells) == len({*cells}) and {*cells} <= {*range(len(puzzle) ** 2)}
"""
OF_AC3 = """

def _check(first, domains=None, *_, name):
    if name == "select_variable":
        assert any(len(domain) > 1 for domain in first.values())
    if name == "cage_consistent":
        count = {"Single": [1], "Sub": [2], "Div": [2]}.get(first.kind, [*range(1, 99)])
        assert len(first.positions) in count and {*first.positions} <= {*domains}
"""
OF_CAGES = """

def _check(first, cages=None, *, name):
    assert name == "get_cell" or all(map(all, first))
    for cage in cages if name == "check_cages" else [cages] if name == "check_constraint" else []:
        count = {"id": [1], "sub": [2], "div": [2]}.get(cage.op, [*range(1, 99)])
        assert len(cage.cells) == len({*cage.cells}) and len(cage.cells) in count
"""
EACH_FUNCTION = """

_right = {{name: globals()[name] for name in {names}}}


def _checked(name):
    def function(*arguments):
        _check(*arguments, name=name)
        return _right[name](*arguments)

    return function


globals().update({{name: _checked(name) for name in _right}})
"""
OF_FILES = {
    "kenken": ("kenken.py", OF_KENKEN),
    "calcudoku": ("solver_funcs.py", OF_CALCUDOKU),
    "ac3": ("ac3.py", OF_AC3),
    "cages": ("cages.py", OF_CAGES),
}
FUNCTIONS = {
    "kenken": (
        "find_blank used_in_row used_in_col available_vals "
        "place_guess guess_valid apply_guess neighbours"
    ),
    "calcudoku": "check_rows_valid check_columns_valid check_cages_valid check_valid",
    "ac3": "select_variable cage_consistent",
    "cages": "check_constraint check_cages",
}


@pytest.mark.nightly
@pytest.mark.parametrize("name", OF_FILES)
def test_arguments_are_those_that_the_handout_promises(name: str, tmp_path: Path) -> None:
    file, check = OF_FILES[name]
    functions = FUNCTIONS[name].split()
    shutil.copytree(load(name).reference, tmp_path, dirs_exist_ok=True)
    source = (tmp_path / file).read_text(encoding="utf-8")
    source += check + EACH_FUNCTION.format(names=functions)
    (tmp_path / file).write_text(source, encoding="utf-8")
    ran = run_autograder("grade", name, tmp_path, "--json", "-")
    tests = [
        (test["name"], test["outcome"])
        for part in json.loads(ran.out)["parts"]
        if part["name"] in functions
        for test in part["tests"]
    ]
    assert [name for name, outcome in tests if outcome != "pass"] == []

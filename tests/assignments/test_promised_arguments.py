"""Tests call functions with no other arguments than the handouts promise.

The reference is graded with a check in front of each function, which fails for anything else.
"""

from __future__ import annotations

import pytest

from autograder.judge.grading_server import GradingServer
from autograder.report import Outcome
from tests.assignments.test_chaffs import Serve, graded, serve

__all__ = ["serve"]

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


@pytest.mark.parametrize("name", OF_FILES)
def test_arguments_are_those_that_the_handout_promises(name: str, serve: Serve) -> None:
    assert failures(serve(name), name) == []


def failures(server: GradingServer, name: str) -> list[tuple[str, str]]:
    """Return the tests of the functions that the checked reference fails, and why."""
    assignment, (file, check) = server.tests.assignment, OF_FILES[name]
    names = FUNCTIONS[name].split()
    source = (assignment.reference / file).read_text(encoding="utf-8")
    source += check + EACH_FUNCTION.format(names=names)
    report = graded(server, file, source, [assignment.part(part) for part in names])
    tests = [test for part in report.parts for test in part.tests]
    return [
        (test.name, test.detail.message if test.detail else "")
        for test in tests
        if test.outcome is not Outcome.PASS
    ]

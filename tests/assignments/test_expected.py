"""The expected outputs, which the references have printed, agree with the engine's own solver.

Also those of fresh inputs, which `autograder inputs` makes with another seed.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograder.assignment import KINDS, load, names
from autograder.program_cases import Case
from autograder.puzzles import PuzzleError, is_solution, solutions
from autograder.puzzles.formats import read
from autograder.puzzles.grid_text import grids
from tests.assignments.references import texts_of
from tests.conftest import ROOT, run_autograder

NO_SOLUTION, NO_PUZZLE = "No Solution...\n", "No Puzzle...\n"
NOT_READY = "Not Ready to Solve...\n"
NO_BOARD = {
    "ac3/ac3_solves_it": "1 2\n2 1\n",
    "ac3/no_solution_ac3_is_complete": NO_SOLUTION,
    "ac3/no_solution_one_cell": NO_SOLUTION,
    "cages/target_too_large": NO_SOLUTION,
    "kenken/one_cell_no_solution": NO_SOLUTION,
    "mathdoku/group_without_constraint": NOT_READY,
    "mathdoku/misprint": NOT_READY,
    "mathdoku/no_square": NO_PUZZLE,
    "mathdoku/constraint_without_group": NOT_READY,
    "mathdoku/nothing": NO_PUZZLE,
    "mathdoku/prime_too_large": NOT_READY,
    "mathdoku/row_too_long": NO_PUZZLE,
    "mathdoku/square_only": NOT_READY,
    "mathdoku/two_constraints": NOT_READY,
    "mathdoku/two_fields": NO_PUZZLE,
    "mathdoku/unknown_operator": NOT_READY,
}
"""Inputs that the engine refuses to read, and the right output."""
CASES = [(name, case) for name in names(ROOT) for kind in KINDS for case in load(name).cases(kind)]


def check_output(name: str, case: Case) -> None:
    text, printed = texts_of(case)
    try:
        board = read(text, name)
    except PuzzleError:
        assert printed == NO_BOARD[f"{name}/{case.name}"]
        return
    found = list(solutions(board.puzzle, 2, board.grid))
    if not found:
        assert printed == NO_SOLUTION
        return
    [grid] = grids(printed, board.puzzle.size)
    assert is_solution(board.puzzle, grid)
    assert len(found) == 2 or grid == found[0]
    givens = (row for row in zip(board.grid, grid, strict=True))
    assert all(a in (0, b) for pair in givens for a, b in zip(*pair, strict=True))


@pytest.mark.parametrize(("name", "case"), CASES, ids=[f"{name}-{c.name}" for name, c in CASES])
def test_output_is_right(name: str, case: Case) -> None:
    check_output(name, case)


@pytest.mark.nightly
@pytest.mark.parametrize("name", names(ROOT))
def test_outputs_of_fresh_inputs_are_right(name: str, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    for folder in ("inputs", "reference", "starter", "autograder/assignments"):
        shutil.copytree(ROOT / folder / name, kit / folder / name)
    for command in (["inputs", name, "--seed", "fresh inputs"], ["expected", name]):
        ran = run_autograder(*command, "--kit", kit)
        assert (ran.status, ran.err) == (0, "")
    fresh = [case for kind in KINDS for case in load(name, kit).cases(kind)]
    for case in fresh:
        check_output(name, case)
    old = {texts_of(case)[0] for folder, case in CASES if folder == name}
    assert len(old - {texts_of(case)[0] for case in fresh}) > len(old) / 2

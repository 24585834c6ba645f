"""Fresh inputs of all assignments fit their recipes and are solved."""

from __future__ import annotations

import re
import shutil
from itertools import islice
from pathlib import Path

import pytest

from autograder.assignment import KINDS, Assignment, Case, load, names
from autograder.authoring.inputs_toml import Recipe, recipes
from autograder.puzzles import Board, Puzzle, is_solution, rate, solutions
from autograder.puzzles.brute_force import backtracking_steps, brute_force_checks
from autograder.puzzles.formats import read, write
from autograder.puzzles.layout import Layout
from autograder.puzzles.model import OPERATIONS, empty_grid
from autograder.puzzles.special import parse_shape, remainder_solutions
from autograder.puzzles.trace import methods
from tests.conftest import ROOT, run_autograder

SEED = "fresh inputs"
COUNTS = {"one": [1], "none": [0], "two": [2], "several": [2, 3]}


@pytest.mark.nightly
@pytest.mark.parametrize("name", names(ROOT))
def test_fresh_inputs_fit_their_recipes_and_are_solved(name: str, tmp_path: Path) -> None:
    """The commands make them; the outputs that a reference printed are checked by the rules."""
    kit = tmp_path / "kit"
    for folder in ("inputs", "reference", "starter", "autograder/assignments"):
        shutil.copytree(ROOT / folder / name, kit / folder / name)
    for command in (["inputs", name, "--seed", SEED], ["expected", name]):
        ran = run_autograder(*command, "--kit", kit)
        assert (ran.status, ran.err) == (0, "")
    fresh, format_ = load(name, kit), recipes(load(name)).format.name
    faults = {}
    for kind, case in cases_of(fresh):
        recipe = recipes(load(name)).cases[kind, case.name]
        text = case.input.read_text(encoding="utf-8")
        if recipe is None:
            old = ROOT / case.input.relative_to(kit)
            faults[case.name] = "" if text == old.read_text(encoding="utf-8") else "not kept"
            continue
        puzzle = read(text, format_).puzzle
        printed = case.output.read_text(encoding="utf-8")
        faults[case.name] = (
            fault(recipe, puzzle)
            or fault_of_work(recipe, puzzle, format_)
            or fault_of_layout(recipe.layout, text, format_)
            or fault_of_output(puzzle, printed)
        )
    assert {case: fault for case, fault in faults.items() if fault} == {}


def cases_of(assignment: Assignment) -> list[tuple[str, Case]]:
    return [(kind, case) for kind in KINDS for case in assignment.cases(kind)]


def fault(recipe: Recipe, puzzle: Puzzle) -> str:
    """What does not fit the recipe; empty if all does."""
    size = len(recipe.shape.split()) or recipe.size or 5
    grids = list(islice(solutions(puzzle), 3))
    count = len(grids)
    right = grids[0] if grids else ((size + 1,),)  # Any grid comes before that.
    operations = {cage.operation for cage in puzzle.cages} - {*recipe.operations, "="}
    others = [cage for cage in puzzle.cages if len(cage.cells) != recipe.tiles]
    if puzzle.size != size:
        return f"size {puzzle.size}"
    if count not in COUNTS[recipe.solutions]:
        return f"{count} solutions"
    if operations and not recipe.remainders:
        return f"operations {operations}"
    if recipe.rating and rate(puzzle).level != recipe.rating:
        return f"rated {rate(puzzle).level}"
    if recipe.tiles and len(others) > 1:
        return f"other cages: {others}"
    if recipe.shape and {cage.cells for cage in puzzle.cages} != set(parse_shape(recipe.shape)):
        return "another shape"
    if max(len(cage.cells) for cage in puzzle.cages) > (recipe.max_cage or size * size):
        return "a larger cage"
    if sum(len(cage.cells) == 1 for cage in puzzle.cages) < recipe.cut:
        return "too few single cells"
    if recipe.remainders and not any(grid < right for grid in remainder_solutions(puzzle)):
        return "a program that allows remainders finds the right solution"
    return ""


def fault_of_work(recipe: Recipe, puzzle: Puzzle, name: str) -> str:
    if recipe.checks and (brute_force_checks(puzzle, 10**6) or 0) < recipe.checks[0]:
        return "too few checks"
    if recipe.checks and not brute_force_checks(puzzle, recipe.checks[1]):
        return "too many checks"
    if recipe.steps and not recipe.steps[0] <= steps_of(puzzle, name) <= recipe.steps[1]:
        return f"{steps_of(puzzle, name)} steps"
    return ""


def steps_of(puzzle: Puzzle, name: str) -> int:
    if name not in methods():
        return backtracking_steps(puzzle, 10**7) or 0
    board = Board(puzzle, empty_grid(puzzle.size))
    return [step.counts[0] for step in methods()[name].steps(board)][-1]


def fault_of_layout(layout: Layout, text: str, name: str) -> str:
    """Does the text have the plain layout if and only if the recipe asks for no other?"""
    board = read(text, name)
    if layout.left is not None:
        constraints = sum(line[-1:] in OPERATIONS for line in text.splitlines())
        if (constraints, text.count("Guess(")) != (layout.left, layout.guesses):
            return f"{constraints} cages are left"
    elif (text == write(board, name)) is not (layout == Layout()):
        return "another layout"
    return ""


def fault_of_output(puzzle: Puzzle, printed: str) -> str:
    rows = [line for line in printed.splitlines() if re.fullmatch(r"[1-9 ]+", line)]
    grid = tuple(tuple(map(int, row.replace(" ", ""))) for row in rows)
    if next(solutions(puzzle), None) is None:
        return "" if re.fullmatch(r"no solution[ .]*\n", printed.lower()) else f"printed {printed}"
    counted = re.search(r"checks: (\d+) backtracks: (\d+)", printed)
    if counted and tuple(map(int, counted.groups())) != counts(puzzle):
        return f"printed {counted[0]}"
    return "" if len(grid) == puzzle.size and is_solution(puzzle, grid) else f"printed {printed}"


def counts(puzzle: Puzzle) -> tuple[int, int]:
    """By another brute force, and by checks = 5 * backtracks + the sum of all cells."""
    checks = brute_force_checks(puzzle, 10**6) or 0
    return checks, (checks - 75) // 5

"""Inputs made anew from a seed, each by its recipe."""

from __future__ import annotations

from autograder.assignment import KINDS, Assignment, AssignmentError, Case
from autograder.authoring.recipes import SOLUTIONS, Recipe, recipes
from autograder.puzzles import (
    Board,
    Grid,
    Puzzle,
    PuzzleError,
    for_brute_force,
    generate,
    solutions,
)
from autograder.puzzles.brute_force import brute_force_checks
from autograder.puzzles.layout import lay_out
from autograder.puzzles.model import empty_grid
from autograder.puzzles.rng import Draw
from autograder.puzzles.special import (
    cut,
    drawn,
    misread,
    numbered,
    plain_steps,
    spoiled,
    spoiled_by_remainder,
    tiled,
)
from autograder.puzzles.trace import Method, methods

ATTEMPTS = 3000


def input_files(assignment: Assignment, seed: str) -> dict[str, bytes]:
    """The content of each file of `inputs/NAME`.

    What a case gets depends on the seed, its own name and its own recipe, on nothing else.

    Raises:
        AssignmentError: the recipes are wrong, or no puzzle is found for one.
    """
    found = recipes(assignment)
    cases = {(kind, case.name): case for kind in KINDS for case in assignment.cases(kind)}
    method = methods(assignment.kit).get(found.format)
    made = {}
    for (kind, name), case in cases.items():
        recipe = found.cases[kind, name]
        draw = Draw(f"{seed} {assignment.name} {kind} {name}")
        try:
            content = _text(recipe, found.format, method, draw).encode() if recipe else _kept(case)
        except PuzzleError as error:
            where = f"{assignment.folder / 'inputs.toml'}: {kind}.{name}"
            raise AssignmentError(f"{where}: {error}") from None
        made[f"{kind}/{name}.in"] = content
    return made


def kept(assignment: Assignment) -> list[str]:
    """The files of `inputs/NAME` that are not made anew."""
    cases = recipes(assignment).cases
    return [f"{kind}/{name}.in" for (kind, name), recipe in cases.items() if recipe is None]


def _kept(case: Case) -> bytes:
    return case.input.read_bytes()


def _text(recipe: Recipe, name: str, method: Method | None, draw: Draw) -> str:
    for _ in range(ATTEMPTS):
        puzzle = _puzzle(recipe, draw)
        if puzzle is None:
            continue
        grids = list(solutions(puzzle, limit=3))
        if _is_wanted(recipe, method, puzzle, grids):
            return lay_out(puzzle, grids[0] if grids else None, name, recipe.layout, draw)
    raise PuzzleError(f"found no such puzzle in {ATTEMPTS:,} attempts")


def _puzzle(recipe: Recipe, draw: Draw) -> Puzzle | None:
    """A puzzle that may be as wanted; None if nothing came of it."""
    puzzle = _base(recipe, draw)
    if recipe.cut:
        puzzle = cut(puzzle, recipe.cut, draw)
    if recipe.solutions != "none":
        return puzzle
    return spoiled_by_remainder(puzzle, draw) if recipe.remainders else spoiled(puzzle, draw)


def _base(recipe: Recipe, draw: Draw) -> Puzzle:
    """A puzzle with a solution."""
    if recipe.shape:
        groups = drawn(recipe.shape)
        size = max(row for cells in groups for row, _ in cells) + 1
        return numbered(size, groups, recipe.operations, draw)
    if recipe.tiles:
        groups = tiled(recipe.size, recipe.tiles, draw)
        return numbered(recipe.size, groups, recipe.operations, draw)
    seed = draw.below(2**48)
    limit = {"max_cage": recipe.max_cage} if recipe.max_cage else {}
    if recipe.checks:
        return for_brute_force(recipe.checks, seed, **limit)
    return generate(recipe.size, recipe.operations, recipe.rating or None, seed, **limit)


def _is_wanted(recipe: Recipe, method: Method | None, puzzle: Puzzle, grids: list[Grid]) -> bool:
    """What takes longest to find out is asked last."""
    fewest, most = SOLUTIONS[recipe.solutions]
    checks, steps = recipe.checks, recipe.steps
    return (
        fewest <= len(grids) <= most
        and (not recipe.remainders or any(not grids or grid < grids[0] for grid in misread(puzzle)))
        and (not checks or _within(checks, brute_force_checks(puzzle, checks[1])))
        and (not steps or _within(steps, _steps(puzzle, method, steps[1])))
    )


def _within(limits: tuple[int, int], found: int | None) -> bool:
    return found is not None and limits[0] <= found <= limits[1]


def _steps(puzzle: Puzzle, method: Method | None, most: int) -> int | None:
    """The first count of the method at its end, None if that exceeds `most`.

    Without a method it is the count of plain backtracking.
    """
    if method is None:
        return plain_steps(puzzle, most)
    count = 0
    for step in method.steps(Board(puzzle, empty_grid(puzzle.size)), ""):
        count = step.counts[0]
        if count > most:
            return None
    return count

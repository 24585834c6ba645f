"""Inputs made anew from a seed, each by its recipe."""

from __future__ import annotations

from autograder.assignment import KINDS, Assignment, AssignmentError, Case
from autograder.authoring.recipes import SOLUTIONS, Recipe, recipes
from autograder.puzzles import Grid, Puzzle, PuzzleError, for_brute_force, generate, solutions
from autograder.puzzles.brute_force import brute_force_checks
from autograder.puzzles.layout import lay_out
from autograder.puzzles.rng import SeededRandom
from autograder.puzzles.special import (
    backtracking_steps,
    make_unsolvable,
    make_unsolvable_by_remainder,
    parse_shape,
    remainder_solutions,
    split_cages,
    tile,
    with_random_clues,
)
from autograder.puzzles.trace.methods import METHODS

ATTEMPTS = 3000


def input_files(assignment: Assignment, seed: str) -> dict[str, bytes]:
    """The content of each file of `inputs/NAME`.

    What a case gets depends on the seed, its own name and its own recipe, on nothing else.

    Raises:
        AssignmentError: the recipes are wrong, or no puzzle is found for one.
    """
    found = recipes(assignment)
    cases = {(kind, case.name): case for kind in KINDS for case in assignment.cases(kind)}
    made = {}
    for (kind, name), case in cases.items():
        recipe = found.cases[kind, name]
        draw = SeededRandom(f"{seed} {assignment.name} {kind} {name}")
        try:
            content = _text(recipe, found.format, draw).encode() if recipe else _kept(case)
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


def _text(recipe: Recipe, name: str, draw: SeededRandom) -> str:
    for _ in range(ATTEMPTS):
        puzzle = _puzzle(recipe, draw)
        if puzzle is None:
            continue
        grids = list(solutions(puzzle, limit=3))
        if _is_wanted(recipe, name, puzzle, grids):
            return lay_out(puzzle, grids[0] if grids else None, name, recipe.layout, draw)
    raise PuzzleError(f"found no such puzzle in {ATTEMPTS:,} attempts")


def _puzzle(recipe: Recipe, draw: SeededRandom) -> Puzzle | None:
    """A puzzle that may be as wanted; None if nothing came of it."""
    puzzle = _base(recipe, draw)
    if recipe.cut:
        puzzle = split_cages(puzzle, recipe.cut, draw)
    if recipe.solutions != "none":
        return puzzle
    return (
        make_unsolvable_by_remainder(puzzle, draw)
        if recipe.remainders
        else make_unsolvable(puzzle, draw)
    )


def _base(recipe: Recipe, draw: SeededRandom) -> Puzzle:
    """A puzzle with a solution."""
    if recipe.shape:
        groups = parse_shape(recipe.shape)
        size = max(row for cells in groups for row, _ in cells) + 1
        return with_random_clues(size, groups, recipe.operations, draw)
    if recipe.tiles:
        groups = tile(recipe.size, recipe.tiles, draw)
        return with_random_clues(recipe.size, groups, recipe.operations, draw)
    seed = draw.below(2**48)
    limit = {"max_cage": recipe.max_cage} if recipe.max_cage else {}
    if recipe.checks:
        return for_brute_force(recipe.checks, seed, **limit)
    return generate(recipe.size, recipe.operations, recipe.rating or None, seed, **limit)


def _is_wanted(recipe: Recipe, name: str, puzzle: Puzzle, grids: list[Grid]) -> bool:
    """What takes longest to find out is asked last."""
    fewest, most = SOLUTIONS[recipe.solutions]
    checks, steps = recipe.checks, recipe.steps
    return (
        fewest <= len(grids) <= most
        and (
            not recipe.remainders
            or any(not grids or grid < grids[0] for grid in remainder_solutions(puzzle))
        )
        and (not checks or _within(checks, brute_force_checks(puzzle, checks[1])))
        and (not steps or _within(steps, _steps(puzzle, name, steps[1])))
    )


def _within(limits: tuple[int, int], found: int | None) -> bool:
    return found is not None and limits[0] <= found <= limits[1]


def _steps(puzzle: Puzzle, name: str, most: int) -> int | None:
    """What the method counts first, up to its end; None if that is more than `most`."""
    if name not in METHODS:
        return backtracking_steps(puzzle, most)
    found = 0
    for step in METHODS[name].steps(puzzle):
        found = step.counts[0]
        if found > most:
            return None
    return found

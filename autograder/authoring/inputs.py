"""Generate new inputs from a seed, each by its recipe: try puzzles until one fits."""

from __future__ import annotations

from autograder.assignment import KINDS, Assignment, AssignmentError
from autograder.authoring.inputs_toml import SOLUTIONS, Recipe, recipes
from autograder.puzzles import (
    Board,
    Grid,
    Puzzle,
    PuzzleError,
    for_brute_force,
    generate,
    solutions,
)
from autograder.puzzles.brute_force import backtracking_steps, brute_force_checks
from autograder.puzzles.formats import Format
from autograder.puzzles.layout import UnsuitableError, lay_out
from autograder.puzzles.model import empty_grid
from autograder.puzzles.rng import SeededRandom
from autograder.puzzles.special import (
    make_unsolvable,
    make_unsolvable_by_remainder,
    parse_shape,
    remainder_solutions,
    split_cages,
    tile,
    with_random_clues,
)
from autograder.puzzles.trace import Method, methods

ATTEMPTS = 3000


def input_files(assignment: Assignment, seed: str) -> dict[str, bytes]:
    """The content of each file of `inputs/NAME`.

    The content depends only on the seed, the name of the case and its recipe.

    Raises:
        AssignmentError: a recipe is faulty, or no puzzle is found for it.
    """
    all_recipes = recipes(assignment)
    cases = {(kind, case.name): case for kind in KINDS for case in assignment.cases(kind)}
    method = methods(assignment.kit).get(all_recipes.format.name)
    files = {}
    for (kind, name), case in cases.items():
        recipe = all_recipes.cases[kind, name]
        rng = SeededRandom(f"{seed} {assignment.name} {kind} {name}")
        try:
            text = _text(recipe, all_recipes.format, method, rng) if recipe else None
            content = case.input.read_bytes() if text is None else text.encode()
        except PuzzleError as error:
            where = f"{assignment.folder / 'inputs.toml'}: {kind}.{name}"
            raise AssignmentError(f"{where}: {error}") from None
        files[f"{kind}/{name}.in"] = content
        for path in case.companions:
            files[path.relative_to(assignment.inputs).as_posix()] = path.read_bytes()
    return files


def kept(assignment: Assignment) -> list[str]:
    """The files of `inputs/NAME` that stay as they are."""
    cases = recipes(assignment).cases
    return [f"{kind}/{name}.in" for (kind, name), recipe in cases.items() if recipe is None]


def _text(recipe: Recipe, format_: Format, method: Method | None, rng: SeededRandom) -> str:
    reason = ""
    for _ in range(ATTEMPTS):
        puzzle = _puzzle(recipe, rng)
        grids = list(solutions(puzzle, limit=3)) if puzzle else []
        if puzzle and _fits(recipe, method, puzzle, grids):
            try:
                return lay_out(puzzle, grids[0] if grids else None, format_, recipe.layout, rng)
            except UnsuitableError as error:
                reason = f"; the last did not suit: {error}"
    raise PuzzleError(f"found no such puzzle in {ATTEMPTS:,} attempts{reason}")


def _puzzle(recipe: Recipe, rng: SeededRandom) -> Puzzle | None:
    """A puzzle that may fit the recipe; None if this attempt failed."""
    puzzle = _base(recipe, rng)
    if recipe.cut:
        puzzle = split_cages(puzzle, recipe.cut, rng)
    if recipe.solutions != "none":
        return puzzle
    unsolvable = make_unsolvable_by_remainder if recipe.remainders else make_unsolvable
    return unsolvable(puzzle, rng)


def _base(recipe: Recipe, rng: SeededRandom) -> Puzzle:
    """A puzzle with a solution."""
    if recipe.shape:
        groups = parse_shape(recipe.shape)
        size = max(row for cells in groups for row, _ in cells) + 1
        return with_random_clues(size, groups, recipe.operations, rng)
    if recipe.tiles:
        groups = tile(recipe.size, recipe.tiles, rng)
        return with_random_clues(recipe.size, groups, recipe.operations, rng)
    seed = rng.below(2**48)
    limit = {"max_cage": recipe.max_cage} if recipe.max_cage else {}
    if recipe.checks:
        return for_brute_force(recipe.checks, seed, **limit)
    return generate(recipe.size, recipe.operations, recipe.rating or None, seed, **limit)


def _fits(recipe: Recipe, method: Method | None, puzzle: Puzzle, grids: list[Grid]) -> bool:
    """Does the puzzle fit the recipe? The slowest checks come last."""
    fewest, most = SOLUTIONS[recipe.solutions]
    checks, steps = recipe.checks, recipe.steps
    return (
        fewest <= len(grids) <= most
        and (
            not recipe.remainders
            or any(not grids or grid < grids[0] for grid in remainder_solutions(puzzle))
        )
        and (not checks or _within(checks, brute_force_checks(puzzle, checks[1])))
        and (not steps or _within(steps, _steps(puzzle, method, steps[1])))
    )


def _within(limits: tuple[int, int], count: int | None) -> bool:
    return count is not None and limits[0] <= count <= limits[1]


def _steps(puzzle: Puzzle, method: Method | None, most: int) -> int | None:
    """The method's first count at the end of its trace; None if that is more than `most`.

    Without a method, plain backtracking is counted.
    """
    if method is None:
        return backtracking_steps(puzzle, most)
    count = 0
    for step in method.steps(Board(puzzle, empty_grid(puzzle.size))):
        count = step.counts[0]
        if count > most:
            return None
    return count

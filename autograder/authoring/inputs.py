"""Generate new inputs from a seed: an assignment's inputs.toml has a recipe for each case.

Puzzles are tried until one fits the recipe.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from autograder.assignment import KINDS, Assignment, AssignmentError, read_toml, record
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
from autograder.puzzles.formats import Format, formats_of
from autograder.puzzles.layout import Layout, UnsuitableError, check_layout, lay_out
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
SOLUTIONS = {"one": (1, 1), "none": (0, 0), "two": (2, 2), "several": (2, 3)}
"""The fewest and most solutions. At most 3 are searched for."""


@dataclass(frozen=True, slots=True)
class Recipe(Layout):
    """The properties of a case's puzzle, and those of its layout.

    Attributes:
        rating: How hard it is, one of `RATINGS` in `puzzles`; any if empty.
        max_cage: The most cells of a cage; 0 leaves it to the generator.
        checks: The fewest and the most checks that brute force needs; only for sums, of size 5
            unless there is a `shape` or `tiles`.
        steps: The fewest and the most steps: the first count of the method of the assignment whose
            format this is.
        shape: The cages, drawn with characters (see `parse_shape`); only their clues are new.
        tiles: The number of cells in each cage; one more cage may hold the rest.
        cut: How many cages are cut into single cells.
        remainders: A program that lets quotients leave a remainder finds a wrong solution, before
        the correct one if there is one.
    """

    size: int = 0
    operations: str = "+-*/"
    rating: str = ""
    max_cage: int = 0
    solutions: str = "one"
    checks: tuple[int, int] | None = None
    steps: tuple[int, int] | None = None
    shape: str = ""
    tiles: int = 0
    cut: int = 0
    remainders: bool = False


Recipes = dict[tuple[str, str], Recipe | None]
"""A recipe for each case, by its kind and name; None where the case is kept as it is."""


def recipes(assignment: Assignment) -> tuple[Format, Recipes]:
    """Read and check an assignment's inputs.toml.

    Raises:
        AssignmentError: it is missing or faulty, or its cases differ from the folder of inputs.
    """
    path = assignment.folder / "inputs.toml"
    try:
        format_, found = _read(read_toml(path), formats_of(assignment.kit))
    except FileNotFoundError:
        reason = f"missing; it describes how to make fresh inputs for inputs/{assignment.name}/"
        raise AssignmentError(f"{path}: {reason}") from None
    except ValueError as error:
        raise AssignmentError(f"{path}: {error}") from None
    cases = {(kind, case.name): case.input for kind in KINDS for case in assignment.cases(kind)}
    for (kind, name), file in cases.items():
        if (kind, name) not in found:
            raise AssignmentError(f"{path}: no recipe {kind}.{name} for {file}")
    for kind, name in found:
        if (kind, name) not in cases:
            file = assignment.inputs / kind / f"{name}.in"
            raise AssignmentError(f"{path}: {kind}.{name} is a recipe without a case; no {file}")
    return format_, found


def _read(table: dict[str, Any], formats: dict[str, Format]) -> tuple[Format, Recipes]:
    single = {name: each for name, each in formats.items() if not each.is_multiple}
    format_ = single.get(table.pop("format", ""))
    if not format_:
        raise ValueError(f"'format' has to be one of {', '.join(single)}")
    kinds = {kind: table.pop(kind, {}) for kind in KINDS}
    cases: Recipes = {}
    for kind, recipes_of_kind in kinds.items():
        for name, own in recipes_of_kind.items():
            cases[kind, name] = None
            if own != {"keep": True}:
                where = f"{kind}.{name}"
                recipe = record(table | own, where, Recipe)
                try:
                    if recipe.solutions not in SOLUTIONS:
                        raise ValueError(f"'solutions' has to be one of {', '.join(SOLUTIONS)}")
                    if recipe.checks and recipe.operations != "+":
                        raise ValueError("'checks' needs operations = '+'")
                    check_layout(recipe, format_)
                    parse_shape(recipe.shape or "a")
                except ValueError as error:
                    raise ValueError(f"{where}: {error}") from None
                cases[kind, name] = recipe
    return format_, cases


def input_files(assignment: Assignment, seed: str) -> dict[str, bytes]:
    """The content of each file of `inputs/NAME`.

    The content depends only on the seed, the name of the case and its recipe.

    Raises:
        AssignmentError: a recipe is faulty, or no puzzle is found for it.
    """
    format_, all_recipes = recipes(assignment)
    cases = {(kind, case.name): case for kind in KINDS for case in assignment.cases(kind)}
    method = methods(assignment.kit).get(format_.name)
    if method is None and any(recipe and recipe.steps for recipe in all_recipes.values()):
        fault = f"'steps' are those of the algorithm in trace.py, and {format_.name} has none"
        raise AssignmentError(f"{assignment.folder / 'inputs.toml'}: {fault}")
    files = {}
    for (kind, name), case in cases.items():
        recipe = all_recipes[kind, name]
        rng = SeededRandom(f"{seed} {assignment.name} {kind} {name}")
        try:
            text = _text(recipe, format_, method, rng) if recipe else None
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
    found = recipes(assignment)[1].items()
    return [f"{kind}/{name}.in" for (kind, name), recipe in found if recipe is None]


def _text(recipe: Recipe, format_: Format, method: Method | None, rng: SeededRandom) -> str:
    reason = ""
    for _ in range(ATTEMPTS):
        puzzle = _puzzle(recipe, rng)
        grids = list(solutions(puzzle, limit=3)) if puzzle else []
        if puzzle and _fits(recipe, method, puzzle, grids):
            try:
                return lay_out(puzzle, grids[0] if grids else None, format_, recipe, rng)
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
        and (not (steps and method) or _within(steps, _steps(puzzle, method, steps[1])))
    )


def _within(limits: tuple[int, int], count: int | None) -> bool:
    return count is not None and limits[0] <= count <= limits[1]


def _steps(puzzle: Puzzle, method: Method, most: int) -> int | None:
    """The method's first count at the end of its trace; None if that is more than `most`."""
    count = 0
    for step in method.steps(Board(puzzle, empty_grid(puzzle.size))):
        count = step.counts[0]
        if count > most:
            return None
    return count

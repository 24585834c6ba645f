"""Read and check an assignment's inputs.toml, which has a recipe for each case's new input."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from autograder.assignment import KINDS, Assignment, AssignmentError
from autograder.assignment.read import read_toml, record
from autograder.puzzles import RATINGS
from autograder.puzzles.formats import Format, formats_of
from autograder.puzzles.generator import BRUTE_FORCE_SIZE
from autograder.puzzles.layout import Layout, check_layout
from autograder.puzzles.model import LARGEST
from autograder.puzzles.special import parse_shape

SOLUTIONS = {"one": (1, 1), "none": (0, 0), "two": (2, 2), "several": (2, 3)}
"""The fewest and most solutions. At most 3 are searched for."""
_EXCLUDES = {
    "shape": ("size", "tiles", "max_cage", "rating"),
    "tiles": ("max_cage", "rating"),
    "checks": ("rating",),
}


@dataclass(frozen=True, slots=True)
class Recipe(Layout):
    """The properties of a case's puzzle, and those of its layout.

    Attributes:
        rating: How hard it is, one of `RATINGS`; any if empty.
        max_cage: The most cells of a cage; 0 leaves it to the generator.
        checks: The fewest and the most checks that brute force needs; only for sums, of size 5
            unless there is a `shape` or `tiles`.
        steps: The fewest and the most steps: the first count of the method of the assignment whose
            format this is, or the numbers that plain backtracking places if it has no method.
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

    @property
    def layout(self) -> Layout:
        return Layout(**{field.name: getattr(self, field.name) for field in fields(Layout)})


@dataclass(frozen=True, slots=True)
class Recipes:
    """A recipe for each case, by its kind and name; None where the case is kept as it is."""

    format: Format
    cases: dict[tuple[str, str], Recipe | None]


def recipes(assignment: Assignment) -> Recipes:
    """Read and check an assignment's inputs.toml.

    Raises:
        AssignmentError: it is missing or faulty, or its cases differ from the folder of inputs.
    """
    path = assignment.folder / "inputs.toml"
    try:
        result = _read(read_toml(path), formats_of(assignment.kit))
    except FileNotFoundError:
        reason = f"missing; it describes how to make fresh inputs for inputs/{assignment.name}/"
        raise AssignmentError(f"{path}: {reason}") from None
    except ValueError as error:
        raise AssignmentError(f"{path}: {error}") from None
    cases = {(kind, case.name): case.input for kind in KINDS for case in assignment.cases(kind)}
    for (kind, name), file in cases.items():
        if (kind, name) not in result.cases:
            raise AssignmentError(f"{path}: no recipe {kind}.{name} for {file}")
    for kind, name in result.cases:
        if (kind, name) not in cases:
            file = assignment.inputs / kind / f"{name}.in"
            raise AssignmentError(f"{path}: {kind}.{name} is a recipe without a case; no {file}")
    return result


def _read(table: dict[str, Any], formats: dict[str, Format]) -> Recipes:
    single = {name: each for name, each in formats.items() if not each.is_multiple}
    format_ = single.get(table.pop("format", ""))
    if not format_:
        raise ValueError(f"'format' has to be one of {', '.join(single)}")
    kinds = {kind: table.pop(kind, {}) for kind in KINDS}
    cases: dict[tuple[str, str], Recipe | None] = {}
    for kind, recipes_of_kind in kinds.items():
        for name, own in recipes_of_kind.items():
            cases[kind, name] = None
            if own != {"keep": True}:
                where = f"{kind}.{name}"
                recipe = record(table | own, where, Recipe)
                if fault := _fault(recipe):
                    raise ValueError(f"{where}: {fault}")
                try:
                    check_layout(recipe.layout, format_)
                    parse_shape(recipe.shape or "a")
                except ValueError as error:
                    raise ValueError(f"{where}: {error}") from None
                cases[kind, name] = recipe
    return Recipes(format_, cases)


def _fault(recipe: Recipe) -> str:
    """Return why no puzzle can have all properties of a recipe; empty if one can."""
    for one, others in _EXCLUDES.items():
        for other in others:
            if getattr(recipe, one) and getattr(recipe, other):
                return f"either {one!r} or {other!r}, not both"
    if recipe.rating not in ("", *RATINGS):
        return f"'rating' has to be one of {', '.join(RATINGS)}"
    if recipe.solutions not in SOLUTIONS:
        return f"'solutions' has to be one of {', '.join(SOLUTIONS)}"
    if SOLUTIONS[recipe.solutions][1] > 1 and not (recipe.shape or recipe.tiles):
        return f"'solutions': {recipe.solutions} needs 'shape' or 'tiles'"
    if not recipe.operations or set(recipe.operations) - set("+-*/"):
        return "'operations' has to be some of + - * /"
    if recipe.checks and recipe.operations != "+":
        return "'checks' needs operations = '+'"
    if recipe.checks and not (recipe.shape or recipe.tiles):
        is_possible = recipe.size in (0, BRUTE_FORCE_SIZE)
        return "" if is_possible else f"'checks' needs size = {BRUTE_FORCE_SIZE}"
    is_possible = bool(recipe.shape) or 1 <= recipe.size <= LARGEST
    return "" if is_possible else f"'size' has to be from 1 to {LARGEST}"

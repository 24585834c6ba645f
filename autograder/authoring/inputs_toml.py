"""Read and check an assignment's inputs.toml, which has a recipe for each case's new input."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from autograder.assignment import KINDS, Assignment, AssignmentError
from autograder.assignment.read import read_toml
from autograder.puzzles import RATINGS, PuzzleError
from autograder.puzzles.formats import Format, formats_of
from autograder.puzzles.generator import BRUTE_FORCE_SIZE
from autograder.puzzles.layout import Layout, check_layout
from autograder.puzzles.model import LARGEST
from autograder.puzzles.special import parse_shape

SOLUTIONS = {"one": (1, 1), "none": (0, 0), "two": (2, 2), "several": (2, 3)}
"""The fewest and most solutions. At most 3 are searched for."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The properties of a case's puzzle.

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
    layout: Layout = field(default_factory=Layout)


@dataclass(frozen=True, slots=True)
class Recipes:
    """A recipe for each case, by its kind and name; None where the case is kept as it is."""

    format: Format
    cases: dict[tuple[str, str], Recipe | None]


_LAYOUT = {key.name: str(key.type) for key in fields(Layout)}
_KEYS = {key.name: str(key.type) for key in fields(Recipe) if key.name != "layout"} | _LAYOUT
_EXPECTED = {
    "str": "a string",
    "int": "a number, 0 or more",
    "bool": "true or false",
    "tuple[int, int]": "the fewest and the most, such as [100, 200]",
}
_EXCLUSIVE = (
    ("shape", "size"),
    ("shape", "tiles"),
    ("shape", "max_cage"),
    ("tiles", "max_cage"),
    ("rating", "shape"),
    ("rating", "tiles"),
    ("rating", "checks"),
)


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
    _check_cases(assignment, path, result)
    return result


def _check_cases(assignment: Assignment, path: Path, result: Recipes) -> None:
    cases = {(kind, case.name): case.input for kind in KINDS for case in assignment.cases(kind)}
    for (kind, name), file in cases.items():
        if (kind, name) not in result.cases:
            raise AssignmentError(f"{path}: no recipe {kind}.{name} for {file}")
    for kind, name in result.cases:
        if (kind, name) not in cases:
            file = assignment.inputs / kind / f"{name}.in"
            raise AssignmentError(f"{path}: {kind}.{name} is a recipe without a case; no {file}")


def _read(table: dict[str, Any], formats: dict[str, Format]) -> Recipes:
    name = table.pop("format", None)
    single = [name for name, format_ in formats.items() if not format_.is_multiple]
    if name not in single:
        raise ValueError(f"'format': expected one of {', '.join(single)}, found {name!r}")
    kinds = {kind: _table(kind, table.pop(kind, {})) for kind in KINDS}
    _check_keys("", table)
    cases = {
        (kind, case): _recipe(
            f"{kind}.{case}: ", table, _table(f"{kind}.{case}", keys), formats[name]
        )
        for kind, tables in kinds.items()
        for case, keys in tables.items()
    }
    return Recipes(formats[name], cases)


def _table(where: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{where}: expected a table, found {value!r}")
    return value


def _recipe(
    where: str, shared: dict[str, Any], keys: dict[str, Any], format_: Format
) -> Recipe | None:
    """The recipe with the keys shared by all cases and the keys of this case."""
    if "keep" in keys:
        if keys["keep"] is not True or len(keys) > 1:
            raise ValueError(f"{where}'keep': expected keep = true and no other key")
        return None
    _check_keys(where, keys)
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in (shared | keys).items()
    }
    layout = Layout(**{key: values.pop(key) for key in _LAYOUT if key in values})
    recipe = Recipe(**values, layout=layout)
    try:
        _check(recipe)
        check_layout(layout, format_)
    except ValueError as error:
        raise ValueError(f"{where}{error}") from None
    return recipe


def _check_keys(where: str, table: dict[str, Any]) -> None:
    for key, value in table.items():
        if key not in _KEYS:
            raise ValueError(f"{where}unknown key {key!r}")
        kind = _KEYS[key].removesuffix(" | None")
        if not _is(value, kind):
            raise ValueError(f"{where}{key!r}: expected {_EXPECTED[kind]}, found {value!r}")


def _is(value: Any, kind: str) -> bool:
    match kind:
        case "str":
            return isinstance(value, str)
        case "bool":
            return isinstance(value, bool)
        case "int":
            return type(value) is int and value >= 0
        case _:
            pair = isinstance(value, list) and [_is(number, "int") for number in value]
            return pair == [True, True] and value[0] <= value[1]


def _check(recipe: Recipe) -> None:
    for one, other in _EXCLUSIVE:
        if getattr(recipe, one) and getattr(recipe, other):
            raise ValueError(f"expected {one!r} or {other!r}, found both")
    if recipe.rating not in ("", *RATINGS):
        expected = ", ".join(RATINGS)
        raise ValueError(f"'rating': expected one of {expected}, found {recipe.rating!r}")
    if recipe.solutions not in SOLUTIONS:
        expected = ", ".join(SOLUTIONS)
        raise ValueError(f"'solutions': expected one of {expected}, found {recipe.solutions!r}")
    if SOLUTIONS[recipe.solutions][1] > 1 and not (recipe.shape or recipe.tiles):
        raise ValueError(f"'solutions': {recipe.solutions} needs 'shape' or 'tiles'")
    if not recipe.operations or set(recipe.operations) - set("+-*/"):
        raise ValueError(f"'operations': expected some of + - * /, found {recipe.operations!r}")
    _check_size(recipe)
    if recipe.checks and recipe.operations != "+":
        raise ValueError(f"'operations': 'checks' needs '+', found {recipe.operations!r}")


def _check_size(recipe: Recipe) -> None:
    """The size is given by `shape`, 5 for `checks` without `tiles`, and required otherwise."""
    if recipe.shape:
        try:
            parse_shape(recipe.shape)
        except PuzzleError as error:
            raise ValueError(f"'shape': {error}") from None
    elif recipe.checks and not recipe.tiles:
        if recipe.size not in (0, BRUTE_FORCE_SIZE):
            raise ValueError(f"'size': 'checks' needs {BRUTE_FORCE_SIZE}, found {recipe.size}")
    elif not 1 <= recipe.size <= LARGEST:
        raise ValueError(f"'size': expected 1 to {LARGEST}, found {recipe.size or 'none'}")

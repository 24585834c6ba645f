"""Checks of an assignment's cases: their solutions, that secret ones are secret, and are used."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from autograder.assignment import KINDS, Assignment, AssignmentError, Case
from autograder.authoring.inputs_toml import SOLUTIONS, Recipe, recipes
from autograder.authoring.verify.finding import AssignmentFinding, command, finding, from_error
from autograder.authoring.verify.sources import uses_cases
from autograder.puzzles import PuzzleError, solutions
from autograder.puzzles.formats import formats_of, read


def check_solutions(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that each puzzle has as many solutions as its recipe says.

    Assignments without recipes have nothing to compare with, and neither have cases that are kept.
    """
    if not (assignment.folder / "inputs.toml").is_file():
        return
    try:
        all_recipes = recipes(assignment)
    except AssignmentError as error:
        yield from_error(assignment, error, "correct the recipe, or the case")
        return
    format_ = all_recipes.format.name
    again = command(assignment, "inputs", assignment.name, "--seed", "TEXT")
    remedy = f"write another case, or {again}, which replaces all cases"
    for kind in KINDS:
        for case in assignment.cases(kind):
            recipe = all_recipes.cases[kind, case.name]
            if recipe and (fault := _fault_of_puzzle(assignment, case, recipe, format_)):
                yield finding(assignment, case.input, fault, remedy)


def _fault_of_puzzle(assignment: Assignment, case: Case, recipe: Recipe, format_: str) -> str:
    try:
        board = read(case.input.read_text(encoding="utf-8"), format_, assignment.kit)
    except (PuzzleError, UnicodeDecodeError) as error:
        return f"its recipe is for a puzzle, but it cannot be read: {error}"
    fewest, most = SOLUTIONS[recipe.solutions]
    count = sum(1 for _ in solutions(board.puzzle, limit=3))
    if fewest <= count <= most:
        return ""
    number = ("no solution", "1 solution", "2 solutions", "3 solutions or more")[count]
    return f"it has {number}, but its recipe says: {recipe.solutions}"


def check_secrecy(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that no secret case is also a sample case, in this layout or another one."""
    sample = {_content(assignment, case): case.input for case in assignment.cases("sample")}
    for case in assignment.cases("secret"):
        if twin := sample.get(_content(assignment, case)):
            name = twin.relative_to(assignment.kit).as_posix()
            fault = f"it is not secret: {name} is the same case"
            yield finding(assignment, case.input, fault, "write another case")


def check_names_of_cases(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that no two cases differ only in upper and lower case: students may unpack only one."""
    first: dict[str, Case] = {}
    for kind in KINDS:
        for case in assignment.cases(kind):
            other = first.setdefault(str(case.input).casefold(), case)
            if other is not case:
                fault = f"on macOS and Windows it would be the same file as {other.input.name}"
                yield finding(assignment, case.input, fault, "rename it")


def _content(assignment: Assignment, case: Case) -> Hashable:
    """Return what makes a case the same as another one, whatever its layout.

    It is the puzzle, or the text if that is faulty; in an assignment without a format, or for a
    case with arguments or files, it is these and the words of the input.
    """
    text = case.input.read_text("utf-8", "replace")
    if case.companions or assignment.name not in formats_of(assignment.kit):
        return case.program, tuple(text.split()), case.arguments, frozenset(case.files.items())
    try:
        board = read(text, assignment.name, assignment.kit)
    except PuzzleError:
        return text
    return board.puzzle.size, frozenset(board.puzzle.cages), board.grid


def check_cases_are_used(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that there are cases where tests have a `case` argument, and only there."""
    for kind, folder in (("sample", assignment.public_tests), ("secret", assignment.hidden_tests)):
        cases = assignment.cases(kind)
        tests = folder.relative_to(assignment.kit).as_posix()
        used = uses_cases(folder.glob("test_*.py"))
        if used and not cases:
            inputs = assignment.inputs / kind
            fault = f"no cases here, so tests in {tests} with a `case` argument are not run"
            yield finding(assignment, inputs, fault, "write a case")
        if cases and not used:
            fault = f"no test in {tests} has a `case` argument, so these cases test nothing"
            remedy = "write such a test, or remove the cases"
            yield finding(assignment, cases[0].input.parent, fault, remedy, advice=True)

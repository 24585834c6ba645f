"""Functions that replace a student's: those of correct solutions, and of chaffs."""

from __future__ import annotations

import ast
import contextlib
import io
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError, Part
from autograder.judge.anonymous_code import anonymous, bound_names
from autograder.judge.python_source import PythonSource, starts_program

CAUGHT_BY = "caught by: "


@dataclass(frozen=True)
class Replacement:
    """Source that defines `functions`, which replace those in `file` of a submission.

    `mistake` describes what is wrong with a chaff, `wrong` are the functions that it defines
    wrongly; both are empty for a correct solution. `classes` are replaced as well, so that a test
    can catch an exception of the file's own that the functions raise.
    """

    file: str
    functions: tuple[str, ...]
    source: str
    mistake: str = ""
    wrong: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()


def part_caught_by(assignment: Assignment, chaff: Path) -> Part:
    """Return the part that the last line of a chaff's docstring names.

    Raises:
        AssignmentError: the line names no part of the assignment.
    """
    last = docstring(chaff.read_text(encoding="utf-8"))[-1]
    if not last.startswith(CAUGHT_BY):
        raise AssignmentError(f"{chaff}: its docstring does not end with `{CAUGHT_BY}PART`")
    return assignment.part(last.removeprefix(CAUGHT_BY))


def docstring(source: str) -> list[str]:
    """Return the lines of a file's docstring; one empty line if there is none."""
    return (ast.get_docstring(ast.parse(source)) or "").splitlines() or [""]


def with_chaff(reference: str, chaff: str) -> str:
    """Append the chaff to the reference, but before the code that starts the program."""
    starts = [node.lineno for node in ast.parse(reference).body if starts_program(node)]
    lines = io.StringIO(reference).readlines()  # Split only where Python counts lines.
    first = starts[0] - 1 if starts else len(lines)
    return "".join([*lines[:first], f"\n\n{chaff}\n\n", *lines[first:]])


def chaff_replacement(assignment: Assignment, chaff: Path) -> Replacement:
    """Return the reference's functions, with the chaff's in place of those that it defines."""
    source = chaff.read_text(encoding="utf-8")
    part = part_caught_by(assignment, chaff)
    reference = (assignment.reference / part.file).read_text(encoding="utf-8")
    mistake = f"{part.name}: {docstring(source)[0]}"
    functions = _functions(assignment, part.file)
    replaced = defined(source)
    faulty = tuple(name for name in functions if name in replaced)
    classes = _other_classes(reference, functions)
    return Replacement(
        part.file, functions, with_chaff(reference, source), mistake, faulty, classes
    )


def chaff_replacements(assignment: Assignment, folder: Path, file: str) -> dict[Path, Replacement]:
    """Return the replacement that each chaff in a folder makes for a file.

    Chaffs that cannot be used are left out; the test that names one reports the error.
    """
    found = {}
    for chaff in sorted(folder.glob("*.py")):
        with contextlib.suppress(AssignmentError, SyntaxError, UnicodeDecodeError):
            if part_caught_by(assignment, chaff).file == file:
                found[chaff] = chaff_replacement(assignment, chaff)
    return found


def correct_replacements(assignment: Assignment, file: str) -> list[Replacement]:
    """Return correct functions of a file: the reference's, each wheat's, and mixtures of the two.

    A mixture is the reference with one function of a wheat, as a chaff is the reference with one
    wrong function: without mixtures, a function that differs in style would be a wrong one.
    """
    functions = _functions(assignment, file)
    reference = (assignment.reference / file).read_text(encoding="utf-8")
    classes = _other_classes(reference, functions)
    paths = sorted((assignment.folder / "wheats").glob("*.py"))
    sources = [path.read_text(encoding="utf-8") for path in paths]
    wheats = [source for source in sources if set(functions) <= defined(source)]
    mixtures = [
        mixture
        for wheat in wheats
        for function in functions
        if (mixture := _mixture(reference, wheat, function, functions, classes))
    ]
    whole = [with_chaff(reference, wheat) for wheat in wheats]  # It may use other definitions.
    found = dict.fromkeys([reference, *whole, *mixtures])
    return [Replacement(file, functions, source, classes=classes) for source in found]


def _mixture(
    reference: str,
    wheat: str,
    function: str,
    functions: tuple[str, ...],
    classes: tuple[str, ...],
) -> str:
    """Return the reference with one function of a wheat; "" if their helpers share a name."""
    if len(functions) == 1:
        return ""
    others = [name for name in (*functions, *classes) if name != function]
    part = ast.unparse(anonymous(wheat, [function], others))
    shared = (defined(reference) & defined(part)) - {function}
    return "" if shared else with_chaff(reference, part)


def defined(source: str) -> set[str]:
    """Return the names of a file's functions and classes."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {node.name for node in ast.parse(source).body if isinstance(node, kinds)}


def _functions(assignment: Assignment, file: str) -> tuple[str, ...]:
    """Return the functions and classes in which a file's parts are: a method's part is in a class.

    A part that is named after nothing in the file, such as one for its constants, has none.
    """
    python = PythonSource.of_file(assignment.reference / file)
    own = {name for node in python.tree.body for name in bound_names(node)}
    methods = [function for function in python.functions if function.owner]
    found: list[str] = []
    for part in assignment.parts:
        if part.file == file:
            owners = [method.owner for method in methods if method.node.name == part.name]
            found += [part.name] if part.name in own else owners
    return tuple(dict.fromkeys(found))


def _other_classes(reference: str, functions: tuple[str, ...]) -> tuple[str, ...]:
    """Return the classes of a file that students get, too, but that are in no part."""
    classes = [node.name for node in ast.parse(reference).body if isinstance(node, ast.ClassDef)]
    own = [name for name in classes if not name.startswith("_")]
    return tuple(name for name in dict.fromkeys(own) if name not in functions)

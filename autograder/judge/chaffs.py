"""Functions to put in the place of a student's: right ones, and chaffs, which are wrong."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError, Part

CAUGHT_BY = "caught by: "


@dataclass(frozen=True)
class Instead:
    """Source that defines `functions`, which stand in `file` of a submission.

    `says` is the mistake that is in it, if one is.
    """

    file: str
    functions: tuple[str, ...]
    source: str
    says: str = ""


def part_caught_by(assignment: Assignment, chaff: Path) -> Part:
    """The part that the last line of a chaff's docstring names.

    Raises:
        AssignmentError: it names none, or one that is not there.
    """
    last = docstring(chaff.read_text(encoding="utf-8"))[-1]
    if not last.startswith(CAUGHT_BY):
        raise AssignmentError(f"{chaff}: its docstring does not end with `{CAUGHT_BY}PART`")
    return assignment.part(last.removeprefix(CAUGHT_BY))


def docstring(source: str) -> list[str]:
    """Its lines; one that is empty if there is none."""
    return (ast.get_docstring(ast.parse(source)) or "").splitlines() or [""]


def with_chaff(reference: str, chaff: str) -> str:
    """The reference, then the chaff; but what starts a program stays last, to start with both."""
    functions, start, main = reference.partition('if __name__ == "__main__":')
    return f"{functions}\n\n{chaff}\n\n{start}{main}"


def wrong(assignment: Assignment, chaff: Path) -> Instead:
    """The reference's functions, but for the chaff's."""
    source = chaff.read_text(encoding="utf-8")
    part = part_caught_by(assignment, chaff)
    reference = (assignment.reference / part.file).read_text(encoding="utf-8")
    says = f"{part.name}: {docstring(source)[0]}"
    return Instead(
        part.file, _functions(assignment, part.file), with_chaff(reference, source), says
    )


def right(assignment: Assignment, file: str) -> list[Instead]:
    """The reference's functions of a file, and those of each wheat that has them all."""
    functions = _functions(assignment, file)
    paths = [assignment.reference / file, *sorted((assignment.folder / "wheats").glob("*.py"))]
    sources = [path.read_text(encoding="utf-8") for path in paths]
    return [
        Instead(file, functions, source) for source in sources if set(functions) <= defined(source)
    ]


def defined(source: str) -> set[str]:
    """The functions and classes of a file."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {node.name for node in ast.parse(source).body if isinstance(node, kinds)}


def _functions(assignment: Assignment, file: str) -> tuple[str, ...]:
    return tuple(part.name for part in assignment.parts if part.file == file)

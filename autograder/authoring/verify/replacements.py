"""Checks of the text of an assignment's chaffs and wheats, which are not run."""

from __future__ import annotations

import ast
import contextlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.verify.finding import AssignmentFinding, finding, named
from autograder.authoring.verify.undefined import undefined_names
from autograder.authoring.verify.uses import top_level
from autograder.judge.chaffs import docstring, part_caught_by

MIN_CHAFFS = 3
NO_FUNCTION = "it defines no function of the reference"


def check_replacements(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check what chaffs and wheats say about themselves, and that each part has chaffs."""
    if not reads_as_python(assignment):
        return  # `check_starter_is_generated` reports it.
    faults = {chaff: chaff_fault(assignment, chaff) for chaff in chaffs_of(assignment)}
    counts = Counter(
        part_caught_by(assignment, chaff).name for chaff in faults if not faults[chaff]
    )
    faults |= {wheat: wheat_fault(assignment, wheat) for wheat in wheats_of(assignment)}
    for path, fault in faults.items():
        if fault:
            remedy = f"correct the {path.parent.name.removesuffix('s')}"
            yield finding(assignment, path, fault, remedy)
    few = [f"{p.name} ({counts[p.name]})" for p in assignment.parts if counts[p.name] < MIN_CHAFFS]
    if few:
        fault = f"fewer than {MIN_CHAFFS} chaffs for {named(few)}, to show what its tests notice"
        remedy = "write wrong solutions whose docstrings end with: caught by: PART"
        yield finding(assignment, assignment.folder / "chaffs", fault, remedy, advice=True)


def reads_as_python(assignment: Assignment) -> bool:
    try:
        for file in assignment.files:
            ast.parse((assignment.reference / file).read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return False
    return True


def check_duplicates(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that no chaff of a part and no wheat repeats another one, nor the reference."""
    reference = _statements(*(assignment.reference / file for file in assignment.files))
    seen: dict[tuple[str, frozenset[str]], str] = {}
    for path in (*chaffs_of(assignment), *wheats_of(assignment)):
        code = _statements(path)
        source = path.read_text(encoding="utf-8")
        key = (docstring(source)[-1] if code else "", code)
        if twin := "the reference" if code and code <= reference else seen.get(key):
            fault = f"its code is that of {twin}"
            yield finding(assignment, path, fault, "remove it, or make it differ", advice=True)
        if code:
            seen[key] = path.name


def _statements(*paths: Path) -> frozenset[str]:
    """Return the statements of files, without docstrings, layout and comments; none if faulty."""
    documented = (ast.Module, ast.FunctionDef, ast.ClassDef)
    found = set()
    for path in paths:
        with contextlib.suppress(OSError, SyntaxError):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, documented) and ast.get_docstring(node):
                    del node.body[0]
            found |= {ast.dump(node) for node in tree.body}
    return frozenset(found)


def chaffs_of(assignment: Assignment) -> list[Path]:
    return sorted((assignment.folder / "chaffs").glob("*.py"))


def wheats_of(assignment: Assignment) -> list[Path]:
    return sorted((assignment.folder / "wheats").glob("*.py"))


def chaff_fault(assignment: Assignment, chaff: Path) -> str:
    """Return what is wrong with a chaff's name, docstring or contents; empty if nothing is."""
    if fault := _not_python(chaff):
        return fault
    source = chaff.read_text(encoding="utf-8")
    lines = docstring(source)
    try:
        part = part_caught_by(assignment, chaff)
    except AssignmentError as error:
        return str(error).removeprefix(f"{chaff}: ")
    if not chaff.stem.startswith(f"{part.name}_"):
        return f"its name does not begin with {part.name}_, for the part that catches it"
    if not lines[0].endswith("."):
        return "its docstring does not begin with a one-line sentence about the mistake"
    file = file_replaced(assignment, chaff)
    if not file:
        return NO_FUNCTION
    return _unknown_name(assignment, file, source)


def _unknown_name(assignment: Assignment, file: str, source: str) -> str:
    reference = (assignment.reference / file).read_text(encoding="utf-8")
    undefined = sorted(undefined_names(reference, source))
    return f"it uses the name {undefined[0]}, which nothing defines" if undefined else ""


def wheat_fault(assignment: Assignment, wheat: Path) -> str:
    """Return what is wrong with a wheat's docstring or contents; empty if nothing is."""
    if fault := _not_python(wheat):
        return fault
    source = wheat.read_text(encoding="utf-8")
    lines = docstring(source)
    if not lines[0].endswith("."):
        return "its docstring does not begin with a one-line sentence about how it differs"
    file = file_replaced(assignment, wheat)
    return _unknown_name(assignment, file, source) if file else NO_FUNCTION


def _not_python(path: Path) -> str:
    """Return why a file cannot be read as Python; empty if it can."""
    try:
        ast.parse(path.read_text(encoding="utf-8"), path.name)
    except (SyntaxError, ValueError) as error:
        return f"not Python: {error}"
    return ""


def file_replaced(assignment: Assignment, replacement: Path) -> str:
    """Return the student's file that defines a name of a chaff or wheat, too; empty if none does.

    Of several, it is the file of the chaff's part, or the one that the wheat is named after.
    """
    names = top_level(replacement.read_text(encoding="utf-8"))
    found = []
    for file in assignment.files:
        with contextlib.suppress(OSError, SyntaxError, ValueError):
            if names & top_level((assignment.reference / file).read_text(encoding="utf-8")):
                found.append(file)
    if replacement.parent.name == "chaffs":
        part = part_caught_by(assignment, replacement)
        program = assignment.program_of(part)
        meant = [part.file, program.file if program else ""]
    else:
        meant = [file for file in found if replacement.stem.startswith(Path(file).stem)]
    return next((file for file in (*meant, *found) if file in found), "")

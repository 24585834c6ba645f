"""The chaffs and wheats of an assignment, and checks of what they say about themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.needs import source_of
from autograder.authoring.verify.finding import AssignmentFinding, finding, named
from autograder.judge.chaffs import defined, docstring, part_caught_by, with_chaff
from autograder.text_files import kit_text

MIN_CHAFFS = 3


def chaffs_of(assignment: Assignment) -> list[Path]:
    return sorted((assignment.folder / "chaffs").glob("*.py"))


def wheats_of(assignment: Assignment) -> list[Path]:
    return sorted((assignment.folder / "wheats").glob("*.py"))


def check_solutions(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check the names and docstrings of chaffs and wheats, and that parts have chaffs."""
    if not all(source_of(assignment.reference / file).is_python for file in assignment.files):
        return  # The starter cannot be generated, and this is the reason.
    chaffs, counts = chaffs_of(assignment), Counter[str]()
    for path in (*chaffs, *wheats_of(assignment)):
        if fault := solution_fault(assignment, path):
            remedy = f"correct the {path.parent.name.removesuffix('s')}"
            yield finding(assignment, path, fault, remedy)
        elif path in chaffs:
            counts[part_caught_by(assignment, path).name] += 1
    if few := [
        f"{p.name} ({counts[p.name]})" for p in assignment.parts if counts[p.name] < MIN_CHAFFS
    ]:
        fault = f"fewer than {MIN_CHAFFS} chaffs for {named(few)}, to show what its tests notice"
        remedy = "write wrong solutions whose docstrings end with: caught by: PART"
        yield finding(assignment, assignment.folder / "chaffs", fault, remedy, advice=True)
    hidden, parts = assignment.hidden_tests, assignment.parts
    if lacking := [p.name for p in parts if not (hidden / f"test_{p.name}.py").is_file()]:
        fault = f"no hidden tests for {named(lacking)}, so students have every test"
        yield finding(assignment, hidden, fault, "write test_PART.py", advice=True)


def solution_fault(assignment: Assignment, path: Path) -> str:
    """Return what is wrong with a chaff's or wheat's name, docstring or contents; "" if nothing."""
    try:
        lines = docstring(kit_text(path))
        part = part_caught_by(assignment, path) if path.parent.name == "chaffs" else None
    except AssignmentError as error:
        return str(error).removeprefix(f"{path}: ")
    except (SyntaxError, ValueError) as error:
        return f"not Python: {error}"
    if part and not path.stem.startswith(f"{part.name}_"):
        return f"its name does not begin with {part.name}_, for the part that catches it"
    if not lines[0].endswith("."):
        return "its docstring does not begin with a one-line sentence about what it does otherwise"
    return "" if file_replaced(assignment, path) else "it defines no function of the reference"


def file_replaced(assignment: Assignment, solution: Path) -> str:
    """Return the student's file that defines a name of a chaff or wheat, too; "" if none does.

    Of several, it is the file of the chaff's part, or the one that the wheat is named after.
    """
    names = source_of(solution).bindings.keys()
    sources = {file: source_of(assignment.reference / file) for file in assignment.files}
    found = [file for file, source in sources.items() if names & source.bindings.keys()]
    if solution.parent.name == "chaffs":
        part = part_caught_by(assignment, solution)
        program = assignment.program_of(part)
        meant = [part.file, program.file if program else ""]
    else:
        meant = [file for file in found if solution.stem.startswith(Path(file).stem)]
    return next((file for file in (*meant, *found) if file in found), "")


def submission_with(assignment: Assignment, solution: Path) -> tuple[str, str]:
    """Return the file that a chaff or wheat changes, and its text with that.

    A wheat may be a whole file; otherwise it is added to the reference.
    """
    file = file_replaced(assignment, solution)
    reference = kit_text(assignment.reference / file)
    text = kit_text(solution)
    public = {name for name in defined(reference) if not name.startswith("_")}
    starts = "if __name__ ==" in text or "if __name__ ==" not in reference
    if (
        solution.parent.name == "wheats"
        and starts
        and public <= source_of(solution).bindings.keys()
    ):
        return file, text
    return file, with_chaff(reference, text)

"""Checks of an assignment's folders: generated files, stray files, chaffs and wheats."""

from __future__ import annotations

import ast
import codecs
import contextlib
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from autograder.assignment import KINDS, Assignment, AssignmentError, Case
from autograder.authoring.expected import expected_files
from autograder.authoring.figures import figure_files
from autograder.authoring.folder import differences, files_in
from autograder.authoring.starter import starter_files
from autograder.authoring.verify.finding import AssignmentFinding, command, finding, from_error
from autograder.authoring.verify.undefined import undefined_names
from autograder.authoring.verify.uses import top_level
from autograder.judge.chaffs import docstring, part_caught_by
from autograder.judge.forked_backend import forked_backend
from autograder.sandbox.protocol import Response

MIN_CHAFFS = 3
OWN_FILES = (
    "assignment.toml",
    "equivalent.toml",
    "format.py",
    "fuzz.py",
    "inputs.toml",
    "misconceptions.toml",
    "trace.py",
)
"""Files that the commands of the kit read; an assignment's other files are for its tests."""
BYTE_ORDER_MARK = "begins with a byte order mark, a character that editors do not show"
OWN_FOLDERS = ("tests", "hidden", "chaffs", "wheats")


def check_starter_is_generated(assignment: Assignment) -> list[AssignmentFinding]:
    remedy = command(assignment, "starter", assignment.name)
    try:
        contents = starter_files(assignment)
    except AssignmentError as error:
        return [from_error(assignment, error, "correct the reference")]
    return _differing(assignment, assignment.starter, contents, remedy)


def check_expected_is_generated(
    assignment: Assignment, known: Mapping[Case, Response] = MappingProxyType({})
) -> list[AssignmentFinding]:
    """Check that expected files are what the reference prints: as `known`, or when run now."""
    remedy = f"{command(assignment, 'expected', assignment.name)} and read what changed"
    try:
        contents = expected_files(assignment, forked_backend, known)
    except AssignmentError as error:
        remedy = "correct the reference or the case"
        return not_text(assignment) or [from_error(assignment, error, remedy)]
    return _differing(assignment, assignment.expected, contents, remedy)


def check_figures_are_generated(assignment: Assignment) -> list[AssignmentFinding]:
    remedy = command(assignment, "figures", assignment.name)
    try:
        contents = figure_files(assignment)
    except AssignmentError as error:
        return [from_error(assignment, error, "correct the figure")]
    folder = assignment.kit / "handout/figures" / assignment.name
    return _differing(assignment, folder, contents, remedy)


def _differing(
    assignment: Assignment, folder: Path, contents: Mapping[str, bytes], remedy: str
) -> list[AssignmentFinding]:
    lines = (
        line.removeprefix(f"{assignment.kit}{os.sep}") for line in differences(folder, contents)
    )
    pairs = (line.replace(os.sep, "/").partition(": ")[::2] for line in lines)
    return [AssignmentFinding(file, fault, remedy) for file, fault in pairs]


def check_stray_files(assignment: Assignment) -> list[AssignmentFinding]:
    """Find files that no command and no test reads."""
    found = [
        *_strays_among_inputs(assignment),
        *_strays_of_assignment(assignment),
        *_strays_of_reference(assignment),
    ]
    return [finding(assignment, path, fault, "remove it, or rename it") for path, fault in found]


def _strays_among_inputs(assignment: Assignment) -> Iterator[tuple[Path, str]]:
    folder = assignment.inputs
    cases = [case for kind in KINDS for case in assignment.cases(kind)]
    known = {path for case in cases for path in (case.input, *case.companions)}
    for path in files_in(folder):
        parent = path.relative_to(folder).parent.as_posix()
        if parent not in KINDS and path not in known:
            yield path, f"is in neither of the folders {' and '.join(KINDS)}"


def _strays_of_reference(assignment: Assignment) -> Iterator[tuple[Path, str]]:
    known = {*assignment.files, *assignment.provided}
    for path in files_in(assignment.reference):
        if path.relative_to(assignment.reference).as_posix() not in known:
            yield path, "is neither in `files` nor in `provided` of assignment.toml"


def _strays_of_assignment(assignment: Assignment) -> Iterator[tuple[Path, str]]:
    paths = files_in(assignment.folder)
    readers = [path for path in paths if path.suffix in (".py", ".toml")]
    sources = {path: path.read_text("utf-8", "replace") for path in readers}
    for path in paths:
        *folders, name = path.relative_to(assignment.folder).parts
        if folders and folders[0] not in OWN_FOLDERS:
            yield path, f"is in a folder other than {', '.join(OWN_FOLDERS)}"
        elif len(folders) > 1:
            yield path, "is in a subfolder, where no command looks"
        elif folders in (["chaffs"], ["wheats"]):
            if path.suffix != ".py":
                yield path, "is not a Python file"
        elif name == "conftest.py":
            yield path, "students do not get it; import fixtures from a module next to tests/"
        elif (folders or name not in OWN_FILES) and not _is_test(path):
            others = [text for other, text in sources.items() if other != path]
            if not any(re.search(rf"\b{re.escape(path.stem)}\b", text) for text in others):
                yield path, "neither a test nor a module next to the tests uses it"


def _is_test(path: Path) -> bool:
    return path.parent.name in ("tests", "hidden") and path.match("test_*.py")


def not_text(assignment: Assignment) -> list[AssignmentFinding]:
    """Find files of an assignment, and a handout, that are not UTF-8 text."""
    inputs = assignment.inputs
    folders = (assignment.folder, assignment.reference, inputs)
    paths = [assignment.handout]
    paths += [path for folder in folders for path in files_in(folder)]
    return [
        finding(assignment, path, "not UTF-8 text", "save the file as UTF-8")
        for path in paths
        if path.is_file() and not _decodes(path)
    ]


def check_byte_order_marks(assignment: Assignment) -> list[AssignmentFinding]:
    """Find sources that begin with a byte order mark, which Python skips, but not every command."""
    paths = [*files_in(assignment.folder), *files_in(assignment.reference)]
    remedy = "save the file as UTF-8 without one"
    return [
        finding(assignment, path, BYTE_ORDER_MARK, remedy)
        for path in paths
        if path.suffix == ".py" and path.read_bytes().startswith(codecs.BOM_UTF8)
    ]


def _decodes(path: Path) -> bool:
    try:
        path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return False
    return True


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
    for part in assignment.parts:
        if (count := counts[part.name]) < MIN_CHAFFS:
            fault = f"{count} for the part {part.name}, but each part needs {MIN_CHAFFS}"
            missing = MIN_CHAFFS - count
            remedy = f"add {missing}; the docstring of each ends with: caught by: {part.name}"
            yield finding(assignment, assignment.folder / "chaffs", fault, remedy)


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
            yield finding(assignment, path, fault, "remove it, or make it differ")
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
    try:
        source = chaff.read_text(encoding="utf-8")
        lines = docstring(source)
        part = part_caught_by(assignment, chaff)
    except (AssignmentError, SyntaxError, ValueError) as error:
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


NO_FUNCTION = "it defines no function of the reference"


def wheat_fault(assignment: Assignment, wheat: Path) -> str:
    """Return what is wrong with a wheat's docstring or contents; empty if nothing is."""
    try:
        source = wheat.read_text(encoding="utf-8")
        lines = docstring(source)
    except (SyntaxError, ValueError) as error:
        return f"not Python: {error}"
    if not lines[0].endswith("."):
        return "its docstring does not begin with a one-line sentence about how it differs"
    file = file_replaced(assignment, wheat)
    return _unknown_name(assignment, file, source) if file else NO_FUNCTION


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

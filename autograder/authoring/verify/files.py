"""Checks of an assignment's files: generated ones, stray ones, and their encoding."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from autograder.assignment import KINDS, Assignment, AssignmentError, Case
from autograder.authoring.expected import expected_files
from autograder.authoring.figures import figure_files
from autograder.authoring.folder import differences, files_in
from autograder.authoring.starter import starter_files
from autograder.authoring.verify.finding import AssignmentFinding, command, finding, from_error
from autograder.sandbox.messages import Response

OWN_FILES = (
    "assignment.toml",
    "equivalent.toml",
    "format.py",
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
        contents = expected_files(assignment, known=known)
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
    remedy = "remove it, or rename it"
    return [finding(assignment, path, fault, remedy, advice=True) for path, fault in found]


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
        elif len(folders) > 1 and path.suffix == ".py":
            yield path, "is in a subfolder, where no command looks"
        elif folders in (["chaffs"], ["wheats"]):
            if path.suffix != ".py":
                yield path, "is not a Python file"
        elif (folders or name not in OWN_FILES) and not _is_test(path):
            others = [text for other, text in sources.items() if other != path]
            names = "|".join(map(re.escape, (path.stem, *folders[1:])))
            if not any(re.search(rf"\b({names})\b", text) for text in others):
                yield path, "neither a test nor a module next to the tests uses it"


def _is_test(path: Path) -> bool:
    in_tests = path.parent.name in ("tests", "hidden")
    return in_tests and (path.match("test_*.py") or path.name == "conftest.py")


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

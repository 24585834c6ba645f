"""What a submission may lack besides passing tests, and the files of it to hand in."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from autograder.assignment import Assignment, Rubric
from autograder.intake.box import list_submission
from autograder.intake.entries import (
    CORRUPT,
    MAX_FILE_BYTES,
    Entry,
    EntryKind,
    IntakeError,
    not_a_file,
    printable_name,
)
from autograder.intake.expected_files import join_names
from autograder.judge.python_source import (
    Function,
    PythonSource,
    is_test,
    is_test_file,
    starts_program,
    syntax_tree,
    to_document,
)
from autograder.judge.sources import source_text
from autograder.report import ByHand

MAX_LEFT_OVER = 3


def files_to_hand_in(assignment: Assignment, path: Path) -> tuple[dict[str, bytes], list[str]]:
    """Return the files to hand in by name, and why others that matter are not among them.

    These are the files that `grade` would use, and test files next to them.

    Raises:
        IntakeError: none of the expected files is there, or the path cannot be read.
    """
    listing = list_submission(assignment, path)
    _, unusable = listing.usable_files()
    files, faults = dict(listing.contents), [*unusable.values()]
    known = {*assignment.files, *assignment.provided, *listing.renamed.values()}
    for entry in listing.beside:
        if is_test_file(entry.path) and entry.path not in known:
            try:
                files[entry.path] = _content_of(entry)
            except IntakeError as fault:
                faults.append(f"not in the zip: {fault}")
    graded = [PythonSource.of(source_text(data)) for data in listing.contents.values()]
    imported = {module.partition(".")[0] for python in graded for module in python.modules}
    only = f"only {join_names(assignment.files)} is handed in and graded"
    left_out = [name for name in listing.ungraded if name.removesuffix(".py") in imported]
    return files, [*faults, *(f"{name} is imported, but {only}" for name in left_out)]


def _content_of(entry: Entry) -> bytes:
    """Read a file.

    Raises:
        IntakeError: it is none, it is too large, or it cannot be read.
    """
    name = printable_name(entry.path)
    if entry.kind is not EntryKind.FILE:
        raise IntakeError(not_a_file(name, entry.kind))
    try:
        return entry.read(MAX_FILE_BYTES)
    except OSError as error:
        raise IntakeError(f"{name} cannot be read: {error.strerror or error}") from None
    except CORRUPT:
        raise IntakeError(f"{name} cannot be read: it is damaged") from None


def shortcomings(assignment: Assignment, files: Mapping[str, str]) -> list[str]:
    """Return a line for each: leftover prints, missing docstrings, no tests if some are required.

    `files` are the texts of the student's files by name, own tests included. A file that is not
    Python has other problems, which the tests report.
    """
    trees = {name: tree for name, text in sorted(files.items()) if (tree := syntax_tree(text))}
    given = assignment.given_names
    programs = [program.file for program in assignment.programs]
    found = []
    for name, tree in trees.items():
        if is_test_file(name):
            continue
        forgotten = {"breakpoint"} if name in programs else {"print", "breakpoint"}
        calls = sorted(_calls(tree, given), key=lambda call: call.lineno)
        left = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id in forgotten]
        for call in left[:MAX_LEFT_OVER]:
            what = ast.unparse(call.func)
            found.append(f"{name}, line {call.lineno}: left over from debugging? {what}")
        if len(left) > MAX_LEFT_OVER:
            found.append(f"{name}: {len(left) - MAX_LEFT_OVER} more like this")
        lacking = [each for each in to_document(name, tree, given) if not ast.get_docstring(each)]
        if lines := [f"{each.name} (line {each.lineno})" for each in lacking]:
            found.append(f"{name}: no docstring in {', '.join(lines)}")
    asks = any(map(asks_for_tests, assignment.by_hand))
    asks = asks or any(map(is_test_file, assignment.files))
    can_tell = trees and len(trees) == len(files)
    if can_tell and asks and not own_tests(assignment, files):
        found.append("no tests of your own: no test function, no assert, no >>> example")
    return found


def asks_for_tests(item: Rubric | ByHand) -> bool:
    """Return whether a student's own tests are marked here; "test cases" are only a list."""
    return bool(re.search(r"tests\b", f"{item.name} {item.says}", re.IGNORECASE))


def own_tests(assignment: Assignment, files: Mapping[str, str]) -> int:
    """Count test functions, examples in docstrings, and asserts outside of functions."""
    trees = filter(None, map(syntax_tree, files.values()))
    return sum(_count_tests(tree, assignment.given_names) for tree in trees)


def _calls(tree: ast.Module, given: set[str]) -> Iterator[ast.Call]:
    """Yield the calls in a file, except below `if __name__ == "__main__":` and in given code."""
    waiting: list[ast.AST] = [node for node in tree.body if not starts_program(node)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Function) and node.name in given:
            continue
        if isinstance(node, ast.Call):
            yield node
        waiting += ast.iter_child_nodes(node)


def _count_tests(tree: ast.Module, given: set[str]) -> int:
    count = 0
    for node in ast.walk(tree):
        if isinstance(node, Function) and node.name in given:
            continue
        if is_test(node):
            count += 1
        elif isinstance(node, Function | ast.ClassDef | ast.Module):
            count += (ast.get_docstring(node) or "").count(">>> ")
    outside = [node for node in tree.body if not isinstance(node, Function | ast.ClassDef)]
    return count + sum(isinstance(n, ast.Assert) for node in outside for n in ast.walk(node))

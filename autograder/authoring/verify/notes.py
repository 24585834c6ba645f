"""A check of names that an assignment's settings take from its reference."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from autograder.assignment import Assignment
from autograder.authoring.verify.finding import AssignmentFinding, finding
from autograder.authoring.verify.replacements import reads_as_python
from autograder.judge.python_source import PythonSource


def check_notes(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that `given` names functions of the reference."""
    sources = {file: assignment.reference / file for file in assignment.files}
    for name in assignment.given if reads_as_python(assignment) else ():
        file, _, function = name.rpartition(":")
        paths = [source for key, source in sources.items() if file in ("", key)]
        if not any(function in _all_defined(source) for source in paths):
            fault = f"`given` names {name}, which the reference does not define"
            yield finding(assignment, assignment.toml, fault, "correct the name")


def _all_defined(path: Path) -> set[str]:
    """Return the names of a file's functions, methods and classes."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    tree = PythonSource.of_file(path).tree
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}

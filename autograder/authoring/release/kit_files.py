"""The kit in a bundle: one assignment, either with all its files or with those for students."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment
from autograder.assignment.read import read_toml
from autograder.authoring.folder import files_in
from autograder.authoring.needs import with_needs
from autograder.authoring.release.helper_modules import helper_modules
from autograder.authoring.release.interface_file import interface_file
from autograder.authoring.toml_text import toml_text
from autograder.judge.modules.interface import INTERFACE_FILE
from autograder.judge.python_source import PythonSource

_NOT_FOR_STUDENTS = ("figure", "hidden_visibility")
"""The keys of assignment.toml that `check` does not need."""
_FOR_STUDENTS = ("misconceptions.toml",)
"""Further files, where an assignment has them: what mistakes look like, not how they are made."""


def whole_kit(assignment: Assignment) -> dict[str, bytes]:
    """Return all files of an assignment by their paths in the kit, answers included."""
    folders = (*assignment.secrets, assignment.starter)
    paths = [path for folder in folders if folder.is_dir() for path in files_in(folder)]
    files = {path.relative_to(assignment.kit).as_posix(): path.read_bytes() for path in paths}
    if any(part.needs is None for part in assignment.parts):
        settings = assignment.toml.relative_to(assignment.kit).as_posix()
        files[settings] = toml_text(_settings(assignment)).encode()
    return files


def student_kit(assignment: Assignment) -> dict[str, bytes]:
    """Return what students may have of a kit: public tests, sample cases, starter, format.

    Without any comment of assignment.toml, and without anything that only hidden tests use.
    """
    kit, folder = assignment.kit, assignment.folder
    table = _settings(assignment)
    public = {key: value for key, value in table.items() if key not in _NOT_FOR_STUDENTS}
    paths = [*files_in(assignment.public_tests), *files_in(assignment.starter)]
    samples = assignment.inputs / "sample", assignment.expected / "sample"
    paths += [path for sample in samples for path in files_in(sample)]
    paths += [folder / name for name in _FOR_STUDENTS if (folder / name).is_file()]
    files = {path.relative_to(kit).as_posix(): path.read_bytes() for path in paths}
    place = folder.relative_to(kit).as_posix()
    files |= {f"{place}/{name}": (folder / name).read_bytes() for name in _format_modules(folder)}
    for name, source in helper_modules(assignment).items():
        files[f"{place}/{name}"] = source.encode()
    files[f"{place}/{INTERFACE_FILE}"] = interface_file(assignment)
    return files | {f"{place}/assignment.toml": toml_text(public).encode()}


def _settings(assignment: Assignment) -> dict[str, Any]:
    """Return assignment.toml with the `needs` of each part: a bundle cannot derive them."""
    table = read_toml(assignment.toml)
    for part, own in zip(with_needs(assignment).parts, table["part"], strict=True):
        own.setdefault("needs", list(part.needs or ()))
    return table


def _format_modules(folder: Path) -> set[str]:
    """Return the files of an assignment's puzzle format: format.py and what it imports."""
    names, waiting = set[str](), ["format.py"]
    while waiting:
        name = waiting.pop()
        if name in names or not (folder / name).is_file():
            continue
        names.add(name)
        for node in ast.walk(PythonSource.of_file(folder / name).tree):
            if isinstance(node, ast.ImportFrom) and node.level == 1:
                waiting += [f"{module}.py" for module in (node.module,) if module]
    return names

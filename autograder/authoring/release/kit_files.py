"""The kit in a bundle: one assignment, either with all its files or with those for students."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment, read_toml
from autograder.authoring.folder import files_in
from autograder.authoring.needs import source_of, with_needs
from autograder.authoring.toml_text import toml_text

_NOT_FOR_STUDENTS = ("figure", "hidden_visibility")
"""The keys of assignment.toml that `check` does not need."""


def whole_kit(assignment: Assignment) -> dict[str, bytes]:
    """Return all files of an assignment by their paths in the kit, answers included."""
    folders = (*assignment.secrets, assignment.starter)
    paths = [path for folder in folders if folder.is_dir() for path in files_in(folder)]
    files = {path.relative_to(assignment.kit).as_posix(): path.read_bytes() for path in paths}
    settings = assignment.toml.relative_to(assignment.kit).as_posix()
    return files | {settings: toml_text(_settings(assignment)).encode()}


def student_kit(assignment: Assignment) -> dict[str, bytes]:
    """Return what students may have of a kit: public tests, sample cases, starter, format.

    Without any comment of assignment.toml, and without modules that only hidden tests import.
    """
    kit, folder = assignment.kit, assignment.folder
    samples = assignment.inputs / "sample", assignment.expected / "sample"
    folders = (assignment.public_tests, assignment.starter, *samples)
    paths = [path for each in folders for path in files_in(each)]
    names = ("misconceptions.toml", *_format_modules(folder))
    paths += [folder / name for name in names if (folder / name).is_file()]
    files = {path.relative_to(kit).as_posix(): path.read_bytes() for path in paths}
    settings = _settings(assignment)
    public = {key: value for key, value in settings.items() if key not in _NOT_FOR_STUDENTS}
    texts = helper_modules(assignment) | {"assignment.toml": toml_text(public).encode()}
    place = folder.relative_to(kit).as_posix()
    return files | {f"{place}/{name}": text for name, text in texts.items()}


def helper_modules(assignment: Assignment) -> dict[str, bytes]:
    """Return the modules next to the tests that public ones import, directly or not, by file.

    Those that only hidden tests import are hidden, too.
    """
    found: dict[str, bytes] = {}
    waiting = [*assignment.public_tests.rglob("*.py")]
    while waiting:
        for module in source_of(waiting.pop()).modules:
            path = assignment.folder / f"{module}.py"
            if path.name not in found and path.is_file():
                found[path.name] = path.read_bytes()
                waiting.append(path)
    return dict(sorted(found.items()))


def _settings(assignment: Assignment) -> dict[str, Any]:
    """Return assignment.toml with the `needs` of each part: a bundle cannot derive them."""
    table = read_toml(assignment.toml)
    for part, own in zip(with_needs(assignment).parts, table["part"], strict=True):
        own.setdefault("needs", list(part.needs or ()))
    return table


def _format_modules(folder: Path) -> list[str]:
    """Return the files of an assignment's puzzle format: format.py and what it imports."""
    names = ["format.py"]
    for path in (folder / name for name in names):  # The list grows meanwhile.
        if path.is_file():
            imported = re.findall(r"^from \.(\w+) import", path.read_text("utf-8"), re.MULTILINE)
            names += [f"{name}.py" for name in imported if f"{name}.py" not in names]
    return names

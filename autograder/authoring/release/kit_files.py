"""The kit in a bundle: one assignment, either with all its files or with those for students."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment, read_toml
from autograder.authoring.needs import source_of, with_needs
from autograder.authoring.toml_text import toml_text
from autograder.left_behind import files_in
from autograder.reports.played import steps_file


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
    files = {path.relative_to(kit).as_posix(): path.read_bytes() for path in paths}
    own = [folder / name for name in ("misconceptions.toml", "format.py", "play.py")]
    texts = {path.name: path.read_bytes() for path in own if path.is_file()}
    texts |= helper_modules(assignment) | _modules_for(folder, own[1:])
    texts["assignment.toml"] = toml_text(_settings(assignment)).encode()
    place = folder.relative_to(kit).as_posix()
    return files | {f"{place}/{name}": text for name, text in texts.items()}


def played_steps(assignment: Assignment) -> dict[str, bytes]:
    """Run the reference on sample cases, and return its steps, to play beside a student's."""
    return {
        assignment.steps_of(case).relative_to(assignment.kit).as_posix(): steps_file(
            assignment, case
        )
        for case in assignment.played_cases.values()
    }


def helper_modules(assignment: Assignment) -> dict[str, bytes]:
    """Return the modules next to the tests that public ones import, directly or not, by file.

    Those that only hidden tests import are hidden, too.
    """
    return _modules_for(assignment.folder, assignment.public_tests.rglob("*.py"))


def _modules_for(folder: Path, files: Iterable[Path]) -> dict[str, bytes]:
    """Return the modules of a folder that files import, directly or not."""
    found: dict[str, bytes] = {}
    waiting = [*files]
    while waiting:
        for module in source_of(waiting.pop()).modules:
            path = folder / f"{module}.py"
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

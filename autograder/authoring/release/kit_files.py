"""The kit in a bundle: one assignment, either with all its files or with those for students."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any

from autograder.assignment import Assignment
from autograder.assignment.read import read_toml
from autograder.authoring.folder import files_in
from autograder.authoring.needs import with_needs
from autograder.authoring.release.helper_modules import helper_modules
from autograder.authoring.toml_text import toml_text
from autograder.judge.modules.interface import (
    INTERFACE_FOLDER,
    bound_by,
    class_maker,
    statements,
)

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

    Without any comment of assignment.toml, and without anything that only hidden tests use.
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
    texts = helper_modules(assignment) | interface_modules(assignment)
    texts["assignment.toml"] = toml_text(public)
    place = folder.relative_to(kit).as_posix()
    return files | {f"{place}/{name}": text.encode() for name, text in texts.items()}


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


def interface_modules(assignment: Assignment) -> dict[str, str]:
    """Return the student's modules as outlines of the reference, by their paths in the kit.

    The starter lacks private names, imports that only answers use, and special methods, which tests
    may use. What students cannot read in the starter or in a public test is left out, but for
    special methods: tests use them by syntax and through Python's library.
    """
    paths = [*assignment.public_tests.rglob("*.py"), *assignment.starter.rglob("*.py")]
    texts = [*(path.read_text("utf-8") for path in paths), *helper_modules(assignment).values()]
    words = set(re.findall(r"\w+", " ".join(texts)))
    outlines = {}
    for file in assignment.files:
        if file.endswith(".py"):
            body = ast.parse((assignment.reference / file).read_bytes()).body
            kept = [*_outline(body, words)]
            used = {n.id for each in kept for n in ast.walk(each) if isinstance(n, ast.Name)}
            imports = [*_imports(body, words | used)]
            outlines[f"{INTERFACE_FOLDER}/{file}"] = ast.unparse(ast.Module(imports + kept, []))
    return outlines


def _outline(body: list[ast.stmt], words: Set[str]) -> Iterator[ast.stmt]:
    """Yield definitions whose names are among the words, without what they stand for."""
    for node in statements(body):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if node.name in words or node.name.startswith("__"):
                inside = _outline(node.body, words) if isinstance(node, ast.ClassDef) else ()
                node.body = [*inside] or [ast.Pass()]
                yield node
        elif isinstance(node, ast.Assign | ast.AnnAssign) and words & set(bound_by(node)):
            value = node.value
            if isinstance(value, ast.Lambda):
                value.body = ast.Constant(...)
            elif value and not class_maker(value) and "__all__" not in bound_by(node):
                node.value = ast.Constant(...)
            yield node


def _imports(body: list[ast.stmt], words: Set[str]) -> Iterator[ast.stmt]:
    """Yield imports of names that are among the words."""
    for node in statements(body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            aliases = ((each, each.asname or each.name.partition(".")[0]) for each in node.names)
            node.names = [each for each, name in aliases if name in words]
            if node.names:
                yield node

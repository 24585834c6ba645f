"""Which definitions of the reference a part uses, and so which parts a chaff may cost points.

A wrong function costs the points of its own part, and of every part whose code uses it: that is
what happens to a student, too. All other parts have to keep their points. Most of these need not be
graded to know that: neither their code nor their tests mention what the chaff defines.
"""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from autograder.assignment import Assignment, Part
from autograder.judge.python_source import PythonSource, bound_names

DEFINING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)
HARMLESS = (*DEFINING, ast.Import, ast.ImportFrom)
"""Statements that change nothing but names of the chaff's own."""


@dataclass(frozen=True)
class Definitions:
    """The top-level names of some files.

    `mentions` maps each name to those that its definition mentions, and a file to those that its
    other statements mention. `of_file` maps each file to its names.
    """

    mentions: dict[str, frozenset[str]]
    of_file: dict[str, frozenset[str]]

    def used_by(self, names: Iterable[str]) -> frozenset[str]:
        """Return the names, and all that their definitions use, directly or not."""
        return frozenset(reachable(self.mentions, names) & self.mentions.keys())


@cache
def definitions_of(folder: Path, files: tuple[str, ...]) -> Definitions:
    """Read the definitions in some files of a folder; one that is not Python has none."""
    mentions: dict[str, frozenset[str]] = {}
    of_file = {}
    for file in files:
        tree = ast.Module([], [])
        with contextlib.suppress(SyntaxError, ValueError):
            tree = PythonSource.of_file(folder / file).tree
        others: frozenset[str] = frozenset()
        own: set[str] = set()
        for node in tree.body:
            names = bound_by(node)
            own |= names
            for name in names:
                mentions[name] = mentions.get(name, frozenset()) | mentioned_in(node)
            if not names:
                others |= mentioned_in(node)
        mentions[file], of_file[file] = others, frozenset(own)  # No name is that of a file.
    return Definitions(mentions, of_file)


def bound_by(node: ast.stmt) -> set[str]:
    """Return the names that a definition or an assignment binds; other statements count as none."""
    return bound_names(node) if isinstance(node, DEFINING) else set()


@cache
def top_level(source: str) -> frozenset[str]:
    """Return the names that a module defines."""
    return frozenset(name for node in ast.parse(source).body for name in bound_by(node))


def mentioned_in(node: ast.AST) -> frozenset[str]:
    """Return the names, attributes and imported names in a tree."""
    found = set()
    for inner in ast.walk(node):
        match inner:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                found.add(name)
    return frozenset(found)


def parts_to_keep(assignment: Assignment, part: Part, chaff: str) -> list[Part]:
    """Return the parts that have to keep their points although a chaff costs those of `part`.

    Parts that cannot lose any are left out.
    """
    definitions = definitions_of(assignment.reference, (*assignment.files, *assignment.provided))
    replaced = top_level(chaff) & definitions.mentions.keys()
    body = ast.parse(chaff).body
    runs_code = not all(isinstance(node, HARMLESS) or _is_docstring(node) for node in body)
    helpers = _definitions_next_to_tests(assignment)
    kept = []
    for other in assignment.parts:
        if other == part or replaced & _used_by_part(assignment, definitions, other):
            continue
        if runs_code or replaced & definitions.used_by(
            _mentioned_in_tests(assignment, helpers, other)
        ):
            kept.append(other)
    return kept


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _used_by_part(assignment: Assignment, definitions: Definitions, part: Part) -> frozenset[str]:
    """Return what the part's function uses; without such a function, what its files use."""
    if part.file:
        own = definitions.of_file[part.file]
        return definitions.used_by([part.name] if part.name in own else own)
    texts = [path.read_text("utf-8", "replace") for path in assignment.tests_of(part)]
    named = [file for file in assignment.files if any(file in text for text in texts)]
    program = assignment.program_of(part)
    if program and any(re.search(r"\bprogram\b", text) for text in texts):
        named.append(program.file)
    names = {name for file in named for name in definitions.of_file[file]}
    return definitions.used_by([*named, *names])


def _definitions_next_to_tests(assignment: Assignment) -> Definitions:
    """Return the definitions in the modules next to the tests."""
    folders = (assignment.folder, assignment.public_tests, assignment.hidden_tests)
    paths = [path for folder in folders for path in sorted(folder.glob("*.py"))]
    modules = [path for path in paths if not path.match("test_*.py")]
    files = tuple(path.relative_to(assignment.folder).as_posix() for path in modules)
    return definitions_of(assignment.folder, files)


def _mentioned_in_tests(assignment: Assignment, helpers: Definitions, part: Part) -> frozenset[str]:
    """Return the names in the part's tests, and in what they use of the modules next to them."""
    texts = [path.read_bytes() for path in assignment.tests_of(part)]
    mentioned = frozenset[str]().union(*map(_mentioned_in_source, texts))
    return mentioned.union(*(helpers.mentions[name] for name in helpers.used_by(mentioned)))


@cache
def _mentioned_in_source(source: bytes) -> frozenset[str]:
    """Return the names and, for getattr, the texts in a file of tests."""
    tree = ast.parse(source)
    constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return mentioned_in(tree) | {value for value in constants if isinstance(value, str)}


def reachable(graph: Mapping[str, Iterable[str]], start: Iterable[str]) -> set[str]:
    """Return `start`, and all that it leads to; a name that the graph lacks leads nowhere."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += graph.get(name, ())
    return found

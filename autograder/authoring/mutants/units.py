"""The units of a file that mutants are made in, and the parts that test each."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from autograder.assignment import Assignment, Part
from autograder.authoring.names_in_tests import NamesInTests
from autograder.authoring.verify.uses import reachable
from autograder.judge.python_source import PythonSource

HARMLESS_KEYWORDS = {"strict"}
"""Arguments that only check what the reference knows to be right."""


@dataclass(frozen=True)
class Unit:
    """A function, a method as `Class.method`, or a statement that assigns module constants."""

    name: str
    tree: ast.stmt

    @property
    def last_name(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def class_name(self) -> str:
        return self.name.rpartition(".")[0]

    def nodes(self) -> Iterator[ast.AST]:
        """Yield the nodes to change: no annotations, docstrings or f-strings."""
        return _nodes_below(self.tree)

    def used_names(self) -> set[str]:
        names = {node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)}
        return names | {n.attr for n in ast.walk(self.tree) if isinstance(n, ast.Attribute)}


def units_of(tree: ast.Module) -> list[Unit]:
    """Return the units of a module; type aliases and constants without a value do not count."""
    units = []
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name):
                units.append(Unit(name, node))
            case ast.ClassDef(name=name):
                units += [
                    Unit(f"{name}.{inner.name}", inner)
                    for inner in node.body
                    if isinstance(inner, ast.FunctionDef)
                ]
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                if not _is_type(value):
                    units.append(Unit(name, node))
    return units


def _is_type(value: ast.expr) -> bool:
    """Is it written as a generic type or a union: `dict[Cell, set[int]]`, `int | None`?"""
    match value:
        case ast.Subscript(value=ast.Name() | ast.Attribute(), slice=index):
            return _is_type_argument(index)
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return _is_type_argument(left) and _is_type_argument(right)
        case _:
            return False


def _is_type_argument(value: ast.expr) -> bool:
    match value:
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return all(map(_is_type_argument, elements))
        case ast.Constant(value=constant):
            return constant is None or constant is Ellipsis
        case _:
            return isinstance(value, (ast.Name, ast.Attribute)) or _is_type(value)


def parts_with(
    assignment: Assignment, file: str, unit: Unit, units: Sequence[Unit]
) -> tuple[str, ...]:
    """Return the names of the parts that should catch a mistake in a unit.

    These are the part of its name and those whose tests call it; for what no test calls, the parts
    of what uses it, directly or not. What only the program uses concerns the parts that run it. In
    a file that defines a class, a mistake in one method shows in what others return: it concerns
    all parts of the file and of the program, but not a function's part that does not use it.
    """
    of_file = {part.name for part in assignment.parts if part.file == file}
    running = {part.name for part in assignment.parts if _runs_program(assignment, part)}
    if any("." in other.name for other in units):
        affected = of_file | running
        unaffected = {
            p.name for p in assignment.parts if _is_unaffected(assignment, p, unit, units)
        }
        return _in_order(assignment, affected - unaffected or affected)
    reached = {unit.last_name}
    waiting = [unit.last_name]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if direct := {part.name for part in assignment.parts if _tests(assignment, part, name)}:
            found |= direct
            continue
        for other in units:
            if name in other.used_names() and other.last_name not in reached:
                reached.add(other.last_name)
                waiting.append(other.last_name)
    return _in_order(assignment, found or running or of_file)


def _is_unaffected(assignment: Assignment, part: Part, unit: Unit, units: Sequence[Unit]) -> bool:
    """Is a part about a function that uses neither a unit nor, in its tests, an object?"""
    if part.name not in {other.name for other in units if not other.class_name}:
        return False
    classes = {other.class_name for other in units} - {""}
    if _in_tests(assignment, part, rf"\b({'|'.join(sorted(classes))})\b"):
        return False
    uses: dict[str, set[str]] = defaultdict(set)
    for other in units:
        names = other.used_names()
        uses[other.last_name] |= names
        uses[other.class_name] |= names
    return not reachable(uses, [part.name]) & {unit.last_name, unit.class_name}


def _in_order(assignment: Assignment, names: Collection[str]) -> tuple[str, ...]:
    return tuple(part.name for part in assignment.parts if part.name in names)


def _tests(assignment: Assignment, part: Part, function: str) -> bool:
    """Is a part about a function: by its name, or else by what its tests use?"""
    if not part.file:
        return False
    if part.name == function:
        return True
    text = (assignment.reference / part.file).read_text(encoding="utf-8")
    if re.search(rf"\b{part.name}\(", text):
        return False  # It has a function of its own.
    trees = {path: PythonSource.of_file(path).tree for path in assignment.tests_of(part)}
    return any(
        function in NamesInTests(assignment, path, tree).in_tests(tree)
        for path, tree in trees.items()
    )


def _runs_program(assignment: Assignment, part: Part) -> bool:
    return _in_tests(assignment, part, r"\bdef test_\w+\([^)]*\bprogram\b")


def _in_tests(assignment: Assignment, part: Part, pattern: str) -> bool:
    texts = (file.read_text(encoding="utf-8") for file in assignment.tests_of(part))
    return any(re.search(pattern, text) for text in texts)


def _nodes_below(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    if isinstance(node, ast.JoinedStr):
        return  # Before Python 3.12, nodes in it have no usable positions.
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            is_check = isinstance(child, ast.keyword) and child.arg in HARMLESS_KEYWORDS
            if isinstance(child, ast.AST) and not is_text and not is_check:
                yield from _nodes_below(child)

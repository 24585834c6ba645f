"""Mutants: wrong solutions made from the reference, one small change each.

The tests of the part that a change is in should catch it. If they do not, a test is missing, or the
mutant is as correct as the reference.
"""

from __future__ import annotations

import ast
import difflib
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from autograder.assignment import Assignment, AssignmentError, Part
from autograder.authoring.mutants.operators import HARMLESS_KEYWORDS, canonical, mutations
from autograder.authoring.needs import NamesUsed
from autograder.judge.python_source import is_test_file, reachable
from autograder.text_files import kit_text


@dataclass(frozen=True)
class Mutant:
    """A file of the reference with one change in a function, and the parts that should catch it.

    `removed` and `added` are the lines that differ, in Python's own layout; `line` is that of the
    change in the reference.
    """

    file: str
    function: str
    line: int
    removed: str
    added: str
    text: str
    parts: tuple[str, ...] = ()


def mutants_of(assignment: Assignment) -> list[Mutant]:
    """Make all mutants of an assignment's reference.

    Raises:
        AssignmentError: there is no reference, or a file of it is not Python.
    """
    if not assignment.has_reference:
        raise AssignmentError(f"{assignment.reference}: it lacks a file of `files`")
    used, found = NamesUsed(assignment), list[Mutant]()
    for file in (file for file in assignment.files if file.endswith(".py")):
        path = assignment.reference / file
        try:
            made = mutants_of_text(file, kit_text(path))
        except SyntaxError as error:
            raise AssignmentError(f"{path}: not Python: {error}") from None
        parts = {name: parts_with(used, file, name) for name in {each.function for each in made}}
        found += [replace(mutant, parts=parts[mutant.function]) for mutant in made]
    return found


def mutants_of_text(file: str, text: str) -> list[Mutant]:
    """Make the mutants of one file, without parts; chaffs judge a file of tests instead.

    Raises:
        SyntaxError: it is not Python.
    """
    tree, lines = ast.parse(text), text.splitlines()
    found: list[Mutant] = []
    for function, unit in [] if is_test_file(file) else _units(tree):
        before, after = lines[: unit.lineno - 1], lines[unit.end_lineno :]
        old = ast.unparse(unit)
        seen, last = {canonical(unit)}, [*getattr(unit, "body", [])][-1:]
        for place, replace_by, line in [*_places(unit, unit.lineno)]:
            for new in mutations(place):
                if place in last and isinstance(place, ast.Return) and isinstance(new, ast.Pass):
                    continue  # It returns None, as another mutant does.
                replace_by(new)
                mutated, same = ast.unparse(unit), canonical(unit)
                if same not in seen and _is_python(mutated):
                    seen.add(same)
                    indented = textwrap.indent(mutated, " " * unit.col_offset)
                    whole = "\n".join([*before, indented, *after, ""])
                    found.append(Mutant(file, function, line, *_changed(old, mutated), whole))
            replace_by(place)
    return found


def _is_python(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def parts_with(used: NamesUsed, file: str, function: str) -> tuple[str, ...]:
    """Return the names of the parts that should catch a mistake in a function or method of a file.

    These are the part of its name, and those that use it, but not through another part. In a file
    that defines a class, a mistake in one method shows in what others return: it concerns all parts
    whose tests use the class. What only the program uses concerns the parts that run it.
    """
    owner, _, name = function.rpartition(".")
    parts = used.assignment.parts
    if used.sources[file].classes:
        reached = {p: reachable(used.code, used.of_part(p) | used.in_tests(p)) for p in parts}
        found = [part for part in parts if reached[part] & {owner or name, name}]
    else:
        found = [part for part in parts if name in _own_code(used, part)]
        found = [part for part in found if part.file] or found
    return tuple(part.name for part in found or parts if part.file in ("", file))


def _own_code(used: NamesUsed, part: Part) -> set[str]:
    """Return what a part uses, but not through another part, unless its tests are about that."""
    others = {other.name for other in used.assignment.parts if other.file and other != part}
    start = {part.name}
    if part.name not in used.code:
        start = used.in_tests(part)
        others -= start if part.file else set()
    return used.first_reached(start, others) - others


def _units(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """Yield the functions, methods and constants of a module, each with its name."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name):
                yield name, node
            case ast.ClassDef(name=name):
                methods = (inner for inner in node.body if isinstance(inner, ast.FunctionDef))
                yield from ((f"{name}.{method.name}", method) for method in methods)
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                if not _is_type(value):
                    yield name, node


def _is_type(value: ast.expr) -> bool:
    """Return whether code is a generic type or a union: `dict[Cell, set[int]]`, `int | None`."""
    nodes = list(ast.walk(value))
    values = {node.value for node in nodes if isinstance(node, ast.Constant)}
    is_plain = values <= {None, ...} and not any(isinstance(node, ast.Call) for node in nodes)
    return is_plain and isinstance(value, ast.Subscript | ast.BinOp)


def _places(node: ast.AST, line: int) -> Iterator[tuple[ast.AST, Callable[[ast.AST], None], int]]:
    """Yield the nodes to change, below a node, with what replaces them and their lines.

    Annotations, docstrings, f-strings and what an exception says are left as they are.
    """
    if isinstance(node, ast.JoinedStr | ast.Raise):
        return
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        children = value if isinstance(value, list) else [value]
        for i, child in enumerate(children):
            is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            is_check = isinstance(child, ast.keyword) and child.arg in HARMLESS_KEYWORDS
            if isinstance(child, ast.AST) and not is_text and not is_check:
                own = getattr(child, "lineno", line)
                listed = partial(value.__setitem__, i) if isinstance(value, list) else None
                yield child, listed or partial(setattr, node, field), own
                yield from _places(child, own)


def _changed(old: str, new: str) -> tuple[str, str]:
    """Return the lines that differ; where some are only added, with the line before."""
    one, other = old.split("\n"), new.split("\n")
    opcodes = difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    changed = [opcode for opcode in opcodes if opcode[0] != "equal"]
    (_, first, _, first_new, _), (_, _, last, _, last_new) = changed[0], changed[-1]
    back = first == last
    removed, added = one[first - back : last], other[first_new - back : last_new]
    return textwrap.dedent("\n".join(removed)), textwrap.dedent("\n".join(added))

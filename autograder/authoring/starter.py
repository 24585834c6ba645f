"""A starter is its reference with the answers cut out.

Of a file that a student writes, the starter keeps everything that stands outside functions, the
functions that are given, and of every other function the signature and the docstring. Methods of a
class are treated like functions. Three things are the reference's own business and go: names with a
leading underscore, `__init__` and its like among them, tests that are not given, and imports that
nothing is left to use. Provided files are copied whole.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator

from autograder.assignment import Assignment, AssignmentError

STUB = "    raise NotImplementedError\n"


def starter_files(assignment: Assignment) -> dict[str, bytes]:
    """The content of each file of a starter.

    Raises:
        AssignmentError: a file of the reference is missing or is not Python.
    """
    local = {name.removesuffix(".py") for name in (*assignment.files, *assignment.provided)}
    made = {}
    for name in (*assignment.files, *assignment.provided):
        path = assignment.reference / name
        try:
            source = path.read_text(encoding="utf-8")
            if name in assignment.files:
                source = drop_unused_imports(cut(source, given_in(assignment, name)), local)
        except FileNotFoundError:
            raise AssignmentError(f"{path}: the reference has no such file") from None
        except SyntaxError as error:
            raise AssignmentError(f"{path}, line {error.lineno}: {error.msg}") from None
        made[name] = source.encode()
    return made


def given_in(assignment: Assignment, file: str) -> set[str]:
    """Functions of a student's file that come finished."""
    pairs = (name.rpartition(":") for name in assignment.given)
    return {function for where, _, function in pairs if where in ("", file)}


def cut(source: str, given: Collection[str]) -> str:
    """Cut the answers out of a module's source."""
    lines = source.splitlines(keepends=True)
    _cut_body(ast.parse(source).body, lines, given)
    return _tidy("".join(lines))


def _cut_body(body: list[ast.stmt], lines: list[str], given: Collection[str]) -> None:
    """Cut the answers out of the lines of a module or a class, from the last to the first."""
    for node in reversed(body):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name not in given:
            if node.name.startswith(("_", "test_")):
                first = _first_line(node, lines)
                while (
                    first > 1 and lines[first - 2].isspace()
                ):  # Else two pairs of blank lines meet.
                    first -= 1
                del lines[first - 1 : node.end_lineno]
            elif isinstance(node, ast.ClassDef):
                _cut_body(node.body, lines, given)
            else:
                lines[_end_of_docstring(node) : node.end_lineno] = [" " * node.col_offset + STUB]
        elif _binds_private_name(node):
            del lines[node.lineno - 1 : node.end_lineno]


def _first_line(node: ast.FunctionDef | ast.ClassDef, lines: list[str]) -> int:
    """The first line of a function or class with its decorators and the comment right above it."""
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    while first > 1 and lines[first - 2].lstrip().startswith("#"):
        first -= 1
    return first


def _end_of_docstring(node: ast.FunctionDef) -> int:
    head = node.body[0]
    return (head.end_lineno or 0) if ast.get_docstring(node) is not None else head.lineno - 1


def _binds_private_name(node: ast.stmt) -> bool:
    if not isinstance(node, (ast.Assign, ast.AnnAssign)):
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return all(isinstance(name, ast.Name) and name.id.startswith("_") for name in targets)


def drop_unused_imports(source: str, local: Collection[str]) -> str:
    """Drop imports that nothing uses, but for those of the assignment's own modules."""
    tree = ast.parse(source)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    lines = source.splitlines(keepends=True)
    for node in reversed(tree.body):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = set(_modules(node))
            names = {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
            if not names & used and not modules & {*local, "__future__"}:
                end = node.end_lineno or node.lineno
                alone = lines[node.lineno - 2 : node.lineno - 1] == lines[end : end + 1] == ["\n"]
                del lines[node.lineno - 1 : end + alone]
    return _tidy("".join(lines))


def _modules(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield node.module or ""
    else:
        yield from (alias.name for alias in node.names)


def _tidy(source: str) -> str:
    """No more than two blank lines in a row, none at the end."""
    return re.sub(r"\n{4,}", "\n\n\n", source).rstrip("\n") + "\n"

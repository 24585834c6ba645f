"""Generate a starter from its reference by removing the answers.

Of a file that a student writes, the starter keeps the code outside functions, the given functions,
and the signature and docstring of every other function. Methods are treated like functions.
Private names (with a leading underscore, including `__init__`), tests that are not given, and
imports that are no longer used are removed. Provided files are copied unchanged.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator

from autograder.assignment import Assignment, AssignmentError

STUB = "    raise NotImplementedError\n"
"""What replaces an answer. `judge/failure.py` reports that such a function is not written yet."""


def starter_files(assignment: Assignment) -> dict[str, bytes]:
    """Return the content of each file of a starter.

    Raises:
        AssignmentError: a file of the reference is missing or is not valid Python.
    """
    local_modules = {name.removesuffix(".py") for name in (*assignment.files, *assignment.provided)}
    contents = {}
    for name in (*assignment.files, *assignment.provided):
        path = assignment.reference / name
        try:
            source = path.read_text(encoding="utf-8")
            if name in assignment.files:
                source = remove_unused_imports(
                    remove_answers(source, given_functions(assignment, name)), local_modules
                )
        except FileNotFoundError:
            raise AssignmentError(f"{path}: the reference has no such file") from None
        except SyntaxError as error:
            raise AssignmentError(f"{path}, line {error.lineno}: {error.msg}") from None
        contents[name] = source.encode()
    return contents


def given_functions(assignment: Assignment, file: str) -> set[str]:
    """Return the functions of a student's file that the starter keeps complete."""
    names = (name.rpartition(":") for name in assignment.given)
    return {function for module, _, function in names if module in ("", file)}


def remove_answers(source: str, given: Collection[str]) -> str:
    """Remove the answers from a module's source."""
    lines = source.splitlines(keepends=True)
    _remove_from_body(ast.parse(source).body, lines, given)
    return _tidy("".join(lines))


def _remove_from_body(body: list[ast.stmt], lines: list[str], given: Collection[str]) -> None:
    """Remove the answers from the lines of a module or a class, from the last to the first."""
    for node in reversed(body):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name not in given:
            if node.name.startswith(("_", "test_")):
                del lines[_first_line_to_remove(node, lines) - 1 : node.end_lineno]
            elif isinstance(node, ast.ClassDef):
                _remove_from_body(node.body, lines, given)
            else:
                lines[_end_of_docstring(node) : node.end_lineno] = [" " * node.col_offset + STUB]
        elif _binds_private_name(node):
            del lines[node.lineno - 1 : node.end_lineno]


def _first_line_to_remove(node: ast.FunctionDef | ast.ClassDef, lines: list[str]) -> int:
    """Return the number of the first line that belongs to a definition.

    Its decorators, the comment right above it, and the blank lines before that belong to it.
    """
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    while first > 1 and lines[first - 2].lstrip().startswith("#"):
        first -= 1
    while first > 1 and lines[first - 2].isspace():
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


def remove_unused_imports(source: str, local_modules: Collection[str]) -> str:
    """Remove unused imports, except those of the assignment's own modules."""
    tree = ast.parse(source)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    lines = source.splitlines(keepends=True)
    for node in reversed(tree.body):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = set(_modules(node))
            names = {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
            if not names & used and not modules & {*local_modules, "__future__"}:
                end = node.end_lineno or node.lineno
                before, after = lines[node.lineno - 2 : node.lineno - 1], lines[end : end + 1]
                between_blank_lines = before == after == ["\n"]
                del lines[node.lineno - 1 : end + between_blank_lines]
    return _tidy("".join(lines))


def _modules(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield node.module or ""
    else:
        yield from (alias.name for alias in node.names)


def _tidy(source: str) -> str:
    """Keep at most two blank lines in a row, and none at the end."""
    return re.sub(r"\n{4,}", "\n\n\n", source).rstrip("\n") + "\n"

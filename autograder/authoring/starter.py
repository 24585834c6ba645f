"""Generate a starter from its reference by removing the answers.

Of a file that a student writes, the starter keeps imports, constants, the given functions, and the
signature and docstring of every other function. Methods are treated like functions. Private names
(with a leading underscore), tests that are not given, and imports that are no longer used are
removed; of `__init__` the signature stays, if it has parameters or a docstring. Under `if __name__
== "__main__":`, calls of the file's own functions stay. Any other statement may be the answer, and
is refused. In a file without functions and classes, the values of variables are the answers, `total
= ...`, and so are all other statements. Provided files are copied unchanged.
"""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Collection, Iterator

from autograder.assignment import Assignment, AssignmentError
from autograder.judge.python_source import Function

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom, ast.Pass)
_TYPE_ALIAS = getattr(ast, "TypeAlias", ast.Pass)  # Since Python 3.12.
_GUARDS = ("__name__ == '__main__'", "'__main__' == __name__")
STUB = "raise NotImplementedError\n"
"""What replaces an answer. `judge/failure.py` reports that such a function is not written yet."""


class AnswerLeftError(ValueError):
    """A statement of the reference cannot be emptied; `line` is its number."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} cannot be emptied")
        self.line = line


def starter_files(assignment: Assignment) -> dict[str, bytes]:
    """Return the content of each file of a starter.

    Raises:
        AssignmentError: a file of the reference is missing, is not UTF-8 text or valid Python, or
            has a statement that cannot be emptied.
    """
    local_modules = {name.removesuffix(".py") for name in (*assignment.files, *assignment.provided)}
    contents = {}
    for name in (*assignment.files, *assignment.provided):
        path = assignment.reference / name
        try:
            if name in assignment.provided and path.suffix != ".py":
                contents[name] = path.read_bytes()
                continue
            source = path.read_text(encoding="utf-8")
            if name in assignment.files:
                if path.suffix != ".py":
                    raise AnswerLeftError(1)
                source = remove_unused_imports(
                    remove_answers(source, given_functions(assignment, name)), local_modules
                )
        except FileNotFoundError:
            raise AssignmentError(f"{path}: the reference has no such file") from None
        except UnicodeDecodeError:
            raise AssignmentError(f"{path}: not UTF-8 text; save it as UTF-8") from None
        except AnswerLeftError as error:
            advice = "move it into a function, or the file into `provided`"
            where = f"{path}, line {error.line}"
            raise AssignmentError(f"{where}: this would stay in the starter; {advice}") from None
        except SyntaxError as error:
            raise AssignmentError(f"{path}, line {error.lineno}: {error.msg}") from None
        contents[name] = source.encode()
    return contents


def given_functions(assignment: Assignment, file: str) -> set[str]:
    """Return the functions of a student's file that the starter keeps complete."""
    names = (name.rpartition(":") for name in assignment.given)
    return {function for module, _, function in names if module in ("", file)}


def remove_answers(source: str, given: Collection[str]) -> str:
    """Remove the answers from a module's source.

    Raises:
        AnswerLeftError: a statement cannot be emptied.
    """
    lines = source.splitlines(keepends=True)
    body = ast.parse(source).body
    own = {node.name for node in body if isinstance(node, _DEFINITIONS)}
    for node in reversed(body):
        if isinstance(node, ast.If) and ast.unparse(node.test) in _GUARDS and not node.orelse:
            if not all(_calls(statement, own) for statement in node.body):
                first = node.body[0]
                lines[first.lineno - 1 : node.end_lineno] = [_before(first, lines) + STUB]
        elif own:
            _remove_from(node, lines, given)
        elif len({node.end_lineno for node in body}) < len(body):
            raise AnswerLeftError(node.lineno)  # Two statements are on one line.
        else:
            _empty_statement(node, lines)
    return _tidy("".join(lines))


def _empty_statement(node: ast.stmt, lines: list[str]) -> None:
    """Replace the value of a variable; remove anything else but imports and texts."""
    value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    is_private = _binds_private_name(node)
    if value and not is_private and all(isinstance(target, ast.Name) for target in targets):
        end = node.end_lineno or node.lineno
        after = lines[end - 1].encode()[node.end_col_offset :].decode()
        lines[value.lineno - 1 : end] = [f"{_before(value, lines)}...{after}"]
    elif value or not _may_stay(node):
        del lines[node.lineno - 1 : node.end_lineno]


def _calls(statement: ast.stmt, names: Collection[str]) -> bool:
    called = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(isinstance(name, ast.Name) and name.id in names for name in called)


def _remove_from(node: ast.stmt, lines: list[str], given: Collection[str]) -> None:
    """Remove the answers from the lines of a statement of a module or a class."""
    if isinstance(node, _DEFINITIONS):
        if node.name in given:
            return
        if _is_removed(node):
            del lines[_first_line(node, lines) - 1 : node.end_lineno]
        elif isinstance(node, ast.ClassDef):
            head, indentation = _first_line(node.body[0], lines), _before(node.body[0], lines)
            for inner in reversed(node.body):
                _remove_from(inner, lines, given)
            if all(map(_is_removed, node.body)):
                lines.insert(head - 1, f"{indentation}pass\n")
        else:
            _empty(node, lines)
    elif _is_removed(node):
        del lines[node.lineno - 1 : node.end_lineno]
    elif not _may_stay(node):
        raise AnswerLeftError(node.lineno)


def _is_removed(node: ast.stmt) -> bool:
    """Is it private or a test, and so no part of the starter?"""
    if isinstance(node, _DEFINITIONS):
        return node.name.startswith(("_", "test_")) and not _is_constructor(node)
    return _binds_private_name(node)


def _is_constructor(node: ast.stmt) -> bool:
    """Is it an `__init__` with something to keep: parameters or a docstring?"""
    if not isinstance(node, ast.FunctionDef) or node.name != "__init__":
        return False
    parameters = ast.unparse(node.args)
    return parameters != "self" or ast.get_docstring(node) is not None


def _empty(node: Function, lines: list[str]) -> None:
    """Replace a function's body, but not its docstring."""
    head = node.body[0]
    before = _before(head, lines)
    if before.strip():  # The body is on the line of the signature.
        stub = f"{_before(node, lines)}    {STUB}"
        lines[head.lineno - 1 : node.end_lineno] = [f"{before.rstrip()}\n", stub]
    else:
        documented = ast.get_docstring(node) is not None
        start = head.end_lineno if documented else _first_line(head, lines) - 1
        lines[start : node.end_lineno] = [before + STUB]


def _before(node: ast.stmt | ast.expr, lines: list[str]) -> str:
    """Return what its line has before a node: its indentation, if nothing else is there."""
    return lines[node.lineno - 1].encode()[: node.col_offset].decode()


def _may_stay(node: ast.stmt) -> bool:
    """Is a statement no part of the answer: an import, a constant, a text?"""
    if isinstance(node, (ast.If, ast.Try)):
        handlers = node.handlers if isinstance(node, ast.Try) else []
        inside = [*node.body, *node.orelse, *(inner for h in handlers for inner in h.body)]
        return all(isinstance(inner, _IMPORTS) for inner in inside)
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        return not any(isinstance(part, ast.Lambda) for part in ast.walk(node))
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or isinstance(node, (*_IMPORTS, _TYPE_ALIAS))


def _first_line(node: ast.stmt, lines: list[str]) -> int:
    """Return the number of the first line that belongs to a statement.

    Its decorators, the comment right above it, and the blank lines before that belong to it.
    """
    decorators = node.decorator_list if isinstance(node, _DEFINITIONS) else []
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    while first > 1 and lines[first - 2].lstrip().startswith("#"):
        first -= 1
    while first > 1 and lines[first - 2].isspace():
        first -= 1
    return first


def _binds_private_name(node: ast.stmt) -> bool:
    if not isinstance(node, (ast.Assign, ast.AnnAssign)):
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return all(isinstance(name, ast.Name) and name.id.startswith("_") for name in targets)


def remove_unused_imports(source: str, local_modules: Collection[str]) -> str:
    """Remove unused names from imports, except from those of the assignment's own modules."""
    tree = ast.parse(source)
    used = {*_used_names(tree), "*"}
    lines = source.splitlines(keepends=True)
    for node in reversed(tree.body):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            kept = [name for name in node.names if _bound_name(name) in used]
            if kept == node.names or {*_modules(node)} & {*local_modules, "__future__"}:
                continue
            start, end = node.lineno - 1, node.end_lineno or node.lineno
            after = lines[end - 1].encode()[node.end_col_offset :].lstrip()
            if node.col_offset or after.startswith(b";"):
                continue  # Another statement is on the same line.
            node.names = kept
            if kept:
                lines[start:end] = [f"{ast.unparse(node)}\n"]
            else:
                between_blank_lines = lines[start - 1 : start] == lines[end : end + 1] == ["\n"]
                del lines[start : end + between_blank_lines]
    return _tidy("".join(lines))


def _used_names(tree: ast.AST) -> set[str]:
    """Return the names that code uses, those in quoted annotations included."""
    nodes = list(ast.walk(tree))
    for node in nodes:  # It grows during the loop.
        for annotation in (getattr(node, field, None) for field in ("annotation", "returns")):
            for part in ast.walk(annotation) if annotation else ():
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    with contextlib.suppress(SyntaxError):  # Such as a text in a Literal.
                        nodes += ast.walk(ast.parse(part.value.strip(), mode="eval"))
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def _bound_name(name: ast.alias) -> str:
    return (name.asname or name.name).partition(".")[0]


def _modules(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield node.module or ""
    else:
        yield from (alias.name for alias in node.names)


def _tidy(source: str) -> str:
    """Keep at most two blank lines in a row, and none at the start or the end."""
    return re.sub(r"\n{4,}", "\n\n\n", source).strip("\n") + "\n"

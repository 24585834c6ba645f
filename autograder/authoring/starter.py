"""Generate a starter from its reference by removing the answers.

Of a file that a student writes, the starter keeps imports, constants, the given functions, and the
signature and docstring of every other function. Methods are treated like functions. Private names
(with a leading underscore), tests that are not given, and imports that neither the starter nor a
public test uses are removed; of `__init__` the signature stays, if it has parameters or a
docstring. A decorator that students write becomes a comment, `# @memoize once it is written`, since
it runs while the file is loaded; so does the value of a variable that a call of theirs makes.
Under `if __name__ == "__main__":`, calls of the file's own functions stay. Any other statement may
be the answer, and is refused. In a file without functions and classes, the values of variables are
the answers, `total = ...`, and so are all other statements. Provided files are copied unchanged.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

from autograder.assignment import Assignment, AssignmentError
from autograder.judge.grading_python import PYTHON
from autograder.judge.python_source import Function, parse
from autograder.text_files import kit_text

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom, ast.Pass)
_TYPE_ALIAS = getattr(ast, "TypeAlias", ast.Pass)  # Since Python 3.12.
_GUARD = "__name__ == '__main__'"
_RUN_BY_PYTHON = {"__init__", "__new__", "__post_init__", "__set_name__"}
"""The methods that making an object, and keeping it in a class, may run."""
LATER = "once it is written"
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
    contents = {}
    for name in (*assignment.files, *assignment.provided):
        path = assignment.reference / name
        try:
            if name in assignment.provided:
                contents[name] = path.read_bytes()
            else:
                contents[name] = _emptied(assignment, name, kit_text(path)).encode()
        except FileNotFoundError:
            raise AssignmentError(f"{path}: the reference has no such file") from None
        except AnswerLeftError as error:
            advice = 'move it into a function or below `if __name__ == "__main__":`, '
            advice += "or the file into `provided`"
            where = f"{path}, line {error.line}"
            raise AssignmentError(f"{where}: this would stay in the starter; {advice}") from None
        except SyntaxError as error:
            raise AssignmentError(f"{path}, line {error.lineno}: {error.msg} in {PYTHON}") from None
    return contents


def _emptied(assignment: Assignment, file: str, source: str) -> str:
    """Return a file of the reference as students get it; what is `given` stays complete."""
    if not file.endswith(".py"):
        raise AnswerLeftError(1)
    names = (name.rpartition(":") for name in assignment.given)
    given = {function for module, _, function in names if module in ("", file)}
    modules = {name.removesuffix(".py") for name in (*assignment.files, *assignment.provided)}
    tests = [path.read_text("utf-8", "replace") for path in assignment.public_tests.glob("*.py")]
    named = re.findall(rf"\b{file.removesuffix('.py')}\.(\w+)", "".join(tests))
    return remove_unused_imports(remove_answers(source, given), modules, named)


def remove_answers(source: str, given: Collection[str]) -> str:
    """Remove the answers from a module's source.

    Raises:
        AnswerLeftError: a statement cannot be emptied.
    """
    lines = source.splitlines(keepends=True)
    body = parse(source).body
    definitions = [node for node in body if isinstance(node, _DEFINITIONS)]
    own = {node.name for node in definitions}
    emptied = {node.name for node in definitions if _is_emptied(node, given)}
    for node in reversed(body):
        if isinstance(node, ast.If) and ast.unparse(node.test) == _GUARD and not node.orelse:
            if not all(_calls_one_of(statement, own) for statement in node.body):
                first = node.body[0]
                lines[first.lineno - 1 : node.end_lineno] = [_before(first, lines) + STUB]
        elif own:
            _remove_from(node, lines, given, emptied)
        elif len({node.end_lineno for node in body}) < len(body):
            raise AnswerLeftError(node.lineno)  # Two statements are on one line.
        else:
            _empty_statement(node, lines)
    return _tidy("".join(lines))


def _is_emptied(node: Function | ast.ClassDef, given: Collection[str]) -> bool:
    """Return whether the starter lacks code that a call of this function or class runs."""
    if node.name in given:
        return False
    if is_removed(node) or not isinstance(node, ast.ClassDef):
        return True
    methods = {
        each.name for each in node.body if isinstance(each, Function) and not is_removed(each)
    }
    return bool(methods & _RUN_BY_PYTHON - {*given})


def _empty_statement(node: ast.stmt, lines: list[str], comment: str = "") -> None:
    """Replace the value of a variable; remove anything else but imports and texts."""
    value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    is_private = _binds_private_name(node)
    if value and not is_private and all(isinstance(target, ast.Name) for target in targets):
        end = node.end_lineno or node.lineno
        after = lines[end - 1].encode()[node.end_col_offset :].decode()
        lines[value.lineno - 1 : end] = [f"{_before(value, lines)}...{comment}{after}"]
    elif value or not _may_stay(node):
        del lines[node.lineno - 1 : node.end_lineno]


def _calls_one_of(node: ast.AST, names: Collection[str]) -> bool:
    called = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
    return any(isinstance(name, ast.Name) and name.id in names for name in called)


def _remove_from(
    node: ast.stmt, lines: list[str], given: Collection[str], emptied: Collection[str]
) -> None:
    """Remove the answers from the lines of a statement of a module or a class."""
    if isinstance(node, _DEFINITIONS):
        if is_removed(node) and node.name not in given:
            del lines[first_line(node, lines) - 1 : node.end_lineno]
            return
        if node.name in given:
            pass
        elif isinstance(node, ast.ClassDef):
            head, indentation = first_line(node.body[0], lines), _before(node.body[0], lines)
            for inner in reversed(node.body):
                _remove_from(inner, lines, given, emptied)
            if all(map(is_removed, node.body)):
                lines.insert(head - 1, f"{indentation}pass\n")
        else:
            _empty(node, lines)
        for decorator in reversed(node.decorator_list):
            if _calls_one_of(ast.Call(decorator, [], []), emptied):
                comment = f"{_before(node, lines)}# @{ast.unparse(decorator)} {LATER}\n"
                is_public = not _uses_private_name(decorator)
                lines[decorator.lineno - 1 : decorator.end_lineno] = [comment] * is_public
    elif is_removed(node):
        del lines[node.lineno - 1 : node.end_lineno]
    elif not _may_stay(node):
        raise AnswerLeftError(node.lineno)
    elif (
        isinstance(node, ast.Assign | ast.AnnAssign) and node.value and _calls_one_of(node, emptied)
    ):
        is_public = not _uses_private_name(node)
        comment = f"  # {ast.unparse(node.value)} {LATER}"
        _empty_statement(node, lines, comment if is_public else "")


def _uses_private_name(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Name) and each.id.startswith("_") for each in ast.walk(node))


def is_removed(node: ast.stmt) -> bool:
    """Return whether a definition is private or a test, and so no part of the starter.

    Special methods are part of it, but an `__init__` only with parameters or a docstring.
    """
    if not isinstance(node, _DEFINITIONS):
        return _binds_private_name(node)
    if isinstance(node, ast.FunctionDef) and node.name == "__init__":
        return ast.unparse(node.args) == "self" and ast.get_docstring(node) is None
    is_special = node.name.startswith("__") and node.name.endswith("__")
    return node.name.startswith(("_", "test_")) and not is_special


def _empty(node: Function, lines: list[str]) -> None:
    """Replace a function's body, but not its docstring."""
    head = node.body[0]
    before = _before(head, lines)
    if before.strip():  # The body is on the line of the signature.
        stub = f"{_before(node, lines)}    {STUB}"
        lines[head.lineno - 1 : node.end_lineno] = [f"{before.rstrip()}\n", stub]
    else:
        documented = ast.get_docstring(node) is not None
        start = head.end_lineno if documented else first_line(head, lines) - 1
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


def first_line(node: ast.stmt, lines: list[str]) -> int:
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


def remove_unused_imports(
    source: str, local_modules: Collection[str], named: Collection[str] = ()
) -> str:
    """Remove unused names from imports, except from those of the assignment's own modules.

    Those that are `named` stay: tests may patch them.
    """
    tree = parse(source)
    used = {*_used_names(tree), *named, "*"}
    lines = source.splitlines(keepends=True)
    for node in reversed(tree.body):
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        kept = [each for each in node.names if (each.asname or each.name).partition(".")[0] in used]
        modules = {getattr(node, "module", ""), *(alias.name for alias in node.names)}
        start, end = node.lineno - 1, node.end_lineno or node.lineno
        is_alone = not node.col_offset and ";" not in lines[end - 1]
        if kept == node.names or modules & {*local_modules, "__future__"} or not is_alone:
            continue
        node.names = kept
        if kept:
            lines[start:end] = [f"{ast.unparse(node)}\n"]
        else:
            between_blank_lines = lines[start - 1 : start] == lines[end : end + 1] == ["\n"]
            del lines[start : end + between_blank_lines]
    return _tidy("".join(lines))


def _used_names(tree: ast.AST) -> set[str]:
    """Return the names that code uses, and the words of quoted annotations."""
    nodes = list(ast.walk(tree))
    annotations = [getattr(node, key, None) for node in nodes for key in ("annotation", "returns")]
    parts = [part for each in annotations if each for part in ast.walk(each)]
    quoted = " ".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
    return {node.id for node in nodes if isinstance(node, ast.Name)} | set(
        re.findall(r"\w+", quoted)
    )


def _tidy(source: str) -> str:
    """Keep at most two blank lines in a row, and none at the start or the end."""
    return re.sub(r"\n{4,}", "\n\n\n", source).strip("\n") + "\n"

"""Changes to the statements of a function: returns, loops, deletions, shared state."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from autograder.authoring.mutants.edits import Edit, SourceText

FRESH = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
FRESH_CALLS = {"list", "dict", "set", "deque", "Counter", "defaultdict"}
_SCOPES = (ast.FunctionDef, ast.ClassDef, ast.Lambda)


def statement_edits(function: ast.FunctionDef, source: SourceText) -> Iterator[Edit]:
    """Yield the changes to a function's statements, but not to functions inside it."""
    assigned: set[str] = {argument.arg for argument in function.args.args}
    for statement in _statements(function.body):
        yield from _returns(statement, function, source)
        yield from _loops(statement, source)
        yield from _shared_state(statement, source)
        if _can_be_deleted(statement, assigned):
            yield source.replace(statement, "pass")
        if isinstance(statement, ast.Assign | ast.For):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            names = (node for target in targets for node in ast.walk(target))
            assigned |= {node.id for node in names if isinstance(node, ast.Name)}


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, _SCOPES):
            continue
        yield statement
        for blocks in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(statement, blocks, []))
        for handler in getattr(statement, "handlers", []):
            yield from _statements(handler.body)


def _returns(statement: ast.stmt, function: ast.FunctionDef, source: SourceText) -> Iterator[Edit]:
    if isinstance(statement, ast.Return) and statement.value is not None:
        if not isinstance(statement.value, ast.Constant) or statement.value.value is not None:
            yield source.replace(statement, "return None")
        if statement is not function.body[-1]:
            yield source.replace(statement, "pass")


def _loops(statement: ast.stmt, source: SourceText) -> Iterator[Edit]:
    """End a loop after its first round, or mix up `break` and `continue`."""
    if isinstance(statement, ast.For | ast.While):
        end, indentation = source.end(statement.body[-1]), statement.body[0].col_offset
        if not isinstance(statement.body[-1], ast.Return | ast.Break):
            yield Edit(end, end, f"\n{' ' * indentation}break")
    if isinstance(statement, ast.Break):
        yield source.replace(statement, "continue")
    if isinstance(statement, ast.Continue):
        yield source.replace(statement, "break")


def _shared_state(statement: ast.stmt, source: SourceText) -> Iterator[Edit]:
    """Let all calls, or all objects, share a value of which each should have its own."""
    if isinstance(statement, ast.Assign):
        target, value = statement.targets[0], statement.value
    elif isinstance(statement, ast.AnnAssign) and statement.value:
        target, value = statement.target, statement.value
    else:
        return
    name = target.id if isinstance(target, ast.Name) else getattr(target, "attr", "")
    called = getattr(getattr(value, "func", None), "id", "")
    if name and (isinstance(value, FRESH) or called in FRESH_CALLS or "copy" in called):
        yield source.replace(value, f'globals().setdefault("shared_{name}", {source.of(value)})')


def _can_be_deleted(statement: ast.stmt, assigned: set[str]) -> bool:
    """Does deleting a statement leave all names defined? If not, any call finds the mutant."""
    match statement:
        case ast.Expr(value=ast.Constant()):
            return False
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Break() | ast.Continue():
            return True
        case ast.If(orelse=[]):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in assigned
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
    return False

"""Why a function returned None, as its source shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from autograder.judge.explain.evidence import Evidence, Says, unparsed
from autograder.judge.python_source import own_nodes
from autograder.judge.sources import Sources
from autograder.report import Kind, Place
from autograder.safetext import shortened
from autograder.sandbox.messages import ResponseKind

_OF_STRINGS = {"lower", "upper", "title", "capitalize", "strip", "lstrip", "rstrip", "replace"}
"""Methods that return a new string."""
CHANGES_IN_PLACE = {"append", "extend", "insert", "remove", "reverse", "sort", "clear", "add"}
CHANGES_IN_PLACE |= {"appendleft", "discard", "update"}
"""Methods of lists, sets and dicts that return None."""


def returned_none(evidence: Evidence) -> Says | None:
    """Say why a function returned None: printed instead, or ended without a `return`."""
    subject, printed = evidence.subject, evidence.response.printed.strip()
    returned, expected = evidence.values or (evidence.response.value, "")
    if returned is not None or expected is None or evidence.response.kind is not ResponseKind.VALUE:
        return None
    if printed and printed in (str(expected).strip(), repr(expected)):
        why = "`return` gives a value back; `print` only shows it"
        shown = shortened(printed.partition("\n")[0], 60)
        return Says(f"printed {shown} and returned None", why)
    if found := evidence.sources.function(subject):
        file, last = found[0], found[1].node.body[-1]
        does_nothing = unparsed(last) in ("return", "pass", "...")
        if does_nothing and not found[1].has_code_but(last.lineno):
            place = Place(file, last.lineno, found[1].node.name, unparsed(last))
            return Says("is not written yet", kind=Kind.NOT_WRITTEN, place=place)
    reason = reason_for_none(evidence.sources, subject)
    return Says("returned None", reason) if reason else None


def reason_for_none(sources: Sources, name: str) -> str:
    """Return why a function returned None, as far as its source shows; empty if on purpose."""
    found = sources.function(name)
    if found is None:
        return "does it end with a `return` and a value?"
    node = found[1].node
    nodes = [node, *own_nodes(node)]
    values = [each.value for each in nodes if isinstance(each, ast.Return)]
    names = {value.id for value in values if isinstance(value, ast.Name)}
    for statement, says in none_from_method(sources, nodes):
        if isinstance(statement, ast.Return) or names & {*map(unparsed, statement.targets)}:
            return says
    if not values:
        return "it ended without a `return`" if _falls_through(node.body) else ""
    if all(value is None for value in values):
        return "`return` alone returns None; write the value after it"
    if any(value is None or getattr(value, "value", "") is None for value in values):
        return ""
    if node.returns and {"None", "Optional"} & {*re.findall(r"\w+", ast.unparse(node.returns))}:
        return ""
    return "not every path through it ends with a `return`" if _falls_through(node.body) else ""


def none_from_method(
    sources: Sources, nodes: Sequence[ast.AST]
) -> Iterator[tuple[ast.Return | ast.Assign, str]]:
    """Yield each statement that assigns or returns the None of `append` and the like, and why."""
    methods = (each for _, file in sources.own_python for each in file.functions)
    in_place = CHANGES_IN_PLACE - {each.node.name for each in methods if each.owner}
    for each in nodes:
        match each:
            case (
                ast.Return(value=ast.Call(func=ast.Attribute(value=changed, attr=method)))
                | ast.Assign(value=ast.Call(func=ast.Attribute(value=changed, attr=method)))
            ):
                if method in in_place:
                    verb = "returns" if isinstance(each, ast.Return) else "assigns"
                    where = f"`{unparsed(each)}` (line {each.lineno})"
                    yield (
                        each,
                        f"{where} {verb} None: {method} changes `{unparsed(changed)}` itself",
                    )


def _falls_through(body: Sequence[ast.stmt]) -> bool:
    """Return whether statements may end without a `return`; False where that is not certain."""
    match body[-1]:
        case ast.If(body=then, orelse=otherwise):
            return not otherwise or _falls_through(then) or _falls_through(otherwise)
        case ast.For(orelse=[]):
            return True
        case ast.While(test=condition, orelse=[]):
            return not isinstance(condition, ast.Constant)
    return isinstance(body[-1], ast.Assign | ast.AugAssign | ast.Expr | ast.Pass | ast.Delete)


def dropped_result(sources: Sources, nodes: Sequence[ast.AST]) -> str:
    """Name a line that calls a function for its result, and does nothing with that."""
    for node in nodes:
        match node:
            case (
                ast.Expr(value=ast.Call(func=ast.Name(id=name)))
                | ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)))
            ) if sources.function(name):
                found = sources.function(name)
                inside = [*own_nodes(found[1].node)] if found else []
                values = [each.value for each in inside if isinstance(each, ast.Return)]
                if values and all(each and unparsed(each) != "None" for each in values):
                    return f"line {node.lineno} drops what {name} returns"
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=text, attr=name)) as call):
                if name in _OF_STRINGS and not _is_method(sources, name):
                    where = f"`{unparsed(call)}` (line {node.lineno})"
                    new = "it returns a new string, which is dropped"
                    return f"{where} does not change `{unparsed(text)}`: {new}"
    return ""


def _is_method(sources: Sources, name: str) -> bool:
    return any(f.owner and f.node.name == name for _, p in sources.own_python for f in p.functions)

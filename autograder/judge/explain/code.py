"""What a student's code shows: statements that beginners mean otherwise, each with its line."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from keyword import kwlist

from autograder.judge.explain.evidence import Evidence, Says, unparsed
from autograder.judge.explain.lines import source_of
from autograder.judge.python_source import Function, own_nodes
from autograder.judge.render.values import shortened
from autograder.judge.sources import Sources
from autograder.report import Kind, Place
from autograder.sandbox.messages import ResponseKind

CHANGES_IN_PLACE = {"append", "extend", "insert", "remove", "reverse", "sort", "clear", "add"}
CHANGES_IN_PLACE |= {"appendleft", "discard", "update"}
"""Methods of lists, sets and dicts that return None."""
_VALUES = (ast.Constant, ast.List, ast.Tuple, ast.Dict)


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
    """Can statements end without a `return`? False where that is not certain."""
    match body[-1]:
        case ast.If(body=then, orelse=otherwise):
            return not otherwise or _falls_through(then) or _falls_through(otherwise)
        case ast.For(orelse=[]):
            return True
        case ast.While(test=condition, orelse=[]):
            return not isinstance(condition, ast.Constant)
    return isinstance(body[-1], ast.Assign | ast.AugAssign | ast.Expr | ast.Pass | ast.Delete)


def likely_cause(evidence: Evidence) -> str:
    """Point to a statement that beginners mean otherwise, in the function that went wrong."""
    found = evidence.sources.function(evidence.subject)
    function = evidence.function if evidence.place else found[1] if found else None
    if says := defined_twice(evidence):
        return says
    if function is None:
        return ""
    nodes = [*own_nodes(function.node)]
    rules: list[Callable[[Sequence[ast.AST]], str]]
    rules = [constant_condition, same_rows]
    if evidence.response.kind is ResponseKind.VALUE:
        rules.append(partial(dropped_result, evidence.sources))
        rules.append(partial(other_case, evidence))
    if evidence.raised("IndexError") or evidence.response.kind is ResponseKind.VALUE:
        rules.append(shortened_in_loop)
    if evidence.values and evidence.values[0] is not None:  # None comes after the loop.
        rules.append(one_pass)
    return next((says for rule in rules if (says := rule(nodes))), "")


def defined_twice(evidence: Evidence) -> str:
    """Say that a later definition replaces one of the same name."""
    owner, _, name = evidence.subject.rpartition(".")
    for _, python in evidence.sources.own_python:
        classes = [each for each in python.nodes if isinstance(each, ast.ClassDef)]
        bodies = (
            [each.body for each in classes if each.name == owner] if owner else [python.tree.body]
        )
        for body in bodies:
            lines = [
                each.lineno
                for each in body
                if isinstance(each, Function) and each.name == name and not each.decorator_list
            ]
            if len(lines) > 1:
                last = lines[-1]
                return f"{name} is defined again in line {last}, so that of line {lines[0]} is lost"
    return ""


def same_rows(nodes: Sequence[ast.AST]) -> str:
    """Explain `[[0] * n] * n`, whose rows are one list."""
    for node in nodes:
        match node:
            case ast.BinOp(left=ast.List(elts=[row]), op=ast.Mult()) if _makes_list(row):
                where = f"`{unparsed(node)}` (line {node.lineno})"
                better = f"`[{unparsed(row)} for _ in range({unparsed(node.right)})]`"
                return f"all rows of {where} are one list: write {better}"
    return ""


def _makes_list(node: ast.AST) -> bool:
    whole = node.left if isinstance(node, ast.BinOp) else node
    return isinstance(whole, ast.List | ast.ListComp)


def dropped_result(sources: Sources, nodes: Sequence[ast.AST]) -> str:
    """Name a line that calls a function for its result, and does nothing with that."""
    for node in nodes:
        match node:
            case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
                found = sources.function(name)
                inside = [*own_nodes(found[1].node)] if found else []
                values = [each.value for each in inside if isinstance(each, ast.Return)]
                if values and all(each and unparsed(each) != "None" for each in values):
                    return f"line {node.lineno} drops what {name} returns"
    return ""


def other_case(evidence: Evidence, nodes: Sequence[ast.AST]) -> str:
    """Explain a comparison with a text that its variable never was, but for its capitals."""
    for node in nodes:
        match node:
            case ast.Compare(
                left=ast.Name(id=name), ops=[ast.Eq()], comparators=[ast.Constant(value=str(text))]
            ):
                notes = evidence.invocation.notes
                sources = {note.place: source_of(evidence, note.file, note.place) for note in notes}
                had = {note.text for note in notes if sources[note.place] == name}
                alike = {each for each in had if each.casefold() == repr(text).casefold()}
                if alike and repr(text) not in had:
                    return f"`{name}` is {min(alike)}, never {text!r} (line {node.lineno})"
    return ""


def one_pass(nodes: Sequence[ast.AST]) -> str:
    """Name a loop that returns in its first pass, whatever the branches in it decide."""
    for loop in nodes:
        if isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant):
            continue
        if isinstance(loop, ast.For | ast.While) and _always_leaves(loop.body):
            kinds = {type(node) for node in ast.walk(loop)}
            verb = "ends" if kinds & {ast.Raise, ast.Break} else "returns"
            if ast.Continue not in kinds:
                return f"the loop in line {loop.lineno} {verb} in its first pass"
    return ""


def _always_leaves(body: Sequence[ast.stmt]) -> bool:
    """Do statements end with a `return`, `raise` or `break`, whichever branch is taken?"""
    branches = ([each.body, each.orelse] for each in body if isinstance(each, ast.If))
    leaves = any(isinstance(each, ast.Return | ast.Raise | ast.Break) for each in body)
    return leaves or any(all(map(_always_leaves, both)) for both in branches)


def constant_condition(nodes: Sequence[ast.AST]) -> str:
    """Explain `x == 1 or 2`, whose second half is no comparison."""
    for node in nodes:
        match node:
            case ast.BoolOp(op=operator, values=[ast.Compare(left=left, ops=[sign]), *_, last]):
                is_value = unparsed(last) not in kwlist and isinstance(last, _VALUES)
                if is_value and isinstance(sign, ast.Eq | ast.NotEq):
                    with contextlib.suppress(ValueError):  # Its items may be variables.
                        truth = "always" if ast.literal_eval(last) else "never"
                        word = "or" if isinstance(operator, ast.Or) else "and"
                        meant = unparsed(ast.Compare(left, [sign], [last]))
                        where = f"in line {last.lineno}, `{word} {unparsed(last)}`"
                        return f"{where} is {truth} true: write `{word} {meant}`"
    return ""


def shortened_in_loop(nodes: Sequence[ast.AST]) -> str:
    """Name the line that removes items while a loop counts them or goes through them."""
    for loop in nodes:
        match loop:
            case ast.For(iter=ast.Name(id=name)):
                harm = "goes through them: it skips some"
            case ast.For(
                target=ast.Name(id=index),
                iter=ast.Call(func=ast.Name(id="range"), args=[*_, counted]),
            ):
                names = re.findall(r"len\((\w+)\)", unparsed(counted))
                used = [each for each in names if f"{each}[{index}" in ast.unparse(loop)]
                name, harm = "".join(used[:1]), "counts to the old length"
            case _:
                continue
        inside = [*ast.walk(loop)]
        leaves = any(isinstance(node, ast.Return | ast.Break) for node in inside)
        lines = [line for node in inside if (line := _removes_from(node, name))]
        if lines and not leaves:
            where = f"while the loop in line {loop.lineno} {harm}"
            return f"line {lines[0]} removes items from `{name}` {where}"
    return ""


def _removes_from(node: ast.AST, name: str) -> int:
    """Return the line of a node if it makes the list of this name shorter, else 0."""
    match node:
        case (
            ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr="pop" | "remove"))
            | ast.Delete(targets=[ast.Subscript(value=ast.Name(id=owner))])
        ):
            return node.lineno if owner == name else 0
    return 0

"""Statements that beginners mean otherwise, each with its line."""

from __future__ import annotations

import ast
import contextlib
import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Sequence
from functools import partial
from itertools import takewhile
from keyword import kwlist

from autograder.judge.explain.evidence import Evidence, unparsed
from autograder.judge.explain.lines import functions_of, source_of
from autograder.judge.explain.names import assigned_names, attribute_of
from autograder.judge.explain.none import CHANGES_IN_PLACE, dropped_result
from autograder.judge.python_source import FunctionSource, PythonSource, own_nodes
from autograder.judge.sources import Sources
from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.parts import is_nested

Rule = Callable[[Sequence[ast.AST]], str]
_VALUES = (ast.Constant, ast.List, ast.Tuple, ast.Dict)
_LAZY = {"reversed", "map", "filter", "zip", "enumerate"}
MAX_FUNCTIONS = 8
"""How many of those that were called are looked at."""
_BRACKETS = {"[": "a list", "(": "a tuple", "{": "a dict or set", "'": "a string", '"': "a string"}
"""The kinds of values by the first character of their texts; digits and signs begin numbers."""


def likely_cause(evidence: Evidence) -> str:
    """Point to a statement that beginners mean otherwise, in the functions that went wrong."""
    if says := defined_twice(evidence):
        return says
    for i, (file, function) in enumerate(_functions(evidence)):
        skipped = _skipped(evidence, file, function)
        nodes = [node for node in own_nodes(function.node) if node not in skipped]
        for rule in _rules(evidence, file, function, is_own=i == 0):
            if says := rule(nodes):
                return says
    return ""


def _functions(evidence: Evidence) -> Iterator[tuple[str, FunctionSource]]:
    """Yield the function that went wrong, and those that it called, each with its file.

    An attribute is what a method has set.
    """
    if evidence.place:
        if evidence.function:
            yield evidence.place.file, evidence.function
        return
    names = functions_of(evidence.invocation.notes, {evidence.subject})
    for name in dict.fromkeys([evidence.subject, *names[:MAX_FUNCTIONS]]):
        if found := evidence.sources.function(name):
            yield found


def _skipped(evidence: Evidence, file: str, function: FunctionSource) -> set[ast.AST]:
    """Return what is in branches that were never taken, as the recorded conditions show."""
    notes = evidence.invocation.notes
    if any(note.last for note in notes):  # Some before it were left out.
        return set()
    values = defaultdict[tuple[object, object], set[str]](set)
    for note in notes:
        if note.file == file:
            values[note.place.start, note.place.end].add(note.text)
    skipped = set[ast.AST]()
    for node in own_nodes(function.node):
        if isinstance(node, ast.If):
            test = node.test
            start, end = (test.lineno, test.col_offset), (test.end_lineno, test.end_col_offset)
            taken = values[start, end]
            branch = node.body if taken == {"False"} else node.orelse if taken == {"True"} else []
            skipped |= {each for statement in branch for each in ast.walk(statement)}
    return skipped


def _rules(
    evidence: Evidence, file: str, function: FunctionSource, *, is_own: bool
) -> Iterator[Rule]:
    """Yield the rules for a function; some are only for that which returned the value itself."""
    sources, has_value = evidence.sources, evidence.response.kind is ResponseKind.VALUE
    python = sources.python(file)
    yield from (constant_condition, same_rows, partial(not_called, sources, function))
    yield partial(unused_value, function)
    yield partial(equal_to_iterator, sources)
    if has_value:
        yield partial(local_for_attribute, python, function)
        yield partial(dropped_result, sources)
        yield partial(impossible_comparison, evidence, function)
    if evidence.raised("IndexError") or has_value:
        yield shortened_in_loop
    if evidence.values and (evidence.values[0] is not None or not is_own):
        yield one_pass  # A None of its own comes after the loop.
    if is_own:
        yield lambda _: class_variable(python, function)


def class_variable(python: PythonSource, function: FunctionSource) -> str:
    """Name a list, dict or set that all objects of a class share, and that its methods change."""
    owner = python.classes.get(function.owner)
    changed = {_changed_attribute(node) for node in (ast.walk(owner) if owner else ())}
    for each in owner.body if owner else ():
        match each:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                kind = _container(value)
                if kind and name in changed and not attribute_of(python, function, name):
                    mine = f"self.{name} = {unparsed(value)}"
                    where = f"`{name}` (line {each.lineno})"
                    shared = f"{where} is one {kind} that all objects share"
                    return f"{shared}: set `{mine}` in `__init__`"
    return ""


def _changed_attribute(node: ast.AST) -> str:
    """Return the attribute whose list, dict or set a node changes, or ""."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=name), attr=method)):
            return name if method in CHANGES_IN_PLACE else ""
        case ast.Subscript(value=ast.Attribute(attr=name)):
            return name if _is_assigned(node) else ""
    return ""


def _container(node: ast.expr) -> str:
    """Return "list", "dict" or "set" for an expression that makes one, else ""."""
    if isinstance(node, ast.List | ast.Dict | ast.Set):
        return type(node).__name__.lower()
    called = str(getattr(getattr(node, "func", None), "id", ""))
    return called if called in ("list", "dict", "set") else ""


def equal_to_iterator(sources: Sources, nodes: Sequence[ast.AST]) -> str:
    """Explain `text == reversed(text)`, which never holds."""
    for node in nodes:
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                for side in (left, right):
                    name = getattr(getattr(side, "func", None), "id", "")
                    if name in _LAZY and not sources.function(name):
                        code = unparsed(side)
                        what = f"`{code}` (line {node.lineno}) is an iterator, which equals nothing"
                        return f"{what} else: compare `list({code})`"
    return ""


def defined_twice(evidence: Evidence) -> str:
    """Say that a later definition replaces one of the same name."""
    for _, python in evidence.sources.own_python:
        if lines := python.redefined.get(evidence.subject):
            name = evidence.subject.rpartition(".")[2]
            return (
                f"{name} is defined again in line {lines[-1]}, so that of line {lines[0]} is lost"
            )
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


def impossible_comparison(
    evidence: Evidence, function: FunctionSource, nodes: Sequence[ast.AST]
) -> str:
    """Explain a comparison with what its variable never was: a text but for case, another kind."""
    if any(note.last for note in evidence.invocation.notes):  # Some were left out.
        return ""
    for node in nodes:
        match node:
            case ast.Compare(
                left=ast.Name(id=name), ops=[ast.Eq()], comparators=[ast.Constant(value=value)]
            ) if type(value) in (str, int, float):
                text, where = repr(value), f"(line {node.lineno})"
                had = _recorded_texts(evidence, function, name)
                if not had or {"", "None", "True", "False"}.intersection(had):
                    continue
                alike = [each for each in had if each.casefold() == text.casefold()]
                if alike and text not in had:
                    return f"`{name}` is {alike[0]}, never {text} {where}"
                kind, *kinds = (_BRACKETS.get(each[0], "a number") for each in (text, *had))
                if kind not in kinds:
                    return f"`{name}` is {had[0]}, never {kind} {where}"
    return ""


def _recorded_texts(evidence: Evidence, function: FunctionSource, name: str) -> list[str]:
    """Return what a variable of a function was in a call, as texts."""
    notes = [each for each in evidence.invocation.notes if each.place.function == function.name]
    files = {note.place: note.file for note in notes}
    places = {each for each, file in files.items() if source_of(evidence, file, each) == name}
    return sorted({note.text for note in notes if note.place in places})


def unused_value(function: FunctionSource, nodes: Sequence[ast.AST]) -> str:
    """Explain a statement that only computes a value: an `=` is meant, or a `return` before it."""
    tried = {id(each) for node in nodes if isinstance(node, ast.Try) for each in node.body}
    for node in nodes:
        match node:
            case ast.Expr(value=ast.Compare() | ast.BinOp() as value) if id(node) not in tried:
                where = f"`{unparsed(value)}` (line {node.lineno})"
                match value:
                    case ast.Compare(left=ast.Name(), ops=[ast.Eq()]):
                        if node is not function.node.body[-1]:
                            return f"{where} only compares: `=` assigns"
                return f"{where} is computed and dropped: is `return` missing before it?"
    return ""


def not_called(sources: Sources, function: FunctionSource, nodes: Sequence[ast.AST]) -> str:
    """Name a function that stands in a condition without being called."""
    own = function.variables
    for part in _conditions(nodes):
        if isinstance(part, ast.Name) and part.id not in own and sources.function(part.id):
            what = f"`{part.id}` in line {part.lineno} is the function itself, not its result"
            return f"{what}: write `{part.id}(…)`"
    return ""


def _is_assigned(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)


def _conditions(nodes: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """Yield the expressions that are true or false, and what is compared."""
    for node in nodes:
        match node:
            case ast.If(test=part) | ast.While(test=part) | ast.IfExp(test=part):
                yield part
            case ast.UnaryOp(op=ast.Not(), operand=part):
                yield part
            case ast.BoolOp(values=parts):
                yield from parts
            case ast.Compare(left=left, ops=[operator], comparators=[other]):
                yield from () if isinstance(operator, ast.Is | ast.IsNot) else (left, other)


def local_for_attribute(
    python: PythonSource, function: FunctionSource, nodes: Sequence[ast.AST]
) -> str:
    """Name a variable that a method sets and never uses, where the object has one of its name."""
    used = {each.id for each in nodes if isinstance(each, ast.Name) and not _is_assigned(each)}
    used |= {name for each in nodes if isinstance(each, ast.Global) for name in each.names}
    for name in assigned_names(nodes):
        attribute = "" if name.id in used else attribute_of(python, function, name.id)
        if attribute:
            where = f"`{name.id}` (line {name.lineno})"
            return f"{where} is a local variable: write `{attribute}`"
    return ""


def shallow_copy(evidence: Evidence, names: Container[str]) -> str:
    """Name the only copy of the arguments of these names: what is inside is shared, and changed."""
    found = evidence.sources.function(evidence.subject)
    nodes = [*own_nodes(found[1].node)] if found else []
    loops = (ast.For, ast.While, ast.comprehension, ast.ListComp)
    inside = {id(part) for each in nodes if isinstance(each, loops) for part in ast.walk(each)}
    given = evidence.invocation.given.items()
    nested = {name for name, value in given if name in names and is_nested(value)}
    copies = [
        (node, whole)
        for node in nodes
        if (whole := _copied(node)) and whole.partition(".")[0] in nested
    ]
    match copies:
        case [(ast.expr() as node, whole)] if id(node) not in inside:
            where = f"`{unparsed(node)}` (line {node.lineno})"
            deep = f"`copy.deepcopy({whole})` copies what is in it, too"
            return f"{where} is a shallow copy: {deep}"
    return ""


def _copied(node: ast.AST) -> str:
    """Return what an expression copies, without what is inside: "" if it is no such copy."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="copy"), attr="copy"), args=[whole]):
            return unparsed(whole)
        case ast.Call(func=ast.Attribute(value=whole, attr="copy"), args=[]):
            return unparsed(whole)
        case ast.Call(func=ast.Name(id="list" | "dict"), args=[whole]):
            return unparsed(whole)
        case ast.Subscript(value=whole, slice=ast.Slice(lower=None, upper=None, step=None)):
            return unparsed(whole)
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
        if not isinstance(node, ast.BoolOp):
            continue
        values = [*takewhile(_is_value, reversed(node.values))][::-1]
        match values and node.values[: -len(values)][-1:]:
            case [ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as sign])]:
                is_or = isinstance(node.op, ast.Or)
                word, truths = "or" if is_or else "and", map(ast.literal_eval, values)
                said = " ".join(f"{word} {unparsed(each)}" for each in values)
                truth = "always" if (any if is_or else all)(truths) else "never"
                among: ast.cmpop = ast.In() if isinstance(sign, ast.Eq) else ast.NotIn()
                meant = ast.Compare(left, [sign], values)
                if len(values) > 1:
                    meant = ast.Compare(left, [among], [ast.Tuple(values, ast.Load())])
                where = f"in line {values[0].lineno}, `{said}`"
                return f"{where} is {truth} true: write `{word} {unparsed(meant)}`"
    return ""


def _is_value(node: ast.expr) -> bool:
    with contextlib.suppress(ValueError):  # Its items may be variables.
        ast.literal_eval(node)
        return isinstance(node, _VALUES) and unparsed(node) not in kwlist
    return False


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
        lines = [line for node in inside if node in nodes and (line := _removes_from(node, name))]
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

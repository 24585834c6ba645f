"""The functions and classes of a submission, read from its source; nothing of it is run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from autograder.judge.sources import Sources
from autograder.safetext import printable_line

CHANGES_IN_PLACE = {
    *("append", "extend", "insert", "remove", "reverse", "sort", "clear", "add", "discard"),
    *("update", "appendleft"),
}
"""Methods of lists, sets and dicts that return None."""
MAX_EXPRESSION_SHOWN = 60
MAX_HELPERS = 20
"""How many functions are read for the reason why one returns None: there may be thousands."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class FunctionSource:
    """A function, or a method of the class `owner`."""

    file: str
    node: Function
    owner: str = ""

    @property
    def name(self) -> str:
        """The function's name; of a method, `Class.method`."""
        return f"{self.owner}.{self.node.name}" if self.owner else self.node.name

    @property
    def parameters(self) -> list[str]:
        arguments = self.node.args
        return [each.arg for each in (*arguments.posonlyargs, *arguments.args)]

    @property
    def is_bound(self) -> bool:
        """Is it a method that gets the object or the class as its first argument?"""
        decorated = {d.id for d in self.node.decorator_list if isinstance(d, ast.Name)}
        return bool(self.owner) and "staticmethod" not in decorated

    @property
    def passed(self) -> list[str]:
        """The parameters for which a caller passes arguments."""
        return self.parameters[1 if self.is_bound else 0 :]

    @property
    def is_method_without_self(self) -> bool:
        """Does a method lack its first parameter, so that passing the object fails?"""
        if not self.is_bound or self.node.args.vararg:
            return False
        return not self.parameters or self.parameters[0] not in ("self", "cls")


def bound_names(node: ast.stmt) -> set[str]:
    """Return the names that a top-level statement defines."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    return {
        found.id
        for found in ast.walk(node)
        if isinstance(found, ast.Name) and isinstance(found.ctx, ast.Store)
    }


def functions_in(tree: ast.Module, file: str) -> Iterator[FunctionSource]:
    """Yield the functions of a module and the methods of its classes."""
    for node in tree.body:
        if isinstance(node, Function):
            yield FunctionSource(file, node)
        elif isinstance(node, ast.ClassDef):
            yield from (
                FunctionSource(file, child, node.name)
                for child in node.body
                if isinstance(child, Function)
            )


def starts_program(node: ast.stmt) -> bool:
    """Is it a statement such as `if __name__ == "__main__":`?"""
    if not isinstance(node, ast.If):
        return False
    return any(isinstance(n, ast.Name) and n.id == "__name__" for n in ast.walk(node.test))


def calls_at_once(tree: ast.Module | None, line: int) -> bool:
    """Is this line of a module part of a call such as `main()` or of an `assert`?"""
    for node in tree.body if tree else ():
        if node.lineno <= line <= (node.end_lineno or 0):
            match node:
                case ast.Assert() | ast.Expr(value=ast.Call(func=ast.Name())):
                    return True
    return False


def find_function(sources: Sources, name: str) -> FunctionSource | None:
    """Return the student's only function or method of this name, or of `Class.method`."""
    owner, _, short = name.rpartition(".")
    found = [
        definition
        for file in sources.own
        if (tree := sources.tree(file))
        for definition in functions_in(tree, file)
        if definition.node.name == short and owner in ("", definition.owner)
    ]
    return found[0] if len(found) == 1 else None


def has_other_code(sources: Sources, file: str, line: int) -> bool:
    """Does the function around a line hold more than its docstring and that line?"""
    tree = sources.tree(file)
    return any(
        statement.lineno != line
        for function in (functions_in(tree, file) if tree else ())
        if function.node.lineno <= line <= (function.node.end_lineno or 0)
        for statement in function.node.body
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
    )


def reason_for_none(sources: Sources, name: str) -> str:
    """Return why a function returns None, as far as its source shows; empty if on purpose."""
    if find_function(sources, name) is None:
        return "does it end with a `return` and a value?"
    try:
        return _reason_for_none(sources, name, set())
    except (RecursionError, ValueError):  # Too deep to be read, or a number too long to be written.
        return ""


def _reason_for_none(sources: Sources, name: str, seen: set[str]) -> str:
    """Return the reason in a function, or in those of the student's whose results it returns.

    `seen` are the functions that have been read; each is read once.
    """
    definition = find_function(sources, name)
    if definition is None or name in seen or len(seen) == MAX_HELPERS:
        return ""
    seen.add(name)
    nodes = [definition.node, *own_nodes(definition.node)]
    if any(isinstance(n, ast.AsyncFunctionDef | ast.Yield | ast.YieldFrom) for n in nodes):
        return ""
    values = [node.value for node in nodes if isinstance(node, ast.Return)]
    in_place = CHANGES_IN_PLACE - _methods(sources)
    assigned = _assigned_in_place(nodes, in_place)
    for value in values:
        if changed := _changed_in_place(value, in_place):
            return f"`return {changed}` returns None, since it changes the object in place"
        if isinstance(value, ast.Name) and value.id in assigned:
            return f"`{assigned[value.id]}` assigns None, since it changes the object in place"
    falls_through = _falls_through(definition.node.body)
    if not values:
        return "it ended without a `return`" if falls_through else ""
    if all(value is None for value in values):
        return "`return` alone returns None; write the value after it"
    if any(value is None or _is_none(value) for value in values):
        return ""
    if falls_through:
        return "not every path through it ends with a `return`"
    own_names = {*definition.parameters, *(n.name for n in nodes if isinstance(n, Function))}
    called = (value.func for value in values if isinstance(value, ast.Call))
    for helper in (each.id for each in called if isinstance(each, ast.Name)):
        if helper not in own_names and (reason := _reason_for_none(sources, helper, seen)):
            return f"that is what {printable_line(helper, MAX_EXPRESSION_SHOWN)} returned; {reason}"
    return ""


def _falls_through(body: list[ast.stmt]) -> bool:
    """Can statements end without a `return`, a `raise`, or an end of the program?"""
    match body[-1]:
        case ast.Return() | ast.Raise() | ast.Assert(test=ast.Constant(value=False)):
            return False
        case ast.Expr(ast.Call(func=ast.Attribute(attr="exit") | ast.Name(id="exit" | "quit"))):
            return False
        case ast.If(body=then, orelse=otherwise):
            return not otherwise or _falls_through(then) or _falls_through(otherwise)
        case ast.With(body=inner):
            return _falls_through(inner)
        case ast.Try(body=tried, handlers=handlers, orelse=otherwise, finalbody=finally_):
            if finally_ and not _falls_through(finally_):
                return False
            completes = _falls_through(tried) and (not otherwise or _falls_through(otherwise))
            return completes or any(_falls_through(each.body) for each in handlers)
        case ast.While(test=ast.Constant(value=value)) as loop if value:
            return _has_own_break(loop)
        case (ast.For() | ast.While()) as loop:
            return not loop.orelse or _has_own_break(loop) or _falls_through(loop.orelse)
        case ast.Match(cases=cases):
            complete = any(each.guard is None and _fits_all(each.pattern) for each in cases)
            return not complete or any(_falls_through(each.body) for each in cases)
    return True


def _fits_all(pattern: ast.pattern) -> bool:
    """Does a pattern fit every value, as that of `case _:` does?"""
    match pattern:
        case ast.MatchAs(pattern=inner):
            return inner is None or _fits_all(inner)
        case ast.MatchOr(patterns=alternatives):
            return any(map(_fits_all, alternatives))
    return False


def _has_own_break(loop: ast.For | ast.While) -> bool:
    """Does a loop have a `break`, not counting those of the loops inside?"""
    waiting: list[ast.AST] = [*loop.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Break):
            return True
        if isinstance(node, ast.For | ast.While):
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)
    return False


def _methods(sources: Sources) -> set[str]:
    """Return the names of the methods that the files of a submission define."""
    trees = filter(None, map(sources.tree, sources.texts))
    return {each.node.name for tree in trees for each in functions_in(tree, "") if each.owner}


def _changed_in_place(value: ast.expr | None, methods: set[str]) -> str:
    """Return the source of a call such as `numbers.sort()`; empty for other expressions."""
    called = value.func if isinstance(value, ast.Call) else None
    if value is None or not isinstance(called, ast.Attribute):
        return ""
    if called.attr not in methods:
        return ""
    return printable_line(ast.unparse(value), MAX_EXPRESSION_SHOWN)


def _assigned_in_place(nodes: Iterable[ast.AST], methods: set[str]) -> dict[str, str]:
    """Return the source of each assignment such as `numbers = numbers.sort()`, by the name."""
    return {
        target.id: f"{printable_line(target.id, MAX_EXPRESSION_SHOWN)} = {changed}"
        for node in nodes
        if isinstance(node, ast.Assign) and (changed := _changed_in_place(node.value, methods))
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _is_none(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes inside a function, except those of functions and classes within it."""
    waiting = [*ast.iter_child_nodes(function)][::-1]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, Function | ast.Lambda | ast.ClassDef):
            waiting += [*ast.iter_child_nodes(node)][::-1]


def repeated_list(sources: Sources) -> str:
    """Return the first expression such as `[[0] * 5] * 5`, with its place; empty without one."""
    for file in sources.own:
        tree = sources.tree(file)
        for node in ast.walk(tree) if tree else ():
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
                lists = [s for s in (node.left, node.right) if isinstance(s, ast.List)]
                if any(_is_list(item) for each in lists for item in each.elts):
                    text = printable_line(ast.unparse(node), MAX_EXPRESSION_SHOWN)
                    return f"`{text}` ({file}, line {node.lineno})"
    return ""


def _is_list(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return _is_list(node.left) or _is_list(node.right)
    return isinstance(node, ast.List | ast.ListComp)


def uncalled_main(sources: Sources, file: str) -> str:
    """Say that a student's program defines main and never uses it; empty if it does."""
    tree = sources.tree(file) if file in sources.own else None
    functions = functions_in(tree, file) if tree else ()
    main = next((each.node for each in functions if each.name == "main"), None)
    if tree is None or main is None or main.decorator_list:
        return ""
    nodes = [*ast.walk(tree)]
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        names = isinstance(node, ast.Name) and node.id == "main" and id(node) not in alone
        if names or (isinstance(node, ast.Attribute) and node.attr == "main"):
            return ""
    return f'{file} never calls main(): end it with `if __name__ == "__main__":` and `main()`'

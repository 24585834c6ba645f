"""Calls that fail: wrong arguments, what is no function, recursion and loops without end."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence

from autograder.judge.explain.evidence import KEEPS_CHANGING, Evidence, is_same_line, unparsed
from autograder.judge.python_source import Function, PythonSource, own_nodes, syntax_tree
from autograder.judge.sources import Sources
from autograder.sandbox.protocol import Frame, ResponseKind

MAX_CHAIN = 3
MAX_AFTER_CHAIN = 5
_OTHER_SELVES = ("self", "cls", "this", "me", "obj")
_ARITY = re.compile(
    r"([\w.]{1,200})\(\) (?:takes (?:from \d+ to )?\d+ positional arguments? but (\d+) w"
    r"|missing \d+ required positional argument|takes no arguments)"
)
_NOT_CALLABLE = re.compile(r"'[\w.]{1,200}' object is not callable")
_CALL = re.compile(r"(\.?)\b([^\W\d]\w*)\(")


def missing_self(evidence: Evidence) -> str:
    """Name a method without `self`, in whose place Python passes the object."""
    match = _ARITY.match(evidence.text) if evidence.raised("TypeError") else None
    found = evidence.sources.function(match[1]) if match else None
    if not match or not found or not found[1].is_bound or found[1].node.args.vararg:
        return ""
    file, function = found
    own = function.parameters
    if own[:1] and own[0] in _OTHER_SELVES:
        return ""
    if match[2] and int(match[2]) != len(own) + 1:
        return ""
    place = f"({file}, line {function.node.lineno})"
    return f"{function.node.name} lacks `self` as its first parameter {place}"


def arity(evidence: Evidence) -> str:
    """Compare the parameters of a function with those that it should have, if a test called it."""
    wanted = () if evidence.place else evidence.invocation.parameters
    match = _ARITY.match(evidence.text) if evidence.raised("TypeError") else None
    found = evidence.sources.function(match[1]) if match else None
    if not found or not wanted or len(found[1].passed) == len(wanted):
        return ""
    file, function = found
    own, name = function.passed, function.node.name
    takes = f"{len(own)}: {', '.join(own)}" if own else "none"
    place = f"({file}, line {function.node.lineno})"
    return f"{name}({', '.join(wanted)}) takes {len(wanted)}, yours takes {takes} {place}"


def recursion(evidence: Evidence) -> str:
    """Say which functions called each other without end."""
    response, subject = evidence.response, evidence.subject
    chain = _chain(response.stacks[0] if response.stacks else ())
    if not chain or not evidence.raised("RecursionError"):
        return ""
    times = response.depth // len(chain) // 100 * 100
    count = f"more than {times} times" if times else "too many times"
    named = [f"{frame.function} ({frame.file}, line {frame.line})" for frame in chain]
    if len(chain) == 1:
        happened = f"{named[0]} called itself {count}"
    else:
        happened = f"{', '.join(named[:-1])} and {named[-1]} called each other {count}"
    if subject in {frame.function for frame in chain}:
        return happened
    return f"{subject} did not finish: {happened}"


def _chain(stack: Sequence[Frame]) -> Sequence[Frame]:
    """Return the frames that repeat in a traceback; calls in the last one may follow them."""
    for left_out in range(MAX_AFTER_CHAIN + 1):
        calls = stack[: len(stack) - left_out]
        for size in range(1, MAX_CHAIN + 1):
            last, before = calls[-size:], calls[-2 * size : -size]
            if len(before) == size and all(map(is_same_line, last, before)):
                return last
    return ()


def endless_loop(evidence: Evidence) -> str:
    """Say why a `while` loop goes on, from the values in its condition."""
    place = evidence.place
    if place is None or evidence.response.kind is not ResponseKind.TIMED_OUT:
        return ""
    condition = _condition(place.source)
    if condition is None:
        return ""
    loop = f"`{place.source.rstrip(': ')}` (line {place.line})"
    if isinstance(condition, ast.Constant):
        return f"{loop} ends only with `break` or `return`; neither was reached"
    if len(evidence.response.stacks) < 2:
        return ""
    names = {node.id for node in ast.walk(condition) if isinstance(node, ast.Name)}
    values = {name: text for name, text in place.locals.items() if name in names}
    steady = [f"{name} stays {text}" for name, text in values.items() if _is_shown(text)]
    changing = [name for name, text in place.locals.items() if text == KEEPS_CHANGING]
    moving = [name for name in changing if name in names]
    if moving or not steady:
        return f"{loop} does not end: {_keep(moving)}, but it stays true" if moving else ""
    rest = f", while {_keep(changing)}" if changing else ""
    return f"{loop} does not end: {' and '.join(steady)}{rest}"


def _keep(names: Sequence[str]) -> str:
    return f"{' and '.join(names)} {KEEPS_CHANGING if len(names) == 1 else 'keep changing'}"


def _condition(source: str) -> ast.expr | None:
    """Return the condition of a line that is a `while`."""
    if not source.startswith("while"):
        return None
    tree = syntax_tree(f"{source.partition('#')[0].rstrip()} pass")
    loop = tree.body[0] if tree else None
    return loop.test if isinstance(loop, ast.While) else None


def _is_shown(text: str) -> bool:
    """Is it a value, and not a description such as "a list of 40", whose items may change?"""
    return text != KEEPS_CHANGING and not re.match(r"an? \w+ of \d", text)


def not_callable(evidence: Evidence) -> str:
    """Name the variable or attribute that has replaced a function or method."""
    if not evidence.raised("TypeError") or not _NOT_CALLABLE.match(evidence.text):
        return ""
    place = evidence.place
    if place is None:  # The test has called it.
        name = evidence.subject.rpartition(".")[2]
        reasons = (
            reason
            for file, own in evidence.sources.own_python
            for reason in _reasons(own, name, file, 0)
        )
    else:
        called = dict.fromkeys(_CALL.findall(place.source))
        reasons = (
            reason
            for dot, name in [*called][:MAX_AFTER_CHAIN]
            for reason in _reasons(
                evidence.python, name, place.file, place.line, is_method=bool(dot)
            )
        )
    return next(reasons, "")


def _reasons(
    python: PythonSource, name: str, file: str, line: int, *, is_method: bool | None = None
) -> Iterator[str]:
    methods = [each.owner for each in python.functions if each.owner and each.node.name == name]
    for owner in methods if is_method is not False else ():
        stored = [
            node
            for node in ast.walk(python.classes[owner])
            if isinstance(node, ast.Attribute)
            and (node.attr, type(node.ctx)) == (name, ast.Store)
            and isinstance(node.value, ast.Name)
        ]
        if stored:
            first = min(stored, key=lambda each: each.lineno)
            where = f"`{unparsed(first)}` ({file}, line {first.lineno})"
            yield f"{where} hides the method: rename the attribute"
    is_own = any(each.name == name for each in python.functions) or name in python.classes
    if is_method or not (is_own or callable(getattr(builtins, name, None))):
        return
    hidden = "the function" if is_own else "Python's own function"
    around = [
        node
        for node in python.nodes
        if isinstance(node, Function) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    for scope in (*around[::-1], python.tree):  # The innermost function comes first.
        lines = [line for variable, line in _variables(scope) if variable == name]
        if lines:
            yield f"the variable `{name}` ({file}, line {min(lines)}) hides {hidden}: rename it"


def _variables(scope: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the names of variables and parameters, with the lines where they get a value."""
    for node in own_nodes(scope):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno


def runs_at_once(sources: Sources, file: str, line: int) -> bool:
    """Is this line of a module part of a call such as `main()` or of an `assert`?"""
    for node in sources.python(file).tree.body:
        if node.lineno <= line <= (node.end_lineno or 0):
            match node:
                case ast.Assert() | ast.Expr(value=ast.Call(func=ast.Name())):
                    return True
    return False


def uncalled_main(sources: Sources, file: str) -> str:
    """Say that a student's program defines main and never uses it."""
    python = sources.python(file if file in sources.own else "")
    main = next((each.node for each in python.functions if each.name == "main"), None)
    if main is None or main.decorator_list:
        return ""
    alone = {id(node.value) for node in python.nodes if isinstance(node, ast.Expr)}
    for node in python.nodes:
        names = isinstance(node, ast.Name) and node.id == "main" and id(node) not in alone
        if names or (isinstance(node, ast.Attribute) and node.attr == "main"):
            return ""
    return f'{file} never calls main(): end it with `if __name__ == "__main__":` and `main()`'

"""Calls that fail: wrong arguments, what is no function, recursion and loops without end."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence

from autograder.judge.explain.evidence import KEEPS_CHANGING, Evidence, is_same_line, unparsed
from autograder.judge.python_source import PythonSource, syntax_tree
from autograder.judge.sources import Sources
from autograder.sandbox.messages import Frame, ResponseKind

MAX_CHAIN = 3
MAX_AFTER_CHAIN = 5
_OTHER_SELVES = ("self", "cls", "this", "me", "obj")
_ARITY = re.compile(
    r"([\w.]{1,200})\(\) (?:takes (?:from \d+ to )?\d+ positional arguments? but (\d+) w"
    r"|missing \d+ required positional argument|takes no arguments)"
)
_NOT_CALLABLE = re.compile(r"'[\w.]{1,200}' object is not callable")
_CALL = re.compile(r"(\.?)\b([^\W\d]\w*)\(")


def arity(evidence: Evidence) -> str:
    """Say that a method lacks `self`, or which parameters a function of the test's should have."""
    match = _ARITY.match(evidence.text) if evidence.raised("TypeError") else None
    found = evidence.sources.function(match[1]) if match else None
    if not match or not found:
        return ""
    file, function = found
    name, own, place = (
        function.node.name,
        function.parameters,
        f"({file}, line {function.node.lineno})",
    )
    has_self = (
        not function.is_bound or function.node.args.vararg or (own and own[0] in _OTHER_SELVES)
    )
    if not has_self and match[2] in (None, str(len(own) + 1)):
        return f"{name} lacks `self` as its first parameter {place}"
    wanted, own = () if evidence.place else evidence.invocation.parameters, function.passed
    if not wanted or len(own) == len(wanted):
        return ""
    takes = f"{len(own)}: {', '.join(own)}" if own else "none"
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


def hidden_function(evidence: Evidence) -> str:
    """Name the attribute that has replaced a method, or the variable that hides a builtin."""
    if not evidence.raised("TypeError") or not _NOT_CALLABLE.match(evidence.text):
        return ""
    place, subject = evidence.place, evidence.subject.rpartition(".")[2]
    called = _CALL.findall(place.source) if place else [(".", subject)]
    methods = {name for dot, name in called if dot}
    for file, python in evidence.sources.own_python:
        owners = {f.owner for f in python.functions if f.owner and f.node.name in methods}
        for node in (node for owner in owners for node in ast.walk(python.classes[owner])):
            match node:
                case ast.Attribute(value=ast.Name(), attr=name, ctx=ast.Store()) if name in methods:
                    where = f"`{unparsed(node)}` ({file}, line {node.lineno})"
                    return f"{where} hides the method: rename the attribute"
    for dot, name in called:
        if place and not dot and callable(getattr(builtins, name, None)):
            lines = [line for bound, line in _variables(evidence.python) if bound == name]
            if line := max((each for each in lines if each <= place.line), default=0):
                where = f"the variable `{name}` ({place.file}, line {line})"
                return f"{where} hides Python's own function: rename it"
    return ""


def _variables(python: PythonSource) -> Iterator[tuple[str, int]]:
    """Yield the names of variables and parameters, with the lines where they get a value."""
    for node in python.nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name, node.lineno


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

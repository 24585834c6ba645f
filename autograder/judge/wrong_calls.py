"""Calls that fail: a wrong number of parameters, endless recursion, endless loops."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from autograder.judge.definitions import find_function
from autograder.judge.location import KEEPS_CHANGING, MAX_NAME, is_same_line
from autograder.judge.sources import Sources, syntax_tree
from autograder.report import Place
from autograder.safetext import printable_line
from autograder.sandbox.messages import Frame, Response

MAX_CHAIN = 3
MAX_AFTER_CHAIN = 5
_OTHER_SELVES = ("this", "me", "obj")
_ARITY = re.compile(
    r"([\w.]{1,200})\(\) (?:takes (?:from \d+ to )?\d+ positional arguments? but (\d+) w"
    r"|missing \d+ required positional argument|takes no arguments)"
)


def explain_arity(text: str, sources: Sources, parameters: Sequence[str]) -> str:
    """Explain a TypeError about the number of arguments; empty if it is about something else.

    `parameters` are those that the function should have, without `self`, if they are known and it
    was the test that called it.
    """
    match = _ARITY.match(text)
    definition = find_function(sources, match[1]) if match else None
    if match is None or definition is None:
        return ""
    name, place = definition.node.name, f"{definition.file}, line {definition.node.lineno}"
    own = definition.parameters
    if definition.is_method_without_self and not (own and own[0] in _OTHER_SELVES):
        given = match[2]
        if given is None or int(given) == len(own) + 1:
            return f"{name} lacks `self` as its first parameter ({place})"
    if not parameters:
        return ""
    own = definition.passed
    if len(own) == len(parameters):
        return ""
    takes = f"{len(own)}: {printable_line(', '.join(own))}" if own else "none"
    wanted = f"{name}({', '.join(parameters)}) takes {len(parameters)}"
    return f"{wanted}, yours takes {takes} ({place})"


def explain_recursion(response: Response, subject: str) -> str:
    """Return which functions called each other without end; empty if the frames do not show it."""
    chain = _chain(response.stacks[0] if response.stacks else ())
    if not chain:
        return ""
    times = response.depth // len(chain) // 100 * 100
    count = f"more than {times} times" if times else "too many times"
    named = [
        f"{printable_line(frame.function, MAX_NAME)} "
        f"({printable_line(frame.file, MAX_NAME)}, line {frame.line})"
        for frame in chain
    ]
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


def explain_loop(place: Place, response: Response) -> str:
    """Return why a `while` loop goes on, from the values in its condition; empty if unknown."""
    condition = _condition(place.source)
    if condition is None:
        return ""
    loop = f"`{place.source.rstrip(': ')}` (line {place.line})"
    if isinstance(condition, ast.Constant):
        return f"{loop} ends only with `break` or `return`; neither was reached"
    if len(response.stacks) < 2:
        return ""
    names = {node.id for node in ast.walk(condition) if isinstance(node, ast.Name)}
    values = {name: text for name, text in place.locals.items() if name in names}
    steady = [f"{n} stays {t}" for n, t in values.items() if _is_plain(t)]
    changing = [name for name, text in place.locals.items() if text == KEEPS_CHANGING]
    if any(name in names for name in changing) or not steady:
        moving = _keep_changing([name for name in changing if name in names])
        return f"{loop} does not end: {moving}, but it stays true" if moving else ""
    rest = f", while {_keep_changing(changing)}" if changing else ""
    return f"{loop} does not end: {' and '.join(steady)}{rest}"


def _keep_changing(names: Sequence[str]) -> str:
    verb = KEEPS_CHANGING if len(names) == 1 else "keep changing"
    return f"{' and '.join(names)} {verb}" if names else ""


def _condition(source: str) -> ast.expr | None:
    """Return the condition of a line that is a `while`."""
    if not source.startswith("while"):
        return None
    tree = syntax_tree(f"{source.partition('#')[0].rstrip()} pass")
    loop = tree.body[0] if tree else None
    return loop.test if isinstance(loop, ast.While) else None


def _is_plain(text: str) -> bool:
    """Is it a value, and not a description such as "a list of 4", whose items may change?"""
    return text != KEEPS_CHANGING and not re.match(r"an? \w+ of \d", text)

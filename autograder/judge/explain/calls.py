"""Calls that fail: wrong arguments, what is no function, recursion and loops without end."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from autograder.judge.explain.evidence import KEEPS_CHANGING, Evidence, Says, unparsed
from autograder.judge.sources import Sources
from autograder.report import Place
from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.rewriting import Noted
from autograder.sentences import conjugated, counted, joined

_SELVES = (["self"], ["cls"], ["this"], ["me"], ["obj"])
_ARITY = re.compile(
    r"([\w.]{1,200})\(\) (?:takes (?:from \d+ to )?\d+ positional arguments? but \d+ w"
    r"|missing \d+ required positional argument|takes no arguments)"
)


def arity(evidence: Evidence) -> Says | None:
    """Say that a method lacks `self`, or which parameters a function of the test's should have."""
    match = _ARITY.match(evidence.text) if evidence.raised("TypeError") else None
    found = evidence.sources.function(match[1]) if match else None
    if not found:
        return None
    file, function = found
    name, line = function.node.name, function.node.lineno
    place = Place(file, line, name, evidence.sources.line(file, line))
    first = function.parameters[:1]
    if function.is_bound and not function.node.args.vararg and first not in _SELVES:
        return Says("lacks `self` as its first parameter", subject=name, place=place)
    wanted, own = () if evidence.place else evidence.invocation.parameters, function.passed
    if not wanted or len(own) == len(wanted):
        return None
    count = counted(len(own), "parameter") if own else "no parameters"
    fact = f"takes {count}: {', '.join(own)}" if own else f"takes {count}"
    should = f"{len(wanted)}: {', '.join(wanted)}" if wanted else "none"
    return Says(fact, f"it should take {should}", name, common=f"takes {count}", place=place)


def recursion(evidence: Evidence) -> Says | None:
    """Say which functions called each other without end."""
    stack = evidence.response.stacks[0] if evidence.response.stacks else ()
    keys = [(frame.file, frame.function) for frame in stack]
    chain = {key: each.line for key, each in zip(keys, stack, strict=True) if keys.count(key) > 1}
    if not chain or not evidence.raised("RecursionError"):
        return None
    times = evidence.response.depth // len(chain) // 100 * 100
    is_special = any(name.startswith("__") for _, name in chain)  # These take more of the stack.
    count = f"more than {times} times" if times and not is_special else "too many times"
    if [name for _, name in chain] == [evidence.subject]:
        return Says(f"called itself {count}", common="called itself")
    named = sorted(f"{name} ({file}, line {line})" for (file, name), line in chain.items())
    called = f"called {'itself' if len(named) == 1 else 'each other'}"
    fact = f"did not finish: {joined(named)} {called} {count}"
    return Says(fact, common=f"did not finish: {len(named)} functions {called}")


def endless_loop(evidence: Evidence) -> str:
    """Say why a `while` loop goes on, from the values in its condition."""
    place = evidence.place
    if place is None or evidence.response.kind is not ResponseKind.TIMED_OUT:
        return ""
    loops = (node for node in evidence.python.nodes if isinstance(node, ast.While))
    condition = next((each.test for each in loops if each.lineno == place.line), None)
    if condition is None:
        return ""
    loop = f"`while {unparsed(condition)}` (line {place.line})"
    if isinstance(condition, ast.Constant):
        return f"{loop} ends only with `break` or `return`; neither was reached"
    if len(evidence.response.stacks) < 2:
        return ""
    names = {node.id for node in ast.walk(condition) if isinstance(node, ast.Name)}
    changing = [name for name, text in place.locals.items() if text == KEEPS_CHANGING]
    moving = [name for name in changing if name in names]
    steady = [
        f"{name} stays {text}"
        for name, text in place.locals.items()
        # A description such as "a list of 40" does not say whether its items stay.
        if name in names and name not in changing and not re.match(r"an? \w+ of \d", text)
    ]
    if moving:
        stays = f"`{unparsed(condition)}` stays true"
        return f"{loop} does not end: {_keep(moving)} changing, but {stays}"
    rest = f", while {_keep(changing)} changing" if changing else ""
    passes = [n for n in evidence.invocation.notes if n.place.noted is Noted.PASS]
    repeats = sum(note.place.line == place.line for note in passes) > 2
    if not steady and repeats and isinstance(condition, ast.Name):
        return f"{loop} does not end: `{condition.id}` is never empty, 0 or False"
    return f"{loop} does not end: {joined(steady)}{rest}" if steady else ""


def _keep(names: Sequence[str]) -> str:
    return f"{joined(names)} {conjugated(len(names), 'keep')}"


def uncalled_main(sources: Sources, file: str) -> str:
    """Say that a student's program defines main and never mentions it again."""
    python = sources.python(file if file in sources.own else "")
    main = next((each.node for each in python.functions if each.name == "main"), None)
    used = (getattr(node, "id", getattr(node, "attr", "")) for node in python.nodes)
    if main is None or main.decorator_list or "main" in used:
        return ""
    return 'it never calls main(): end it with `if __name__ == "__main__":` and `main()`'

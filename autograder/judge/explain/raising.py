"""A response without a value: the outcome, the fact, and what its exception usually means."""

from __future__ import annotations

import ast
import builtins
import re
import sys

from autograder.judge.explain.evidence import Evidence, Says, unparsed
from autograder.judge.explain.failing_expression import operands
from autograder.report import Kind, Outcome
from autograder.safetext import shortened
from autograder.sandbox.files import status_of_exit
from autograder.sandbox.messages import Response, ResponseKind

MAX_CLASS_NAME, MAX_EXCEPTION_TEXT = 120, 300
FORBIDDEN = (
    "graded programs may not start processes, use the network, or leave the folder they start in"
)
MODULES = "graded programs have only part of the standard library on this machine"
NO_MODULE = re.compile(r"No module named '(\w{1,80})[.\w]*'")

_DIVISION = "`/` gives a float, `//` an integer"
_INDICES = r"(list|tuple|string) indices must be integers( or slices)?, not '?"
_HINTS = {
    _INDICES + "float": _DIVISION,
    _INDICES + "tuple": "a list takes one index: write `[row][column]` for a table",
    _INDICES: "an index is a number; other keys need a dict",
    r".*unhashable type: 'list'": (
        "a list cannot be a key or an element of a set; a tuple can: `tuple(…)`"
    ),
    r"can only concatenate str \(not \"(int|float)|.*: '(int' and 'str|str' and 'int)'": (
        "`str(…)` converts a number to a string, `int(…)` a string to a number"
    ),
    r"'(list|tuple|str)' object is not callable": "`( )` calls a function, `[ ]` picks an item",
    r"'(tuple|str)' object does not support item assignment": "make a new one instead",
    r"(?!unsupported callable).*['\"](method|function|builtin_function_or_method)['\"]": (
        "is a call missing its ()?"
    ),
    r"(dictionary|Set) .*changed": "a loop cannot change what it goes through: build a new one",
    r"unsupported.* for -: '(str|list)' and '\1'": "`-` takes numbers or sets; `+` joins these",
}
WITHOUT_ARGUMENTS = {"copy", "lower", "upper", "title", "strip", "split", "keys", "values", "items"}
"""Methods that are mostly called without an argument."""
_OF_FUNCTION = re.compile(r".*'(method|function|builtin_function_or_method)'")
_QUOTED_NAME = re.compile(r"(?<=\w )'(\w+)'")
_OF_BUILTIN = re.compile(r"'(int|float|list|dict|set|str|tuple)' object has no attribute")


def usual_meaning(evidence: Evidence) -> str:
    """Say what an exception of Python's own usually means to a beginner."""
    place, text = evidence.place, evidence.text
    if place is None or place.file not in evidence.sources.own:
        return ""
    hint = _of_expression(evidence.node, text, evidence)
    hint = hint or next((hint for start, hint in _HINTS.items() if re.match(start, text)), "")
    return hint if _OF_FUNCTION.match(text) else "; ".join(filter(None, (operands(evidence), hint)))


def _of_expression(node: ast.AST | None, text: str, evidence: Evidence) -> str:
    """Return a hint that depends on the expression that raised, too."""
    match node:
        case ast.Subscript(value=function, slice=index) if _OF_FUNCTION.match(text):
            if getattr(function, "attr", "") in WITHOUT_ARGUMENTS or isinstance(index, ast.Slice):
                is_method = isinstance(function, ast.Attribute)
                return f"write `{unparsed(function)}()[{unparsed(index)}]`" if is_method else ""
            return f"write `{unparsed(function)}({unparsed(index)})`"
        case ast.Attribute(value=function) if _OF_FUNCTION.match(text) and "attribute" in text:
            return f"write `{unparsed(function)}()`"
        case ast.Attribute() | ast.Name() if _OF_FUNCTION.match(text):
            return f"write `{unparsed(node)}()`"
        case ast.Call(func=ast.Name(id=name)) if _is_hidden(name, text, evidence):
            return f"`{name}` is a variable here, which hides Python's `{name}`: rename it"
        case ast.Attribute(attr=name) if _OF_BUILTIN.match(text):
            kinds = {"lists": list, "dicts": dict, "sets": set, "strings": str}
            types = [word for word, kind in kinds.items() if hasattr(kind, name)]
            return f"`{name}` is a method of {types[0]}" if types else ""
        case ast.Name(id=name) if "values to unpack" in text:
            is_dict = re.match(r"\{.*:", evidence.variables.get(name, ""))
            return f"`{name}.items()` gives keys with their values" if is_dict else ""
        case ast.Subscript(slice=ast.Tuple()) if re.match(_INDICES, text):
            return "a list takes one index: write `[row][column]`, not `[row, column]`"
        case ast.Call(func=ast.Name(id="range")) if text.startswith("'float' object"):
            return _DIVISION
        case ast.AugAssign() if text.endswith("is not iterable"):
            return "`+=` adds the items of another list; `append` adds one"
    loops = (n for n in evidence.python.nodes if isinstance(n, ast.For | ast.comprehension))
    is_count = isinstance(node, ast.Name | ast.Constant) or (node and unparsed(node)[:4] == "len(")
    if is_count and text.startswith("'int' object is not") and node in [n.iter for n in loops]:
        return "to count, loop over `range(…)`"
    return ""


def _is_hidden(name: str, text: str, evidence: Evidence) -> bool:
    """Is a function of Python's called whose name the code has given to a value?"""
    function = evidence.function
    own = {*evidence.python.bindings, *(function.variables if function else ())}
    return "object is not callable" in text and name in own and hasattr(builtins, name)


def what_happened(evidence: Evidence) -> tuple[Outcome, Says]:
    """Return the outcome of a response without a value, and the bare fact."""
    response = evidence.response
    match response.kind:
        case ResponseKind.TIMED_OUT:
            says = f"did not finish: {response.reason}"
            return Outcome.TIMED_OUT, Says(says, kind=Kind.NOT_FINISHED)
        case ResponseKind.MISSING:
            return Outcome.NOT_DEFINED, Says("is not defined", kind=Kind.NOT_DEFINED)
        case ResponseKind.TOO_BIG:
            says = f"returned a value that is too big to read: {response.reason}"
            return Outcome.WRONG, Says(says, kind=Kind.RETURNED)
        case ResponseKind.STOPPED:
            return Outcome.CRASHED, Says(f"was stopped: {response.reason}", kind=Kind.STOPPED)
        case ResponseKind.RAISED:
            return _raised(evidence)
    return Outcome.CRASHED, Says(f"did not finish: {response.reason}", kind=Kind.STOPPED)


def _raised(evidence: Evidence) -> tuple[Outcome, Says]:
    response = evidence.response
    names = response.exceptions or ("an exception",)
    kind = shortened(names[0], MAX_CLASS_NAME)
    text = shortened(response.message.strip(), MAX_EXCEPTION_TEXT)
    common = ""
    if "MemoryError" in names:
        says = Says("used more memory than allowed", kind=Kind.STOPPED)
        return Outcome.OUT_OF_MEMORY, says
    if "RecursionError" in names:
        fact = "did not finish: its calls are nested too deeply (RecursionError)"
    elif "SystemExit" in names:
        fact = f"called exit(){_exit_code(response, text)}"
    elif "EOFError" in names:
        fact = "called input() when there was nothing left to read"
    elif kind == "OutputLimitError":
        fact = f"printed too much: {text}"
    else:
        note = _confinement(kind, text)
        text = f"{text} ({note})" if note else text
        fact = f"raised {kind}{f': {text}' if text else ''}"
        common = _without_own_names(fact, evidence)
    return Outcome.CRASHED, Says(fact, kind=Kind.RAISED, common=common)


def _without_own_names(fact: str, evidence: Evidence) -> str:
    """Return what Python says of an exception without the names in its line: they are one's own."""
    own = set(re.findall(r"\w+", evidence.place.source)) if evidence.place else set()
    said = fact.partition(". Did you mean")[0]
    return _QUOTED_NAME.sub(lambda m: "…" if m[1] in own else m[0], said)


def _exit_code(response: Response, text: str) -> str:
    """Return what exit() was called with: Python takes a number, a bool too, as the status."""
    match response.arguments:
        case [[int(code)], *_]:
            status = status_of_exit(code)
            return f" with the status {status}" if status else ""
    return "" if text in ("", "None") else f" with the message: {text}"


def _confinement(kind: str, text: str) -> str:
    """Return an explanation if the exception comes from the confinement, else nothing."""
    # Without a name: a semaphore without /dev/shm. And a worker may have its own root.
    outside = re.match(r"\[Errno 2\] No such file or directory($|: '/)", text)
    if (kind == "PermissionError" and "graded programs" not in text) or outside:
        return FORBIDDEN
    missing = NO_MODULE.fullmatch(text)
    if kind == "ModuleNotFoundError" and missing and missing[1] in sys.stdlib_module_names:
        return MODULES
    return ""

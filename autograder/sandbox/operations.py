"""What a test may do to a function or an object of a submission: one table for both ends.

The worker applies an operation, the judge shows it as an expression. The operations that are named
for a special method are forwarded by the stand-in of a class that has this method.
"""

from __future__ import annotations

import builtins
import copy
import math
import operator
from collections.abc import Callable
from typing import Any

from autograder.sandbox.values import MalformedError

ABSENT = object()
_ARITHMETIC = {"add": "+", "sub": "-", "mul": "*", "matmul": "@", "truediv": "/", "floordiv": "//"}
_OF_INTEGERS = {"lshift": "<<", "rshift": ">>", "and": "&", "or": "|", "xor": "^"}
_SIGNS = {**_ARITHMETIC, "mod": "%", "pow": "**", **_OF_INTEGERS}
_COMPARING = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_FUNCTIONS = (
    *("abs", "bool", "bytes", "complex", "float", "hash", "int", "iter", "len", "repr"),
    *("reversed", "round", "str"),
)
_ROUNDING = ("ceil", "floor", "trunc")
OF_EVERY_OBJECT = ("__repr__", "__str__", "__format__", "__copy__", "__deepcopy__")
"""The special methods that a class need not define."""
CONTAINERS = (tuple, list, dict, set, frozenset)
"""What an object is equal to if its class only extends one of these, such as a named tuple's."""


class MissingNameError(MalformedError):
    """A request names what is not defined; the message is the name."""


def get_attribute(thing: Any, name: str) -> Any:
    """Return an attribute.

    Raises:
        MissingNameError: there is none. A property's own AttributeError is raised as it is.
    """
    try:
        return getattr(thing, name)
    except AttributeError as error:
        inner = error.__traceback__.tb_next if error.__traceback__ else None
        if inner is not None:
            raise
    raise MissingNameError(name)


def call(function: Any, /, *arguments: Any, **keywords: Any) -> Any:
    return function(*arguments, **keywords)


def call_method(thing: Any, name: str, /, *arguments: Any, **keywords: Any) -> Any:
    return get_attribute(thing, name)(*arguments, **keywords)


def _swapped(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda one, other: function(other, one)


def _next(iterator: Any) -> list[Any]:
    """Return the next value in a list, which is empty at the end."""
    value = next(iterator, ABSENT)
    return [] if value is ABSENT else [value]


def _await(thing: Any) -> Any:
    """Run what a test awaits to its end."""
    import asyncio  # Few do.

    async def run() -> Any:
        return await thing

    return asyncio.run(run())


def _exit(thing: Any, error: BaseException | None) -> bool:
    details = (None, None, None) if error is None else (type(error), error, error.__traceback__)
    return bool(type(thing).__exit__(thing, *details))


def _operator(name: str) -> Any:
    return getattr(operator, f"__{name}__")


SPECIAL_METHODS: dict[str, tuple[str, Callable[..., Any]]] = {
    **{f"__{name}__": (f"{{}} {sign} {{}}", _operator(name)) for name, sign in _SIGNS.items()},
    **{
        f"__r{name}__": (f"{{1}} {sign} {{0}}", _swapped(_operator(name)))
        for name, sign in _SIGNS.items()
    },
    **{
        f"__i{name}__": (f"{{}} {sign}= {{}}", _operator(f"i{name}"))
        for name, sign in _SIGNS.items()
    },
    **{f"__{name}__": (f"{{}} {sign} {{}}", _operator(name)) for name, sign in _COMPARING.items()},
    **{f"__{name}__": (f"{name}({{}})", getattr(builtins, name)) for name in _FUNCTIONS},
    "__neg__": ("-{}", operator.neg),
    "__pos__": ("+{}", operator.pos),
    "__invert__": ("~{}", operator.invert),
    "__index__": ("operator.index({})", operator.index),
    **{f"__{name}__": (f"math.{name}({{}})", getattr(math, name)) for name in _ROUNDING},
    "__divmod__": ("divmod({}, {})", divmod),
    "__format__": ("format({}, {})", format),
    "__call__": ("{}(...)", call),
    "__getitem__": ("{}[{}]", operator.getitem),
    "__setitem__": ("{}[{}] = {}", operator.setitem),
    "__delitem__": ("del {}[{}]", operator.delitem),
    "__contains__": ("{1} in {0}", operator.contains),
    "__next__": ("next({})", _next),
    "__await__": ("await {}", _await),
    "__enter__": ("with {}", lambda thing: type(thing).__enter__(thing)),
    "__exit__": ("with {}", _exit),
    "__copy__": ("copy.copy({})", copy.copy),
    "__deepcopy__": ("copy.deepcopy({})", copy.deepcopy),
}
"""For each special method, the expression that shows it, and the function that applies it."""

OPERATIONS: dict[str, Callable[..., Any]] = {
    **{name: function for name, (_, function) in SPECIAL_METHODS.items()},
    "call": call,
    "method": call_method,
    "get": get_attribute,
}

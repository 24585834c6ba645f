"""How reports show the calls and other operations that a test makes on stand-ins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from autograder.judge.calls import Invocation
from autograder.judge.modules.handles import (
    Function,
    Handle,
    IteratorHandle,
    StandInClass,
    class_name_of,
    state_of,
)
from autograder.judge.modules.module import StandInModule
from autograder.judge.render.values import render, render_call
from autograder.safetext import printable_line
from autograder.sandbox.operations import SPECIAL_METHODS

ATTRIBUTES = {"get": "{}.{}", "set": "{}.{} = {}", "delete": "del {}.{}"}
"""What a test does to attributes, and the expression for it."""


def shown_call(
    target: Any,
    signatures: Mapping[str, Sequence[str]],
    values: Sequence[object],
    keywords: Mapping[str, object],
    given: Mapping[str, str],
) -> tuple[Invocation, str]:
    """Return a call as the report shows it, and how an object is shown that it returns.

    That on an object is shown below those that were made before, and the object that a call of a
    function returns as this call. `signatures` are the parameters of functions by their names,
    `given` is what else the function reads.
    """
    is_function = isinstance(target, Function)
    owner, method = (target._owner, target.__name__) if is_function else (target, "")
    state = state_of(owner) if isinstance(owner, Handle) else None
    subject = function = target.__qualname__ if state is None or method else state.shown
    variable = state.variable if state and method else ""
    below = variable
    if state and (state.is_result or not method):
        below = state.expression
    if state:
        function = ".".join(filter(None, (below, printable_line(method))))
    signature = signatures.get(subject, ())
    names = [printable_line(name) for name in keywords]
    unnamed = [f"argument_{i + 1}" for i in range(len(signature), len(values))]
    parameters = [*signature[: len(values)], *unnamed, *names]

    def rendered(arguments: Sequence[object]) -> tuple[str, dict[str, str]]:
        if state is None:
            call, large = render_call(function, parameters, arguments, names)
            return call, {**large, **given}
        suffix = f"_{len(state.calls) + 1}"
        unique = [name + suffix if name in state.arguments else name for name in parameters]
        call, large = render_call(function, unique, arguments, names)
        state.arguments |= large
        shown = (*state.calls, call)
        if variable and not state.calls:  # The first call needs none.
            shown = (f"{state.expression}{call.removeprefix(variable)}",)
            state.calls = (f"{variable} = {state.expression}",)
        state.calls = (*state.calls, call)
        return "\n".join(shown), {**state.arguments, **given}

    passed = (*values, *keywords.values())
    made = Invocation(subject, rendered, tuple(signature), tuple(parameters), lambda: passed)
    if state is None:
        return made, ""
    _ = made.call  # Now: the next call comes below it.
    call = state.calls[-1].removeprefix(f"{variable}." if variable else "")
    return made, call if below and not variable else f"{state.expression}.{call}"


def shown_use(
    operation: str, owner: Any, operands: Sequence[object]
) -> tuple[Invocation, str, str]:
    """Return an operation as the report shows it, what it calls, and the expression for it."""
    class_name = class_name_of(owner)
    if operation in ATTRIBUTES:
        name = printable_line(str(operands[0]))
        text = ATTRIBUTES[operation].format(_named(owner), name, *map(_shown, operands[1:]))
        text, called = text.lstrip("."), f"{class_name}.{name}".lstrip(".")
        subject, expression = called, text
    else:
        texts = [printable_line(each) for each in (_named(owner), *map(_shown, operands))]
        text = SPECIAL_METHODS[operation][0].format(*texts, *[""] * 3)
        subject, called = f"{_sign_of(operation)} of {class_name}", f"{class_name}.{operation}"
        if isinstance(owner, IteratorHandle) and operation == "__next__":
            subject = state_of(owner).made_by
        expression = f"({text})" if " " in text else text
    state = state_of(owner) if isinstance(owner, Handle) else None
    calls, arguments = (state.calls, state.arguments) if state else ((), {})
    if state and operation == "set":
        state.calls = (*calls, text)
    shown = "\n".join((*calls, text)), dict(arguments)
    return Invocation(subject, lambda _: shown), called, expression


def _named(owner: object) -> str:
    """Return what an operation is applied to: below calls of it, by its name there."""
    if isinstance(owner, Handle) and (state := state_of(owner)).calls and state.variable:
        return state.variable
    return _shown(owner)


def _shown(value: object) -> str:
    """Return an operand as it is written."""
    if isinstance(value, Handle):
        return state_of(value).expression
    if isinstance(value, slice):
        ends = [value.start, value.stop, *([] if value.step is None else [value.step])]
        return ":".join("" if end is None else render(end) for end in ends)
    if isinstance(value, StandInModule):
        return ""
    named = isinstance(value, (Function, StandInClass))
    return value.__qualname__ if named else render(value)  # type: ignore[attr-defined]


def _sign_of(name: str) -> str:
    """Return what is written for a special method: `==`, `len`, `[]`."""
    template = SPECIAL_METHODS[name][0]
    for operand in ("{0}", "{1}", "{}", "(", ")", ","):
        template = template.replace(operand, "")
    return template.strip()

"""What a call has changed in its arguments: in the test's own, too, if it may."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import partial
from typing import Any

from autograder.judge.failure import Failure, after_label
from autograder.judge.invocation import CallInvocation, Exchange, Invocation
from autograder.judge.render import render_value
from autograder.report import Detail, Outcome
from autograder.sandbox.codec import Codec, TooBigError
from autograder.sandbox.parts import Parts, Stream, is_mutable, parts_of
from autograder.sandbox.protocol import Response

MAX_SHOWN = 4
_COPIES: dict[type, str] = {
    list: "list",
    dict: "dict",
    set: "set",
    bytearray: "bytearray",
    deque: "deque",
}


class Changes:
    """The changes of the latest call to the `parts` of its arguments, which are the test's own."""

    def __init__(self, exchange: Exchange, codec: Codec, parts: Parts, response: Response) -> None:
        self.exchange, self.codec = exchange, codec
        self.parts, self.response = parts, response

    def make(
        self, arguments: Sequence[object], invocation: Invocation, *, may_change: bool
    ) -> None:
        """Change the test's own objects until it ends, if the call may change them.

        Otherwise the test goes on with its objects as they were, and fails at its end. Text streams
        are there to be changed.

        Raises:
            Failure: an argument has become too big to be read.
        """
        changed = self.response.changed
        names = invocation.passed if isinstance(invocation, CallInvocation) else ()
        named = dict(zip(names, arguments, strict=False))
        if may_change:
            self.exchange.changeable |= {
                name: each for name, each in named.items() if _is_mutable(each)
            }
        undo = self.exchange.undo
        before, parts = len(undo), []
        for number, content in changed.items():
            if not 0 <= number < len(self.parts.values):
                continue
            part = self.parts.values[number]
            if content is None:
                raise _too_big(invocation, next(iter(_touched(named, [part])), ""))
            undo.append(partial(change_in_place, part, copied(part)))
            change_in_place(part, content)
            parts.append(part)
        if parts and not self._can_be_sent(arguments):
            raise _too_big(invocation, next(iter(_touched(named, parts)), ""))
        touched = _touched(named, parts)
        if may_change or all(type(part) is Stream for part in parts):
            self.exchange.changed = [*touched]
            return
        self._note(invocation, touched)
        while len(undo) > before:
            undo.pop()()

    def _can_be_sent(self, arguments: Sequence[object]) -> bool:
        """Can the arguments be sent again? A few small parts can make a whole of any size."""
        try:
            self.codec.encode([each for each in arguments if _is_mutable(each)])
        except TooBigError:
            return False
        return True

    def _note(self, invocation: Invocation, named: dict[str, Any]) -> None:
        """Note what the test fails with at its end, unless it has failed before."""
        names = list(named)[:MAX_SHOWN]
        which = f"argument{'s' if len(names) > 1 else ''} {' and '.join(names)}".rstrip()
        advice = next((_advice(name, named[name]) for name in names), "")
        shown = [after_label(f"{name} after the call", render_value(named[name])) for name in names]
        message = f"{invocation.subject} changed its {which}: work on a copy{advice}"
        if self.exchange.change is None:
            detail = Detail(
                message,
                invocation.call,
                invocation.arguments,
                difference="\n".join(shown),
                alike=True,
            )
            self.exchange.change = detail


def _too_big(invocation: Invocation, name: str) -> Failure:
    message = f"{invocation.subject} made its argument {name} too big to read"
    return Failure(Outcome.WRONG, Detail(message, invocation.call, invocation.arguments))


def changed_too(detail: Detail, change: Detail) -> Detail:
    """Add to a failure that the call also changed its argument."""
    lines = (detail.difference, f"It also {change.message.partition(' ')[2]}", change.difference)
    return replace(detail, difference="\n".join(filter(None, lines)))


def only_changed(change: Detail, *, has_value: bool) -> Detail:
    """Return why a test fails whose assertions hold: a call changed its argument."""
    subject, _, rest = change.message.partition(" ")
    right = "returned the right value, but " if has_value else ""
    return replace(change, message=f"{subject} {right}{rest}")


def _advice(name: str, value: object) -> str:
    if not name.isidentifier() or name.startswith("argument_"):
        return ""
    if type(value) in (list, dict) and any(_is_mutable(each) for each in _inside(value)):
        return f", `{name} = copy.deepcopy({name})`"
    maker = _COPIES.get(type(value))
    return f", `{name} = {maker}({name})`" if maker else ""


def _inside(value: Any) -> Sequence[object]:
    return [*value.values()] if isinstance(value, dict) else value


def _is_mutable(value: Any) -> bool:
    return any(map(is_mutable, _types_in(value)))


def _types_in(value: Any) -> Iterator[Any]:
    return (type(part) for part, _ in parts_of(value))


def _touched(named: dict[str, Any], parts: Sequence[object]) -> dict[str, Any]:
    """Return the arguments that contain one of the parts."""
    return {name: each for name, each in named.items() if _contains(each, parts)}


def _contains(value: object, parts: Sequence[object]) -> bool:
    wanted = set(map(id, parts))
    return any(id(part) in wanted for part, _ in parts_of(value))


def change_in_place(value: Any, after: Any) -> None:
    """Give a value the content that its copy in the worker has after a call."""
    if type(value) is not type(after):
        return
    if isinstance(value, (list, bytearray)):
        value[:] = after
    elif isinstance(value, deque):
        value.clear()
        value.extend(after)
    elif isinstance(value, (dict, set)):
        value.clear()
        value.update(after)
    elif type(value) is Stream:
        value.seek(0)
        value.truncate()
        value.write(after.getvalue())
        value.seek(after.tell())
    elif is_dataclass(value) and not isinstance(value, Enum):  # A member is the same for all tests.
        for field in fields(value):
            if hasattr(after, field.name):
                object.__setattr__(value, field.name, getattr(after, field.name))
            elif hasattr(value, field.name):  # `field(init=False)`, and not set before the call.
                object.__delattr__(value, field.name)


def copied(value: Any) -> Any:
    """Return a copy of what `change_in_place` may change, for changing it back."""
    if type(value) is Stream:
        made = Stream(value.getvalue())
        made.seek(value.tell())
        return made
    return copy.copy(value)

"""What a call has changed in the objects of its test."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from typing import Any

from autograder.judge.failure import Failure
from autograder.judge.invocation import CallInvocation, Exchange, Invocation
from autograder.judge.render.values import labelled, render
from autograder.report import Detail, Outcome
from autograder.sandbox.messages import Response, ResponseKind
from autograder.sandbox.parts import change_in_place, mutable_ids, parts_of
from autograder.sandbox.values import Codec, Parts, Stream, TooBigError, is_mutable

MAX_SHOWN = 4
MAX_KEPT = 5000
"""How many values of a test both ends compare in each call, since the submission keeps them."""
_COPIES: dict[type, str] = {
    list: "list",
    dict: "dict",
    set: "set",
    bytearray: "bytearray",
    deque: "deque",
}


class Changes:
    """What the calls of a test, or of a fixture, change in the objects that they were given.

    The `parts` are those that the worker's code still refers to, as far as they are not too many.
    """

    def __init__(self) -> None:
        self.parts = Parts()
        self.before: dict[int, tuple[Any, Any]] = {}
        """The parts that were changed, by their ids, and copies of them as they were."""

    def make(
        self,
        exchange: Exchange,
        codec: Codec,
        response: Response,
        arguments: Sequence[object],
        *,
        may_change: bool,
    ) -> None:
        """Change the test's own objects until it ends, as in plain Python.

        Only a call that may not change its own arguments leaves them as they were, and the test
        fails at its end. Text streams are there to be changed.

        Raises:
            Failure: an argument has become too big to be read.
        """
        invocation = exchange.invocation
        names = invocation.passed if isinstance(invocation, CallInvocation) else ()
        named = dict(zip(names, arguments, strict=False))
        if may_change:
            exchange.changeable |= {name: each for name, each in named.items() if _is_mutable(each)}
        if response.changed:
            self._change(exchange, codec, response, named, may_change=may_change)
        self._keep(response.kept, response.changed)

    def _change(
        self,
        exchange: Exchange,
        codec: Codec,
        response: Response,
        named: dict[str, Any],
        *,
        may_change: bool,
    ) -> None:
        own = mutable_ids([*named.values()])
        parts, forbidden = [], []
        for number, content in response.changed.items():
            part = self.parts.values.get(number)
            if content is None and id(part) in own:
                raise _too_big(exchange.invocation, next(iter(_touched(named, [part])), ""))
            if content is None or part is None:
                continue
            parts.append(part)
            if id(part) in own and not may_change and type(part) is not Stream:
                forbidden.append((part, copy.copy(part)))
            else:
                self.before.setdefault(id(part), (part, copy.copy(part)))
            change_in_place(part, content)
        touched = _touched(named, parts)
        if not _can_be_sent(codec, parts):
            raise _too_big(exchange.invocation, next(iter(touched), ""))
        if not forbidden:
            exchange.changed = [*touched]
        elif response.kind is ResponseKind.VALUE:
            _note(exchange, touched)
        for part, before in reversed(forbidden):
            change_in_place(part, before)

    def _keep(self, numbers: Sequence[int], changed: Container[int]) -> None:
        """Keep the parts that the worker's code refers to, and note what it has of them."""
        room, kept = MAX_KEPT, set()
        for number in numbers:
            if number in self.parts.values:
                room -= self.parts.sizes[number]
                if room > 0:
                    kept.add(number)
        self.parts.keep(kept, self.parts.count)
        self.parts.note(n for n in kept if n in changed or n not in self.parts.known)

    def undo(self) -> None:
        """Change all back: other tests may use the same objects."""
        for part, before in self.before.values():
            change_in_place(part, before)
        self.before.clear()


def _can_be_sent(codec: Codec, parts: Sequence[object]) -> bool:
    """Can the parts be sent again? A few small ones can make a whole of any size."""
    try:
        codec.encode(parts)
    except TooBigError:
        return False
    return True


def _note(exchange: Exchange, named: dict[str, Any]) -> None:
    """Note what the test fails with at its end, unless it has failed before."""
    invocation = exchange.invocation
    names = list(named)[:MAX_SHOWN]
    which = f"argument{'s' if len(names) > 1 else ''} {' and '.join(names)}".rstrip()
    advice = next((_advice(name, named[name]) for name in names), "")
    shown = [labelled(f"{name} after the call", render(named[name])) for name in names]
    message = f"{invocation.subject} changed its {which}: work on a copy{advice}"
    if exchange.change is None:
        detail = Detail(
            message,
            invocation.call,
            invocation.arguments,
            difference="\n".join(shown),
            alike=True,
        )
        exchange.change = detail


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

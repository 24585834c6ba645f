"""What a call has changed in the objects of its test."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Any

from autograder.judge.calls import CallLog, Invocation
from autograder.judge.failure import Failure
from autograder.judge.render.values import render
from autograder.report import Detail, Kind, Outcome
from autograder.sandbox.messages import Response, ResponseKind
from autograder.sandbox.parts import change_in_place, is_nested, mutable_ids, parts_of
from autograder.sandbox.values import Codec, Parts, TooBigError
from autograder.sentences import joined, plural

MAX_SHOWN = 4
MAX_KEPT = 5000
"""How many values of a test both ends compare in each call, since the submission keeps them."""
_COPIED = (list, dict, set, bytearray, deque)
"""What a call of the type copies."""


class Changes:
    """What the calls of a test, or of a fixture, change in the objects that they were given.

    The `parts` are those that the worker's code still refers to, as far as they are not too many.
    """

    def __init__(self) -> None:
        self.parts = Parts()
        self.given: set[int] = set()
        """The parts that calls were given which may not change their arguments."""
        self.first = 0
        """The number of the first part that the latest call was given."""
        self.before: dict[int, tuple[Any, Any]] = {}
        """The parts that were changed, by their ids, and copies of them as they were."""

    def make(
        self,
        log: CallLog,
        codec: Codec,
        response: Response,
        arguments: Sequence[object],
        *,
        may_change: bool,
    ) -> None:
        """Change the test's own objects until it ends, as in plain Python.

        What was given to a call that may not change its arguments stays as it was, and the test
        fails at its end.

        Raises:
            Failure: an argument has become too big to be read.
        """
        invocation = log.invocation
        named = dict(zip(invocation.passed, arguments, strict=False))
        if may_change:
            log.changeable |= {name: each for name, each in named.items() if mutable_ids(each)}
        matters = not may_change and (response.changed or response.kept)
        own = mutable_ids([*arguments]) if matters else set()
        if response.changed:
            changed, forbidden = self._change(response, own)
            touched = _touched(named, changed)
            values = self.parts.values
            lost = [
                values[n] for n, each in response.changed.items() if each is None and n in values
            ]
            too_big = _touched(named, lost)
            if too_big or not _can_be_sent(codec, changed):
                name = next(iter(too_big or touched), "")
                fact = f"made its argument {name} too big to read"
                raise Failure(Outcome.WRONG, invocation.detail(Kind.CHANGED, fact))
            if not forbidden:
                log.changed = [*touched]
            elif response.kind is ResponseKind.VALUE and log.change is None:
                is_own = any(id(part) in own for part in changed)
                log.change = _explained(invocation, touched, is_own=is_own)
            for part, before in reversed(forbidden):
                change_in_place(part, before)
        self.given.update(
            number
            for number, part in self.parts.values.items()
            if number >= self.first and id(part) in own
        )
        self.first = self.parts.count
        self._keep(response.kept, response.changed)

    def _change(
        self, response: Response, own: Container[int]
    ) -> tuple[list[Any], list[tuple[Any, Any]]]:
        """Change the parts; return them, and those that may not change with copies of them.

        These are the call's `own`, and what a call before was given that may not change it either.
        """
        changed, forbidden = [], []
        for number, content in response.changed.items():
            part = self.parts.values.get(number)
            if content is None or part is None:
                continue
            changed.append(part)
            self.before.setdefault(id(part), (part, copy.copy(part)))
            if id(part) in own or number in self.given:
                forbidden.append((part, copy.copy(part)))
            change_in_place(part, content)
        return changed, forbidden

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


def _explained(invocation: Invocation, named: dict[str, Any], *, is_own: bool) -> Detail:
    """Return what a test fails with at its end, unless it fails before."""
    names = list(named)[:MAX_SHOWN]
    which = f"its {plural(max(len(names), 1), 'argument')} {joined(names)}".rstrip()
    which = which if is_own else "what an earlier call was given"
    advice = next((copy_advice(name, named[name]) for name in names), "")
    after = {name: render(named[name]) for name in names}
    why = f"work on a copy{advice}"
    return invocation.detail(Kind.CHANGED, f"changed {which}", why, after=after, alike=True)


def changed_too(detail: Detail, change: Detail) -> Detail:
    """Add to a failure that the call also changed its argument."""
    says = "\n".join(filter(None, (detail.difference, f"It also {change.said}")))
    return replace(detail, difference=says, after=detail.after | change.after)


def only_changed(change: Detail, *, has_value: bool) -> Detail:
    """Return why a test fails whose assertions hold: a call changed its argument."""
    right = "returned the right value, but " if has_value else ""
    return replace(change, fact=f"{right}{change.fact}")


def copy_advice(name: str, value: Any) -> str:
    """Say how to copy an argument, if it is of one of Python's own types."""
    if not name.isidentifier() or name.startswith("argument_") or type(value) not in _COPIED:
        return ""
    if is_nested(value):
        return f", `{name} = copy.deepcopy({name})`"
    return f", `{name} = {type(value).__name__}({name})`"


def _touched(named: dict[str, Any], parts: Sequence[object]) -> dict[str, Any]:
    """Return the arguments that contain one of the parts."""
    wanted = set(map(id, parts))
    return {
        name: each
        for name, each in named.items()
        if any(id(part) in wanted for part, _ in parts_of(each))
    }

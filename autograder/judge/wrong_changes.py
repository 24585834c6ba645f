"""What a call should have done to its arguments, if the test's `assert` on them fails."""

from __future__ import annotations

from collections import deque
from dataclasses import is_dataclass

from autograder.judge.assertion import CONTAINS, Comparison
from autograder.judge.failure import MAX_CHANGED, after_label
from autograder.judge.invocation import Exchange
from autograder.judge.render import render_value
from autograder.sandbox.messages import Response

_MUTABLE = (list, dict, set, bytearray, deque)


def diagnose_change(
    comparison: Comparison, exchange: Exchange, response: Response
) -> tuple[str, str] | None:
    """Return a message about arguments that the latest call may change, and what they are after it.

    None if the `assert` is not on them, but on what the call returned or printed.
    """
    left, right = comparison.left, comparison.right
    after = {name: value for name, value in exchange.changeable.items() if _is_mutable(value)}
    names = [name for name, value in after.items() if value is left or value is right]
    lines = []
    if not names and response.value is None and left is not None:
        names = [*after][:MAX_CHANGED]  # Perhaps it is on a part of them, or on their length.
        lines = [after_label("found in the test", render_value(left))]
    if not names:
        return None
    argument = f"argument{'s' if len(names) > 1 else ''} {' and '.join(names)}"
    message = f"{exchange.invocation.subject} did not change its {argument}"
    if set(names).intersection(exchange.changed):
        message = f"{exchange.invocation.subject} changed its {argument}, but not as expected"
    operator = CONTAINS.get(comparison.operator, comparison.operator)
    sign = "" if operator in ("==", "is") else f"{operator} "
    expected = render_value(left if any(after[name] is right for name in names) else right)
    texts = [after_label(f"{name} after the call", render_value(after[name])) for name in names]
    return message, "\n".join((*texts, *lines, after_label("expected", sign + expected)))


def _is_mutable(value: object) -> bool:
    if isinstance(value, tuple):
        return any(map(_is_mutable, value))
    return isinstance(value, _MUTABLE) or is_dataclass(value)

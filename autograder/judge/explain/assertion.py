"""The comparison of a failed `assert`, as a report shows it: which calls, returned, expected."""

from __future__ import annotations

import re
import traceback
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, is_dataclass, replace
from typing import Any

from autograder.judge.explain.calls import uncalled_main
from autograder.judge.explain.evidence import Evidence
from autograder.judge.explain.output import Output, explain_file, explain_output
from autograder.judge.explain.rules import explain
from autograder.judge.failure import printed_by
from autograder.judge.file_text import FileText
from autograder.judge.invocation import Exchange, Invocation
from autograder.judge.modules.handles import Handle
from autograder.judge.render.pairs import render_pair
from autograder.judge.render.values import labelled, render
from autograder.judge.sources import Sources
from autograder.report import Detail
from autograder.sandbox.protocol import Response

MAX_EXPRESSION = 200
MAX_CHANGED = 4
_MIRRORED = {"==": "==", "!=": "!=", "is": "is", "is not": "is not"}
_MIRRORED |= {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
CONTAINS = {"in": "contains", "not in": "does not contain"}
_NUMBERS = (int, float, complex)


@dataclass(frozen=True)
class Comparison:
    """The comparison in an `assert` that failed."""

    operator: str
    left: Any
    right: Any


_OF_UNITTEST: dict[str, tuple[str, tuple[str, ...]]] = {
    **dict.fromkeys(("assertEqual", "assertAlmostEqual", "assertMultiLineEqual"),
                    ("==", ("first", "second"))),
    **dict.fromkeys(("assertNotEqual", "assertNotAlmostEqual"), ("!=", ("first", "second"))),
    "assertCountEqual": ("==", ("first", "second")),
    "assertListEqual": ("==", ("list1", "list2")),
    "assertTupleEqual": ("==", ("tuple1", "tuple2")),
    "assertSetEqual": ("==", ("set1", "set2")),
    "assertDictEqual": ("==", ("d1", "d2")),
    "assertSequenceEqual": ("==", ("seq1", "seq2")),
    "assertIsNone": ("is", ("obj", "")),
    "assertIs": ("is", ("expr1", "expr2")),
    "assertIsNot": ("is not", ("expr1", "expr2")),
    "assertIn": ("in", ("member", "container")),
    "assertNotIn": ("not in", ("member", "container")),
    "assertLess": ("<", ("a", "b")),
    "assertLessEqual": ("<=", ("a", "b")),
    "assertGreater": (">", ("a", "b")),
    "assertGreaterEqual": (">=", ("a", "b")),
}  # fmt: skip
"""What methods of `unittest.TestCase` compare, and what they call the two values: "" is None."""

_PUT_BEFORE = (
    *("assertTrue", "assertFalse", "assertNotEqual", "assertAlmostEqual", "assertNotAlmostEqual"),
    *("assertCountEqual", "assertRegex", "assertNotRegex"),
)
"""What puts a text of its own before the `msg`, with a colon between them."""


def comparison_of_unittest(error: BaseException) -> Comparison | None:
    """Return what a failed `assertEqual` and the like compared; None for any other exception."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if frame.f_globals.get("__name__") == "unittest.case":
            names = frame.f_code.co_name
            if names in _OF_UNITTEST:
                operator, (left, right) = _OF_UNITTEST[names]
                found = frame.f_locals  # `assertCountEqual` makes lists of what it can.
                values = (found.get(f"{name}_seq", found.get(name)) for name in (left, right))
                return Comparison(operator, *values)
    return None


@dataclass(frozen=True)
class RenderedComparison:
    """The calls whose values were compared, what they returned, and what was expected.

    `values` are what one call returned and the value that it should equal, if that was compared.
    """

    invocation: Invocation
    returned: str
    expected: str
    values: tuple[Any, Any] | None = None


def render_comparison(
    comparison: Comparison, exchange: Exchange, explanation: str
) -> RenderedComparison:
    """Render a comparison; `explanation` is pytest's text of the failed `assert`."""
    left, right, operator = comparison.left, comparison.right, comparison.operator
    last, value = exchange.invocation, exchange.response.value if exchange.response else None
    if isinstance(left, Handle) and isinstance(right, Handle):
        return RenderedComparison(last, render(value), str(value is not True))
    if isinstance(right, Handle) and operator in CONTAINS:
        whole = type(value) is list  # All elements were asked for.
        expected = f"{CONTAINS[operator]} {render(left)}" if whole else str(operator == "in")
        return RenderedComparison(last, render(value), expected)
    numbers = type(left) in _NUMBERS and type(value) in _NUMBERS
    computed = numbers and not _is_returned(left, exchange) and _computed(explanation)
    if computed:
        return RenderedComparison(last, render(value), computed)
    if left is not value and right is value and type(value) is not bool and value is not None:
        if operator in CONTAINS:
            expected = f"{CONTAINS[operator]} {render(left)}"
            return RenderedComparison(last, render(right), expected)
        left, right, operator = right, left, _MIRRORED[operator]
    call = _compared(left, exchange)
    if operator not in ("==", "is"):
        return RenderedComparison(call, render(left), f"{operator} {render(right)}")
    return RenderedComparison(call, *render_pair(left, right), _one_call(left, right, exchange))


def text_of_assertion(error: AssertionError) -> str:
    """Return the text that a test's author wrote into an `assert` that failed."""
    text, assertion, _ = _parts(str(error))
    if not assertion:
        return _message_of_unittest(error)
    return text.replace("\n  ", "\n")  # As pytest indents it.


def _message_of_unittest(error: BaseException) -> str:
    """Return the `msg` that a failed `assertEqual` and the like was passed, if it was."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        name, module = frame.f_code.co_name, frame.f_globals.get("__name__")
        if module == "unittest.case" and name.startswith(("assert", "fail")):
            text = str(frame.f_locals.get("msg") or "")
            return text.partition(" : ")[2] if name in _PUT_BEFORE else text
    return ""


def _parts(text: str) -> tuple[str, str, str]:
    """Split an `AssertionError` of pytest's into the author's text, "assert" and its comparison."""
    text, assertion, comparison = f"\n{text}".rpartition("\nassert ")
    return text.removeprefix("\n"), assertion, comparison


def _is_returned(value: object, exchange: Exchange) -> bool:
    return any(value is returned for _, returned in exchange.recent)


def _is_rearranged(value: object, exchange: Exchange) -> bool:
    """Is it a list of exactly the items that a call returned, such as `sorted` makes?"""
    if type(value) is not list:
        return False
    lists = [list(returned) for _, returned in exchange.recent if type(returned) is list]
    return sorted(map(id, value)) in [sorted(map(id, items)) for items in lists]


def _one_call(left: Any, right: Any, exchange: Exchange) -> tuple[Any, Any] | None:
    """Return what the last call returned and what it should have; of several calls, the first."""
    if _is_returned(left, exchange) or _is_rearranged(left, exchange):
        return left, right
    if type(left) is type(right) and _calls_behind(left, exchange) and len(left) == len(right):
        return next((pair for pair in zip(left, right, strict=True) if pair[0] != pair[1]), None)
    return None


def _compared(left: Any, exchange: Exchange) -> Invocation:
    """Return the call that returned a value; all calls, if it is a tuple of what they returned."""
    recent = exchange.recent
    if not recent or recent[-1][1] is left:
        return exchange.invocation
    if calls := _calls_behind(left, exchange):
        return _together(calls) or exchange.invocation
    found = (invocation for invocation, value in reversed(recent) if value is left)
    return next(found, exchange.invocation)


def _calls_behind(value: Any, exchange: Exchange) -> list[Invocation]:
    """Return the last calls, if a tuple or list holds exactly what they returned; else none."""
    last = exchange.recent[-len(value) :] if type(value) in (tuple, list) else []
    are_all = last and [id(returned) for _, returned in last] == list(map(id, value))
    return [invocation for invocation, _ in last] if are_all else []


def _together(invocations: Sequence[Invocation]) -> Invocation | None:
    """Return several calls as one; None if two of them have a large argument of the same name."""
    arguments: dict[str, str] = {}
    for invocation in invocations:
        if any(arguments.get(name, text) != text for name, text in invocation.arguments.items()):
            return None
        arguments |= invocation.arguments
    calls = "\n".join(invocation.call for invocation in invocations)
    return Invocation(invocations[-1].subject, calls, arguments)


def _computed(explanation: str) -> str:
    """Return what was compared as an expression of values, such as `abs((0.15 - 0.12)) < 0.01`."""
    expression, *rest = _parts(explanation)[2].split("\n")
    for line in rest:
        part = re.fullmatch(r" \+  where (\S+) = ((?:abs|round)\(.*\))", line)
        if part and expression.startswith(part[1]):
            expression = part[2] + expression.removeprefix(part[1])
    return expression[:MAX_EXPRESSION] if "(" in expression else ""


def explain_assertion(
    exchange: Exchange,
    response: Response,
    error: AssertionError,
    comparison: Comparison | None,
    sources: Sources,
) -> Detail:
    """Explain a failed `assert` by its comparison, if it was one."""
    hint = "\n".join(filter(None, (text_of_assertion(error), exchange.hint)))
    if exchange.explanation:
        return _after_exception(exchange.explanation, error, comparison, hint)
    if comparison is None:
        message = f"{exchange.invocation.subject} gave the wrong answer"
        return wrong(message, exchange, response, difference=hint)
    left, right = comparison.left, comparison.right
    if isinstance(left, Output) and isinstance(right, Output):
        return _explain_program(left, right, exchange, sources)
    if isinstance(right, FileText):
        left, right = right, left
    if isinstance(left, FileText) and comparison.operator == "==" and isinstance(right, str):
        message = f"{exchange.invocation.subject} wrote the wrong text to {left.file}"
        difference = "\n".join(filter(None, (explain_file(Output(right), Output(left)), hint)))
        return _printed(message, exchange, difference)
    if _is_printed(right, exchange) and not _is_printed(left, exchange):
        left, right = right, left
    if _is_printed(left, exchange) and isinstance(right, str) and comparison.operator == "==":
        message = f"{exchange.invocation.subject} printed wrong output"
        return _printed(message, exchange, explain_output(Output(right), Output(left)))
    if wrong_change := _explain_change(comparison, exchange, response):
        message, lines = wrong_change
        return _printed(message, exchange, "\n".join(filter(None, (lines, hint))))
    return _explain_value(comparison, exchange, response, str(error), sources, hint)


def _explain_program(
    found: Output, expected: Output, exchange: Exchange, sources: Sources
) -> Detail:
    """Explain what a program printed instead of the expected output."""
    subject = exchange.invocation.subject
    why = "" if found.text.strip() else uncalled_main(sources, subject)
    lines = "\n".join(filter(None, (explain_output(expected, found), why, exchange.hint)))
    fault = "gave a wrong result" if found.prints_like(expected) else "printed wrong output"
    return _printed(f"{subject} {fault}", exchange, lines)


def _explain_value(
    comparison: Comparison,
    exchange: Exchange,
    response: Response,
    text: str,
    sources: Sources,
    hint: str,
) -> Detail:
    """Explain a value by the mistake that usually leads to it; `text` is that of the `assert`."""
    subject = exchange.invocation.subject
    message = f"{subject} gave the wrong answer"
    shown = render_comparison(comparison, exchange, text)
    invocation = shown.invocation
    if shown.values:
        evidence = Evidence(exchange.invocation, response, sources, values=shown.values)
        message = explain(evidence)
    detail = wrong(message, exchange, response, shown.returned, shown.expected, hint)
    return replace(detail, call=invocation.call, arguments=invocation.arguments)


def _explain_change(
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
        lines = [labelled("found in the test", render(left))]
    if not names:
        return None
    argument = f"argument{'s' if len(names) > 1 else ''} {' and '.join(names)}"
    message = f"{exchange.invocation.subject} did not change its {argument}"
    if set(names).intersection(exchange.changed):
        message = f"{exchange.invocation.subject} changed its {argument}, but not as expected"
    operator = CONTAINS.get(comparison.operator, comparison.operator)
    sign = "" if operator in ("==", "is") else f"{operator} "
    expected = render(left if any(after[name] is right for name in names) else right)
    texts = [labelled(f"{name} after the call", render(after[name])) for name in names]
    return message, "\n".join((*texts, *lines, labelled("expected", sign + expected)))


def _is_mutable(value: object) -> bool:
    if isinstance(value, tuple):
        return any(map(_is_mutable, value))
    return isinstance(value, (list, dict, set, bytearray, deque)) or is_dataclass(value)


def _is_printed(value: object, exchange: Exchange) -> bool:
    """Is a value what calls have printed, as `capsys` and the like find it?"""
    response = exchange.response
    if not exchange.is_captured or type(value) is not str:
        return False
    if response is None or value is response.value:
        return False
    printed = exchange.printed
    return value in (printed, printed.strip(), response.printed, response.printed.strip())


def _after_exception(
    raised: Detail, error: AssertionError, comparison: Comparison | None, hint: str
) -> Detail:
    """Explain an `assert` on an exception that the test expected: its message is different."""
    expected = ""
    if comparison:
        shown = render(comparison.right if comparison.operator != "in" else comparison.left)
        expected = f"an exception with {shown}"
    elif pattern := re.search(r"^\s*Expected regex: (.+)$", str(error), re.MULTILINE):
        expected = f"a message that matches {pattern[1]}"
        hint = ""
    return replace(raised, expected=expected, difference=hint)


def _printed(message: str, exchange: Exchange, difference: str) -> Detail:
    invocation = exchange.invocation
    return Detail(message, invocation.call, invocation.arguments, difference=difference)


def wrong(
    message: str,
    exchange: Exchange,
    response: Response,
    returned: str = "",
    expected: str = "",
    difference: str = "",
) -> Detail:
    return Detail(
        message,
        exchange.invocation.call,
        exchange.invocation.arguments,
        returned or render(response.value),
        expected,
        difference,
        printed=printed_by(response),
    )

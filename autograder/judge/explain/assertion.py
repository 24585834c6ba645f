"""The comparison of a failed `assert`, as a report shows it: which calls, returned, expected."""

from __future__ import annotations

import re
import traceback
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, is_dataclass, replace
from types import FrameType
from typing import Any

from autograder.judge.calls import CallLog, Invocation
from autograder.judge.explain.calls import uncalled_main
from autograder.judge.explain.evidence import Evidence
from autograder.judge.explain.output import Output, explain_file, explain_output
from autograder.judge.explain.rules import explain
from autograder.judge.failure import printed_by
from autograder.judge.modules.folder import FileText
from autograder.judge.modules.handles import Handle
from autograder.judge.render.pairs import render_pair
from autograder.judge.render.values import labelled, render
from autograder.judge.sources import Sources
from autograder.report import Detail
from autograder.sandbox.messages import Response

MAX_EXPRESSION = 200
MAX_CHANGED = 4
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
CONTAINS = {"in": "contains", "not in": "does not contain"}
_OF_UNITTEST = {
    "assertIsNone": "is",
    "assertIs": "is",
    "assertIsNot": "is not",
    "assertIn": "in",
    "assertNotIn": "not in",
    "assertLess": "<",
    "assertLessEqual": "<=",
    "assertGreater": ">",
    "assertGreaterEqual": ">=",
    "assertNotEqual": "!=",
    "assertNotAlmostEqual": "!=",
}
"""What methods of `unittest.TestCase` compare with; those that end with `Equal`, with `==`."""
_NUMBERS = (int, float, complex)


@dataclass(frozen=True)
class Comparison:
    """The comparison in an `assert` that failed."""

    operator: str
    left: Any
    right: Any


def comparison_of_unittest(error: BaseException) -> Comparison | None:
    """Return what a failed `assertEqual` and the like compared; None for any other exception."""
    for frame in _frames_of_unittest(error):
        name, found = frame.f_code.co_name, frame.f_locals
        operator = _OF_UNITTEST.get(name, "==" if name.endswith("Equal") else "")
        if operator:
            names = frame.f_code.co_varnames[1:3]  # `assertCountEqual` makes lists of what it can.
            left, right = (found.get(f"{each}_seq", found.get(each)) for each in names)
            return Comparison(operator, left, None if name == "assertIsNone" else right)
    return None


def _frames_of_unittest(error: BaseException) -> list[FrameType]:
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    methods = [each for each in frames if each.f_globals.get("__name__") == "unittest.case"]
    return [each for each in methods if each.f_code.co_name.startswith(("assert", "fail"))]


def text_of_assertion(error: AssertionError) -> str:
    """Return the text that a test's author wrote into an `assert` that failed."""
    text, assertion, _ = _parts(str(error))
    if assertion:
        return text.replace("\n  ", "\n")  # As pytest indents it.
    for frame in _frames_of_unittest(error)[:1]:
        message = str(frame.f_locals.get("msg") or "")
        # Some methods replace it by the whole text, with their own before it.
        return message.partition(" : ")[2] if message == str(error) else message
    return ""


def _parts(text: str) -> tuple[str, str, str]:
    """Split an `AssertionError` of pytest's into the author's text, "assert" and its comparison."""
    text, assertion, comparison = f"\n{text}".rpartition("\nassert ")
    return text.removeprefix("\n"), assertion, comparison


@dataclass(frozen=True)
class RenderedComparison:
    """The calls whose values were compared, what they returned, and what was expected.

    `values` are what one call returned and the value that it should equal, if that was compared.
    """

    invocation: Invocation
    returned: str
    expected: str
    values: tuple[Any, Any] | None = None


def render_comparison(comparison: Comparison, log: CallLog, explanation: str) -> RenderedComparison:
    """Render a comparison; `explanation` is pytest's text of the failed `assert`."""
    left, right, operator = comparison.left, comparison.right, comparison.operator
    last, value = log.invocation, log.response.value if log.response else None
    contains = f"{CONTAINS.get(operator, '')} {render(left)}"
    if isinstance(right, Handle) and (isinstance(left, Handle) or operator in CONTAINS):
        if isinstance(left, Handle):
            contains = str(value is not True)
        elif type(value) is not list:  # Otherwise, all elements were asked for.
            contains = str(operator == "in")
        return RenderedComparison(last, render(value), contains)
    calls = _calls_behind(left, log)
    are_numbers = type(left) in _NUMBERS and type(value) in _NUMBERS
    if are_numbers and not calls and (computed := _computed(explanation)):
        return RenderedComparison(last, render(value), computed)
    if left is not value and right is value and type(value) is not bool and value is not None:
        if operator in CONTAINS:
            return RenderedComparison(last, render(right), contains)
        left, right, operator = right, left, _MIRRORED.get(operator, operator)
        calls = _calls_behind(left, log)
    call = _together(calls) or last
    if operator not in ("==", "is"):
        return RenderedComparison(call, render(left), f"{operator} {render(right)}")
    values = (left, right) if len(calls) == 1 or _is_rearranged(left, log) else None
    if len(calls) > 1 and type(left) is type(right):  # The first of several calls.
        values = next((pair for pair in zip(left, right, strict=False) if pair[0] != pair[1]), None)
    return RenderedComparison(call, *render_pair(left, right), values)


def _is_rearranged(value: object, log: CallLog) -> bool:
    """Is it a list of exactly the items that a call returned, such as `sorted` makes?"""
    lists = [list(returned) for _, returned in log.recent if type(returned) is list]
    items = sorted(map(id, value)) if type(value) is list else None
    return items in [sorted(map(id, each)) for each in lists]


def _calls_behind(value: Any, log: CallLog) -> list[Invocation]:
    """Return the call that returned a value, or the last calls, if it holds what they returned."""
    for invocation, returned in reversed(log.recent):
        if returned is value:
            return [invocation]
    last = log.recent[-len(value) :] if type(value) in (tuple, list) and value else []
    are_all = [id(returned) for _, returned in last] == list(map(id, value)) if last else False
    return [invocation for invocation, _ in last] if are_all else []


def _together(invocations: Sequence[Invocation]) -> Invocation | None:
    """Return several calls as one; None if two of them have a large argument of the same name."""
    pairs = [*dict.fromkeys(pair for each in invocations for pair in each.arguments.items())]
    if not invocations or len(dict(pairs)) < len(pairs):
        return None
    calls = "\n".join(each.call for each in invocations)
    return Invocation(invocations[-1].subject, calls, dict(pairs))


def _computed(explanation: str) -> str:
    """Return what was compared as an expression of values, such as `abs((0.15 - 0.12)) < 0.01`."""
    expression, *rest = _parts(explanation)[2].split("\n")
    for line in rest:
        part = re.fullmatch(r" \+  where (\S+) = ((?:abs|round)\(.*\))", line)
        if part and expression.startswith(part[1]):
            expression = part[2] + expression.removeprefix(part[1])
    return expression[:MAX_EXPRESSION] if "(" in expression else ""


def explain_assertion(
    log: CallLog,
    response: Response,
    error: AssertionError,
    comparison: Comparison | None,
    sources: Sources,
) -> Detail:
    """Explain a failed `assert` by its comparison, if it was one."""
    hint = "\n".join(filter(None, (text_of_assertion(error), log.hint)))
    if log.explanation:
        return _after_exception(log.explanation, error, comparison, hint)
    if comparison is None:
        message = f"{log.invocation.subject} gave the wrong answer"
        return wrong_answer(message, log, response, difference=hint)
    left, right = comparison.left, comparison.right
    if isinstance(left, Output) and isinstance(right, Output):
        return _explain_program(left, right, log, sources)
    if isinstance(right, FileText):
        left, right = right, left
    if isinstance(left, FileText) and comparison.operator == "==" and isinstance(right, str):
        message = f"{log.invocation.subject} wrote the wrong text to {left.file}"
        difference = "\n".join(filter(None, (explain_file(Output(right), Output(left)), hint)))
        return _printed(message, log, difference)
    if _is_printed(right, log) and not _is_printed(left, log):
        left, right = right, left
    if _is_printed(left, log) and isinstance(right, str) and comparison.operator == "==":
        message = f"{log.invocation.subject} printed wrong output"
        return _printed(message, log, explain_output(Output(right), Output(left)))
    if wrong_change := _explain_change(comparison, log, response):
        message, lines = wrong_change
        return _printed(message, log, "\n".join(filter(None, (lines, hint))))
    return _explain_value(comparison, log, response, str(error), sources, hint)


def _explain_program(found: Output, expected: Output, log: CallLog, sources: Sources) -> Detail:
    """Explain what a program printed instead of the expected output."""
    subject = log.invocation.subject
    why = "" if found.text.strip() else uncalled_main(sources, subject)
    lines = "\n".join(filter(None, (explain_output(expected, found), why, log.hint)))
    fault = "gave a wrong result" if found.prints_like(expected) else "printed wrong output"
    return _printed(f"{subject} {fault}", log, lines)


def _explain_value(
    comparison: Comparison,
    log: CallLog,
    response: Response,
    text: str,
    sources: Sources,
    hint: str,
) -> Detail:
    """Explain a value by the mistake that usually leads to it; `text` is that of the `assert`."""
    subject = log.invocation.subject
    message = f"{subject} gave the wrong answer"
    shown = render_comparison(comparison, log, text)
    invocation = shown.invocation
    if shown.values:
        evidence = Evidence(log.invocation, response, sources, values=shown.values)
        message = explain(evidence)
    detail = wrong_answer(message, log, response, shown.returned, shown.expected, hint)
    return replace(detail, call=invocation.call, arguments=invocation.arguments)


def _explain_change(
    comparison: Comparison, log: CallLog, response: Response
) -> tuple[str, str] | None:
    """Return a message about arguments that the latest call may change, and what they are after it.

    None if the `assert` is not on them, but on what the call returned or printed.
    """
    left, right = comparison.left, comparison.right
    after = {name: value for name, value in log.changeable.items() if _is_mutable(value)}
    names = [name for name, value in after.items() if value is left or value is right]
    lines = []
    if not names and response.value is None and left is not None:
        names = [*after][:MAX_CHANGED]  # Perhaps it is on a part of them, or on their length.
        lines = [labelled("found in the test", render(left))]
    if not names:
        return None
    argument = f"argument{'s' if len(names) > 1 else ''} {' and '.join(names)}"
    message = f"{log.invocation.subject} did not change its {argument}"
    if set(names).intersection(log.changed):
        message = f"{log.invocation.subject} changed its {argument}, but not as expected"
    operator = CONTAINS.get(comparison.operator, comparison.operator)
    sign = "" if operator in ("==", "is") else f"{operator} "
    expected = render(left if any(after[name] is right for name in names) else right)
    texts = [labelled(f"{name} after the call", render(after[name])) for name in names]
    return message, "\n".join((*texts, *lines, labelled("expected", sign + expected)))


def _is_mutable(value: object) -> bool:
    if isinstance(value, tuple):
        return any(map(_is_mutable, value))
    return isinstance(value, (list, dict, set, bytearray, deque)) or is_dataclass(value)


def _is_printed(value: object, log: CallLog) -> bool:
    """Is a value what calls have printed, as `capsys` and the like find it?"""
    response = log.response
    if not log.is_captured or type(value) is not str:
        return False
    if response is None or value is response.value:
        return False
    printed = log.printed
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


def _printed(message: str, log: CallLog, difference: str) -> Detail:
    invocation = log.invocation
    return Detail(message, invocation.call, invocation.arguments, difference=difference)


def wrong_answer(
    message: str,
    log: CallLog,
    response: Response,
    returned: str = "",
    expected: str = "",
    difference: str = "",
) -> Detail:
    return Detail(
        message,
        log.invocation.call,
        log.invocation.arguments,
        returned or render(response.value),
        expected,
        difference,
        printed=printed_by(response),
    )

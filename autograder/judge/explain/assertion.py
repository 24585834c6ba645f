"""A failed `assert` as a report shows it: which call, returned, expected."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import is_dataclass, replace
from typing import Any

from autograder.judge.calls import CallLog, Invocation
from autograder.judge.comparison import Comparison, computed_text, text_of_assertion
from autograder.judge.explain.calls import uncalled_main
from autograder.judge.explain.evidence import Evidence
from autograder.judge.explain.output import explain_file, explain_output
from autograder.judge.explain.rules import explain, traced
from autograder.judge.failure import printed_by
from autograder.judge.modules.handles import Handle
from autograder.judge.program_output import Output
from autograder.judge.render.pairs import render_pair
from autograder.judge.render.values import labelled, render
from autograder.judge.sources import Sources
from autograder.report import Detail
from autograder.sandbox.messages import Response

MAX_CHANGED, _NUMBERS = 4, (int, float, complex)


def explain_assertion(
    log: CallLog,
    response: Response,
    error: BaseException,
    comparison: Comparison | None,
    sources: Sources,
) -> Detail:
    """Explain a failed `assert` by its comparison, if it was one, and by the values of lines."""
    detail, invocation = _explained(log, response, error, comparison, sources)
    lines = "" if log.explanation else traced(Evidence(invocation, response, sources))
    return replace(detail, difference=_joined(detail.difference, lines))


def _explained(
    log: CallLog,
    response: Response,
    error: BaseException,
    comparison: Comparison | None,
    sources: Sources,
) -> tuple[Detail, Invocation]:
    """Return what is wrong, and the call that this is about."""
    subject = log.invocation.subject
    hint = _joined(text_of_assertion(error), log.hint)
    if log.explanation:
        return _after_exception(log.explanation, error, comparison, hint), log.invocation
    if comparison is None:
        message = f"{subject} gave the wrong answer"
        return wrong_answer(message, log, response, difference=hint), log.invocation
    if text := _explain_text(comparison, log, sources, hint):
        return text, log.invocation
    if wrong_change := _explain_change(comparison, log, response):
        message, lines = wrong_change
        return _printed(message, log, lines, hint), log.invocation
    return _explain_value(comparison, log, response, error, sources, hint)


def _explain_text(
    comparison: Comparison, log: CallLog, sources: Sources, hint: str
) -> Detail | None:
    """Explain what was printed or written; None if the `assert` is on something else."""
    left, right, subject = comparison.left, comparison.right, log.invocation.subject
    if isinstance(left, Output) and isinstance(right, Output):
        why = "" if left.text.strip() else uncalled_main(sources, subject)
        fault = "gave a wrong result" if left.prints_like(right) else "printed wrong output"
        return _printed(f"{subject} {fault}", log, explain_output(right, left), why, log.hint)
    if _written_or_printed(right, log) and not _written_or_printed(left, log):
        left, right = right, left
    if comparison.operator != "==" or not isinstance(right, str):
        return None
    if _is_printed(left, log):
        message = f"{subject} printed wrong output"
        return _printed(message, log, explain_output(Output(right), Output(left)))
    if file := _written_or_printed(left, log):
        message = f"{subject} wrote the wrong text to {file}"
        return _printed(message, log, explain_file(Output(right), Output(left)), hint)
    return None


def _explain_value(
    comparison: Comparison,
    log: CallLog,
    response: Response,
    error: BaseException,
    sources: Sources,
    hint: str,
) -> tuple[Detail, Invocation]:
    """Explain a value by the mistake that usually leads to it."""
    left, right = comparison.left, comparison.right
    message, value = f"{log.invocation.subject} gave the wrong answer", response.value
    is_asked = isinstance(left, Handle) or comparison.operator in ("in", "not in")
    if is_asked and isinstance(right, Handle):  # The submission compared them.
        expected = str(not value) if type(value) is bool else comparison.mirrored.expects
        detail = wrong_answer(message, log, response, render(value), expected, hint)
        return detail, log.invocation
    if type(left) in _NUMBERS and (computed := computed_text(error)):
        detail = wrong_answer(message, log, response, render(value), computed, hint)
        return detail, log.invocation
    call = _call_of(left, log)
    if not call and right is value and type(value) is not bool and value is not None:
        comparison, call = comparison.mirrored, log.invocation
    left, right, invocation = comparison.left, comparison.right, call or log.invocation
    shown, expected = render(left), comparison.expects
    message = f"{invocation.subject} gave the wrong answer"
    if comparison.operator in ("==", "is"):
        shown, expected = render_pair(left, right)
        ids = sorted(map(id, left)) if type(left) is list else None
        if call or ids in [sorted(map(id, each)) for _, each in log.recent if type(each) is list]:
            evidence = Evidence(invocation, response, sources, values=(left, right))
            message = explain(evidence)
    detail = wrong_answer(message, log, response, shown, expected, hint)
    return replace(detail, call=invocation.call, arguments=invocation.arguments), invocation


def _call_of(value: Any, log: CallLog) -> Invocation | None:
    """Return the latest call that returned a value."""
    return next((call for call, returned in reversed(log.recent) if returned is value), None)


def _explain_change(
    comparison: Comparison, log: CallLog, response: Response
) -> tuple[str, str] | None:
    """Return a message about arguments that the latest call may change, and what they are after it.

    None if the `assert` is not on them, but on what the call returned or printed.
    """
    left, right = comparison.left, comparison.right
    if left is response.value:
        return None
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
    if any(after[name] is right for name in names):
        comparison = comparison.mirrored
    texts = [labelled(f"{name} after the call", render(after[name])) for name in names]
    return message, "\n".join((*texts, *lines, labelled("expected", comparison.expects)))


def _is_mutable(value: object) -> bool:
    if isinstance(value, tuple):
        return any(map(_is_mutable, value))
    return isinstance(value, (list, dict, set, bytearray, deque)) or is_dataclass(value)


def _written_or_printed(value: object, log: CallLog) -> str:
    """Return the file that has this text and was written by the latest call; or "the output"."""
    if _is_printed(value, log):
        return "the output"
    if type(value) is not str or log.response is None or value is log.response.value:
        return ""
    return next((name for name, text in log.written.items() if text == value), "")


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
    raised: Detail, error: BaseException, comparison: Comparison | None, hint: str
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


def _printed(message: str, log: CallLog, *difference: str) -> Detail:
    invocation = log.invocation
    return Detail(message, invocation.call, invocation.arguments, difference=_joined(*difference))


def _joined(*texts: str) -> str:
    return "\n".join(filter(None, texts))


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

"""The outcome of a test that raised, and the explanation for it."""

from __future__ import annotations

import contextlib
import errno
import re
from dataclasses import dataclass, replace

import pytest

from autograder.assignment import AssignmentError
from autograder.judge.assertion import Comparison, render_comparison, text_of_assertion
from autograder.judge.definitions import uncalled_main
from autograder.judge.failure import Failure, printed_by
from autograder.judge.invocation import Exchange
from autograder.judge.modules.crossing import UnsendableError
from autograder.judge.modules.folder import FileText
from autograder.judge.output_diff import Output, explain, explain_file
from autograder.judge.render import render_value
from autograder.judge.sources import Sources
from autograder.judge.wrong_changes import diagnose_change
from autograder.judge.wrong_values import Answer, diagnose_value, explain_none
from autograder.report import Detail, GraderError, Outcome
from autograder.safetext import MAX_PRINTABLE, printable, printable_line
from autograder.sandbox.backend import SandboxError
from autograder.sandbox.protocol import Response, ResponseKind
from autograder.sandbox.scratch import SHARE_LEFT, shortage

_SHORTAGES = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN, errno.ENOSPC}
"""No more open files, memory, processes or room on a disk: the reference would fail next, too."""
OWN_ERROR = f"{AssignmentError.__module__}.{AssignmentError.__name__}: "
"""What pytest writes before a sentence that is enough on its own."""


@dataclass(frozen=True)
class Verdict:
    """The judge's result for one test."""

    outcome: Outcome
    detail: Detail | None = None


def fault_of_grader(error: BaseException | None, *, failed: bool) -> str:
    """Return why no test can be judged any more: the grader or the machine is at fault, or ""."""
    if isinstance(error, (SandboxError, GraderError)):
        return str(error)
    if isinstance(error, OSError) and error.errno in _SHORTAGES:
        return f"this machine has run out of resources: {error.strerror}"
    return shortage(SHARE_LEFT) if failed else ""


def judge(
    error: BaseException, exchange: Exchange, comparison: Comparison | None, sources: Sources
) -> tuple[Outcome, Detail]:
    """Attribute an exception in a test to the submission or to the grader, and explain it.

    What may also be the test's fault is attributed to the submission: the reference is asked next.
    """
    if isinstance(error, Failure):
        return error.outcome, error.detail
    if not exchange.reached:
        return Outcome.GRADER_ERROR, grader_error(error)
    subject, response = exchange.invocation.subject, exchange.response
    if isinstance(error, pytest.fail.Exception):
        return Outcome.WRONG, _in_words(_own_words(error, subject), exchange)
    if isinstance(error, UnsendableError):
        source = f"a {error.type_name}, which comes from what an earlier call returned"
        message = f"{subject} was passed {source}; a plain value was expected"
        return Outcome.WRONG, _in_words(message, exchange)
    if response is None and exchange.explanation:  # As `assert hasattr(own, "double")` has found.
        return Outcome.NOT_DEFINED, exchange.explanation
    if response is None:
        return Outcome.WRONG, Detail(f"{subject} returned nothing that can be checked")
    if isinstance(error, StopIteration):
        return Outcome.WRONG, _too_few_values(exchange)
    if not isinstance(error, AssertionError):
        answer = Answer(subject, response.value, "", response.printed)
        if exchange.raised and exchange.raised[0] is error:
            return Outcome.WRONG, _in_words(exchange.raised[1], exchange)
        says = explain_none(answer, sources) if response.value is None else ""
        message = says or f"{subject} returned a value of the wrong shape"
        return Outcome.WRONG, _wrong(message, exchange, response)
    return Outcome.WRONG, _explain(exchange, response, error, comparison, sources)


def _too_few_values(exchange: Exchange) -> Detail:
    """Explain an iterator that has ended when a test asks for its next value."""
    invocation = exchange.invocation
    message = f"{invocation.subject} has too few values: the test asks for one more"
    return Detail(message, invocation.call, invocation.arguments)


def grader_error(error: BaseException) -> Detail:
    return Detail(f"the grader failed: {_exception_text(error)}")


def judge_failing(error: BaseException, exchange: Exchange) -> tuple[Outcome, Detail]:
    """Judge a test whose explanation raised an exception."""
    if not exchange.reached:
        return Outcome.GRADER_ERROR, grader_error(error)
    return Outcome.WRONG, Detail(f"{exchange.invocation.subject} gave the wrong answer")


def _explain(
    exchange: Exchange,
    response: Response,
    error: AssertionError,
    comparison: Comparison | None,
    sources: Sources,
) -> Detail:
    """Explain a failed `assert` by its comparison, if it was one."""
    hint = "\n".join(filter(None, (text_of_assertion(error), printable(exchange.hint))))
    if exchange.explanation:
        return _after_exception(exchange.explanation, error, comparison, hint)
    if comparison is None:
        message = f"{exchange.invocation.subject} gave the wrong answer"
        return _wrong(message, exchange, response, difference=hint)
    left, right = comparison.left, comparison.right
    if isinstance(left, Output) and isinstance(right, Output):
        return _explain_output(left, right, exchange, sources)
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
        return _printed(message, exchange, explain(Output(right), Output(left)))
    if wrong_change := diagnose_change(comparison, exchange, response):
        message, lines = wrong_change
        return _printed(message, exchange, "\n".join(filter(None, (lines, hint))))
    return _explain_value(comparison, exchange, response, str(error), sources, hint)


def _explain_output(
    found: Output, expected: Output, exchange: Exchange, sources: Sources
) -> Detail:
    """Explain what a program printed instead of the expected output."""
    subject = exchange.invocation.subject
    why = "" if found.text.strip() else uncalled_main(sources, subject)
    lines = "\n".join(filter(None, (explain(expected, found), why, exchange.hint)))
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
        answer = Answer(subject, *shown.values, response.printed)
        with contextlib.suppress(Exception):  # Comparing hostile values may raise.
            message = diagnose_value(answer, sources) or message
    detail = _wrong(message, exchange, response, shown.returned, shown.expected, hint)
    return replace(detail, call=invocation.call, arguments=invocation.arguments)


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
        shown = render_value(comparison.right if comparison.operator != "in" else comparison.left)
        expected = f"an exception with {shown}"
    elif pattern := re.search(r"^\s*Expected regex: (.+)$", str(error), re.MULTILINE):
        expected = f"a message that matches {printable_line(pattern[1])}"
        hint = ""
    return replace(raised, expected=expected, difference=hint)


def _printed(message: str, exchange: Exchange, difference: str) -> Detail:
    invocation = exchange.invocation
    return Detail(message, invocation.call, invocation.arguments, difference=printable(difference))


def _wrong(
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
        returned or render_value(response.value),
        expected,
        difference,
        printed=printed_by(response),
    )


def _in_words(message: str, exchange: Exchange) -> Detail:
    """Say what a test has found, with the last call, and what it returned if it did."""
    invocation, response = exchange.invocation, exchange.response
    if exchange.explanation:
        return replace(exchange.explanation, message=message)
    if response is None or response.kind is not ResponseKind.VALUE:
        return Detail(message, invocation.call, invocation.arguments)
    return _wrong(message, exchange, response)


def _own_words(error: BaseException, subject: str) -> str:
    """Return the text of `pytest.fail`; of `pytest.raises`, which exception is missing."""
    text = printable_line(str(error), MAX_PRINTABLE)
    missing = re.fullmatch(r"DID NOT RAISE (?:any of )?(.+)", text)
    return f"{subject} did not raise {missing[1]}" if missing else text


def _exception_text(error: BaseException) -> str:
    """Return an exception as text; what it quotes may be too large for that."""
    try:
        return printable_line(f"{type(error).__name__}: {error}", MAX_PRINTABLE)
    except Exception:
        return type(error).__name__


def last_lines(report: pytest.CollectReport | pytest.TestReport) -> str:
    """Return the lines of a failure that name the exception."""
    errors = [line for line in report.longreprtext.splitlines() if line.startswith("E ")]
    fault = "; ".join(line.removeprefix("E ").strip().removeprefix(OWN_ERROR) for line in errors)
    text, crash = report.longreprtext.strip(), getattr(report.longrepr, "reprcrash", None)
    if crash and text.startswith("+ Exception Group"):  # pytest leaves these to Python.
        fault = crash.message
    return fault or " ".join(text.split())

"""The outcome of a test that raised, and the explanation for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from autograder.judge.failure import Failure, printed_by
from autograder.judge.invocation import Exchange
from autograder.judge.output_diff import Output, explain
from autograder.judge.render import render_pair, render_value
from autograder.report import Detail, Outcome
from autograder.safetext import printable, printable_line
from autograder.sandbox.backend import SandboxError
from autograder.sandbox.protocol import Response


@dataclass(frozen=True)
class Comparison:
    """The comparison in an `assert` that failed."""

    operator: str
    left: Any
    right: Any


def judge(
    error: BaseException, exchange: Exchange, comparison: Comparison | None
) -> tuple[Outcome, Detail]:
    """Attribute an exception in a test to the submission or to the grader, and explain it.

    Once the submission has been reached, any exception but the sandbox's own is attributed to the
    submission: otherwise a value that makes the judge fail would earn a mark.
    """
    if isinstance(error, Failure):
        return error.outcome, error.detail
    if not exchange.reached or isinstance(error, SandboxError):
        return Outcome.GRADER_ERROR, _grader_error(error)
    subject, response = exchange.invocation.subject, exchange.response
    if isinstance(error, pytest.fail.Exception):
        message = f"the grader took too long to check {subject}"
        return Outcome.TIMED_OUT, Detail(message, exchange.invocation.call)
    if response is None:
        return Outcome.WRONG, Detail(f"{subject} returned nothing that can be checked")
    if not isinstance(error, AssertionError):
        return Outcome.WRONG, _wrong(
            f"{subject} returned a value of the wrong shape", exchange, response
        )
    return Outcome.WRONG, _explain(exchange, response, comparison)


def judge_failing(error: Exception, exchange: Exchange) -> tuple[Outcome, Detail]:
    """Judge a test whose explanation raised an exception."""
    if not exchange.reached:
        return Outcome.GRADER_ERROR, _grader_error(error)
    return Outcome.WRONG, Detail(f"{exchange.invocation.subject} gave the wrong answer")


def _explain(exchange: Exchange, response: Response, comparison: Comparison | None) -> Detail:
    """Explain a failed `assert` by its comparison, if it was one."""
    subject, hint = exchange.invocation.subject, printable(exchange.hint)
    wrong_answer, wrong_output = (
        f"{subject} gave the wrong answer",
        f"{subject} printed wrong output",
    )
    if comparison is None:
        return _wrong(wrong_answer, exchange, response, difference=hint)
    left, right = comparison.left, comparison.right
    if isinstance(left, Output) and isinstance(right, Output):
        lines = filter(None, (explain(right, left), exchange.hint))
        return _printed(wrong_output, exchange, "\n".join(lines))
    if left is response.printed and isinstance(right, str):
        return _printed(wrong_output, exchange, explain(Output(right), Output(left)))
    returned, expected = render_pair(left, right)
    if comparison.operator not in ("==", "is"):
        expected = f"{comparison.operator} {expected}"
    return _wrong(wrong_answer, exchange, response, returned, expected, hint)


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


def _grader_error(error: BaseException) -> Detail:
    return Detail(f"the grader failed: {printable_line(f'{type(error).__name__}: {error}')}")

"""The outcome of a test that raised, and the explanation for it."""

from __future__ import annotations

import errno
import os
import re
from dataclasses import dataclass, replace

import pytest

from autograder.assignment import AssignmentError
from autograder.judge.calls import CallLog
from autograder.judge.comparison import Comparison
from autograder.judge.explain.assertion import as_printed, explain_assertion, wrong_answer
from autograder.judge.explain.evidence import Evidence, Says
from autograder.judge.explain.none import returned_none
from autograder.judge.explain.rules import with_lines
from autograder.judge.explain.values import a_kind
from autograder.judge.failure import Failure, printed_by
from autograder.judge.modules.changes import only_changed
from autograder.judge.sources import Sources
from autograder.report import Detail, GraderError, Kind, Outcome
from autograder.sandbox.backend import SandboxError
from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.scratch import SHARE_LEFT, shortage

_FAILS = (AssertionError, pytest.fail.Exception)
_NOT_RAISED = re.compile(r"DID NOT RAISE (?:any of )?(.+)|(.+) not raised(?: by \w+)?")
"""What pytest and unittest say where no exception was raised."""
_SHORTAGES = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN, errno.ENOSPC}
"""No more open files, memory, processes or room on a disk: the reference would fail next, too."""


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
    error: BaseException, log: CallLog, comparison: Comparison | None, sources: Sources
) -> Verdict:
    """Attribute an exception in a test to the submission or to the grader, and explain it.

    What may also be the test's fault is attributed to the submission: the reference is asked next.
    """
    if isinstance(error, Failure):
        return Verdict(error.outcome, _with_lines(error, log, sources))
    if not log.submission_ran:
        return grader_error(error)
    subject, response = log.invocation.subject, log.response
    if missing := _not_raised(error):
        return Verdict(Outcome.WRONG, _in_words(Says(missing, subject=subject), log))
    if isinstance(error, pytest.fail.Exception):
        return Verdict(Outcome.WRONG, _in_words(Says(str(error)), log))
    if response is None and log.explanation:  # As `assert hasattr(own, "double")` has found.
        return Verdict(Outcome.NOT_DEFINED, log.explanation)
    if response is None:
        fact = "returned nothing that can be checked"
        return Verdict(Outcome.WRONG, Detail(Kind.RETURNED, subject, fact))
    if not isinstance(error, AssertionError) and comparison is None:
        if log.raised and log.raised[0] is error:
            return Verdict(Outcome.WRONG, _in_words(Says(log.raised[1]), log))
        if sources.holds(subject):  # A program, which returns nothing.
            detail = log.invocation.detail(Kind.PRINTED, "printed output of the wrong shape")
            return Verdict(Outcome.WRONG, replace(detail, printed=printed_by(response)))
        if isinstance(error, FileNotFoundError) and error.filename:
            name = os.path.basename(str(error.filename))
            says = Says(f"did not write {name}", kind=Kind.WROTE)
            return Verdict(Outcome.WRONG, wrong_answer(says, log, response))
        shape = f"{a_kind(response.value)}, with which the test cannot go on"
        says = Says(f"returned {shape}: {_exception_text(error)}")
        says = returned_none(Evidence(log.invocation, response, sources)) or says
        detail = as_printed(wrong_answer(says, log, response), log, [log.printed])
        return Verdict(Outcome.WRONG, detail)
    return Verdict(Outcome.WRONG, explain_assertion(log, response, error, comparison, sources))


def _with_lines(failure: Failure, log: CallLog, sources: Sources) -> Detail:
    """Add the values that lines had before an exception, unless recursion had no end."""
    detail, response = failure.detail, log.response
    if failure.outcome is not Outcome.CRASHED or response is None or detail.place is None:
        return detail
    evidence = Evidence(log.invocation, response, sources)
    if response.kind is not ResponseKind.RAISED or evidence.raised("RecursionError"):
        return detail
    return with_lines(detail, evidence)


def grader_error(error: BaseException) -> Verdict:
    says = str(error) if isinstance(error, AssignmentError) else _exception_text(error)
    detail = Detail(Kind.GRADER, "the grader failed:", says)
    return Verdict(Outcome.GRADER_ERROR, detail)


def passing(log: CallLog, forbidden: Detail | None) -> Verdict:
    """Return the verdict on a test whose assertions hold.

    A call may have changed an argument, or the part may use something that is forbidden.
    """
    if log.change is None and forbidden:
        fact = f"no points for this part: the answer is right, but {forbidden.message}"
        return Verdict(Outcome.WRONG, replace(forbidden, subject="", fact=fact, alike=True))
    if log.change is None:
        return Verdict(Outcome.PASS)
    has_value = log.response is not None and log.response.value is not None
    return Verdict(Outcome.WRONG, only_changed(log.change, has_value=has_value))


def _in_words(says: Says, log: CallLog) -> Detail:
    """Say what a test has found, with the last call, and what it returned if it did."""
    invocation, response = log.invocation, log.response
    subject, kind = says.subject, says.kind or Kind.TEST
    if log.explanation:
        return replace(log.explanation, kind=kind, subject=subject, fact=says.fact, cause="")
    if response is None or response.kind is not ResponseKind.VALUE:
        return invocation.detail(kind, says.fact, subject=subject)
    return replace(wrong_answer(says, log, response), kind=kind, subject=subject)


def _not_raised(error: BaseException) -> str:
    """Say which exceptions are missing, if pytest or unittest has found that."""
    found = _NOT_RAISED.fullmatch(str(error)) if isinstance(error, _FAILS) else None
    names = re.findall(r"\w+(?=[,)']|$)", found[1] or found[2]) if found else []
    return f"did not raise {' or '.join(names)}" if names else ""


def _exception_text(error: BaseException) -> str:
    """Return an exception as text; what it quotes may be too large for that."""
    try:
        return f"{type(error).__name__}: {error}".rstrip(": ")
    except Exception:
        return type(error).__name__

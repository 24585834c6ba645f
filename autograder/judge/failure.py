"""Failures of a submission, and the messages that students read about them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from autograder.judge.calls import Invocation
from autograder.judge.explain import calls, names
from autograder.judge.explain.evidence import KEEPS_CHANGING, Evidence, Says, locate
from autograder.judge.explain.raising import what_happened
from autograder.judge.explain.rules import explain, with_lines
from autograder.judge.sources import Sources
from autograder.report import Detail, Kind, Outcome, Place
from autograder.safetext import shortened
from autograder.sandbox.messages import Response, ResponseKind
from autograder.sentences import counted

MAX_PRINTED = 1000
MAX_PRINTED_LINES = 10


class Failure(pytest.fail.Exception):  # type: ignore[name-defined, misc] # mypy takes it for a variable.
    """A test did not pass, for a reason that lies in the submission.

    As an outcome of pytest's it is no `Exception`, so no test takes it for one of the student's.
    """

    def __init__(self, outcome: Outcome, detail: Detail) -> None:
        super().__init__(detail.message, pytrace=False)
        self.outcome = outcome
        self.detail = detail


def failure_of(response: Response, invocation: Invocation, sources: Sources) -> Failure:
    """Explain a response that carries no value."""
    response = replace(response, message=sources.without_folders(response.message))
    place = locate(response, sources)
    evidence = Evidence(invocation, response, sources, place)
    if evidence.raised("ImportError") and (says := names.undefined_import(evidence)):
        return Failure(Outcome.NOT_DEFINED, not_defined(says))
    if place and evidence.raised("NotImplementedError"):
        return Failure(Outcome.NOT_DEFINED, _unwritten(place, evidence))
    detail = detail_of(explain(evidence), evidence, difference=calls.endless_loop(evidence))
    if response.kind is ResponseKind.TIMED_OUT:
        detail = with_lines(_without_changing(detail), evidence)
    return Failure(what_happened(evidence)[0], detail)


def _without_changing(detail: Detail) -> Detail:
    """Leave out the variables of which is only known that they change."""
    if not detail.place:
        return detail
    known = {n: text for n, text in detail.place.locals.items() if text != KEEPS_CHANGING}
    return replace(detail, place=replace(detail.place, locals=known))


def detail_of(says: Says, evidence: Evidence, **more: Any) -> Detail:
    """Return what a rule says of a call as a detail of the failure."""
    invocation, response = evidence.invocation, evidence.response
    about = {
        "subject": says.subject or invocation.subject,
        "common": says.common,
        "exception": next(iter(response.exceptions), ""),
        "place": says.place or evidence.place,
        "printed": printed_by(response),
        "fault": says.fault,
    }
    return invocation.detail(says.kind or Kind.RETURNED, says.fact, says.cause, **about, **more)


def not_defined(says: Says) -> Detail:
    """Return that a file does not define a name."""
    return Detail(Kind.NOT_DEFINED, says.subject, says.fact, says.cause)


def _unwritten(place: Place, evidence: Evidence) -> Detail:
    """Say that a function is not written, or that the starter's `raise` is still in it."""
    place = replace(place, locals={})  # It is the same for all tests.
    if evidence.function and evidence.function.has_code_but(place.line):
        fact, why = "reached its `raise NotImplementedError`", "replace that line, or remove it"
        return Detail(Kind.NOT_WRITTEN, place.function, fact, why, place=place)
    return Detail(Kind.NOT_WRITTEN, place.function, "is not written yet", place=place)


def printed_by(response: Response) -> str:
    """Return the first lines of what was printed, then of standard error."""
    streams = (response.printed.rstrip("\n"), response.stderr.rstrip("\n"))
    lines = "\n".join(filter(None, streams)).split("\n")
    beyond = len(lines) - MAX_PRINTED_LINES
    rest = f"\n… ({counted(beyond, 'more line')})" if beyond > 0 else ""
    return shortened("\n".join(lines[:MAX_PRINTED_LINES]), MAX_PRINTED) + rest

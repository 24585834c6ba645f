"""Failures of a submission, and the messages that students read about them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.judge.calls import Invocation
from autograder.judge.explain import calls, names
from autograder.judge.explain.evidence import Evidence, locate
from autograder.judge.explain.raising import what_happened
from autograder.judge.explain.rules import explain, traced
from autograder.judge.render.values import shortened
from autograder.judge.sources import Sources
from autograder.report import Detail, Outcome, Place
from autograder.sandbox.messages import Response, ResponseKind

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
    if evidence.raised("ImportError") and (message := names.undefined_import(evidence)):
        return Failure(Outcome.NOT_DEFINED, Detail(message))
    if place and evidence.raised("NotImplementedError"):
        return Failure(Outcome.NOT_DEFINED, Detail(_unwritten(place, evidence)))
    loop = calls.endless_loop(evidence)
    if response.kind is ResponseKind.TIMED_OUT:
        loop = "\n".join(filter(None, (loop, traced(evidence))))
    printed = printed_by(response)
    detail = invocation.detail(explain(evidence), difference=loop, place=place, printed=printed)
    return Failure(what_happened(response, invocation.subject)[0], detail)


def _unwritten(place: Place, evidence: Evidence) -> str:
    """Say that a function is not written, or that the starter's `raise` is still in it."""
    where = f"({place.file}, line {place.line})"
    if evidence.function and evidence.function.has_code_but(place.line):
        raises = "`raise NotImplementedError`"
        return f"{place.function} reached its {raises} {where}: replace that line, or remove it"
    return f"{place.function} is not written yet {where}"


def printed_by(response: Response) -> str:
    """Return the first lines of what was printed, then of standard error."""
    streams = (response.printed.rstrip("\n"), response.stderr.rstrip("\n"))
    lines = "\n".join(filter(None, streams)).split("\n")
    beyond = len(lines) - MAX_PRINTED_LINES
    rest = f"\n… ({beyond} more line{'s' if beyond > 1 else ''})" if beyond > 0 else ""
    return shortened("\n".join(lines[:MAX_PRINTED_LINES]), MAX_PRINTED) + rest

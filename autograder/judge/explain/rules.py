"""The rules that explain a failed call, in order: the first that has a sentence is believed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial

from autograder.judge.explain import calls, code, failing_expression, lines, names, raising, values
from autograder.judge.explain.evidence import Evidence
from autograder.sandbox.messages import ResponseKind

Rule = Callable[[Evidence], str]


def _after_fact(rule: Rule) -> Rule:
    """Add what a rule says to the fact that an exception was raised."""

    def explained(evidence: Evidence) -> str:
        if evidence.response.kind is not ResponseKind.RAISED or not (says := rule(evidence)):
            return ""
        return f"{raising.what_happened(evidence.response, evidence.subject)[1]}; {says}"

    return explained


RULES: tuple[Rule, ...] = (
    calls.recursion,
    lambda evidence: "" if evidence.place else calls.arity(evidence),  # The test's own call.
    _after_fact(calls.arity),
    _after_fact(names.missing_import),
    _after_fact(names.missing_file),
    names.renamed_parameter,
    _after_fact(names.undefined_name),
    _after_fact(names.unset_variable),
    _after_fact(failing_expression.none),
    _after_fact(failing_expression.index_out_of_range),
    _after_fact(raising.usual_meaning),
    code.returned_none,
    values.wrong_value,
)


def explain(evidence: Evidence) -> str:
    """Return a sentence about a call that went wrong: a rule's, or else the bare fact.

    What in the code may be the cause follows it.
    """
    response, subject = evidence.response, evidence.subject
    has_value = response.kind is ResponseKind.VALUE
    wrong = f"{subject} gave the wrong answer"
    fact = wrong if has_value else raising.what_happened(response, subject)[1]
    says = next(filter(None, (_sentence(rule, evidence) for rule in RULES)), fact)
    return "; ".join(filter(None, (says, _sentence(code.likely_cause, evidence))))


def _sentence(rule: Rule, evidence: Evidence) -> str:
    """Return what a rule says; nothing if it raises, as hostile values and sources may make it."""
    with contextlib.suppress(Exception):
        return rule(evidence)
    return ""


traced: Rule = partial(_sentence, lines.how_it_got_there)

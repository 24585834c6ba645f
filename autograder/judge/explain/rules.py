"""The rules that explain a failed call, in order: the first that has a sentence is believed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from autograder.judge.explain import calls, names, raising, values
from autograder.judge.explain.evidence import Evidence
from autograder.sandbox.messages import ResponseKind

Rule = Callable[[Evidence], str]


def _alone(rule: Rule) -> Rule:
    """Let a rule tell the whole story, where the test itself made the call that failed."""
    return lambda evidence: "" if evidence.place else rule(evidence)


def _after_fact(rule: Rule) -> Rule:
    """Add what a rule says to the fact that an exception was raised."""

    def explained(evidence: Evidence) -> str:
        if evidence.response.kind is not ResponseKind.RAISED or not (says := rule(evidence)):
            return ""
        return f"{raising.what_happened(evidence.response, evidence.subject)[1]}; {says}"

    return explained


RULES: tuple[Rule, ...] = (
    calls.recursion,
    _alone(calls.arity),
    _after_fact(calls.arity),
    _after_fact(calls.hidden_function),
    _after_fact(names.missing_import),
    _after_fact(names.missing_in_library),
    _after_fact(names.missing_file),
    _after_fact(names.undefined_name),
    _after_fact(names.unset_variable),
    _after_fact(names.attribute_of_none),
    _after_fact(raising.index_out_of_range),
    _after_fact(raising.usual_meaning),
    values.returned_none,
    values.same_row,
    values.wrong_value,
)
"""How often the mistakes occur: an index out of range in 290 of 2,533 real programs, `return`
without a value in 127, None from a method that changes its object in 25, the right items in reverse
in 21, `[ ]` for `( )` in 13; in the recorded submissions, None in 6, items and entries in 6, a
function that is not written in 5, other kinds, endless recursion and loops in 3 each, arity, None's
attributes and the usual meanings in 2, the others in 1 or none. In the chaffs of one assignment,
items and entries in 42 of 94.
"""


def explain(evidence: Evidence) -> str:
    """Return a sentence about a call that went wrong: a rule's, or else the bare fact."""
    for rule in RULES:
        with contextlib.suppress(Exception):  # Hostile values and sources may raise.
            if says := rule(evidence):
                return says
    if evidence.response.kind is ResponseKind.VALUE:
        return f"{evidence.subject} gave the wrong answer"
    return raising.what_happened(evidence.response, evidence.subject)[1]

"""The rules that explain a failed call, in order: the first that has a sentence is believed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from autograder.judge.explain import calls, names, raising, values
from autograder.judge.explain.evidence import Evidence
from autograder.judge.render.values import is_small
from autograder.sandbox.protocol import ResponseKind

Rule = Callable[[Evidence], str]


def _instead(rule: Rule) -> Rule:
    """Say what a rule says only where a test called the function: it is the whole story."""
    return lambda evidence: "" if evidence.place else rule(evidence)


def _after_fact(rule: Rule) -> Rule:
    """Add what a rule says to the fact, such as the exception."""

    def explained(evidence: Evidence) -> str:
        says = rule(evidence) if evidence.response.kind is ResponseKind.RAISED else ""
        return (
            f"{raising.what_happened(evidence.response, evidence.subject)[1]}; {says}"
            if says
            else ""
        )

    return explained


def _of_values(rule: Callable[[Any, Any], str]) -> Rule:
    """Apply a rule to what was returned and expected, if a test compared small values."""

    def explained(evidence: Evidence) -> str:
        is_compared = evidence.values and all(map(is_small, evidence.values))
        says = rule(*evidence.pair) if is_compared else ""
        return f"{evidence.subject} {says}" if says else ""

    return explained


RULES: tuple[Rule, ...] = (
    calls.recursion,
    _instead(calls.arity),
    *map(
        _after_fact,
        (
            calls.arity,
            calls.hidden_function,
            names.missing_import,
            names.undefined_name,
            names.unset_variable,
            names.missing_attribute,
            raising.usual_meaning,
        ),
    ),
    values.returned_none,
    values.same_row,
    *map(
        _of_values,
        (
            values.not_called,
            values.other_kind,
            values.swapped,
            values.other_text,
            values.other_items,
            values.other_field,
        ),
    ),
    values.same_object,
)


def explain(evidence: Evidence) -> str:
    """Return a sentence about a call that went wrong: a rule's, or else the bare fact."""
    for rule in RULES:
        with contextlib.suppress(Exception):  # Hostile values and sources may raise.
            if says := rule(evidence):
                return says
    if evidence.response.kind is ResponseKind.VALUE:
        return f"{evidence.subject} gave the wrong answer"
    return raising.what_happened(evidence.response, evidence.subject)[1]

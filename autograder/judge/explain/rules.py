"""The rules that explain a failed call, in order: the first that has a sentence is believed."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from autograder.judge.explain import (
    calls,
    failing_expression,
    lines,
    names,
    none,
    raising,
    statements,
    steps,
    values,
)
from autograder.judge.explain.evidence import Evidence, Says
from autograder.report import Detail, Kind
from autograder.sandbox.messages import ResponseKind

T = TypeVar("T")
Rule = Callable[[Evidence], Says | None]
RAISES_FAULTS = "AUTOGRADER_RAISES_FAULTS"
"""The environment variable that makes a fault in a rule end the grading, as tests of this do."""
WRONG = Says("gave the wrong answer", kind=Kind.RETURNED)


def _after_fact(rule: Callable[[Evidence], str]) -> Rule:
    """Add what a rule says to the fact that an exception was raised."""

    def explained(evidence: Evidence) -> Says | None:
        is_raised = evidence.response.kind is ResponseKind.RAISED
        return Says(cause=rule(evidence)) if is_raised else None

    return explained


def _arity_of_own_call(evidence: Evidence) -> str:
    says = calls.arity(evidence) if evidence.place else None
    place = says.place if says else None
    where = f" ({place.file}, line {place.line})" if place else ""
    return f"{says.subject} {says.fact}{where}; {says.cause}".removesuffix("; ") if says else ""


RULES: tuple[Rule, ...] = (
    calls.recursion,
    lambda evidence: None if evidence.place else calls.arity(evidence),  # The test's own call.
    _after_fact(_arity_of_own_call),
    _after_fact(names.missing_import),
    _after_fact(names.missing_file),
    names.renamed_parameter,
    _after_fact(names.undefined_name),
    _after_fact(names.unset_variable),
    _after_fact(names.attribute_set_as_variable),
    _after_fact(failing_expression.none),
    _after_fact(failing_expression.index_out_of_range),
    _after_fact(raising.usual_meaning),
    none.returned_none,
    values.wrong_value,
)


def explain(evidence: Evidence) -> Says:
    """Say what went wrong with a call: what a rule says, or else the bare fact.

    What in the code may be the cause follows it.
    """
    has_value, faults = evidence.response.kind is ResponseKind.VALUE, list[str]()
    bare = WRONG if has_value else raising.what_happened(evidence)[1]
    says = next(filter(None, (tried(rule, evidence, faults) for rule in RULES)), bare)
    says = replace(
        says,
        fact=says.fact or bare.fact,
        kind=says.kind or bare.kind,
        common=says.common or bare.common,
    )
    return with_cause(says, evidence, faults)


def with_cause(says: Says, evidence: Evidence, faults: list[str]) -> Says:
    """Add what in the code may be the cause, and the faults of rules."""
    likely = tried(names.misspelt_special, evidence, faults)
    likely = likely or tried(statements.likely_cause, evidence, faults)
    cause = "; ".join(filter(None, (says.cause, likely)))
    return replace(says, cause=cause, fault="\n".join(faults))


def with_lines(detail: Detail, evidence: Evidence) -> Detail:
    """Add to a detail which values the lines of a call had, if that is known, and its steps."""
    faults = [detail.fault] if detail.fault else []
    found = tried(lines.how_it_got_there, evidence, faults) or []
    ran = tried(steps.steps_of, evidence, faults) or ()
    return replace(
        detail,
        lines="\n".join((lines.HEAD, *(text for *_, text in found))) if found else "",
        line_places=tuple((file, line) for file, line, _ in found),
        steps=ran,
        fault="\n".join(faults),
    )


def with_copy_advice(change: Detail, evidence: Evidence) -> Detail:
    """Point to the shallow copy that let a call change its argument, if it made one."""
    faults = [change.fault] if change.fault else []
    rule = partial(statements.shallow_copy, names=change.after)
    cause = tried(rule, evidence, faults) or change.cause
    return replace(change, cause=cause, fault="\n".join(faults))


def tried(rule: Callable[[Evidence], T], evidence: Evidence, faults: list[str]) -> T | None:
    """Return what a rule says; nothing, and a fault, if it raises."""
    try:
        return rule(evidence)
    except Exception:  # A fault of ours: instructors read it, and the other rules go on.
        if RAISES_FAULTS in os.environ:
            raise
        faults.append(traceback.format_exc())
        return None

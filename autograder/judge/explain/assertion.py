"""A failed `assert` as a report shows it: which call, returned, expected."""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import is_dataclass, replace
from types import BuiltinFunctionType, FunctionType
from typing import Any

from autograder.judge.calls import CallLog, Invocation
from autograder.judge.comparison import (
    Comparison,
    asserted,
    computed_text,
    statement_behind,
    text_of_assertion,
)
from autograder.judge.explain.calls import uncalled_main
from autograder.judge.explain.evidence import Evidence, Says
from autograder.judge.explain.output import Difference, explain_file, explain_output
from autograder.judge.explain.rules import WRONG, explain, with_cause, with_lines
from autograder.judge.explain.statements import same_rows
from autograder.judge.failure import printed_by
from autograder.judge.modules.changes import copy_advice
from autograder.judge.modules.handles import Function, Handle, state_of
from autograder.judge.program_output import Output
from autograder.judge.render.pairs import render_pair
from autograder.judge.render.values import labelled, render, render_short
from autograder.judge.sources import Sources
from autograder.report import Detail, Kind
from autograder.safetext import shortened
from autograder.sandbox.messages import Response
from autograder.sandbox.operations import CONTAINERS
from autograder.sandbox.values import ATOMS
from autograder.sentences import joined, plural

RETURNED_TEXT = "returned the text, but printed nothing"
PRINTS = "the test reads what is printed, and `return` does not print"
MAX_CHANGED, MAX_SHOWN, _NUMBERS = 4, 60, (int, float, complex)
_PATTERN = re.compile(r'(?m)^\s*Expected regex: (.+)$|^"(.*)" does not match ".*"$')
"""The messages of pytest and unittest about an exception whose text does not match."""
_SHARED = (type(None), bool, int)
"""Types of which Python has one object for each value, or each small one."""


def explain_assertion(
    log: CallLog,
    response: Response,
    error: BaseException,
    comparison: Comparison | None,
    sources: Sources,
) -> Detail:
    """Explain a failed `assert` by its comparison, if it was one, and by the values of lines."""
    detail, invocation = _explained(log, response, error, comparison, sources)
    if log.explanation:
        return detail
    return with_lines(detail, Evidence(invocation, response, sources))


def _explained(
    log: CallLog,
    response: Response,
    error: BaseException,
    comparison: Comparison | None,
    sources: Sources,
) -> tuple[Detail, Invocation]:
    """Return what is wrong, and the call that this is about."""
    hint = _joined(text_of_assertion(error), log.hint)
    if log.explanation:
        return _after_exception(log.explanation, response, error, comparison, hint), log.invocation
    if comparison is None and (expected := _asked_truth(error, response.value)) is not None:
        evidence = Evidence(log.invocation, response, sources, values=(response.value, expected))
        detail = wrong_answer(explain(evidence), log, response, "", str(expected), hint)
        return detail, log.invocation
    if comparison is None:
        says = with_cause(WRONG, Evidence(log.invocation, response, sources), [])
        detail = wrong_answer(says, log, response, difference=_asked(hint, error))
        return detail, log.invocation
    if text := _explain_text(comparison, log, sources, hint):
        return text, log.invocation
    change = _explain_stay(comparison, log, hint)
    change = change or _explain_file(comparison, log, response, error, hint)
    if change := change or _explain_change(comparison, log, response, hint):
        return change, log.invocation
    return _explain_value(comparison, log, response, error, sources, hint)


def _asked_truth(error: BaseException, value: Any) -> bool | None:
    """Return what `assert f(x)` or `assert not f(x)` expects of a call that has returned a bool."""
    asked, called = asserted(error) or (None, None)
    is_negated = isinstance(asked, ast.UnaryOp) and isinstance(asked.op, ast.Not)
    is_call = isinstance(called, Function) and isinstance(asked, ast.Call | ast.UnaryOp)
    return not is_negated if is_call and value is is_negated else None


def _explain_text(
    comparison: Comparison, log: CallLog, sources: Sources, hint: str
) -> Detail | None:
    """Explain what was printed or written; None if the `assert` is on something else."""
    left, right, subject = comparison.left, comparison.right, log.invocation.subject
    if isinstance(left, Output) and isinstance(right, Output):
        why = same_rows(sources.python(subject).nodes)
        if not left.text.strip():
            why = uncalled_main(sources, subject) or _to_stderr(log)
        fact = "gave a wrong result" if left.prints_like(right) else "printed wrong output"
        detail = _of_text(Kind.PRINTED, fact, log, explain_output(right, left), log.hint)
        return replace(detail, cause=why)
    value = log.response.value if log.response else None
    if type(value) is str and value and (left is value or right is value):
        return None
    if _written_or_printed(right, log) and not _written_or_printed(left, log):
        left, right = right, left
    if comparison.operator != "==" or not isinstance(right, str):
        return None
    if _is_printed(left, log):
        found = explain_output(Output(right), Output(left))
        detail = _of_text(Kind.PRINTED, "printed wrong output", log, found)
        return as_printed(detail, log, (left,))
    if file := _written_or_printed(left, log):
        found = explain_file(Output(right), Output(left))
        return _of_text(Kind.WROTE, f"wrote the wrong text to {file}", log, found, hint)
    return None


def _to_stderr(log: CallLog) -> str:
    """Say that what a program wrote went to standard error."""
    text = log.response.stderr.strip() if log.response else ""
    shown = shortened(text.partition("\n")[0], MAX_SHOWN)
    where = "standard error, as the text of `sys.exit(…)` does: print it instead"
    return f"{shown!r} went to {where}" if text else ""


def _explain_value(
    comparison: Comparison,
    log: CallLog,
    response: Response,
    error: BaseException,
    sources: Sources,
    hint: str,
) -> tuple[Detail, Invocation]:
    """Explain a value by the mistake that usually leads to it."""
    left, right, value = comparison.left, comparison.right, response.value
    if found := _explain_objects(comparison, log, response, hint):
        return found
    is_asked = isinstance(left, Handle) or comparison.operator in ("in", "not in")
    if is_asked and isinstance(right, Handle):  # The submission compared them.
        expected = str(not value) if type(value) is bool else comparison.mirrored.expects
        detail = wrong_answer(WRONG, log, response, render(value), expected, hint)
        return detail, log.invocation
    if type(left) in _NUMBERS and (computed := computed_text(error)):
        detail = wrong_answer(WRONG, log, response, render(value), computed, hint)
        return detail, log.invocation
    is_computed = type(left) in _SHARED and _is_computed(error)
    call = None if is_computed else _call_of(left, log)
    if not call and left is value and type(value) not in ATOMS:  # It is too large to be kept.
        call = log.invocation
    if not call and right is value and type(value) is not bool and value is not None:
        comparison, call = comparison.mirrored, log.invocation
    left, invocation = comparison.left, call or log.invocation
    has_changed = call and call.as_returned(left) != left
    if has_changed or not (call or _has_items_of_call(left, log)):
        detail = _explain_computed(comparison, invocation, log, response, error, sources, hint)
        return detail, invocation
    shown, expected, says = render(left), comparison.expects, WRONG
    if issubclass(type(left), Handle) and isinstance(left, CONTAINERS):
        says = Says(f"returned {render_short(left)} instead of {render_short(comparison.right)}")
    elif comparison.operator in ("==", "is"):
        shown, expected = render_pair(left, comparison.right)
        about = Evidence(invocation, response, sources, values=(left, comparison.right))
        says = explain(about)
    detail = wrong_answer(says, log, response, shown, expected, hint)
    subject = says.subject or invocation.subject
    return replace(detail, **{**_about(invocation), "subject": subject}), invocation


def _has_items_of_call(value: Any, log: CallLog) -> bool:
    """Does a list have the items of one that a call has returned, such as in another order?"""
    lists = (sorted(map(id, each)) for _, each in log.recent if type(each) is list)
    return type(value) is list and sorted(map(id, value)) in lists


def _explain_computed(
    comparison: Comparison,
    invocation: Invocation,
    log: CallLog,
    response: Response,
    error: BaseException,
    sources: Sources,
    hint: str,
) -> Detail:
    """Explain what the test has computed from a value, or has changed since it was returned."""
    left, right, value = comparison.left, comparison.right, response.value
    says = Says("returned None") if value is None and _is_computed(error) else WRONG
    says = with_cause(says, Evidence(invocation, response, sources), [])
    returned = render(invocation.as_returned(value))
    hint = _joined(*_held(log), _asked(hint, error, comparison))
    detail = wrong_answer(says, log, response, returned, difference=hint)
    detail = as_printed(replace(detail, **_about(invocation)), log, (left, right))
    if detail.kind is Kind.PRINTED and value is None:
        detail = replace(detail, fact=_missing_in_output(comparison, log))
    return detail


def _explain_objects(
    comparison: Comparison, log: CallLog, response: Response, hint: str
) -> tuple[Detail, Invocation] | None:
    """Blame the call that returned the wrong object; `==` only if the test made both."""
    left, right = comparison.left, comparison.right
    are_objects = isinstance(_only(left), Handle) and isinstance(_only(right), Handle)
    if comparison.operator not in ("==", "is") or not are_objects:
        return None
    for one, other in ((left, right), (right, left)):
        if maker := _maker_of(one, log):
            says = Says(f"returned {render_short(one)} instead of {render_short(other)}")
            detail = wrong_answer(says, log, response, *render_pair(one, other), hint)
            return replace(detail, **_about(maker)), maker
    kinds = type(_only(left)).__mro__[:-1]
    if comparison.operator == "==" and not any("__eq__" in vars(kind) for kind in kinds):
        name = state_of(_only(left)).class_name
        says = Says("has no `__eq__`", "`==` then holds only for the same object", name)
        detail = wrong_answer(says, log, response, *render_pair(left, right), hint)
        return detail, log.invocation
    return None


def _is_computed(error: BaseException) -> bool:
    """Is the left side of a comparison a call of a function that is not the submission's?"""
    asked, called = asserted(error) or (None, None)
    return isinstance(asked, ast.Compare) and isinstance(called, FunctionType | BuiltinFunctionType)


def _about(invocation: Invocation) -> dict[str, Any]:
    about = {"call": invocation.call, "arguments": invocation.arguments}
    return {**about, "subject": invocation.subject}


def _only(value: Any) -> Any:
    return value[0] if type(value) in (list, tuple) and len(value) == 1 else value


def _maker_of(value: Any, log: CallLog) -> Invocation | None:
    """Return the call that returned an object of the student's, unless it has made the object."""
    value = _only(value)
    call = _call_of(value, log)
    is_new = call and call.name in (state_of(value).class_name, "")
    return None if is_new else call


def _asked(hint: str, error: BaseException, comparison: Comparison | None = None) -> str:
    """Say in the test's own words what it asked for, unless a hint does."""
    statement = statement_behind(error)
    if not statement or (hint and not hint.startswith(("False is not true", "True is not false"))):
        return hint
    found = ""
    if comparison:
        left, right = render_short(comparison.left), render_short(comparison.right)
        found = f": {left} {comparison.operator} {right} is false"
    return _joined(hint, f"In the test, `{statement}`{found}")


def as_printed(detail: Detail, log: CallLog, compared: Sequence[Any] = ()) -> Detail:
    """Say what a call has printed, if the test has read that instead of what it returned.

    What it has `compared` shows that: nothing, where a text was returned, or the printed text.
    """
    value = log.response.value if log.response else None
    if not log.is_captured:
        return detail
    is_compared = any(type(each) is str and each == value for each in compared)
    reads_nothing = not log.printed and not is_compared and not all(compared)
    if type(value) is str and value and reads_nothing:
        return replace(detail, kind=Kind.PRINTED, fact=RETURNED_TEXT, cause=PRINTS)
    if value is None and any(_is_in_output(each, log.printed) for each in compared):
        return replace(detail, kind=Kind.PRINTED, returned="", fact="printed wrong output")
    return detail


def _is_in_output(value: Any, printed: str) -> bool:
    """Is a value the output, or lines of it, whatever the case of its letters?"""
    texts = value if type(value) is list and value else [value]
    return bool(printed.strip()) and all(
        type(text) is str and text.strip() and text.strip().casefold() in printed.casefold()
        for text in texts
    )


def _missing_in_output(comparison: Comparison, log: CallLog) -> str:
    """Say which text is missing in what was printed, or should not be there."""
    left, right = comparison.left, comparison.right
    if not (type(left) is type(right) is str and _is_in_output(right, log.printed)):
        return "printed wrong output"
    printed, wanted = render_short(log.printed.strip("\n")), render_short(left)
    how = {"in": "is missing", "not in": "should not be"}.get(comparison.operator)
    return f"printed {printed}, in which {wanted} {how}" if how else "printed wrong output"


def _call_of(value: Any, log: CallLog) -> Invocation | None:
    """Return the latest call that returned a value."""
    return next((call for call, returned in reversed(log.recent) if returned is value), None)


def _explain_stay(comparison: Comparison, log: CallLog, hint: str) -> Detail | None:
    """Explain an argument that a call may change, and that a test expects as it was before."""
    for one in (comparison, comparison.mirrored):
        for name, value in log.changeable.items():
            was = render(log.invocation.given[name]) if name in log.invocation.given else ""
            if name in log.changed and one.left is value and was == one.expects:
                return log.invocation.detail(
                    Kind.CHANGED,
                    f"changed its argument {name}, which has to stay as it is",
                    f"work on a copy{copy_advice(name, value)}",
                    after={name: render(value)},
                    expected=was,
                    difference=hint,
                )
    return None


def _explain_file(
    comparison: Comparison, log: CallLog, response: Response, error: BaseException, hint: str
) -> Detail | None:
    """Explain what a test has read in files that the latest call has written."""
    left, right, after = comparison.left, comparison.right, log.changeable.values()
    is_argument = log.changed or any(each is left or each is right for each in after)
    if not log.written or is_argument or response.value is not None or left is None:
        return None
    difference = _joined(*_held(log), _asked(hint, error, comparison))
    names = " and ".join([*log.written][:MAX_CHANGED])
    return log.invocation.detail(
        Kind.WROTE, f"wrote the wrong text to {names}", difference=difference
    )


def _held(log: CallLog) -> list[str]:
    """Say what the files hold that the latest call has written."""
    holds = [f"{name} holds {render_short(text)}" for name, text in log.written.items()]
    return holds[:MAX_CHANGED]


def _explain_change(
    comparison: Comparison, log: CallLog, response: Response, hint: str
) -> Detail | None:
    """Explain arguments that the latest call may change by what they are after it.

    None if the `assert` is not on them, but on what the call returned or printed.
    """
    left, right = comparison.left, comparison.right
    if left is response.value:
        return None
    after = {name: value for name, value in log.changeable.items() if _is_mutable(value)}
    names = [name for name, value in after.items() if value is left or value is right]
    found = ""
    if not names and response.value is None and left is not None:
        names = [*after][:MAX_CHANGED]  # Perhaps it is on a part of them, or on their length.
        found = labelled("found in the test", render(left))
    if not names:
        return None
    argument = f"{plural(len(names), 'argument')} {joined(names)}"
    kind, fact = Kind.NOT_CHANGED, f"did not change its {argument}"
    if set(names).intersection(log.changed):
        kind, fact = Kind.CHANGED, f"changed its {argument}, but not as expected"
    if any(after[name] is right for name in names):
        comparison = comparison.mirrored
    return log.invocation.detail(
        kind,
        fact,
        after={name: render(after[name]) for name in names},
        expected=comparison.expects,
        difference=_joined(found, hint),
    )


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
    raised: Detail,
    response: Response,
    error: BaseException,
    comparison: Comparison | None,
    hint: str,
) -> Detail:
    """Explain an `assert` on an exception that the test expected: its message is different."""
    text = response.message
    match comparison:
        case Comparison(operator="==", left=str(left), right=str(right)) if text in (left, right):
            expected = f"the message {render(right if left == text else left)}"
            return replace(raised, expected=expected, difference=hint)
        case Comparison(operator="in", left=str(left), right=str(right)) if right == text:
            return replace(raised, expected=f"a message with {render(left)}", difference=hint)
        case Comparison():
            return replace(raised, expected="", difference=_asked(hint, error, comparison))
    if pattern := _PATTERN.search(str(error)):
        expected = f"a message that matches {pattern[1] or repr(pattern[2])}"
        return replace(raised, expected=expected, difference="")
    return replace(raised, expected="", difference=hint)


def _of_text(kind: Kind, fact: str, log: CallLog, found: Difference, *more: str) -> Detail:
    detail = log.invocation.detail(kind, fact, difference=found.says, hint=_joined(*more))
    return replace(detail, compared=found.compared)


def _joined(*texts: str) -> str:
    return "\n".join(filter(None, texts))


def wrong_answer(
    says: Says,
    log: CallLog,
    response: Response,
    returned: str = "",
    expected: str = "",
    difference: str = "",
) -> Detail:
    """Return a fact about the latest call, with what it returned."""
    return log.invocation.detail(
        says.kind or Kind.RETURNED,
        says.fact,
        says.cause,
        subject=says.subject or log.invocation.subject,
        returned=returned or render(response.value),
        expected=expected,
        difference=difference,
        common=says.common,
        place=says.place,
        printed=printed_by(response),
        fault=says.fault,
    )

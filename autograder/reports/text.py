"""A report as text for a terminal: in full, or all parts at a glance and one failure."""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice

from autograder.report import Compared, Detail, Outcome, PartResult, Report, TestResult
from autograder.reports.next_step import (
    NOTHING_TO_TEST,
    NextStep,
    failed_tests,
    is_failing,
    next_step,
    was_attempted,
    without_misleading_hints,
)
from autograder.safetext import last_line
from autograder.sentences import conjugated, counted, joined

IS_PAGE = sys.platform == "emscripten"
"""Is this the practice page? It shows a report's own page, and a text says what is not there."""
NOT_CONFINED = (
    "NOT CONFINED: the submission ran with full access to your files and to the grader; fine for"
    " your own code, but not for grading."
)
PUBLIC_ONLY = "These are the public tests. Your instructor may run more."
CHECK_PART = "python check.pyz --part {part}"
"""What a student types to see all about a part."""
GRADER_ERRORS = "The grader itself failed on these tests. They cost no marks; tell your instructor."
WORDS = {
    Outcome.WRONG: "wrong",
    Outcome.CRASHED: "crashed",
    Outcome.TIMED_OUT: "timed out",
    Outcome.OUT_OF_MEMORY: "out of memory",
    Outcome.NOT_DEFINED: "cannot pass yet",
    Outcome.NOT_RUN: "not run",
    Outcome.GRADER_ERROR: "grader error",
}

ATTEMPTED = set(WORDS) - {*NOTHING_TO_TEST, Outcome.GRADER_ERROR}
MAX_FAILURES = 3
WIDTH = 100
MAX_FIELD = 10
"""A brief report shows this many lines of a call, an argument or a result."""
MAX_COLUMNS, MAX_LABEL = 4, 9
PASSES, FAILS, NOT_TRIED = "✓✗·"


def render(report: Report, details_command: str) -> str:
    """Render the whole report: the first failures of each part in detail, the others in short.

    The only part of a report has all failures in detail. `details_command` is the command that
    shows them; a {part} in it is replaced with the part's name.
    """
    return _with_line_ends(_whole(report, details_command))


def brief(
    report: Report,
    command: Callable[[str], str],
    *,
    width: int = 80,
    hints: Callable[[PartResult], Iterable[str]] | None = None,
    hands_in: bool = False,
) -> str:
    """Render all parts at a glance, then the one failure to fix first.

    `command` returns the command to type for some options of `check`, `hints` the lines with hints
    for a part if the student has asked for one. If a student already `hands_in`, that is not
    suggested.
    """
    lines, most = [*_beginning(report), *_glance(report.parts, width), ""], None
    if IS_PAGE:
        lines, most, report = [], 1, replace(report, problems=())
    lines += [*_first_step(report, command, hints, most), *grader_error_lines(report)]
    if any(map(is_failing, report.parts)):
        says = "(public tests; your instructor may run more)"
        lines.append(f"Score: {report.score:g} of {report.out_of:g}  {says}")
    else:
        parts = f"All {len(report.parts)} parts pass" if len(report.parts) > 1 else "It passes"
        points = f": {report.score:g} of {report.out_of:g}"
        says = " the public tests" if undecided(report) else points
        lines += [f"{parts}{says}.", *_by_hand(report)]
        lines += [] if hands_in else [f"Ready to hand in? {command('--hand-in')}"]
        lines += public_only(report)
    return _with_line_ends(lines)


def public_only(report: Report) -> list[str]:
    """Render what the public tests leave open."""
    return [PUBLIC_ONLY, *filter(None, [undecided(report)])]


def undecided(report: Report) -> str:
    """Name the parts whose points say little, since there may be other wrong functions."""
    names = [part.name for part in report.parts if part.is_provisional]
    others = "may depend on wrong functions that are not public."
    return f"The points for {joined(names)} {others}" if names else ""


def part_details(part: PartResult, details_command: str) -> str:
    """Render what stands below the line of a part; empty if all of its tests passed."""
    command = details_command.replace("{part}", part.name)
    _, *lines = _part(part, MAX_FAILURES, command, set())
    return _with_line_ends(lines)


def _with_line_ends(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _beginning(report: Report) -> Iterator[str]:
    yield f"{report.assignment}: {report.submission}"
    if not report.confined:
        yield NOT_CONFINED
    yield ""


def _whole(report: Report, details_command: str) -> Iterator[str]:
    heading = [*_beginning(report)]
    yield from heading[:-1]
    yield from (f"! {problem}" for problem in report.problems)
    if heading or report.problems:
        yield ""
    explained = {problem.partition("\n")[0] for problem in report.problems}
    reason, gap = "", True
    for part in without_misleading_hints(report.parts):
        reasons = _reasons(part)
        gap = bool(reasons) and reasons <= {*explained, reason}
        if gap:  # To students, hidden tests do not show their reason.
            yield f"{_heading(part)}, {WORDS[part.tests[0].outcome]}"
            continue
        reason = reasons.pop() if len(reasons) == 1 else ""
        gap = all(test.outcome is Outcome.PASS for test in part.tests)
        limit = part.total if len(report.parts) == 1 else MAX_FAILURES
        command = details_command.replace("{part}", part.name)
        yield from _part(part, limit, command, explained)
    if gap and report.parts:
        yield ""
    yield f"Score: {report.score:g} of {report.out_of:g}"
    yield from _by_hand(report)
    yield from grader_error_lines(report)


def _reasons(part: PartResult) -> set[str]:
    """Return why no test of a part could be run, all with one outcome; empty if one was run."""
    outcomes = {test.outcome for test in part.tests}
    is_untested = len(outcomes) == 1 and outcomes.issubset(NOTHING_TO_TEST)
    return {test.detail.with_place for test in part.tests if test.detail} if is_untested else set()


def _by_hand(report: Report) -> Iterator[str]:
    """Render what a person marks."""
    for item in report.by_hand:
        says = f"  ({item.says})" if item.says else ""
        yield f"By hand: {item.name} __ / {item.points:g}{says}"
        if item.advice:
            yield f"  {item.advice}"


def grader_error_lines(report: Report) -> Iterator[str]:
    """Render the faults of the grader."""
    if report.grader_errors:
        yield GRADER_ERRORS
    yield from dict.fromkeys(_grader_error(test) for test in report.grader_errors)


def _grader_error(test: TestResult) -> str:
    return f"! {test.says}: {test.detail.message}" if test.detail else f"! {test.says} (hidden)"


def _heading(part: PartResult) -> str:
    mark = PASSES if all(test.outcome is Outcome.PASS for test in part.tests) else FAILS
    points = f"{part.earned:g} / {part.points:g}"
    return f"{mark} {part.title or part.name:<42}{points:>12}   {part.passed} of {part.total} tests"


def _part(part: PartResult, limit: int, details_command: str, reasons: set[str]) -> Iterator[str]:
    failed = [test for test in part.tests if test.outcome is not Outcome.PASS]
    yield _heading(part)
    detailed = [test for test in failed if test.detail]
    groups = group_alike(detailed)
    for group in groups[:limit]:
        yield from _group(group, reasons)
    if groups[limit:]:
        untried = next((group for group in groups[limit:] if group[0].is_untried), [])
        shown = {id(test) for group in [*groups[:limit], untried] for test in group}
        yield from _in_short([test for test in detailed if id(test) not in shown])
        yield f"      full details: {details_command}"
        if untried:
            yield from _group(untried, reasons)
    yield from _without_detail([test for test in failed if not test.detail])
    if part.hint and any(test.outcome in ATTEMPTED for test in failed):
        yield f"  Hint: {part.hint}"
    if failed:
        yield ""


def group_alike(tests: Sequence[TestResult]) -> list[list[TestResult]]:
    """Group tests that failed for the same reason, in the order of their first tests."""
    groups: list[list[TestResult]] = []
    by_message: dict[tuple[Outcome, str], list[list[TestResult]]] = {}
    for test in tests:
        message, alike = (test.detail.message, test.detail.alike) if test.detail else ("", False)
        candidates = by_message.setdefault((test.outcome, message), [])
        for group in candidates:
            if alike or group[0].detail == test.detail:
                group.append(test)
                break
        else:
            groups.append([test])
            candidates.append(groups[-1])
    return groups


def _group(tests: list[TestResult], reasons: set[str]) -> Iterator[str]:
    """Render a group: the tests' sentences, then the detail once.

    If there was nothing to test, render only the number of tests and the reason, unless it is one
    of the `reasons` above.
    """
    detail, outcome = tests[0].detail, tests[0].outcome
    if detail and outcome in NOTHING_TO_TEST:
        says = detail.with_place
        reason = ", for the reason above" if says in reasons else f": {says}"
        yield f"  ✗ {counted(len(tests), 'test')} {WORDS[outcome]}{reason}"
        return
    yield from _sentences(tests) if len(tests) <= MAX_FAILURES else _in_short(tests)
    if detail:
        yield from detail_lines(detail)


def _sentences(tests: list[TestResult]) -> Iterator[str]:
    for test in tests:
        hidden = " (hidden)" if test.hidden else ""
        yield f"  ✗ {test.says}{hidden}: {WORDS[test.outcome]}"


def _without_detail(tests: Sequence[TestResult]) -> Iterator[str]:
    """Render hidden tests for students: sentence, outcome, and how many there are."""
    for outcome in NOTHING_TO_TEST:
        if alike := [test for test in tests if test.outcome is outcome]:
            yield f"  ✗ {counted(len(alike), 'hidden test')} {WORDS[outcome]}"
    attempted = (test for test in tests if test.outcome not in NOTHING_TO_TEST)
    for (says, outcome), times in Counter((test.says, test.outcome) for test in attempted).items():
        repeated = f", {times} times" if times > 1 else ""
        yield f"  ✗ {says} (hidden): {WORDS[outcome]}{repeated}"


def _in_short(tests: list[TestResult]) -> Iterator[str]:
    """Render each sentence once, with the rows of its table that failed."""
    groups = groupby(tests, lambda test: (test.sentence, test.outcome, test.hidden))
    for (says, outcome, hidden), alike in groups:
        names = [test.row for test in alike if test.row]
        rows = ("; " if any("," in name for name in names) else ", ").join(names)
        result = f"{WORDS[outcome]} for {rows}" if rows else WORDS[outcome]
        line = f"{says}{' (hidden)' if hidden else ''}: {result}"
        yield from textwrap.wrap(line, WIDTH, initial_indent="  ✗ ", subsequent_indent=" " * 6)


def detail_fields(detail: Detail) -> Iterator[tuple[str, str]]:
    """Yield the label and the text of all that a detail has besides its message."""
    yield "call", detail.call
    yield from detail.arguments.items()
    yield detail.returned_label, detail.returned
    for name, text in detail.after.items():
        yield f"{name} after the call", text
    yield "expected", detail.expected
    yield "", detail.difference
    yield "", compared_text(detail.compared) if detail.compared else ""
    yield "", detail.hint
    yield "", detail.lines
    if detail.place:
        place = detail.place
        function = f" in {place.function}" if place.function.isidentifier() else ""
        yield "where", f"{place.file}, line {place.line}{function}: {place.source}"
        yield "values", ", ".join(f"{name} = {value}" for name, value in place.locals.items())
    yield "printed", detail.printed


def compared_text(lines: Compared) -> str:
    """Return the lines of an output that differ, below each other."""
    both = (("expected:", lines.expected), (f"{lines.verb}:", lines.found))
    return "\n".join(f"  {label:9} {text}" for label, text in both if text is not None)


def labelled(label: str, text: str) -> Iterator[str]:
    """Render the lines of a text, the first one with its label; a long one has its own line."""
    if len(label) > MAX_LABEL and "\n" in text:
        yield f"        {label}"
        label = ""
    for line in text.splitlines() if text else ():
        yield f"        {label:<9} {line}".rstrip()
        label = ""


def detail_lines(detail: Detail, most: int = 0) -> Iterator[str]:
    """Render a detail, with at most this many lines of each text; 0 for all."""
    yield f"      {detail.message}"
    if detail.fault:
        yield f"      ! An explanation failed: {last_line(detail.fault)} (--json has the traceback)"
    for label, text in detail_fields(detail):
        lines = text.splitlines()
        if most and len(lines) > most:  # Of several calls, the last one failed.
            lines = ["...", *lines[-most:]] if label == "call" else [*lines[:most], "..."]
        yield from labelled(label, "\n".join(lines))


def _glance(parts: Sequence[PartResult], width: int) -> Iterator[str]:
    """Render the parts with their marks and points in as many columns as fit the width."""
    longest = max(len(part.name) for part in parts)
    cells = []
    for part in parts:
        mark = PASSES if not is_failing(part) else FAILS if was_attempted(part) else NOT_TRIED
        cells.append(f"{mark} {part.name:<{longest}}  {part.earned:g}/{part.points:g}")
    cell = max(map(len, cells))
    columns = min(MAX_COLUMNS, max(1, (width + 1) // (cell + 2)))
    for i in range(0, len(cells), columns):
        yield "  ".join(f"{text:<{cell}}" for text in cells[i : i + columns]).rstrip()


def _first_step(
    report: Report,
    command: Callable[[str], str],
    hints: Callable[[PartResult], Iterable[str]] | None,
    most: int | None,
) -> Iterator[str]:
    """Render the problems, and where to begin if a part fails, with at most so many lines."""
    step = next_step(report.parts)
    first = failed_tests(step.part)[0] if step else None
    message = first.detail.with_place if first and first.detail else ""
    cause = message if step and not was_attempted(step.part) else ""
    for problem in report.problems:
        if cause and problem.partition("\n")[0] == cause:
            cause = problem  # With the lines that show it.
        else:
            yield f"! {problem}"
    if not step or not first:
        return
    yield f"Begin here: {cause or step.part.name}"
    if not cause:
        yield f"  {FAILS} {first.says}"
        details = detail_lines(first.detail, MAX_FIELD) if first.detail else iter(())
        yield from islice(details, most)
    yield from _after(step, first, command, hints)
    yield from _other_parts(step, first, len(report.parts))


def _after(
    step: NextStep,
    first: TestResult,
    command: Callable[[str], str],
    hints: Callable[[PartResult], Iterable[str]] | None,
) -> Iterator[str]:
    """Render what is shown below the failure to fix first."""
    part, failed = step.part, failed_tests(step.part)
    untried = sum(test.is_untried for test in failed)
    if was_attempted(part):
        more = len(failed) - untried - 1
        says = f"{more} more of its {part.total} tests {conjugated(more, 'fail')}"
        if more or not untried:
            yield f"  {says if more else 'All details'}: {command(f'--part {part.name}')}"
    if untried:
        were = "were" if untried > 1 else "was"
        says = f"{untried} of its {part.total} tests {were} not tried; to continue after a timeout"
        yield f"  {says}: {command(f'--part {part.name} --all')}"
    if first.outcome is Outcome.NOT_DEFINED and not was_attempted(part):
        yield f"  Its first test: {first.says}"
    if first.outcome is not Outcome.NOT_RUN:
        if hints:
            yield from (f"  {line}" for line in hints(part))
        elif part.hint:
            yield f"  For a hint: {command('--hint')}"


def _other_parts(step: NextStep, first: TestResult, number_of_parts: int) -> Iterator[str]:
    """Name the parts that wait for this one, and those that fail for a reason of their own."""
    waiting = [other.name for other in step.waiting]
    if first.outcome is Outcome.NOT_RUN:  # The cause is in a file, which this part needs, too.
        waiting.insert(0, step.part.name)
    if waiting:
        verb = conjugated(len(waiting), "depend")
        are_all = len(waiting) == number_of_parts > 1
        yield f"{'All parts' if are_all else joined(waiting)} {verb} on this."
    if step.others:
        verb = conjugated(len(step.others), "fail")
        yield f"After that: {joined([other.name for other in step.others])} also {verb}."

"""A report as text for a terminal."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from autograder.report import Detail, Outcome, PartResult, Report, TestResult
from autograder.reports.next_step import NOTHING_TO_TEST, failing_needs

NOT_CONFINED = (
    "NOT CONFINED: the submission ran with full access to your files and to the grader; "
    "fine for your own code, but not for grading."
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


def render(report: Report, details_command: str) -> str:
    """Render the whole report: the first failures of each part in detail, the others in short.

    The only part of a report has all failures in detail. `details_command` is the command that
    shows them; a {part} in it is replaced with the part's name.
    """
    renderer = TextInSteps(details_command, alone=len(report.parts) == 1)
    return renderer.next(report) + renderer.end(report)


class TextInSteps:
    """Renders a report that grows by parts and problems, each of them once.

    With `alone`, it will have one part, and that has all failures in detail. `reasons` are the
    messages above the parts that say why files cannot be tested; `last_reason` is the one that
    stands directly above, why a whole part cannot be. None is shown again.
    """

    def __init__(self, details_command: str, *, alone: bool) -> None:
        self.details_command, self.alone = details_command, alone
        self.parts = 0
        self.remarks: list[str] = []
        self.reasons: set[str] = set()
        self.last_reason = ""
        self.begun = False
        self.ends_with_part = False

    def next(self, report: Report) -> str:
        """Render what is new in the report."""
        return "".join(f"{line}\n" for line in self._new(report))

    def end(self, report: Report) -> str:
        """Render what stands below the parts of a report."""
        gap = [""] if self.ends_with_part else []
        return "".join(f"{line}\n" for line in [*gap, *_ending(report)])

    def _new(self, report: Report) -> Iterator[str]:
        if not self.begun:
            yield f"{report.assignment}: {report.submission}"
            if not report.confined:
                yield NOT_CONFINED
        remarks = [f"! {problem}" for problem in report.problems]
        remarks += [f"! For instructors: {note}" for note in report.notes]
        new = [remark for remark in remarks if remark not in self.remarks]
        yield from new
        if new or not self.begun:
            yield ""
        self.begun = True
        self.remarks += new
        self.reasons |= {problem.partition("\n")[0] for problem in report.problems}
        for number, part in enumerate(report.parts[self.parts :], self.parts + 1):
            limit = part.total if self.alone else MAX_FAILURES
            self.ends_with_part = True
            if self._is_explained(part):
                yield f"{_heading(part)}, {WORDS[part.tests[0].outcome]}"
                continue
            reasons = _reasons(part)
            self.last_reason = reasons.pop() if len(reasons) == 1 else ""
            self.ends_with_part = all(test.outcome is Outcome.PASS for test in part.tests)
            is_hinted = not failing_needs(report.parts[:number])[part.name]
            command = self.details_command.replace("{part}", part.name)
            yield from _part(part, limit, command, self.reasons, is_hinted=is_hinted)
        self.parts = len(report.parts)

    def _is_explained(self, part: PartResult) -> bool:
        """Could no test be run, for a reason that was shown before?

        To students, hidden tests do not show theirs.
        """
        reasons = _reasons(part)
        return bool(reasons) and reasons <= {*self.reasons, self.last_reason}


def _reasons(part: PartResult) -> set[str]:
    """Return why no test of a part could be run, all with one outcome; empty if one was run."""
    outcomes = {test.outcome for test in part.tests}
    is_untested = len(outcomes) == 1 and outcomes.issubset(NOTHING_TO_TEST)
    return {test.detail.message for test in part.tests if test.detail} if is_untested else set()


def _ending(report: Report) -> Iterator[str]:
    yield f"Score: {report.score:g} of {report.out_of:g}"
    yield from by_hand_lines(report)
    yield from grader_error_lines(report)


def by_hand_lines(report: Report) -> Iterator[str]:
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
    mark = "✓" if all(test.outcome is Outcome.PASS for test in part.tests) else "✗"
    points = f"{part.earned:g} / {part.points:g}"
    return f"{mark} {part.title or part.name:<42}{points:>12}   {part.passed} of {part.total} tests"


def _part(
    part: PartResult, limit: int, details_command: str, reasons: set[str], *, is_hinted: bool
) -> Iterator[str]:
    """Render a part; its hint only if `is_hinted`: it misleads while a part that it needs fails."""
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
    if part.hint and is_hinted and any(test.outcome in ATTEMPTED for test in failed):
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
        reason = ", for the reason above" if detail.message in reasons else f": {detail.message}"
        yield f"  ✗ {_count(tests, 'test')} {WORDS[outcome]}{reason}"
        return
    yield from _sentences(tests) if len(tests) <= MAX_FAILURES else _in_short(tests)
    if detail:
        yield f"      {detail.message}"
        for label, rendered in detail_fields(detail):
            yield from labelled(label, rendered)


def _sentences(tests: list[TestResult]) -> Iterator[str]:
    for test in tests:
        hidden = " (hidden)" if test.hidden else ""
        yield f"  ✗ {test.says}{hidden}: {WORDS[test.outcome]}"


def _count(tests: Sequence[TestResult], noun: str) -> str:
    return f"1 {noun}" if len(tests) == 1 else f"{len(tests)} {noun}s"


def _without_detail(tests: Sequence[TestResult]) -> Iterator[str]:
    """Render hidden tests for students: sentence, outcome, and how many there are."""
    for outcome in NOTHING_TO_TEST:
        if alike := [test for test in tests if test.outcome is outcome]:
            yield f"  ✗ {_count(alike, 'hidden test')} {WORDS[outcome]}"
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
    yield "returned", detail.returned
    yield "expected", detail.expected
    yield "", detail.difference
    if detail.place:
        place = detail.place
        function = f" in {place.function}" if place.function.isidentifier() else ""
        yield "where", f"{place.file}, line {place.line}{function}: {place.source}"
        yield "values", ", ".join(f"{name} = {value}" for name, value in place.locals.items())
    yield "printed", detail.printed


def labelled(label: str, text: str) -> Iterator[str]:
    """Render the lines of a text, the first one with its label."""
    for line in text.splitlines() if text else ():
        yield f"        {label:<9} {line}".rstrip()
        label = ""


def part_details(part: PartResult, details_command: str) -> str:
    """Render what stands below the line of a part; empty if all of its tests passed."""
    command = details_command.replace("{part}", part.name)
    _, *lines = _part(part, MAX_FAILURES, command, set(), is_hinted=True)
    return "".join(f"{line}\n" for line in lines)

"""A report for a terminal."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from autograder.report import Detail, Outcome, PartResult, Report, TestResult

NOT_CONFINED = (
    "NOT CONFINED: nothing here kept the submission from your files, or from changing its score; "
    "fine for code of your own, not for grades."
)
WORDS = {
    Outcome.WRONG: "wrong",
    Outcome.CRASHED: "crashed",
    Outcome.TIMED_OUT: "timed out",
    Outcome.OUT_OF_MEMORY: "out of memory",
    Outcome.NOT_DEFINED: "cannot pass yet",
    Outcome.NOT_RUN: "not run",
    Outcome.GRADER_ERROR: "grader error",
}

NOTHING_TO_TEST = (Outcome.NOT_RUN, Outcome.NOT_DEFINED)
TRIED = set(WORDS) - {*NOTHING_TO_TEST, Outcome.GRADER_ERROR}
MOST_TOLD = 3
WIDTH = 100


def render(report: Report, in_full: str) -> str:
    """The whole report. A part tells its first failures in full; alone, it tells all.

    `in_full` says how to see the rest; a {part} in it is replaced by the part's name.
    """
    return "\n".join(_lines(report, in_full)) + "\n"


def _lines(report: Report, in_full: str) -> Iterator[str]:
    yield f"{report.assignment}: {report.submission}"
    if not report.confined:
        yield NOT_CONFINED
    for problem in report.problems:
        yield f"! {problem}"
    yield ""
    for part in report.parts:
        most = MOST_TOLD if len(report.parts) > 1 else part.total
        yield from _part(part, most, in_full.replace("{part}", part.name))
    if all(test.outcome is Outcome.PASS for test in report.parts[-1].tests):
        yield ""
    yield f"Score: {report.score:g} of {report.out_of:g}"
    for item in report.by_hand:
        says = f"  ({item.says})" if item.says else ""
        yield f"By hand: {item.name} __ / {item.points:g}{says}"
        if item.advice:
            yield f"  {item.advice}"
    if report.grader_errors:
        yield "The grader failed on these tests. They cost no marks; tell your instructor."
    yield from dict.fromkeys(_grader_error(test) for test in report.grader_errors)


def _grader_error(test: TestResult) -> str:
    return f"! {test.says}: {test.detail.message}" if test.detail else f"! {test.says} (hidden)"


def _part(part: PartResult, most: int, in_full: str) -> Iterator[str]:
    failed = [test for test in part.tests if test.outcome is not Outcome.PASS]
    points = f"{part.earned:g} / {part.points:g}"
    title = part.title or part.name
    yield f"{'✗' if failed else '✓'} {title:<42}{points:>12}   {part.passed} of {part.total} tests"
    told = [test for test in failed if test.detail]
    groups = _alike(told)
    for group in groups[:most]:
        yield from _failed(group)
    if groups[most:]:
        rest = [test for test in told if not any(test in group for group in groups[:most])]
        yield from _in_short(rest)
        yield f"      all of it in full: {in_full}"
    yield from _untold([test for test in failed if not test.detail])
    if part.hint and any(test.outcome in TRIED for test in failed):
        yield f"  Hint: {part.hint}"
    if failed:
        yield ""


def _alike(tests: Sequence[TestResult]) -> list[list[TestResult]]:
    """Tests that failed for the same reason together, by the first of them."""
    groups: list[list[TestResult]] = []
    for test in tests:
        for group in groups:
            if (group[0].outcome, group[0].detail) == (test.outcome, test.detail):
                group.append(test)
                break
        else:
            groups.append([test])
    return groups


def _failed(tests: list[TestResult]) -> Iterator[str]:
    """Tests that failed alike: their sentences, then what happened once.

    Of tests that had nothing to test, their number does.
    """
    detail, outcome = tests[0].detail, tests[0].outcome
    if detail and outcome in NOTHING_TO_TEST:
        yield f"  ✗ {_number(tests, 'test')} {WORDS[outcome]}: {detail.message}"
        return
    yield from _sentences(tests) if len(tests) <= MOST_TOLD else _in_short(tests)
    if detail:
        yield from _detail(detail)


def _sentences(tests: list[TestResult]) -> Iterator[str]:
    for test in tests:
        hidden = " (hidden)" if test.hidden else ""
        yield f"  ✗ {test.says}{hidden}: {WORDS[test.outcome]}"


def _number(tests: Sequence[TestResult], what: str) -> str:
    return f"1 {what}" if len(tests) == 1 else f"{len(tests)} {what}s"


def _untold(tests: Sequence[TestResult]) -> Iterator[str]:
    """Hidden tests, as students are told of them: sentence, outcome, and how often."""
    for outcome in NOTHING_TO_TEST:
        if alike := [test for test in tests if test.outcome is outcome]:
            yield f"  ✗ {_number(alike, 'hidden test')} {WORDS[outcome]}"
    tried = (test for test in tests if test.outcome not in NOTHING_TO_TEST)
    for (says, outcome), times in Counter((test.says, test.outcome) for test in tried).items():
        often = f", {times} times" if times > 1 else ""
        yield f"  ✗ {says} (hidden): {WORDS[outcome]}{often}"


def _in_short(tests: list[TestResult]) -> Iterator[str]:
    """Sentences with the rows of their tables that failed, a few lines for each."""
    for (says, outcome, hidden), alike in groupby(tests, _sentence_and_fate):
        names = [test.row for test in alike if test.row]
        rows = ("; " if any("," in name for name in names) else ", ").join(names)
        fate = f"{WORDS[outcome]} for {rows}" if rows else WORDS[outcome]
        line = f"{says}{' (hidden)' if hidden else ''}: {fate}"
        yield from textwrap.wrap(line, WIDTH, initial_indent="  ✗ ", subsequent_indent=" " * 6)


def _sentence_and_fate(test: TestResult) -> tuple[str, Outcome, bool]:
    return test.sentence, test.outcome, test.hidden


def _detail(detail: Detail) -> Iterator[str]:
    yield f"      {detail.message}"
    yield from _labelled("call", detail.call)
    for name, drawn in detail.arguments.items():
        yield from _labelled(f"{name}", drawn)
    yield from _labelled("returned", detail.returned)
    yield from _labelled("expected", detail.expected)
    yield from _labelled("", detail.difference)
    if detail.place:
        place = detail.place
        function = f" in {place.function}" if place.function.isidentifier() else ""
        yield from _labelled("where", f"{place.file}, line {place.line}{function}: {place.source}")
        values = ", ".join(f"{name} = {value}" for name, value in place.locals.items())
        yield from _labelled("values", values)
    yield from _labelled("printed", detail.printed)


def _labelled(label: str, text: str) -> Iterator[str]:
    for line in text.splitlines() if text else ():
        yield f"        {label:<9} {line}".rstrip()
        label = ""

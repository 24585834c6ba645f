"""A report on one screen: all parts at a glance, then the one failure to fix first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from autograder.report import Detail, Outcome, PartResult, Report
from autograder.reports.next_step import (
    NextStep,
    failed_tests,
    is_failing,
    next_step,
    was_attempted,
)
from autograder.reports.text import (
    PUBLIC_ONLY,
    by_hand_lines,
    detail_fields,
    grader_error_lines,
    labelled,
)

NOT_CONFINED_BRIEFLY = (
    "NOT CONFINED: your code ran with full access to your files; fine for your own."
)
MIN_DETAIL = 7
"""This many lines of a failure are shown even if the screen is too small for them."""
MIN_FIELD = 2
MAX_ROWS_WITH_POINTS = 5
"""Up to this many rows of parts have points; more rows leave too little room for a failure."""
PASSES, FAILS, NOT_TRIED = "✓✗·"


@dataclass(frozen=True)
class ScreenLayout:
    """The parts that the report will have, and the size of the screen.

    `command` returns the command to type for some options of `check`, `hints` the lines with hints
    for a part if the student has asked for one. `chosen` is the failing part to show first; by
    default it is determined. If a student already `hands_in`, that is not suggested.
    """

    parts: Sequence[tuple[str, float]]
    command: Callable[[str], str]
    width: int = 80
    height: int = 24
    hints: Callable[[PartResult], Iterable[str]] | None = None
    chosen: str = ""
    hands_in: bool = False

    @property
    def is_dense(self) -> bool:
        """Are there too many parts for the screen to show their points?"""
        return len(self.parts) > MAX_ROWS_WITH_POINTS * self._columns(self._cell(has_points=True))

    @property
    def cell(self) -> int:
        """The width of a part with its mark and, unless they are dense, its points."""
        return self._cell(has_points=not self.is_dense)

    @property
    def columns(self) -> int:
        return self._columns(self.cell)

    def _cell(self, *, has_points: bool) -> int:
        """Return the width of the widest part; points may have two decimals."""
        points = max(2 * len(f"{points:g}") + 5 for _, points in self.parts)
        return max(len(name) for name, _ in self.parts) + 2 + (points if has_points else 0)

    def _columns(self, cell: int) -> int:
        return min(4, max(1, (self.width - 1 + 2) // (cell + 2)))

    def with_command(self, says: str, options: str) -> list[str]:
        """Return a line that ends with a command, or two: it is copied as a whole."""
        command = self.command(options)
        if len(line := f"  {says}: {command}") < self.width:
            return [line]
        return [f"  {says}:", f"    {command}"]

    def lines_of(self, lines: Sequence[str]) -> int:
        """Count the lines of the screen that these take."""
        return sum(len(self.wrapped(line)) for line in lines)

    def wrapped(self, line: str) -> list[str]:
        """Break a line as `wrap` does, unless it is a command."""
        is_command = line.lstrip().startswith(self.command(""))
        return [line] if is_command else wrap(line, self.width)


class BriefInSteps:
    """Renders a report that grows by parts: rows of parts as they are complete, then the rest."""

    def __init__(self, layout: ScreenLayout) -> None:
        self.layout = layout
        self.shown = 0
        self.lines = 0

    def next(self, report: Report) -> str:
        """Render the rows that have become complete."""
        heading = [] if self.lines else list(_heading(report, is_dense=self.layout.is_dense))
        self.lines += len(heading)
        lines = []
        while len(report.parts) - self.shown >= self.layout.columns:
            lines.append(self._row(report.parts[self.shown : self.shown + self.layout.columns]))
            self.shown += self.layout.columns
        return "".join(f"{line}\n" for line in heading) + self._joined(lines)

    def running(self, parts: Sequence[PartResult], name: str) -> str:
        """Render the row that is not complete, with the name of the part that runs."""
        cells = self._row(parts[self.shown :])
        return f"{cells}  {name} ..."[: self.layout.width - 1].strip()

    def end(self, report: Report) -> str:
        """Render the rest of a report: the last row, where to begin, the score."""
        rows = self.next(report)
        rest = [self._row(report.parts[self.shown :])] if report.parts[self.shown :] else []
        rows += self._joined(rest)
        total = len(self.layout.parts)
        if len(report.parts) < total:
            after = [f"Stopped after {len(report.parts)} of {total} parts."]
        elif any(map(is_failing, report.parts)):
            says = "(public tests; your instructor may run more)"
            after = [f"Score: {report.score:g} of {report.out_of:g}  {says}"]
        else:
            after = list(_success(report, self.layout))
        after = [*grader_error_lines(report), *after]
        room = self.layout.height - 1 - self.lines - self.layout.lines_of(["", *after])
        return rows + self._joined(["", *step_lines(report, self.layout, room), *after])

    def _joined(self, lines: list[str]) -> str:
        wrapped = [part for line in lines for part in self.layout.wrapped(line)]
        self.lines += len(wrapped)
        return "".join(f"{line}\n" for line in wrapped)

    def _row(self, parts: Sequence[PartResult]) -> str:
        return "  ".join(_cell(part, self.layout) for part in parts).rstrip()


def _heading(report: Report, *, is_dense: bool) -> Iterator[str]:
    yield f"{report.assignment}: {report.submission}"
    if not report.confined:
        yield NOT_CONFINED_BRIEFLY
    if not is_dense:
        yield ""


def _cell(part: PartResult, layout: ScreenLayout) -> str:
    mark = PASSES
    if is_failing(part):
        mark = FAILS if was_attempted(part) else NOT_TRIED
    points = "" if layout.is_dense else f"{part.earned:g}/{part.points:g}"
    return f"{mark} {part.name}{points:>{layout.cell - 2 - len(part.name)}}"


def _success(report: Report, layout: ScreenLayout) -> Iterator[str]:
    number = len(report.parts)
    parts = f"All {number} parts pass" if number > 1 else "It passes"
    yield f"{parts}: {report.score:g} of {report.out_of:g}."
    yield from by_hand_lines(report)
    if not layout.hands_in:
        yield f"Ready to hand in? {layout.command('--hand-in')}"
    yield PUBLIC_ONLY


def step_lines(report: Report, layout: ScreenLayout, room: int) -> Iterator[str]:
    """Render where to begin, in about `room` lines; nothing if all parts pass."""
    step = next_step(report.parts, layout.chosen)
    failed = failed_tests(step.part) if step else []
    message = failed[0].detail.message if failed and failed[0].detail else ""
    cause = "" if step and was_attempted(step.part) else message
    others = [problem for problem in report.problems if not _has_reason(problem, cause)]
    shown = [line for problem in others for line in f"! {problem}".splitlines()]
    yield from shown
    if step:
        cause = next((each for each in report.problems if _has_reason(each, cause)), cause)
        before = f"Begin here: {cause or step.part.name}".splitlines()
        after = list(_after(step, layout))
        before += [] if cause else [f"  {FAILS} {failed[0].says}"]
        yield from before
        room -= layout.lines_of(shown)
        if not cause and failed[0].detail:
            left = room - layout.lines_of([*before, *after])
            yield from fitted(failed[0].detail, layout.width, left)
        yield from after


def _has_reason(problem: str, message: str) -> bool:
    """Does a problem begin with this message? Lines that show it may follow."""
    return bool(message) and problem.partition("\n")[0] == message


def _after(step: NextStep, layout: ScreenLayout) -> Iterator[str]:
    """Render what is shown below the failure to fix first."""
    part, failed = step.part, failed_tests(step.part)
    untried = sum(test.is_untried for test in failed)
    if was_attempted(part):
        more = len(failed) - untried - 1
        says = f"{more} more of its {part.total} tests {'fail' if more > 1 else 'fails'}"
        yield from layout.with_command(says if more else "All details", f"--part {part.name}")
    if untried:
        were = "were" if untried > 1 else "was"
        says = f"{untried} of its {part.total} tests {were} not tried; to continue after a timeout"
        yield from layout.with_command(says, f"--part {part.name} --all")
    if failed[0].outcome is Outcome.NOT_DEFINED and not was_attempted(part):
        yield f"  Its first test: {failed[0].says}"
    if layout.hints and failed[0].outcome is not Outcome.NOT_RUN:
        yield from (f"  {line}" for line in layout.hints(part))
    elif part.hint and failed[0].outcome is not Outcome.NOT_RUN:
        yield from layout.with_command("For a hint", "--hint")
    if step.waiting:
        verb = "depends" if len(step.waiting) == 1 else "depend"
        yield f"{listed([other.name for other in step.waiting])} {verb} on this."
    if step.others and not layout.is_dense:
        verb = "fails" if len(step.others) == 1 else "fail"
        yield f"After that: {listed([other.name for other in step.others])} also {verb}."


def listed(names: Sequence[str]) -> str:
    """Join names as a sentence does: a, b and c."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def fitted(detail: Detail, width: int, room: int) -> Iterator[str]:
    """Render a detail in about `room` lines: the longest texts in it lose their last lines.

    Of several calls, the last one is kept: it failed.
    """
    message = [f"      {line}" for line in detail.message.splitlines()]
    head = [part for line in message for part in wrap(line, width)]
    blocks = [
        [part for line in labelled(label, text) for part in wrap(line, width)]
        for label, text in detail_fields(detail)
    ]
    excess = sum(map(len, blocks)) + len(head) - max(room, MIN_DETAIL)
    while excess > 0 and (long := [block for block in blocks if _may_shorten(block)]):
        longest = max(long, key=len)
        if longest is blocks[0] and "\n" in detail.call:
            longest[:2] = labelled("call", "...")
        else:
            longest[-2:] = [f"{'':18}..."]
        excess -= 1
    yield from head
    for block in blocks:
        yield from block


def _may_shorten(block: Sequence[str]) -> bool:
    """Can a text lose a line? Below a heading, such as "[0] of a list of 4:", one is kept."""
    return len(block) > MIN_FIELD + any(line.endswith(":") for line in block[:1])


def wrap(line: str, width: int) -> list[str]:
    """Break a line that is longer than the screen is wide; indent what follows like its text."""
    lead = re.match(r" {8}\S* +| *(?:[✗!] )?", line)
    indent = min(len(lead[0]) if lead else 0, width // 2)
    lines = []
    while len(line) >= width:
        cut = line.rfind(" ", indent + 1, width)
        cut = cut if cut > indent + (width - indent) // 2 else width - 1
        lines.append(line[:cut].rstrip())
        line = " " * indent + line[cut:].lstrip()
    return [*lines, line]

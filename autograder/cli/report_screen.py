"""A report on the screen of a student, while its parts become known."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

from autograder.assignment import Part
from autograder.cli.console import painted, print_whole
from autograder.cli.hints import hint_lines
from autograder.cli.own_work import OwnWork
from autograder.report import PartResult, Report
from autograder.reports.brief import BriefInSteps, ScreenLayout
from autograder.reports.next_step import next_step
from autograder.reports.text import PUBLIC_ONLY, TextInSteps


def layout_of(work: OwnWork) -> ScreenLayout:
    """Return the layout for the terminal, or for 80 columns and 24 lines."""
    size = shutil.get_terminal_size()
    parts = [(part.name, part.points) for part in work.assignment.parts]
    return ScreenLayout(parts, work.command, max(40, size.columns), max(10, size.lines))


class ReportScreen:
    """Prints a report on some parts of the assignment, brief if they are several.

    It prints to what is standard output now, which is redirected while tests run.
    """

    def __init__(
        self,
        work: OwnWork,
        parts: Sequence[Part],
        *,
        shows_all: bool,
        wants_hint: bool,
        hands_in: bool,
    ) -> None:
        self.work, self.wants_hint = work, wants_hint
        self.is_brief = len(parts) > 1 and not shows_all
        self.is_silent = False
        self.stream = sys.stdout
        self.known: Report | None = None
        self.full_disk: list[OSError] = []
        hints = self.hints if wants_hint else None
        self.brief = BriefInSteps(replace(layout_of(work), hints=hints, hands_in=hands_in))
        self.full = TextInSteps(work.command("--part {part}"), alone=len(parts) == 1)

    def hints(self, part: PartResult) -> Iterator[str]:
        return hint_lines(self.work, part, self.known.parts if self.known else ())

    def running(self, part: Part) -> str:
        """Return the text to show while a part of a brief report runs."""
        return self.brief.running(self.known.parts if self.known else (), part.name)

    def show_known(self, report: Report) -> None:
        """Print what is new in the report so far."""
        self.known = report.for_students()
        self._print((self.brief if self.is_brief else self.full).next(self.known))

    def stop(self) -> None:
        """Print what is known when the tests have been stopped."""
        if self.known and self.is_brief:
            self._print(self.brief.end(self.known))

    def end(self, report: Report) -> None:
        """Print the rest of the whole report.

        Raises:
            OSError: something could not be printed.
        """
        self.show_known(report)
        if self.is_brief:
            self._print(self.brief.end(report))
        else:
            step = next_step(report.parts) if self.wants_hint else None
            lines = [*(self.hints(step.part) if step else ()), PUBLIC_ONLY]
            self._print(self.full.end(report) + "".join(f"{line}\n" for line in lines))
        if self.full_disk:
            raise self.full_disk[0]

    def _print(self, text: str) -> None:
        """Print a text; an error is raised later: in the session, it would be the grader's."""
        try:
            if not self.is_silent:
                print_whole(painted(text, self.stream), self.stream)
        except OSError as error:
            self.full_disk.append(error)

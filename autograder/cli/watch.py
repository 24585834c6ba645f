"""`check --watch`: each save is checked, first the part that failed, then all parts."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from autograder import signals
from autograder.assignment import Part
from autograder.cli.console import one_line, painted, print_whole
from autograder.cli.files import UnusableError
from autograder.cli.grade import run
from autograder.cli.hints import hint_lines
from autograder.cli.keyboard import KeyReader, keyboard
from autograder.cli.own_work import OwnWork
from autograder.cli.report_screen import layout_of
from autograder.intake.listing import IntakeError
from autograder.report import PartResult, Report
from autograder.reports.brief import BriefInSteps, ScreenLayout, step_lines
from autograder.reports.next_step import is_failing, next_step
from autograder.reports.text import render

POLL_SECONDS = 0.05
REST_SECONDS = 0.03
LINES_BELOW = 2
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
KEYS = "h hint   n next part   a all   q quit"
Stamps = tuple[tuple[int, int, int] | None, ...]
"""Time, size and number of each watched file; None for a file that is not there."""


class Watch:
    """Checks a student's files each time that one of them changes.

    `report` is the latest one on all parts, `chosen` the part to show first if the student has
    asked for the next one.
    """

    def __init__(self, work: OwnWork, chosen: str = "") -> None:
        self.work, self.chosen = work, chosen
        self.stream = sys.stdout
        self.report: Report | None = None
        self.points_at_first: float | None = None
        self.stamps: Stamps = ()
        self.is_outdated = False

    def run(self, read_key: KeyReader) -> None:
        """Check, then answer saves and keys until the student quits."""
        self.check()
        while (key := read_key(POLL_SECONDS).lower()) != "q":
            if key:
                self.press(key)
            elif self.has_changed():
                self.check()

    def has_changed(self) -> bool:
        return self._stamps() != self.stamps

    def check(self) -> None:
        """Check the files; if there are none for a moment, say so and keep watching.

        Raises:
            IntakeError: there is none at the start.
        """
        try:
            self._check()
        except IntakeError as error:
            if not self.report:
                raise
            self._print(f"{one_line(error)}\n{KEYS}\n")

    def _check(self) -> None:
        """Check the failing part at once, then all parts; start again if a file is saved."""
        self.stamps = self._stamps_at_rest()
        if self.report and (step := next_step(self.report.parts, self.chosen)):
            self._show_part(step.part.name)
        self.is_outdated = False
        try:
            self.report = self._graded(())
        except KeyboardInterrupt:
            signals.check()  # Ctrl-C while the check that a save has interrupted ends.
            if not self.is_outdated:
                raise
            self._check()
            return
        if self.points_at_first is None:
            self.points_at_first = self.report.score
        self.show()

    def press(self, key: str) -> None:
        """Do what a key asks for; without a report, or for any other key, nothing."""
        if not self.report:
            return
        if key == "h":
            self.show(wants_hint=True)
        elif key == "n":
            self.chosen = self._next_part()
            self.show()
        elif key == "a":
            command = self.work.command("--part {part}")
            self._print(f"{render(self.report, command)}\n{KEYS}\n")

    def show(self, *, wants_hint: bool = False) -> None:
        """Show the report on all parts, and the progress."""
        assert self.report
        layout = self._layout()
        if wants_hint:
            layout = replace(layout, hints=self._hints)
        shown = BriefInSteps(layout).end(self.report)
        self._print(f"{shown}{self.progress()}\n{KEYS}\n")

    def progress(self) -> str:
        """Return how far the student has come, and how far since the first check."""
        assert self.report
        parts, score, out_of = self.report.parts, self.report.score, self.report.out_of
        done = sum(not is_failing(part) for part in parts)
        says = f"{done} of {len(parts)} parts, {score:g} of {out_of:g} points"
        gained = round(score - (self.points_at_first or 0), 2)
        return f"{says}, {gained:+g} since you began" if gained else says

    def _show_part(self, name: str) -> None:
        """Check one part up to its first failure, and show that, or that the part passes."""
        report = self._graded([self.work.assignment.part(name)], exit_first=True)
        [part] = report.parts
        if is_failing(part):
            layout = self._layout()
            lines = step_lines(report, layout, layout.height - 2)
            shown = "".join(f"{row}\n" for line in lines for row in layout.wrapped(line))
        else:
            shown = f"✓ {name} passes: {part.total} of {part.total} tests\n"
        self._print(f"{shown}Checking all parts ...\n")

    def _graded(self, parts: Sequence[Part], *, exit_first: bool = False) -> Report:
        def stop_if_saved(_report: Report) -> None:
            if not parts and self.report and self.has_changed():
                self.is_outdated = True
                raise KeyboardInterrupt  # pytest ends the session, and raises it again.

        try:
            return run(
                self.work.assignment,
                self.work.folder,
                stop_if_saved,
                parts=parts,
                hidden=False,
                confined=False,
                retry=self.work.command("--part {part} --all"),
                exit_first=exit_first,
            ).for_students()
        finally:
            gc.unfreeze()  # A session freezes what it leaves behind.
            gc.collect()

    def _next_part(self) -> str:
        """Return the failing part after the one that is shown."""
        assert self.report
        failing = [part.name for part in self.report.parts if is_failing(part)]
        step = next_step(self.report.parts, self.chosen)
        if not step:
            return ""
        return failing[(failing.index(step.part.name) + 1) % len(failing)]

    def _hints(self, part: PartResult) -> Sequence[str]:
        return list(hint_lines(self.work, part, self.report.parts if self.report else ()))

    def _layout(self) -> ScreenLayout:
        """Return the layout; it has room for two more lines, and no command for a hint."""
        layout = layout_of(self.work)
        height = max(10, layout.height - LINES_BELOW)
        return replace(layout, chosen=self.chosen, height=height, hints=lambda _: ())

    def _stamps(self) -> Stamps:
        folder = self.work.folder if self.work.folder.is_dir() else self.work.folder.parent
        return tuple(_stamp(folder / name) for name in self.work.assignment.files)

    def _stamps_at_rest(self) -> Stamps:
        """Wait until the files stay the same: an editor may write a file in steps."""
        stamps = self._stamps()
        while True:
            time.sleep(REST_SECONDS)
            before, stamps = stamps, self._stamps()
            if stamps == before:
                return stamps

    def _print(self, text: str) -> None:
        has_screen = self.stream and self.stream.isatty() and os.environ.get("TERM") != "dumb"
        clear = CLEAR if has_screen else ""
        print_whole(clear + painted(text, self.stream), self.stream)


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def watch(work: OwnWork, chosen: str) -> Report:
    """Watch a student's files until the student quits; return the last report.

    Raises:
        UnusableError: the work is an archive: its files cannot be edited in place.
    """
    if work.folder.is_file() and work.folder.name not in work.assignment.files:
        raise UnusableError(f"{work.folder}: is an archive; --watch needs a folder")
    watching = Watch(work, chosen)
    with keyboard() as read_key:
        watching.run(read_key)
    assert watching.report
    return watching.report

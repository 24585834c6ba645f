"""`check --hand-in`: what is missing, and the zip to hand in."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.cli.files import require_writable, write_bytes
from autograder.cli.own_work import OwnWork
from autograder.intake.packing import packed
from autograder.intake.shortcomings import files_to_hand_in, shortcomings
from autograder.report import Report
from autograder.reports.next_step import is_failing
from autograder.safetext import printable_line


class HandIn:
    """The files to hand in, read before the tests run: what is tested is what is handed in."""

    def __init__(self, work: OwnWork) -> None:
        self.assignment = work.assignment
        self.file = f"{work.assignment.name}-hand-in.zip"
        self.files, self.faults = files_to_hand_in(work.assignment, work.folder)
        require_writable(self.file, "the zip")

    def finish(self, report: Report) -> str:
        """Write the zip; return what is missing, and a list of what is in it.

        Raises:
            UnusableError: it cannot be written.
        """
        write_bytes(self.file, packed(self.files), "the zip")
        return "".join(f"{line}\n" for line in self._summary(report))

    def _summary(self, report: Report) -> Iterator[str]:
        texts = {name: data.decode("utf-8-sig", "replace") for name, data in self.files.items()}
        failing = [part.name for part in report.parts if is_failing(part)]
        missing = [*self.faults, *shortcomings(self.assignment, texts)]
        if len(failing) == len(report.parts) > 1:
            missing.insert(0, "no part passes yet")
        elif failing:
            verb = "does" if len(failing) == 1 else "do"
            missing.insert(0, f"{', '.join(failing)} {verb} not pass yet")
        yield ""
        yield "Before you hand in:" if missing else "Nothing is missing."
        yield from (f"  - {line}" for line in missing)
        yield f"Hand in {self.file}, which holds:"
        width = max(map(len, self.files))
        for name, data in self.files.items():
            yield f"  {printable_line(name):<{width}}  {len(data):>7,} bytes"

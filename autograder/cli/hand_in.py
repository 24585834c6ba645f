"""`check --hand-in`: what is missing, and the zip to hand in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from autograder.cli.files import require_writable, write_bytes
from autograder.cli.own_work import OwnWork
from autograder.intake.hand_in import files_to_hand_in
from autograder.judge.readiness import shortcomings
from autograder.packing import packed
from autograder.report import Report
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
        return "".join(f"{line}\n" for line in ["", *self._missing(report), *self._contents()])

    def _missing(self, report: Report) -> Iterator[str]:
        texts = {name: data.decode("utf-8-sig", "replace") for name, data in self.files.items()}
        failing = [part.name for part in report.parts if part.passed < part.total]
        found = [*self.faults, *shortcomings(self.assignment, texts)]
        if failing:
            verb = "does" if len(failing) == 1 else "do"
            found.insert(0, f"{', '.join(failing)} {verb} not pass yet")
        yield "Before you hand in:" if found else "Nothing is missing."
        yield from (f"  - {line}" for line in found)

    def _contents(self) -> Iterator[str]:
        yield f"Hand in {self.file}, which holds:"
        yield from (f"  {line}" for line in sizes(self.files))


def sizes(files: Mapping[str, bytes]) -> list[str]:
    """Return a line for each file: its name and its size."""
    width = max(map(len, files))
    return [f"{printable_line(name):<{width}}  {len(files[name]):>7,} bytes" for name in files]

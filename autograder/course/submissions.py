"""Submissions of a class: what one student, or one group, handed in, from download to report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from autograder.assignment import Assignment
from autograder.course.students import Student
from autograder.intake.entries import Entry, EntryKind, IntakeError, printable_name
from autograder.intake.expected_files import find_expected, join_names

ONLINE_TEXT = "onlinetext.html"


@dataclass
class Submission:
    """What these students handed in, and what their platform notes about it.

    `folder` is the name that stands for it in the `download`: of its folder, or the beginning of
    its files' names. `submitted` is a time in ISO format, if the platform records it. `entries` are
    the files in the download; `collect` reads those that are expected into `contents`, and notes
    why others are `unusable`, or why all of it is `refused`; `renamed` maps those that had another
    name to that name. Saved, it has a `number`.
    """

    students: tuple[Student, ...]
    platform: str = ""
    folder: str = ""
    download: str = ""
    entries: list[Entry] = field(default_factory=list)
    submitted: str = ""
    late: bool = False
    notes: list[str] = field(default_factory=list)
    contents: dict[str, bytes] = field(default_factory=dict)
    unusable: dict[str, str] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    ungraded: list[str] = field(default_factory=list)
    refused: str = ""
    number: int = 0

    @property
    def id(self) -> str:
        return self.students[0].id

    def note_earlier(self, names: Sequence[str]) -> None:
        """Note what is not used since it was handed in again."""
        if names:
            self.notes.append(f"handed in again; not used: {join_names(names)}")

    def collect(self, assignment: Assignment) -> None:
        """Read the expected files."""
        files = [entry for entry in self.entries if entry.kind is not EntryKind.FOLDER]
        own = [entry for entry in files if entry.parts[-1] != ONLINE_TEXT]
        self.entries = []
        where = printable_name(self.folder)
        try:
            if self.refused:
                return
            if not own:
                only = "only online text" if files else "nothing"
                raise IntakeError(
                    f"{where}: {only} was handed in; {join_names(assignment.files)} expected"
                )
            listing = find_expected(own, where, assignment)
            self.contents, self.unusable = listing.usable_files()
            self.renamed, self.ungraded = listing.renamed, listing.ungraded
        except IntakeError as error:
            self.refused = str(error)


@dataclass
class Download:
    """The entries of a download, `around` which there is a folder or a zip of this name.

    The outermost is what was named. A platform adds entries to `unread` that belong to no student.
    """

    entries: Sequence[Entry]
    around: str
    expected: Sequence[str]
    is_outermost: bool = True
    unread: list[Entry] = field(default_factory=list)

    @property
    def tops(self) -> set[str]:
        """The names at the top."""
        return {entry.parts[0] for entry in self.entries}


def grouped(
    found: dict[str, Submission], student: Student, platform: str, folder: str
) -> Submission:
    """Return the submission of a student, which is new if there is none yet."""
    known = replace(student, platform_id=student.platform_id or student.id)
    return found.setdefault(student.id, Submission((known,), platform, folder))

"""Folders and files made by hand: `ID/`, `ID.py` or `ID.zip` for each student."""

from __future__ import annotations

import os.path
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from autograder.course.students import Student
from autograder.course.submissions import Download, Submission
from autograder.intake.entries import (
    GIT,
    SUFFIXES,
    Entry,
    EntryKind,
    printable_name,
    suffix,
)
from autograder.intake.expected_files import NOTEBOOK, PROGRAM, several_files

NAME, FORM = "by hand", "ID/, ID.py or ID.zip"
NUMBERED = re.compile(r"(.+?) ?\((\d{1,3})\)")
"""How browsers and systems name a second file of one name."""


def is_loose(entry: Entry) -> bool:
    """Return whether an entry is a file at the top."""
    return len(entry.parts) == 1 and entry.kind is not EntryKind.FOLDER


def is_of_student(entry: Entry, expected: Sequence[str]) -> bool:
    """Return whether an entry may be what a student handed in."""
    top = entry.parts[0]
    if is_loose(entry):
        is_program = bool(PROGRAM.fullmatch(top)) and top not in expected
        return is_program or suffix(top) in (*SUFFIXES, NOTEBOOK)
    return top != GIT and ".." not in entry.parts


def signs(_: Download) -> set[str]:
    """Return no name: any folder may have been made by hand."""
    return set()


def read(download: Download) -> list[Submission]:
    """Read a folder or a file for each student; `ID (1).py` is a later `ID.py`."""
    found: dict[str, dict[str, list[Entry]]] = {}
    for entry in download.entries:
        if is_of_student(entry, download.expected):
            student, _ = student_and_number(entry)
            found.setdefault(student, {}).setdefault(entry.parts[0], []).append(entry)
        elif entry.parts[0] != GIT:
            download.unread.append(entry)
    return [submission_of(student, tops, download.expected) for student, tops in found.items()]


def student_and_number(entry: Entry) -> tuple[str, int]:
    """Return the id in a name at the top, and the number of a second file of that name, or 0."""
    name = entry.parts[0]
    if is_loose(entry):
        program = PROGRAM.fullmatch(name)
        name = program[1] if program else name
        while suffix(name) in (*SUFFIXES, NOTEBOOK):
            name = os.path.splitext(name)[0]
    match = NUMBERED.fullmatch(name)
    return (match[1], int(match[2])) if match else (name, 0)


def submission_of(
    student: str, tops: Mapping[str, Sequence[Entry]], expected: Sequence[str]
) -> Submission:
    """Return the latest of what a student handed in; `ID.py` is the only file that is expected."""
    numbers = {top: student_and_number(entries[0])[1] for top, entries in tops.items()}
    *earlier, latest = sorted(tops, key=lambda top: numbers[top])
    one = Submission((Student(student, platform_id=student),), NAME, latest)
    same = sorted(printable_name(top) for top in tops if numbers[top] == numbers[latest])
    if len(same) > 1:
        one.refused = f"{' and '.join(same)}: two submissions of one student; keep one"
    one.note_earlier(earlier)
    for entry in tops[latest]:
        if not is_loose(entry):
            one.entries += [entry.inside(1)] if entry.parts[1:] else []
        elif not PROGRAM.fullmatch(latest):
            one.entries.append(entry)
        elif len(expected) > 1:
            one.refused = several_files(printable_name(latest), expected)
        else:
            one.entries.append(replace(entry, parts=(*expected[:1],)))
    return one

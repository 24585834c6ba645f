"""Folders and files made by hand: `ID/`, `ID.py` or `ID.zip` for each student."""

from __future__ import annotations

import os.path
from collections.abc import Sequence
from dataclasses import replace

from autograder.course.students import Student
from autograder.course.submissions import Download, Submission, grouped
from autograder.intake.entries import (
    GIT,
    SUFFIXES,
    Entry,
    EntryKind,
    printable_name,
    suffix,
)
from autograder.intake.expected_files import PROGRAM, several_files

NAME, FORM = "by hand", "ID/, ID.py or ID.zip"


def is_loose(entry: Entry) -> bool:
    """Is it a file at the top?"""
    return len(entry.parts) == 1 and entry.kind is not EntryKind.FOLDER


def is_of_student(entry: Entry, expected: Sequence[str]) -> bool:
    """Can it be what a student handed in?"""
    top = entry.parts[0]
    if is_loose(entry):
        is_program = bool(PROGRAM.fullmatch(top)) and top not in expected
        return is_program or suffix(top) in SUFFIXES
    return top != GIT and ".." not in entry.parts


def signs(_: Download) -> set[str]:
    return set()


def read(download: Download) -> list[Submission]:
    """Read a folder or a file for each student. `ID.py` is the only file that is expected."""
    found: dict[str, Submission] = {}
    for entry in download.entries:
        if not is_of_student(entry, download.expected):
            download.unread += [entry] if entry.parts[0] != GIT else []
            continue
        top, loose = entry.parts[0], is_loose(entry)
        program = PROGRAM.fullmatch(top) if loose else None
        stem = program[1] if program else top
        while loose and suffix(stem) in SUFFIXES:
            stem = os.path.splitext(stem)[0]
        one = grouped(found, Student(stem), NAME, top)
        if one.folder != top:
            names = sorted(map(printable_name, (one.folder, top)))
            one.refused = f"{' and '.join(names)}: two submissions of one student; keep one"
        elif program:
            one.entries.append(replace(entry, parts=(*download.expected[:1],)))
            if len(download.expected) > 1:
                one.refused = several_files(printable_name(top), download.expected)
        elif loose or entry.parts[1:]:
            one.entries.append(entry if loose else entry.inside(1))
    return list(found.values())

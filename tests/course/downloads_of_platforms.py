"""Downloads as platforms make them, from the files of each student."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from autograder.assignment import Assignment, Part
from autograder.course.downloads import read_submissions
from autograder.course.submissions import Submission
from tests.intake.packing import zipped

ONE = Assignment("kenken", Path("kit"), "", ("kenken.py",), (Part("a", 100),))
TWO = Assignment("pair", Path("kit"), "", ("one.py", "two.py"), (Part("a", 100),))
Packed = Sequence[tuple[str, bytes]]


def canvas(students: Mapping[str, Mapping[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """The number of a student is the last word of the name; each file has its own, too."""
    for student, files in students.items():
        name, _, user = student.rpartition(" ")
        for number, (file, data) in enumerate(files.items(), 77):
            yield f"{name.lower().replace(' ', '')}_{user}_{user}{number}_{file}", data


def moodle(students: Mapping[str, Mapping[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    for student, files in students.items():
        name, _, user = student.rpartition(" ")
        for file, data in files.items():
            yield f"{name}_{user}_assignsubmission_file_/{file}", data


def moodle_flat(students: Mapping[str, Mapping[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    for path, data in moodle(students):
        yield path.replace("file_/", "file_"), data


def gradescope(students: Mapping[str, Mapping[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    lines = []
    for number, (student, files) in enumerate(students.items(), 1001):
        name, _, user = student.rpartition(" ")
        lines += [f"submission_{number}:", "  :submitters:"]
        lines += [
            f"  - :name: {json.dumps(name, ensure_ascii=False)}",
            f"    :sid: '{user}'",
            f"    :email: {user}@example.org",
        ]
        lines += ["  :created_at: 2027-01-15 23:58:01.5 Z", "  :score: 3.0"]
        for file, data in files.items():
            yield f"assignment_5_export/submission_{number}/{file}", data
    yield "assignment_5_export/submission_metadata.yml", "\n".join(["---", *lines, ""]).encode()


def classroom(students: Mapping[str, Mapping[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    for student, files in students.items():
        user = student.rpartition(" ")[2]
        yield f"hw-kenken-submissions/hw-kenken-{user}/.git/HEAD", b"ref: refs/heads/main\n"
        yield f"hw-kenken-submissions/hw-kenken-{user}/.github/workflows/classroom.yml", b""
        for file, data in files.items():
            yield f"hw-kenken-submissions/hw-kenken-{user}/{file}", data


def by_hand(students: Mapping[str, Mapping[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    for student, files in students.items():
        for file, data in files.items():
            yield f"class/{student.rpartition(' ')[2]}/{file}", data


PLATFORMS = {
    "Canvas": canvas,
    "Moodle": moodle,
    "Moodle without folders": moodle_flat,
    "Gradescope": gradescope,
    "GitHub Classroom": classroom,
    "by hand": by_hand,
}


def unpacked(files: Packed, folder: Path) -> Path:
    for name, data in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def as_zip(files: Packed, path: Path) -> Path:
    path.write_bytes(zipped(files))
    return path


def read(
    path: Path, assignment: Assignment = ONE, platform: str = ""
) -> tuple[dict[str, Submission], list[str]]:
    """Return what each student handed in, and problems."""
    found = read_submissions([path], assignment, platform)
    by_id = {each.id: each for each in found.submissions}
    assert len(by_id) == len(found.submissions)
    return by_id, [*found.unusable, *found.unread]


def contents(
    path: Path, assignment: Assignment = ONE, platform: str = ""
) -> dict[str, dict[str, bytes] | str]:
    """Return the expected files of each student, or why nothing can be graded."""
    found, problems = read(path, assignment, platform)
    assert problems == []
    return {student: one.refused or one.contents for student, one in found.items()}

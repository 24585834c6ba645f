"""All files to hand out for an assignment, and how they differ from those handed out before."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from autograder.assignment import Assignment
from autograder.authoring.release.check_pyz import check_pyz
from autograder.authoring.release.classroom50_bundle import classroom50_bundle
from autograder.authoring.release.gradescope_bundle import EXECUTABLE, gradescope_bundle
from autograder.authoring.release.student_bundle import student_bundle
from autograder.intake.packing import packed


def release_files(assignment: Assignment) -> dict[str, bytes]:
    """Return the files of a release by their paths in its folder.

    Raises:
        AssignmentError: a file of the assignment is missing or does not fit.
    """
    name, pyz = assignment.name, check_pyz(assignment)
    students = {f"{name}/{path}": each for path, each in student_bundle(assignment, pyz).items()}
    classroom = classroom50_bundle(pyz)
    return {
        f"{name}-student.zip": packed(students),
        f"{name}-gradescope.zip": packed(gradescope_bundle(assignment), EXECUTABLE),
        **{f"{name}-classroom50/{path}": each for path, each in classroom.items()},
    }


def release_changes(folder: Path, files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield a line for each file in `folder`, or in a zip there, that differs from `files`."""
    for path, content in sorted(files.items()):
        place = folder / path
        if not place.is_file():
            yield f"{place}: missing"
        elif path.endswith(".zip"):
            yield from (f"{place}: {line}" for line in _zip_changes(place.read_bytes(), content))
        elif place.read_bytes() != content:
            yield f"{place}: differs"


def _zip_changes(old: bytes, new: bytes) -> list[str]:
    if not zipfile.is_zipfile(io.BytesIO(old)):
        return ["not a zip"]
    before, after = _members(old), _members(new)
    lines = [f"{name} is missing" for name in after.keys() - before.keys()]
    lines += [f"{name} is no longer there" for name in before.keys() - after.keys()]
    lines += [
        f"{name} differs" for name in before.keys() & after.keys() if before[name] != after[name]
    ]
    return sorted(lines)


def _members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}

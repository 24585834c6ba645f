"""NAME-student.zip: everything that a student needs, in one folder."""

from __future__ import annotations

from pathlib import Path

from autograder.assignment import Assignment
from autograder.authoring.folder import files_in
from autograder.authoring.release.editor_tasks import editor_tasks
from autograder.authoring.release.handout_page import handout_page
from autograder.authoring.release.public_tests import public_tests
from autograder.authoring.release.start_page import start_page
from autograder.authoring.release.trial import try_check_pyz


def student_bundle(assignment: Assignment, pyz: bytes) -> dict[str, bytes]:
    """Return the files of the students' folder, by path; `pyz` is check.pyz.

    Raises:
        AssignmentError: a file is missing, or the reference does not pass with these files.
    """
    page = handout_page(assignment)
    files = {**_files_of(assignment.starter, ""), **public_tests(assignment)}
    return {
        **files,
        **_files_of(assignment.inputs / "sample", "inputs/"),
        **_files_of(assignment.expected / "sample", "expected/"),
        **page.attachments,
        "handout.html": page.html.encode(),
        "START.html": start_page(assignment, try_check_pyz(assignment, pyz, files)).encode(),
        "check.pyz": pyz,
        ".vscode/tasks.json": editor_tasks().encode(),
    }


def _files_of(folder: Path, place: str) -> dict[str, bytes]:
    return {
        place + path.relative_to(folder).as_posix(): path.read_bytes() for path in files_in(folder)
    }

"""NAME-student.zip: everything that a student needs, in one folder."""

from __future__ import annotations

from autograder.assignment import Assignment
from autograder.authoring.folder import files_in
from autograder.authoring.release.check_pyz import check_pyz
from autograder.authoring.release.editor_tasks import editor_tasks
from autograder.authoring.release.handout_page import handout_page
from autograder.authoring.release.kit_files import student_kit
from autograder.authoring.release.start_page import start_page
from autograder.authoring.release.trial import try_student_kit
from autograder.reports import text


def student_bundle(assignment: Assignment) -> dict[str, bytes]:
    """Return the files of the students' folder, by path.

    Raises:
        AssignmentError: a file is missing, or the reference does not pass with these files.
    """
    report = try_student_kit(assignment, student_kit(assignment))
    page = handout_page(assignment)
    files = {
        path.relative_to(assignment.starter).as_posix(): path.read_bytes()
        for path in files_in(assignment.starter)
    }
    for case in assignment.cases("sample"):
        files[f"inputs/{case.input.name}"] = case.input.read_bytes()
        files[f"expected/{case.output.name}"] = case.output.read_bytes()
    return {
        **files,
        **page.attachments,
        "handout.html": page.html.encode(),
        "START.html": start_page(assignment, text.render(report, "")).encode(),
        "check.pyz": check_pyz(assignment),
        ".vscode/tasks.json": editor_tasks().encode(),
    }

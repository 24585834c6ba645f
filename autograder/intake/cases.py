"""The cases in a folder that an instructor names."""

from __future__ import annotations

from pathlib import Path

from autograder.assignment import Assignment, AssignmentError
from autograder.program_cases import Case, faults_of_case
from autograder.text_files import kit_text


def cases_from(folder: Path, assignment: Assignment) -> list[Case]:
    """Return the cases of a folder with pairs of files NAME.in and NAME.out.

    One of several programs has its cases in a folder of its name.

    Raises:
        AssignmentError: there are none, or a file is missing or is not text.
    """
    if not folder.is_dir():
        raise AssignmentError(f"{folder}: no such folder")
    cases = assignment.cases_in(folder, folder)
    if not cases:
        raise AssignmentError(f"{folder}: no cases here; a case is two files, NAME.in and NAME.out")
    for case in cases:
        if not case.output.is_file():
            raise AssignmentError(f"{case.input}: {case.output.name} is missing next to it")
        if fault := next(faults_of_case(case), ""):
            raise AssignmentError(fault)
        for path in (case.input, case.output):
            try:
                kit_text(path)
            except OSError as error:
                raise AssignmentError(f"{path}: cannot be read: {error.strerror}") from None
    return cases

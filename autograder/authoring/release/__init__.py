"""All files to hand out for an assignment, and how they differ from those handed out before.

Each bundle is a folder's files by path: NAME-student.zip has everything that a student needs,
NAME-gradescope.zip what Gradescope requires, with the hidden tests, and NAME-classroom50/ an
autograder for Classroom 50, with public tests only. The grader and its
distributions are there as files, so nothing is installed but, on Gradescope, a Python: setup.sh
runs apt-get if the image lacks the one that made the bundle.
"""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from autograder.assignment import Assignment
from autograder.authoring.folder import template_files
from autograder.authoring.release.check_pyz import check_pyz, grader_files, run_check_pyz
from autograder.authoring.release.kit_files import helper_modules, played_steps, whole_kit
from autograder.authoring.release.pages import handout_page, start_page
from autograder.authoring.release.practice import practice_folder
from autograder.intake.packing import packed
from autograder.left_behind import files_in
from autograder.program_cases import CASE_TEXTS
from autograder.text_files import decoded

GRADESCOPE_PROGRAMS = ("setup.sh", "run_autograder")


def release_files(assignment: Assignment, pyodide: Path | None = None) -> dict[str, bytes]:
    """Return the files of a release by their paths in its folder.

    With the folder of the npm package `pyodide`, the practice page is among them.

    Raises:
        AssignmentError: a file of the assignment is missing or does not fit.
    """
    name, pyz = assignment.name, check_pyz(assignment, played_steps(assignment))
    students = {f"{name}/{path}": each for path, each in student_bundle(assignment, pyz).items()}
    practice = practice_folder(assignment, pyodide) if pyodide else {}
    return {
        f"{name}-student.zip": packed(students),
        f"{name}-gradescope.zip": packed(gradescope_bundle(assignment), GRADESCOPE_PROGRAMS),
        **{f"{name}-classroom50/{path}": each for path, each in classroom50_bundle(pyz).items()},
        **{f"{name}-practice/{path}": each for path, each in practice.items()},
    }


def student_bundle(assignment: Assignment, pyz: bytes) -> dict[str, bytes]:
    """Return the files of the students' folder, by path; `pyz` is check.pyz.

    Raises:
        AssignmentError: a file is missing.
    """
    page, attachments = handout_page(assignment)
    files = {**_files_of(assignment.starter, ""), **public_tests(assignment)}
    sample = run_check_pyz(assignment, pyz, files).stdout
    return {
        **files,
        **sample_cases(assignment.inputs / "sample", "inputs/"),
        **sample_cases(assignment.expected / "sample", "expected/"),
        **attachments,
        "handout.html": page.encode(),
        "START.html": start_page(assignment, sample).encode(),
        "check.pyz": pyz,
    }


def public_tests(assignment: Assignment) -> dict[str, bytes]:
    """Return tests/, with the modules that the tests import, and settings, by path.

    Students run and debug them with pytest or in an editor. Nothing of this counts: check.pyz has
    its own copy. Without arguments, pytest runs the tests in the order of the parts, too.
    """
    tests = _files_of(assignment.public_tests, "tests/")
    modules = {f"tests/{name}": text for name, text in helper_modules(assignment).items()}
    files = template_files("student") | modules
    parts = [f"tests/test_{part.name}.py" for part in assignment.parts]
    files["pytest.ini"] += "".join(f"    {path}\n" for path in parts if path in tests).encode()
    return files | tests


def _files_of(folder: Path, place: str) -> dict[str, bytes]:
    return {
        place + path.relative_to(folder).as_posix(): path.read_bytes() for path in files_in(folder)
    }


def sample_cases(folder: Path, place: str) -> dict[str, bytes]:
    """Return the files of cases, the texts as the grader reads them: students pipe them, too."""
    return {
        path: decoded(content).encode() if path.endswith(CASE_TEXTS) else content
        for path, content in _files_of(folder, place).items()
    }


def gradescope_bundle(assignment: Assignment) -> dict[str, bytes]:
    """Return the files of the zip, by path. `GRADESCOPE_PROGRAMS` are executable."""
    site = {**grader_files(assignment.plugins), **whole_kit(assignment)}
    files = {f"site/{path}": content for path, content in site.items()}
    return files | template_files("gradescope", "python{}.{}".format(*sys.version_info))


def classroom50_bundle(pyz: bytes) -> dict[str, bytes]:
    """Return the files of the folder, by path; `pyz` is check.pyz."""
    return template_files("classroom50") | {"check.pyz": pyz}


def release_changes(folder: Path, files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield a line for each file in `folder`, or in a zip there, that differs from `files`."""
    for path, content in sorted(files.items()):
        place = folder / path
        if not place.is_file():
            yield f"{place}: missing"
            continue
        before, after = _members(path, place.read_bytes()), _members(path, content)
        for name in sorted(before.keys() | after.keys()):
            if before.get(name) != after.get(name):
                change = "is missing" if name not in before else "differs"
                change = "is no longer there" if name not in after else change
                yield f"{place}: {f'{name} {change}' if name else change}"


def _members(path: str, data: bytes) -> dict[str, bytes]:
    """Return the members of a zip by name; of another file all that it holds, without a name."""
    if not path.endswith(".zip") or not zipfile.is_zipfile(io.BytesIO(data)):
        return {"": data}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}

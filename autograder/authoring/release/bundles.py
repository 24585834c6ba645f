"""All files to hand out for an assignment, and how they differ from those handed out before.

Each bundle is a folder's files by path: NAME-student.zip has everything that a student needs,
NAME-gradescope.zip what Gradescope requires, with the hidden tests, and NAME-classroom50/ an
autograder for Classroom 50, with public tests only. None needs the network: the grader and its
distributions are there as files, so that nothing is installed.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from autograder.assignment import Assignment
from autograder.authoring.folder import files_in
from autograder.authoring.release.check_pyz import check_pyz, grader_files
from autograder.authoring.release.helper_modules import helper_modules
from autograder.authoring.release.kit_files import whole_kit
from autograder.authoring.release.pages import handout_page, start_page
from autograder.authoring.release.trial import try_check_pyz
from autograder.intake.packing import packed

FAILURE_PATTERN = r"^(\S[^:]*\.py):(\d+): (.+)$"
"""A line of `reports/lines.py`: the groups are file, line and message."""
_TASK = {
    "label": "Check my work",
    "type": "shell",
    "command": "python3 check.pyz --lines",
    "windows": {"command": "py check.pyz --lines"},
    "group": {"kind": "build", "isDefault": True},
    "presentation": {"clear": True},
    "problemMatcher": {
        "owner": "check",
        "source": "check",
        "severity": "error",
        "fileLocation": ["relative", "${workspaceFolder}"],
        "pattern": {"regexp": FAILURE_PATTERN, "file": 1, "line": 2, "message": 3},
    },
}
EDITOR_FILES = {
    ".vscode/tasks.json": {"version": "2.0.0", "tasks": [_TASK]},
    ".vscode/settings.json": {
        "python.testing.pytestEnabled": True,
        "python.testing.pytestArgs": ["."],
    },
}
"""Visual Studio Code runs check.pyz, shows failures at their lines, and finds the tests."""
_PYTEST_INI = """\
# So that pytest runs tests/ with your files. check.pyz has its own copy of the tests.
[pytest]
pythonpath = . tests
addopts = --import-mode=importlib -rfEs
testpaths =
"""
_CONFTEST = '''\
"""Some tests need the grader: pytest skips them."""

import pytest


@pytest.fixture
def case():
    pytest.skip("run by check.pyz")


files = measured = program = suite = case
'''
_CLASSROOM50 = '''\
"""Classroom 50 runs this in a student's checkout: it writes result.json and release-body.md."""

import subprocess
import sys
from pathlib import Path

CHECK = Path(__file__).resolve().parent / "check.pyz"

if __name__ == "__main__":
    sys.exit(subprocess.call([sys.executable, str(CHECK), "classroom50"]))
'''
_GRADESCOPE_SETUP = """\
#!/bin/sh
# Gradescope runs this once, when it builds the image: find Python 3.11 or newer, or install it.
source=$(cd "$(dirname "$0")" && pwd)

find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || continue
        command -v "$name"
        return
    done
}

if [ -z "$(find_python)" ]; then
    apt-get update && apt-get install -y python3.11
fi
if [ -z "$(find_python)" ]; then
    echo "No Python 3.11 or newer: choose a base image with Ubuntu 22.04 or newer." >&2
    exit 1
fi
find_python > "$source/python_path"
"$(cat "$source/python_path")" -m compileall -q "$source/site"
"""
_GRADESCOPE_RUN = """\
#!/bin/sh
# Grades submission/ and writes results/results.json, in the folder of this file.
root=$(cd "$(dirname "$0")" && pwd)
cd "$root" || exit 3
PYTHONPATH="$root/source/site"
export PYTHONPATH
exec "$(cat "$root/source/python_path")" -s -P -m autograder.cli.gradescope "$root"
"""
GRADESCOPE_PROGRAMS = ("setup.sh", "run_autograder")


def release_files(assignment: Assignment) -> dict[str, bytes]:
    """Return the files of a release by their paths in its folder.

    Raises:
        AssignmentError: a file of the assignment is missing or does not fit.
    """
    name, pyz = assignment.name, check_pyz(assignment)
    students = {f"{name}/{path}": each for path, each in student_bundle(assignment, pyz).items()}
    return {
        f"{name}-student.zip": packed(students),
        f"{name}-gradescope.zip": packed(gradescope_bundle(assignment), GRADESCOPE_PROGRAMS),
        f"{name}-classroom50/autograder.py": _CLASSROOM50.encode(),
        f"{name}-classroom50/check.pyz": pyz,
    }


def student_bundle(assignment: Assignment, pyz: bytes) -> dict[str, bytes]:
    """Return the files of the students' folder, by path; `pyz` is check.pyz.

    Raises:
        AssignmentError: a file is missing, or the reference does not pass with these files.
    """
    page, attachments = handout_page(assignment)
    files = {**_files_of(assignment.starter, ""), **public_tests(assignment)}
    return {
        **files,
        **_files_of(assignment.inputs / "sample", "inputs/"),
        **_files_of(assignment.expected / "sample", "expected/"),
        **attachments,
        "handout.html": page.encode(),
        "START.html": start_page(assignment, try_check_pyz(assignment, pyz, files)).encode(),
        "check.pyz": pyz,
    }


def public_tests(assignment: Assignment) -> dict[str, bytes]:
    """Return tests/, with the modules that the tests import, and settings, by path.

    Students run and debug them with pytest or in an editor. Nothing of this counts: check.pyz has
    its own copy. Without arguments, pytest runs the tests in the order of the parts, too.
    """
    tests = _files_of(assignment.public_tests, "tests/")
    modules = {f"tests/{name}": text for name, text in helper_modules(assignment).items()}
    parts = [f"tests/test_{part.name}.py" for part in assignment.parts]
    ini = _PYTEST_INI + "".join(f"    {path}\n" for path in parts if path in tests)
    editor = {path: json.dumps(each, indent=2) + "\n" for path, each in EDITOR_FILES.items()}
    texts = {**modules, **editor, "conftest.py": _CONFTEST, "pytest.ini": ini}
    return {**{path: text.encode() for path, text in texts.items()}, **tests}


def _files_of(folder: Path, place: str) -> dict[str, bytes]:
    return {
        place + path.relative_to(folder).as_posix(): path.read_bytes() for path in files_in(folder)
    }


def gradescope_bundle(assignment: Assignment) -> dict[str, bytes]:
    """Return the files of the zip, by path. `GRADESCOPE_PROGRAMS` are executable."""
    site = {**grader_files(assignment.plugins), **whole_kit(assignment)}
    files = {f"site/{path}": content for path, content in site.items()}
    programs = dict(zip(GRADESCOPE_PROGRAMS, (_GRADESCOPE_SETUP, _GRADESCOPE_RUN), strict=True))
    return files | {path: text.encode() for path, text in programs.items()}


def release_changes(folder: Path, files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield a line for each file in `folder`, or in a zip there, that differs from `files`."""
    for path, content in sorted(files.items()):
        place = folder / path
        if not place.is_file():
            yield f"{place}: missing"
        elif not path.endswith(".zip"):
            if place.read_bytes() != content:
                yield f"{place}: differs"
        else:
            before, after = _members(place.read_bytes()), _members(content)
            for name in sorted(before.keys() | after.keys()):
                if name not in before:
                    yield f"{place}: {name} is missing"
                elif name not in after:
                    yield f"{place}: {name} is no longer there"
                elif before[name] != after[name]:
                    yield f"{place}: {name} differs"


def _members(data: bytes) -> dict[str, bytes]:
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}

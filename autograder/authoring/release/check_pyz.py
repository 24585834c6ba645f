"""check.pyz: the grader, its distributions and the public tests of one assignment, in one file.

It is not made with shiv, whose own start cannot be parsed by an old Python, fails where the home
folder cannot be written, and takes longer.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from autograder.assignment import Assignment
from autograder.authoring.release import pyz_main, pyz_start
from autograder.authoring.release.grader_files import grader_files
from autograder.authoring.release.kit_files import student_kit
from autograder.intake.packing import packed


def check_pyz(assignment: Assignment) -> bytes:
    """Return the file that checks an assignment in the current folder: `python check.pyz`.

    It has no first line that names an interpreter: Windows would look for that one, and may find
    the alias that opens the Microsoft Store.
    """
    site = {**grader_files(assignment.plugins), **student_kit(assignment)}
    digest = hashlib.sha256()
    for path, content in sorted(site.items()):
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    files = {f"{pyz_start.GRADER}{path}": content for path, content in site.items()}
    files[pyz_start.CONTENTS_ID] = f"{assignment.name}-{digest.hexdigest()[:16]}".encode()
    files["__main__.py"] = Path(pyz_main.__file__).read_bytes()
    files["pyz_start.py"] = Path(pyz_start.__file__).read_bytes()
    return packed(files)

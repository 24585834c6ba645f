"""Create a new assignment, or a new kit, from the files in `templates/` or from a folder.

`templates/function`, `templates/program` and `templates/class` each hold an assignment as in a kit,
without its generated files; `templates/kit` holds what a kit has besides assignments.
"""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from packaging.utils import canonicalize_name

from autograder import __version__
from autograder.assignment import AssignmentError, load
from autograder.authoring.expected import expected_files
from autograder.authoring.folder import files_in, template_files, write
from autograder.authoring.new_from import files_from, grade_solution, read_suite, summary
from autograder.authoring.release.check_pyz import DISTRIBUTION, distributions
from autograder.authoring.starter import starter_files
from autograder.judge.importable import IMPORTABLE
from autograder.sandbox.temporary_folders import temporary_folder

ALLOWED_IN_NEW_KIT = {".git", ".venv"}
"""What a folder may hold before it becomes a kit."""
TAKEN = {"autograder", "conftest", "test", "tests", "sitecustomize", "usercustomize"}
"""Modules that `sys.stdlib_module_names` leaves out, and those of the grader and of its tests."""


def new_assignment(folder: Path, name: str, source: str | Path) -> tuple[list[str], list[str]]:
    """Add an assignment to a kit, or make a kit with it in an empty folder.

    Args:
        source: The name of a template, or a folder with a solution and its tests.

    Returns:
        The new files, and lines about what was made of the source.

    Raises:
        AssignmentError: the place, the name or the source cannot be used; nothing is written.
    """
    check_name(name)
    is_kit = (folder / "autograder/assignments").is_dir()
    present = {path.name for path in folder.iterdir()} - ALLOWED_IN_NEW_KIT
    if is_kit:
        require_free(folder, name)
    elif present:
        raise AssignmentError(
            f"{folder}: neither a kit nor empty, it holds {min(present)}; run autograder new in a "
            "kit or in an empty folder, or add --kit DIR"
        )
    lines = []
    if isinstance(source, Path):
        suite = read_suite(source)
        contents, count = completed(name, files_from(suite, name), is_graded=True)
        lines = summary(suite, count)
    else:
        contents, _ = completed(name, template_files(source, name))
    return create(folder, contents if is_kit else {**kit_files(name), **contents}), lines


def check_name(name: str) -> None:
    """Raise AssignmentError unless `name` can name an assignment and its Python file."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,49}", name):
        raise AssignmentError(
            f"{name!r} cannot name an assignment: "
            "use a letter from a to z, then up to 49 letters, digits and _, such as word_count"
        )
    if keyword.iskeyword(name) or name in {*TAKEN, *IMPORTABLE, *sys.stdlib_module_names}:
        raise AssignmentError(
            f"{name!r} cannot name an assignment: Python or the autograder has that name; "
            "choose another one"
        )


def require_free(kit: Path, name: str) -> None:
    """Raise AssignmentError if a kit has files of that name."""
    folders = ("autograder/assignments", "reference", "starter", "inputs", "expected")
    for path in [*(kit / folder / name for folder in folders), kit / "handout" / f"{name}.md"]:
        if path.exists():
            raise AssignmentError(f"{path}: already there; choose another name than {name!r}")


def completed(
    name: str, contents: Mapping[str, bytes], *, is_graded: bool = False
) -> tuple[dict[str, bytes], int]:
    """Return the files of an assignment with the generated ones, and how many tests were graded.

    Raises:
        AssignmentError: they cannot be generated, or the reference does not pass its tests.
    """
    with temporary_folder() as path:
        kit, count = Path(path).resolve(), 0
        write(kit, contents)
        try:
            assignment = load(name, kit)
            write(assignment.starter, starter_files(assignment))
            write(assignment.expected, expected_files(assignment))
            count = grade_solution(assignment) if is_graded else 0
        except AssignmentError as error:
            raise AssignmentError(str(error).replace(f"{kit}/", "")) from None
        paths = {file.relative_to(kit).as_posix(): file for file in files_in(kit)}
        return {file: place.read_bytes() for file, place in paths.items()}, count


def kit_files(name: str) -> dict[str, bytes]:
    """Return what a new kit has besides its assignment.

    Its requirements are this package and what it needs, in the versions in use.
    """
    installed = distributions(DISTRIBUTION)
    versions = {str(canonicalize_name(each.name)): each.version for each in installed}
    versions[DISTRIBUTION] = __version__
    lines = [f"{needed}=={version}" for needed, version in sorted(versions.items())]
    lock = "\n".join(["# The versions that this kit was made with.", *lines, ""])
    return {**template_files("kit", name), "requirements.lock": lock.encode()}


def create(folder: Path, contents: Mapping[str, bytes]) -> list[str]:
    """Write new files into a folder. Return their paths in it.

    Raises:
        AssignmentError: one cannot be written.
    """
    for file, content in contents.items():
        path = folder / file
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as error:
            raise AssignmentError(f"{path}: cannot be written: {error.strerror}") from None
    return sorted(contents)

"""Create a new assignment, or a new kit, from the files in `templates/`.

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
from autograder.authoring.folder import write
from autograder.authoring.new_from import take_over
from autograder.authoring.release.check_pyz import DISTRIBUTION, distributions
from autograder.authoring.starter import starter_files
from autograder.judge.libraries import IMPORTABLE
from autograder.sandbox.temporary_folders import temporary_folder

TEMPLATES = Path(__file__).with_name("templates")
PLACEHOLDER = "new_name"
"""Stands for the assignment's name in the templates and in their paths."""
EXAMPLE = "example"
"""The assignment of a new kit."""
ALLOWED_IN_NEW_KIT = {".git", ".venv"}
"""What a folder may hold before it becomes a kit."""
TAKEN = {"autograder", "conftest", "test", "tests", "sitecustomize", "usercustomize"}
"""Modules that `sys.stdlib_module_names` leaves out, and those of the grader and of its tests."""


def new_assignment(kit: Path, name: str, shape: str) -> list[str]:
    """Add an assignment to a kit; `shape` is the folder of its template. Return the new files.

    Raises:
        AssignmentError: the name cannot be used, or a file cannot be written.
    """
    require_place(kit, name)
    return create(kit, assignment_contents(name, shape))


def new_kit(folder: Path, shape: str) -> list[str]:
    """Make a kit with one assignment in an empty folder. Return the new files.

    Raises:
        AssignmentError: the folder is not empty, or a file cannot be written.
    """
    require_empty(folder)
    return create(folder, {**kit_contents(EXAMPLE), **assignment_contents(EXAMPLE, shape)})


def new_from(existing: Path, folder: Path, name: str) -> tuple[list[str], list[str]]:
    """Make an assignment of an existing solution and its tests, in a kit or in an empty folder.

    Return the new files, and lines about them.

    Raises:
        AssignmentError: they are not usable, or the name is not, or a file cannot be written.
    """
    is_kit = (folder / "autograder" / "assignments").is_dir()
    if is_kit:
        require_place(folder, name)
    else:
        check_name(name)
        require_empty(folder)
    contents, summary = take_over(existing, name)
    return create(folder, contents if is_kit else {**kit_contents(name), **contents}), summary


def require_place(kit: Path, name: str) -> None:
    """Raise AssignmentError unless a kit can have another assignment of this name."""
    check_name(name)
    if not (kit / "autograder" / "assignments").is_dir():
        raise AssignmentError(f"{kit}: not a kit; make one with autograder new in an empty folder")
    folders = ("autograder/assignments", "reference", "starter", "inputs", "expected")
    for path in [*(kit / folder / name for folder in folders), kit / "handout" / f"{name}.md"]:
        if path.exists():
            raise AssignmentError(f"{path}: already there; choose another name than {name!r}")


def require_empty(folder: Path) -> None:
    """Raise AssignmentError unless a folder can become a kit."""
    if present := sorted({path.name for path in folder.iterdir()} - ALLOWED_IN_NEW_KIT):
        raise AssignmentError(
            f"{folder}: not empty, it holds {present[0]}; make a kit in an empty folder, "
            "or an assignment with autograder new NAME"
        )


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


def kit_contents(name: str) -> dict[str, bytes]:
    """Return what a new kit has besides its assignment.

    Its requirements are this package and what it needs, in the versions in use.
    """
    installed = distributions(DISTRIBUTION)
    versions = {str(canonicalize_name(each.name)): each.version for each in installed}
    versions[DISTRIBUTION] = __version__
    lines = [f"{needed}=={version}" for needed, version in sorted(versions.items())]
    lock = "\n".join(["# The versions that this kit was made with.", *lines, ""])
    return {**template_files("kit", name), "requirements.lock": lock.encode()}


def assignment_contents(name: str, shape: str) -> dict[str, bytes]:
    """Return the content of each file of a new assignment, the generated ones included."""
    contents = template_files(shape, name)
    with temporary_folder() as path:
        kit = Path(path)
        write(kit, contents)
        assignment = load(name, kit)
        generated = {"starter": starter_files, "expected": expected_files}
        for folder, make in generated.items():
            files = make(assignment)
            contents |= {f"{folder}/{name}/{file}": content for file, content in files.items()}
    return contents


def template_files(template: str, name: str) -> dict[str, bytes]:
    """Return the content of each file of a template, for an assignment called `name`."""
    folder = TEMPLATES / template
    return {
        path.relative_to(folder).as_posix().replace(PLACEHOLDER, name): path.read_text("utf-8")
        .replace(PLACEHOLDER, name)
        .encode()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


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

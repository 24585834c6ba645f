"""Create a new assignment, or a new kit, from the files in `templates/`.

`templates/functions`, `templates/program` and `templates/class` each hold an assignment as in a
kit, without its generated files; `templates/kit` holds what a kit has besides assignments.
"""

from __future__ import annotations

import contextlib
import keyword
import re
import sys
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from autograder import __version__
from autograder.assignment import AssignmentError, load, names
from autograder.authoring.expected import expected_files
from autograder.authoring.folder import write
from autograder.authoring.new_from import take_over
from autograder.authoring.starter import starter_files
from autograder.judge.libraries import IMPORTABLE
from autograder.sandbox.temporary_folders import temporary_folder

DISTRIBUTION = "cagework"
TEMPLATES = Path(__file__).with_name("templates")
PLACEHOLDER = "new_name"
"""Stands for the assignment's name in the templates and in their paths."""
EXAMPLE = "example"
"""The assignment of a new kit."""
ALLOWED_IN_NEW_KIT = {".git", ".venv"}
"""What a folder may hold before it becomes a kit."""

TAKEN = {"autograder", "conftest", "test", "tests", "sitecustomize", "usercustomize"}
"""Modules that `sys.stdlib_module_names` leaves out, and those of the grader and of its tests."""
RESERVED_ON_WINDOWS = {
    *("con", "prn", "aux", "nul"),
    *(f"{device}{number}" for device in ("com", "lpt") for number in range(10)),
}


def new_assignment(kit: Path, name: str, shape: str) -> list[str]:
    """Add an assignment to a kit; `shape` is the folder of its template. Return the new files.

    Raises:
        AssignmentError: the name cannot be used, or a file cannot be written; the kit is unchanged.
    """
    require_place(kit, name)
    return create(kit, assignment_contents(name, shape))


def require_place(kit: Path, name: str) -> None:
    """Check that a kit can have another assignment of this name.

    Raises:
        AssignmentError: it cannot.
    """
    check_name(name)
    if not (kit / "autograder" / "assignments").is_dir():
        raise AssignmentError(f"{kit}: not a kit; make one with autograder new in an empty folder")
    for path in paths_of(kit, name):
        if path.exists():
            raise AssignmentError(f"{path}: already there; choose another name than {name!r}")
    for other in names(kit):
        if other.lower() == name.lower():
            raise AssignmentError(
                f"{kit}: the assignment {other!r} is there, and on macOS and Windows {name!r} "
                "would be the same folder; choose another name"
            )


def new_kit(folder: Path, shape: str) -> list[str]:
    """Make a kit with one assignment in an empty folder. Return the new files.

    Raises:
        AssignmentError: the folder is not empty, or a file cannot be written; it is unchanged.
    """
    require_empty(folder)
    return create(folder, {**kit_contents(EXAMPLE), **assignment_contents(EXAMPLE, shape)})


def new_from(existing: Path, folder: Path, name: str) -> tuple[list[str], list[str]]:
    """Make an assignment of an existing solution and its tests, in a kit or in an empty folder.

    Return the new files, and lines about them.

    Raises:
        AssignmentError: they are not usable, or the name is not; nothing is written.
    """
    is_kit = (folder / "autograder" / "assignments").is_dir()
    if is_kit:
        require_place(folder, name)
    else:
        check_name(name)
        require_empty(folder)
    taken = take_over(existing, name)
    contents = taken.contents if is_kit else {**kit_contents(name), **taken.contents}
    return create(folder, contents), taken.summary


def require_empty(folder: Path) -> None:
    """Check that a folder can become a kit.

    Raises:
        AssignmentError: it is not empty.
    """
    if present := sorted({path.name for path in folder.iterdir()} - ALLOWED_IN_NEW_KIT):
        raise AssignmentError(
            f"{folder}: not empty, it holds {present[0]}; make a kit in an empty folder, "
            "or an assignment with autograder new NAME"
        )


def kit_contents(name: str) -> dict[str, bytes]:
    """Return what a new kit has besides its assignment."""
    return {**template_files("kit", name), "requirements.lock": lock().encode()}


def check_name(name: str) -> None:
    """Raise AssignmentError unless `name` can name an assignment and its Python file."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,49}", name):
        raise AssignmentError(
            f"{name!r} cannot name an assignment: "
            "use a letter from a to z, then up to 49 letters, digits and _, such as word_count"
        )
    if name.lower() in RESERVED_ON_WINDOWS:
        raise AssignmentError(
            f"{name!r} cannot name an assignment: on Windows no file can have that name; "
            "choose another one"
        )
    taken = {*TAKEN, *IMPORTABLE, *sys.stdlib_module_names}
    if keyword.iskeyword(name) or name in taken:
        raise AssignmentError(
            f"{name!r} cannot name an assignment: Python or the autograder has that name; "
            "choose another one"
        )


def paths_of(kit: Path, name: str) -> list[Path]:
    """Return the places of an assignment's files in a kit."""
    folders = ("autograder/assignments", "reference", "starter", "inputs", "expected")
    return [*(kit / folder / name for folder in folders), kit / "handout" / f"{name}.md"]


def assignment_contents(name: str, shape: str) -> dict[str, bytes]:
    """Return the content of each file of a new assignment, the generated ones included."""
    contents = template_files(shape, name)
    with temporary_folder() as path:
        kit = Path(path)
        write(kit, contents)
        assignment = load(name, kit)
        for folder, files in {
            "starter": starter_files(assignment),
            "expected": expected_files(assignment),
        }.items():
            contents |= {f"{folder}/{name}/{file}": content for file, content in files.items()}
    return contents


def template_files(template: str, name: str) -> dict[str, bytes]:
    """Return the content of each file of a template, for an assignment called `name`."""
    folder = TEMPLATES / template
    texts = {
        path.relative_to(folder): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    return {
        file.as_posix().replace(PLACEHOLDER, name): text.replace(PLACEHOLDER, name).encode()
        for file, text in texts.items()
    }


def lock() -> str:
    """Return pip's requirements for this package and its dependencies, in the versions in use."""
    versions: dict[str, str] = {}
    waiting = [DISTRIBUTION]
    while waiting:
        name = canonicalize_name(waiting.pop())
        with contextlib.suppress(metadata.PackageNotFoundError):
            if name not in versions:
                found = metadata.distribution(name)
                versions[name] = found.version
                needed = [line for line in found.requires or () if "extra ==" not in line]
                waiting += [Requirement(line).name for line in needed]
    versions[DISTRIBUTION] = __version__
    lines = [f"{name}=={version}" for name, version in sorted(versions.items())]
    return "\n".join(["# The versions that this kit was made with.", *lines, ""])


def create(folder: Path, contents: Mapping[str, bytes]) -> list[str]:
    """Write new files into a folder: all of them, or none. Return their paths in it.

    Raises:
        AssignmentError: one cannot be written, or is there already.
    """
    made: list[Path] = []
    try:
        for file, content in contents.items():
            path = folder / file
            for parent in reversed(path.parents):
                if not parent.exists():
                    parent.mkdir()
                    made.append(parent)
            with path.open("xb") as output:
                made.append(path)
                output.write(content)
    except BaseException as error:
        for own in reversed(made):
            with contextlib.suppress(OSError):
                own.rmdir() if own.is_dir() else own.unlink()
        if isinstance(error, OSError):
            raise AssignmentError(f"{path}: cannot be written: {error.strerror}") from None
        raise
    return sorted(contents)

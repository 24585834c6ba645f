"""Which assignment a student means who names none."""

from __future__ import annotations

from pathlib import Path

from autograder.assignment import Assignment, AssignmentError, load, names
from autograder.intake.intake import find, is_archive


def guess(name: str | None, path: Path | None, kit: Path) -> tuple[Assignment, Path]:
    """Which assignment is meant, and where the student's files are.

    A first argument that names no assignment, but a folder, an archive or a file, is the path.
    """
    if name and name not in names(kit) and path is None and Path(name).exists():
        path, name = Path(name), None
    folder = path or Path()
    if name:
        return load(name, kit), folder
    where = folder if folder.is_dir() or is_archive(folder) else folder.parent
    holding = [each for each in assignments_of(kit) if holds_files_of(each, where, kit)]
    if len(holding) == 1:
        return load(holding[0], kit), folder
    resolved = where.resolve()
    for part in (resolved, *resolved.parents):
        if part.name in names(kit):
            return load(part.name, kit), folder
    known = ", ".join(names(kit))
    raise AssignmentError(f"{resolved}: which assignment is this? Name one of: {known}")


def holds_files_of(name: str, path: Path, kit: Path) -> bool:
    """Is a file of this assignment in a folder or an archive? One not usable is not meant."""
    try:
        return find(load(name, kit), path).any
    except AssignmentError:
        return False


def assignments_of(kit: Path) -> list[str]:
    found = names(kit)
    if not found:
        raise AssignmentError(f"{kit}: no assignments here, in autograder/assignments/")
    return found

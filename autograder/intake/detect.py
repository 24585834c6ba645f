"""Infer the assignment when none is named."""

from __future__ import annotations

from pathlib import Path

from autograder.assignment import NO_ASSIGNMENTS, Assignment, AssignmentError, load, names
from autograder.intake.box import is_archive_file, list_submission
from autograder.intake.entries import IntakeError


def detect_assignment(name: str | None, path: Path | None, kit: Path) -> tuple[Assignment, Path]:
    """Return the assignment, and the path of the student's files.

    A single argument that names no assignment, but something that exists, is the path, and so is
    any in a kit of one assignment, as in check.pyz, but that one's name. Of several, the assignment
    is inferred from the files there, else from the folders' names.
    """
    known, exists = assignments_of(kit), bool(name) and Path(name or "").exists()
    only = known[0] if len(known) == 1 else ""
    if name and path is None and (exists or only) and (name not in known or (only and exists)):
        path, name = Path(name), None
    submission = path or Path()
    if name or only:
        return load(name or only, kit), submission
    is_container = submission.is_dir() or is_archive_file(submission)
    container = submission if is_container else submission.parent
    listings, faults = {}, []
    for each in known:
        try:
            listings[each] = list_submission(load(each, kit), container)
        except IntakeError as fault:  # Perhaps of an archive in it that other assignments ignore.
            faults.append(fault)
        except AssignmentError:
            continue
    named = [n for n, one in listings.items() if one.has_expected_files and not one.is_guess]
    candidates = [name for name in named if not listings[name].renamed] or named
    if len(candidates) == 1:
        return load(candidates[0], kit), submission
    if faults and not candidates:
        raise faults[0]
    resolved = container.resolve()
    for folder in (resolved, *resolved.parents):
        if folder.name in known:
            return load(folder.name, kit), submission
    raise AssignmentError(f"{resolved}: which assignment is this? Name one of: {', '.join(known)}")


def assignments_of(kit: Path) -> list[str]:
    """Return the names of a kit's assignments; a kit without any is an error."""
    if not names(kit):
        raise AssignmentError(f"{kit}: {NO_ASSIGNMENTS}")
    return names(kit)

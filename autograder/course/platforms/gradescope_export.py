"""Gradescope's export: a folder for each submission, and who they are from in one YAML file."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import yaml

from autograder.course.students import Student
from autograder.course.submissions import Download, Submission
from autograder.intake.entries import CORRUPT, Entry, EntryKind, IntakeError

NAME, FORM = "Gradescope", "a folder that submission_metadata.yml lists"
METADATA = "submission_metadata.yml"
"""It also has all results of earlier gradings."""
MAX_METADATA_BYTES = 1 << 30
EXPORT = re.compile(r"assignment_\d+_export")
"""The folder of an export; a student may have handed in a file of that name, too."""


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc] # Not always built.
    """Creates only plain values; an object of Ruby becomes what it consists of."""


_Loader.add_multi_constructor(
    "!",
    lambda loader, _, node: (
        loader.construct_mapping(node, deep=True) if isinstance(node, yaml.MappingNode) else None
    ),
)


def signs(download: Download) -> set[str]:
    """Return the names at the top of an export, which has metadata."""
    is_export = download.is_outermost or EXPORT.fullmatch(download.around)
    return download.tops if is_export and METADATA in download.tops else set()


def read(download: Download) -> list[Submission]:
    """Read the folder of each submission that the metadata lists; a group is one submission.

    Raises:
        IntakeError: there are no metadata, or they are damaged.
    """
    metadata = next((entry for entry in download.entries if entry.path == METADATA), None)
    if not metadata:
        raise IntakeError(f"{METADATA} is missing; name the export of Gradescope")
    by_folder: dict[str, list[Entry]] = {}
    for entry in download.entries:
        if len(entry.parts) > 1:
            by_folder.setdefault(entry.parts[0], []).append(entry.inside(1))
    table = _table(metadata)
    download.unread += [Entry((f,), EntryKind.FOLDER) for f in by_folder if f not in table]
    return [
        Submission(
            _members(folder, about),
            NAME,
            folder,
            entries=by_folder.get(folder, []),
            submitted=_time(about),
        )
        for folder, about in table.items()
    ]


def _table(metadata: Entry) -> dict[str, dict[str, Any]]:
    try:
        table = yaml.load(metadata.read(MAX_METADATA_BYTES), _Loader)
    except (yaml.YAMLError, *CORRUPT):
        raise IntakeError(f"{METADATA} is damaged; export the submissions again") from None
    if not isinstance(table, dict):
        raise IntakeError(f"{METADATA} lists no submissions; export them again")
    return {str(f): about if isinstance(about, dict) else {} for f, about in table.items()}


def _members(folder: str, about: dict[str, Any]) -> tuple[Student, ...]:
    """Return the submitters; an id is the student id, else the email address, else the name."""
    listed = about.get(":submitters")
    members = []
    for submitter in listed if isinstance(listed, list) else []:
        if isinstance(submitter, dict):
            name, sid, email = (
                _text(submitter.get(key)).strip() for key in (":name", ":sid", ":email")
            )
            if own := sid or email or (name and f"{name} ({folder})"):
                members.append(Student(own, name, email, own))
    return tuple(members) or (Student(folder, platform_id=folder),)


def _time(about: dict[str, Any]) -> str:
    """Return the time in ISO format; Ruby may write it as an object, with its time zone."""
    value = about.get(":created_at")
    if isinstance(value, dict):
        value = value.get("utc")
    return value.isoformat() if isinstance(value, date) else _text(value)


def _text(value: object) -> str:
    """Return a scalar as text; a list may contain itself many times."""
    return str(value) if value and isinstance(value, (str, int, float)) else ""

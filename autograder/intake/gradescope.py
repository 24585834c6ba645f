"""Gradescope's export of submissions: a folder for each, and who they are from in one YAML file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import yaml

from autograder.intake.archive import CORRUPT, Entry
from autograder.intake.download_entries import METADATA
from autograder.intake.handed_in import HandedIn, Participant
from autograder.intake.listing import IntakeError, printable_name
from autograder.intake.platforms import inside


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Creates only plain values; Ruby's own types become what they consist of."""


def _plain(loader: _Loader, _tag: str, node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return loader.construct_scalar(node)


_Loader.add_multi_constructor("!", _plain)


def metadata_entry(entries: Sequence[Entry], *, in_folder: bool) -> Entry | None:
    """Return the YAML file of an export, at the top or, with `in_folder`, in the only folder."""
    depth = 2 if in_folder and len({entry.parts[0] for entry in entries}) == 1 else 1
    found = [e for e in entries if e.parts[-1] == METADATA and len(e.parts) <= depth]
    return min(found, key=lambda entry: len(entry.parts), default=None)


def read_gradescope(entries: Sequence[Entry], metadata: Entry) -> tuple[list[HandedIn], list[str]]:
    """Read the folder of each submission that the metadata lists; a group is one submission."""
    table = _read_table(metadata)
    depth = len(metadata.parts) - 1
    by_folder: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry is not metadata and len(entry.parts) > depth:
            by_folder.setdefault(entry.parts[depth], []).append(entry)
    found = []
    for folder, about in table.items():
        own = [inside(e, depth + 1) for e in by_folder.pop(str(folder), [])]
        files = [entry for entry in own if entry.parts]
        members = _members(str(folder), about)
        found.append(HandedIn(members, "Gradescope", str(folder), files, _time(about)))
    problems = [
        f"{printable_name(rest[0].parts[depth])}: not listed in {METADATA}; not read"
        for rest in by_folder.values()
    ]
    return found, problems


def _read_table(metadata: Entry) -> dict[Any, Any]:
    where = printable_name(metadata.parts[-1])
    try:
        table = yaml.load(metadata.read(), _Loader)
    except (yaml.YAMLError, *CORRUPT):
        raise IntakeError(f"{where} is damaged; export the submissions again") from None
    if not isinstance(table, dict):
        raise IntakeError(f"{where} lists no submissions; export them again")
    return table


def _members(folder: str, about: Any) -> tuple[Participant, ...]:
    """Return the submitters; an id is the student id, else the email address, else the name."""
    listed = about.get(":submitters") if isinstance(about, dict) else None
    members = []
    for submitter in listed if isinstance(listed, list) else []:
        if isinstance(submitter, dict):
            name, sid, email = (
                _text(submitter.get(key)).strip() for key in (":name", ":sid", ":email")
            )
            if sid or email or name:
                members.append(Participant(sid or email or f"{name} ({folder})", name, email))
    return tuple(members) or (Participant(folder),)


def _time(about: Any) -> str:
    """Return the time in ISO format; Ruby may write it as an object, with its time zone."""
    value = about.get(":created_at") if isinstance(about, dict) else None
    if isinstance(value, dict):
        value = value.get("utc")
    return value.isoformat() if isinstance(value, date) else _text(value)


def _text(value: object) -> str:
    """Return a scalar as text; a list may contain itself many times."""
    return str(value) if value and isinstance(value, (str, int, float)) else ""

"""Mutants that are as correct as the reference, listed in an assignment's equivalent.toml."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from autograder.assignment import Assignment, AssignmentError
from autograder.assignment.read import read_toml, records, require_known
from autograder.authoring.mutants.mutant import Mutant

FILE = "equivalent.toml"


@dataclass(frozen=True)
class EquivalentMutant:
    """The change of a function from `old` to `new` lines, and the reason why it is not a mistake.

    The indentation of the first line does not matter.
    """

    function: str
    old: str
    new: str
    reason: str

    def matches(self, mutant: Mutant) -> bool:
        pairs = (self.old, mutant.removed), (self.new, mutant.added)
        return self.function == mutant.function and all(
            noted.strip() == lines.strip() for noted, lines in pairs
        )


def read_equivalents(assignment: Assignment) -> list[EquivalentMutant]:
    """Read the file of an assignment; there are none without it.

    Raises:
        AssignmentError: it is not such a file.
    """
    path = assignment.folder / FILE
    if not path.is_file():
        return []
    table = read_toml(path)
    try:
        require_known(table, ["equivalent"])
        noted = records(one_by_one(table), "equivalent", EquivalentMutant)
    except ValueError as error:
        raise AssignmentError(f"{path}: {error}") from None
    for entry in noted:
        if not entry.reason.strip():
            raise AssignmentError(f"{path}: the reason for {entry.new.strip()!r} is empty")
    return list(noted)


def one_by_one(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table in which each entry has one `new` text, not a list of several."""
    given = table.get("equivalent", [])
    if type(given) is not list or not all(type(entry) is dict for entry in given):
        return table
    entries: list[Any] = []
    for entry in given:
        new = entry.get("new")
        entries += [entry | {"new": one} for one in new] if type(new) is list else [entry]
    return {"equivalent": entries}


def as_toml(mutant: Mutant) -> str:
    """Return the entry for a mutant, without its reason."""
    lines = [
        "[[equivalent]]",
        f'function = "{mutant.function}"',
        f"old = {_literal(mutant.removed)}",
        f"new = {_literal(mutant.added)}",
        'reason = ""',
    ]
    return "\n".join(lines)


def _literal(lines: str) -> str:
    quotes = "'''" if "\n" in lines or "'" in lines else "'"
    return f"{quotes}{lines.strip()}{quotes}"

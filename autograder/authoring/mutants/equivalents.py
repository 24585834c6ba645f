"""Mutants that are as right as the reference, noted in an assignment's equivalent.toml."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.mutants.mutant import Mutant
from autograder.toml_tables import records

FILE = "equivalent.toml"


@dataclass(frozen=True)
class EquivalentMutant:
    """The change of a function from `old` to `new` lines, and the reason why it is no mistake.

    Indentation does not matter.
    """

    function: str
    old: str
    new: str
    reason: str

    def matches(self, mutant: Mutant) -> bool:
        pairs = (self.old, mutant.removed), (self.new, mutant.added)
        return self.function == mutant.function and all(
            _stripped(noted) == _stripped(lines) for noted, lines in pairs
        )


def read_equivalents(assignment: Assignment) -> list[EquivalentMutant]:
    """Read the file of an assignment; there are none without it.

    Raises:
        AssignmentError: it is not such a file.
    """
    path = assignment.folder / FILE
    if not path.is_file():
        return []
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        if unknown := sorted(set(table) - {"equivalent"}):
            raise ValueError(f"unknown key {unknown[0]!r}")
        noted = records(table, "equivalent", EquivalentMutant)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, TypeError, KeyError, ValueError) as error:
        raise AssignmentError(f"{path}: {error}") from None
    for entry in noted:
        if not entry.reason.strip():
            raise AssignmentError(f"{path}: the reason for {entry.new.strip()!r} is empty")
    return list(noted)


def as_toml(mutant: Mutant) -> str:
    """Return the entry that notes a mutant, without its reason."""
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


def _stripped(lines: str) -> list[str]:
    return [line.strip() for line in lines.strip().split("\n")]

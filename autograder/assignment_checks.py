"""Mistakes in an assignment that are certain from its files alone, with file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.assignment import Assignment, Part, Rubric


VISIBILITIES = ("hidden", "after_due_date", "after_published", "visible")
"""When Gradescope shows a test to students."""


def mistakes_in(assignment: Assignment, path: Path) -> Iterator[str]:
    """Yield a message for each mistake; `path` is the assignment.toml."""
    toml = path.read_text(encoding="utf-8")
    yield from _items(toml, path, assignment.parts, "parts")
    yield from _items(toml, path, assignment.by_hand, "rubric items")
    yield from _needs(toml, path, assignment.parts)
    for limit in fields(assignment.limits):
        value = getattr(assignment.limits, limit.name)
        if not value > 0:
            where = _line(toml, rf"^\s*{limit.name}\s*=")
            yield f"{path}, line {where}: {limit.name} has to be more than 0, not {value:g}"
    if assignment.hidden_visibility not in VISIBILITIES:
        where = _line(toml, r"^\s*hidden_visibility\s*=")
        choices = ", ".join(VISIBILITIES)
        yield f"{path}, line {where}: hidden_visibility has to be one of: {choices}"
    yield from _inputs_of_another_suffix(assignment)


def _items(
    toml: str, path: Path, items: Sequence[Part] | Sequence[Rubric], noun: str
) -> Iterator[str]:
    names = [item.name for item in items]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        where = _line(toml, rf"^\s*name\s*=\s*[\"']{re.escape(name)}[\"']", index=1)
        yield f"{path}, line {where}: two {noun} are called {name!r}"
    for item in items:
        if not item.points >= 0:
            where = _line(toml, r"^\s*points\s*=\s*(?:-|nan)")
            yield f"{path}, line {where}: the points of {item.name!r} are negative"


def _needs(toml: str, path: Path, parts: Sequence[Part]) -> Iterator[str]:
    """Yield a message for each need that is no part, or that needs the part itself."""
    needs = {part.name: part.needs or () for part in parts}
    for part in parts:
        line = rf"^\s*name\s*=\s*[\"']{re.escape(part.name)}[\"']"
        where = f"{path}, line {_line(toml, line)}: {part.name}"
        for name in part.needs or ():
            if name not in needs:
                yield f"{where} needs {name!r}, which is no part"
        waiting, seen = list(needs[part.name]), set()
        while waiting:
            if (name := waiting.pop()) not in seen:
                seen.add(name)
                waiting += needs.get(name, ())
        if part.name in seen:
            yield f"{where} needs itself; leave one of these `needs` out"


def _line(text: str, pattern: str, index: int = 0) -> int:
    """Return the number of the line that a pattern matches, by default for the first time."""
    ends = [match.end() for match in re.finditer(pattern, text, re.MULTILINE)]
    return text.count("\n", 0, ends[index]) + 1 if index < len(ends) else 1


def _inputs_of_another_suffix(assignment: Assignment) -> Iterator[str]:
    for folder in sorted((assignment.kit / "inputs" / assignment.name).glob("*")):
        for file in sorted(folder.glob("[!.]*")):
            if file.suffix != ".in":
                yield f"{file}: an input has to be called CASE.in"

"""Mistakes in an assignment that are certain from its files alone, with file and line."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.assignment import Assignment, Part, Rubric


def mistakes_in(assignment: Assignment, path: Path) -> Iterator[str]:
    """Yield a message for each mistake; `path` is the assignment.toml."""
    toml = path.read_text(encoding="utf-8")
    yield from _items(toml, path, assignment.parts, "parts")
    yield from _items(toml, path, assignment.by_hand, "rubric items")
    for limit in fields(assignment.limits):
        value = getattr(assignment.limits, limit.name)
        if not 0 < value < math.inf:
            where = _line(toml, rf"^\s*{limit.name}\s*=")
            yield f"{path}, line {where}: {limit.name} has to be more than 0, not {value:g}"
    yield from _files(toml, path, assignment)
    yield from _counts(toml, path, assignment)
    yield from _inputs_of_another_suffix(assignment)


def _files(toml: str, path: Path, assignment: Assignment) -> Iterator[str]:
    files = [*assignment.files, *assignment.provided]
    for file in dict.fromkeys(file for file in files if files.count(file) > 1):
        where = _line(toml, rf"[\"']{re.escape(file)}[\"']")
        yield f"{path}, line {where}: {file!r} stands twice in `files` and `provided`"


def _counts(toml: str, path: Path, assignment: Assignment) -> Iterator[str]:
    try:
        re.compile(assignment.program.counts if assignment.program else "")
    except re.error as error:
        where = _line(toml, r"^\s*counts\s*=")
        yield f"{path}, line {where}: `counts` is no regular expression: {error}"


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
        if not 0 <= getattr(item, "reference_seconds", 0) < math.inf:
            where = _line(toml, r"^\s*reference_seconds\s*=\s*(?:-|nan|[+]?inf)")
            yield f"{path}, line {where}: the reference_seconds of {item.name!r} are no CPU time"


def _line(text: str, pattern: str, index: int = 0) -> int:
    """Return the number of the line that a pattern matches, by default for the first time."""
    ends = [match.end() for match in re.finditer(pattern, text, re.MULTILINE)]
    return text.count("\n", 0, ends[index]) + 1 if index < len(ends) else 1


def _inputs_of_another_suffix(assignment: Assignment) -> Iterator[str]:
    for folder in sorted((assignment.kit / "inputs" / assignment.name).glob("*")):
        for file in sorted(folder.glob("[!.]*")):
            if file.suffix != ".in":
                yield f"{file}: an input has to be called CASE.in"

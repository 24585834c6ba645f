"""`check --hint`: the hints for a part, one more each time.

How many were given is kept in a small file of the user's. If it cannot be read or written, hints
start again from the first.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from autograder.assignment import Assignment
from autograder.report import PartResult
from autograder.reports.misconceptions import misconception
from autograder.reports.next_step import failing_needs, is_failing
from autograder.sentences import joined

SAME_ANSWERS = "Your results match this mistake: "
MAX_FOLDERS = 50


def hints_for(assignment: Assignment, part: PartResult) -> list[str]:
    """Return the hints for a failing part: what the mistake may be, then the assignment's own."""
    says = misconception(assignment, part)
    own = assignment.part(part.name).all_hints
    return [*([f"{SAME_ANSWERS}{says}"] if says else []), *own]


def hint_lines(
    assignment: Assignment, folder: Path, part: PartResult, parts: Sequence[PartResult]
) -> Iterator[str]:
    """Render the hints so far with one more, and remember how many these are.

    `parts` are all that were checked. A hint would mislead while a part fails that this one needs.
    """
    hints = hints_for(assignment, part)
    failing = failing_needs(parts).get(part.name, set())
    if failing:
        names = [other.name for other in parts if other.name in failing]
        yield f"{part.name} needs {joined(names)}: start there."
        return
    if not hints:
        yield f"There is no hint for {part.name}."
        return
    passed = {other.name for other in parts if not is_failing(other)}
    count = next_hint(folder, part.name, len(hints), passed)
    for number, hint in enumerate(hints[:count], 1):
        yield f"Hint {number} of {len(hints)}: {hint}"
    if count == len(hints):
        yield "That was the last hint. If you are stuck, show this to your instructor."


def next_hint(folder: Path, part: str, total: int, passed: set[str]) -> int:
    """Return how many hints to give for a part: one more than last time, at most `total`.

    The hints of parts that have passed start again from the first.
    """
    file, here = Path(click.get_app_dir("cagework")) / "hints.json", str(folder.resolve())
    try:
        counts = dict(json.loads(file.read_text(encoding="utf-8")))
        given = {name: int(n) for name, n in counts.pop(here, {}).items() if name not in passed}
    except (OSError, ValueError, TypeError, AttributeError):
        counts, given = {}, {}
    given[part] = min(total, given.get(part, 0) + 1)
    counts[here] = given
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(dict(list(counts.items())[-MAX_FOLDERS:])), encoding="utf-8")
    return given[part]

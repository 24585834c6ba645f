"""`check --hint`: the hints for a part, the next one each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from autograder.cli.hint_memory import next_hint
from autograder.cli.own_work import OwnWork
from autograder.report import PartResult
from autograder.reports.brief import listed
from autograder.reports.misconceptions import misconception
from autograder.reports.next_step import failing_needs, is_failing

SAME_ANSWERS = "A program with this mistake gives the same answers in all tests: "


def hints_for(work: OwnWork, part: PartResult) -> list[str]:
    """Return the hints for a failing part: what the mistake may be, then the assignment's own."""
    says = misconception(work.assignment, part)
    own = work.assignment.part(part.name).all_hints
    return [*([f"{SAME_ANSWERS}{says}"] if says else []), *own]


def hint_lines(work: OwnWork, part: PartResult, parts: Sequence[PartResult]) -> Iterator[str]:
    """Render the hints so far with one more, and remember how many these are.

    `parts` are all that were checked. A hint would mislead while a part fails that this one needs.
    """
    hints = hints_for(work, part)
    failing = failing_needs(parts).get(part.name, set())
    if failing:
        names = [other.name for other in parts if other.name in failing]
        yield f"{part.name} needs {listed(names)}: start there."
        return
    if not hints:
        yield f"There is no hint for {part.name}."
        return
    passed = {other.name for other in parts if not is_failing(other)}
    count = next_hint(work.folder, part.name, len(hints), passed)
    for number, hint in enumerate(hints[:count], 1):
        yield f"Hint {number} of {len(hints)}: {hint}"
    if count == len(hints):
        yield "That was the last hint. If you are stuck, show this to your instructor."

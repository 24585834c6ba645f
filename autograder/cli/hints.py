"""`check --hint`: the hints for a part, by number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from autograder.assignment import Assignment
from autograder.report import PartResult
from autograder.reports.misconceptions import misconception
from autograder.reports.next_step import failing_needs
from autograder.sentences import joined

SAME_ANSWERS = "Your results match this mistake: "


def hints_for(assignment: Assignment, part: PartResult) -> list[str]:
    """Return the hints for a failing part: what the mistake may be, then the assignment's own."""
    says = misconception(assignment, part)
    own = assignment.part(part.name).all_hints
    return [*([f"{SAME_ANSWERS}{says}"] if says else []), *own]


def hint_lines(
    assignment: Assignment,
    part: PartResult,
    parts: Sequence[PartResult],
    number: int,
    command: Callable[[str], str],
) -> Iterator[str]:
    """Render the hints up to a number, and the `command` with the option for the next one.

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
    for i, hint in enumerate(hints[:number], 1):
        yield f"Hint {i} of {len(hints)}: {hint}"
    if number < len(hints):
        yield f"For the next one: {command(f'--hint {number + 1}')}"
    else:
        yield "That was the last hint. If you are stuck, show this to your instructor."

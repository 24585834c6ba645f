"""The checks that limits are far enough from what the reference needs, and that this is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from autograder.assignment import Assignment, Part
from autograder.authoring.limits import MIN_TIMES, is_outdated, most_seconds, rounded_up
from autograder.authoring.verify.finding import AssignmentFinding, command, finding, named
from autograder.judge.part_limits import part_limit


def check_limits(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that each limit is at least five times what the reference needs, as measured.

    Parts of the program share its runs, which count for the first of them.
    """
    programs = [part for part in assignment.parts if not part.file]
    sharing = {part.name for part in programs if any(other.reference_seconds for other in programs)}
    unmeasured = []
    for part in assignment.parts:
        needed, limit = part.reference_seconds, part_limit(part, most_seconds(assignment, part))
        if not needed and part.name not in sharing:
            unmeasured.append(part.name)
        elif limit < MIN_TIMES * needed:
            yield _too_low(assignment, part, limit, needed)
    if unmeasured:
        fault = f"what the reference needs for {named(unmeasured)} has not been measured"
        yield finding(assignment, assignment.toml, fault, _measure(assignment), advice=True)


def suspicious_needs(
    assignment: Assignment, needed: Mapping[str, float]
) -> list[AssignmentFinding]:
    """Compare the times of the reference in assignment.toml with those just measured."""
    found = []
    for part in assignment.parts:
        if not part.reference_seconds or part.name not in needed:
            continue  # `check_limits` reports what is not noted.
        noted, seconds = part.reference_seconds, rounded_up(needed[part.name])
        limit = part_limit(part, most_seconds(assignment, part))
        if is_outdated(part, seconds):
            size = "more than five times" if noted > seconds else "less than half of"
            fault = f"the reference_seconds of the part {part.name}, {noted:g}, is {size} what "
            fault += "the reference needs now; limits are derived from it"
            is_loose = noted > seconds
            remedy = _measure(assignment)
            found.append(finding(assignment, assignment.toml, fault, remedy, advice=is_loose))
        elif MIN_TIMES * noted <= limit < MIN_TIMES * seconds:
            found.append(_too_low(assignment, part, limit, seconds))
    return found


def _too_low(assignment: Assignment, part: Part, limit: float, needed: float) -> AssignmentFinding:
    fault = f"the limit on the part {part.name}, {limit:g} s, is less than {MIN_TIMES} "
    fault += f"times what the reference needs, {needed:g} s"
    remedy = f"raise the limit, or make the reference faster and {_measure(assignment)}"
    return finding(assignment, assignment.toml, fault, remedy)


def _measure(assignment: Assignment) -> str:
    return command(assignment, "limits", assignment.name, "--measure")

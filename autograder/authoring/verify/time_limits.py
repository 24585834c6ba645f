"""The check that limits are far enough from what the reference needs."""

from __future__ import annotations

from autograder.assignment import Assignment
from autograder.authoring.limits import LEAST_TIMES, most_seconds
from autograder.authoring.verify.finding import AssignmentFinding, command, finding
from autograder.judge.part_limits import first_limit


def check_limits(assignment: Assignment) -> list[AssignmentFinding]:
    """Check that each limit is at least five times what the reference needs, as measured.

    Parts of the program share its runs, which count for the first of them.
    """
    settings = assignment.folder / "assignment.toml"
    measure = command(assignment, "limits", assignment.name, "--measure")
    found = []
    programs = [part for part in assignment.parts if not part.file]
    sharing = {part.name for part in programs if any(other.reference_seconds for other in programs)}
    for part in assignment.parts:
        needed, limit = part.reference_seconds, first_limit(part, most_seconds(assignment, part))
        if not needed and part.name not in sharing:
            fault = f"what the reference needs for the part {part.name} is not measured"
            found.append(finding(assignment, settings, fault, measure))
        elif limit < LEAST_TIMES * needed:
            fault = f"the limit on the part {part.name}, {limit:g} s, is less than {LEAST_TIMES} "
            fault += f"times what the reference needs, {needed:g} s"
            remedy = f"raise the limit, or make the reference faster and {measure}"
            found.append(finding(assignment, settings, fault, remedy))
    return found

"""Checks that each part has tests, a hint, right `needs`, and a place in the handout."""

from __future__ import annotations

import re

from autograder.assignment import Assignment
from autograder.authoring.needs import all_needs, calls_between_parts
from autograder.authoring.verify.finding import AssignmentFinding, finding


def check_parts(assignment: Assignment) -> list[AssignmentFinding]:
    """Check that each part has public and hidden tests, and a hint."""
    settings = assignment.folder / "assignment.toml"
    found = []
    for part in assignment.parts:
        for folder in (assignment.public_tests, assignment.hidden_tests):
            path = folder / f"test_{part.name}.py"
            if not path.is_file():
                kind = "public" if folder == assignment.public_tests else "hidden"
                fault = f"missing: the part {part.name} has no {kind} tests"
                found.append(finding(assignment, path, fault, "write the file"))
        if not any(hint.strip() for hint in part.all_hints):
            fault = f"the part {part.name} has no hint"
            found.append(finding(assignment, settings, fault, "add the key `hint` to the part"))
    return found


def check_needs(assignment: Assignment) -> list[AssignmentFinding]:
    """Check that the `needs` that are written are what the reference and the tests call.

    Of two parts that call each other, either may need the other.
    """
    settings = assignment.folder / "assignment.toml"
    needs = {part.name: part.needs or () for part in assignment.parts}
    calls = calls_between_parts(assignment)
    found = []
    for part in assignment.parts:
        if part.needs is None:
            continue
        missing = calls[part.name] - all_needs(needs, part.name)
        for name in sorted(n for n in missing if part.name not in all_needs(needs, n)):
            fault = f"the part {part.name} calls {name}, which its `needs` leave out"
            found.append(finding(assignment, settings, fault, "add it"))
        for name in sorted(set(part.needs) - all_needs(calls, part.name)):
            fault = f"the part {part.name} needs {name}, but does not call it"
            found.append(finding(assignment, settings, fault, "take it out of the `needs`"))
    return found


def check_handout(assignment: Assignment) -> list[AssignmentFinding]:
    """Check that the handout names each part as code, besides the table of marks."""
    path = assignment.kit / "handout" / f"{assignment.name}.md"
    if not path.is_file():
        return [finding(assignment, path, "missing: students have no handout", "write it")]
    text = re.sub(r"(?m)^\| *`\w+` *\| *[\d.]+ *\|$", "", path.read_text(encoding="utf-8"))
    return [
        finding(
            assignment,
            path,
            f"nothing about the part {part.name}",
            f"describe it, and name it as code: `{part.name}`",
        )
        for part in assignment.parts
        if not re.search(rf"`[^`\n]*\b{re.escape(part.name)}\b[^`\n]*`", text)
    ]

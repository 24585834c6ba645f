"""Checks that each part has hidden tests, a hint, and a place in the handout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from autograder.assignment import Assignment, AssignmentError
from autograder.authoring.verify.finding import (
    AssignmentFinding,
    command,
    finding,
    from_error,
    named,
)

_ROW = re.compile(r"\| *`(?P<part>\w+)` *\| *(?P<points>\d+\.?\d*) *\|")
_COMMAND = re.compile(r"\bcheck\.pyz +(--[^`\n]*)")
CHECK_OPTIONS = ("--part", "--all", "--watch", "--hint", "--hand-in", "--lines", "--json", "--html")
"""The options of `check.pyz` that students use; the command line is not imported from here."""
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")
_NAME = re.compile(r"\w+")
_SECTION = re.compile(r"(?P<start>[-*+] +|\d+[.)] +|\|(?:[^|`]*\|)? *|)\**`(?P<name>\w+)(?=[`(])")
"""The beginning of a list item, a table row or a paragraph. A cell such as `(a)` may come first."""
_LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")


def check_parts(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check that each part has hidden tests and a hint."""
    hidden, parts = assignment.hidden_tests, assignment.parts
    if lacking := [p.name for p in parts if not (hidden / f"test_{p.name}.py").is_file()]:
        fault = f"no hidden tests for {named(lacking)}, so students have every test"
        yield finding(assignment, hidden, fault, "write test_PART.py", advice=True)
    if lacking := [p.name for p in parts if not any(hint.strip() for hint in p.all_hints)]:
        fault = f"no hint for {named(lacking)}"
        remedy = "add the key `hint` to the part"
        yield finding(assignment, assignment.toml, fault, remedy, advice=True)


def check_points_in_handout(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check the rows of the handout's table of marks, `| part | points |`, if it has one."""
    points = {part.name: part.points for part in assignment.parts}
    for number, line in enumerate(_handout(assignment).splitlines(), start=1):
        if (row := _ROW.fullmatch(line)) and points.get(row["part"]) != float(row["points"]):
            name = row["part"]
            right = f"is worth {points[name]:g}" if name in points else "is not a part"
            where = f"{assignment.handout}, line {number}"
            message = f"{where}: {row['points']} points for {name}, but it {right}"
            error = AssignmentError(f"{message} in assignment.toml")
            yield from_error(assignment, error, "correct it")


def check_links(assignment: Assignment) -> list[AssignmentFinding]:
    """Check that the handout links only to files that exist, such as figures."""
    path = assignment.handout
    targets = dict.fromkeys(_LINK.findall(_handout(assignment)))
    missing = [target for target in targets if not (path.parent / target).exists()]
    remedy = command(assignment, "figures", assignment.name)
    remedy = f"{remedy} if it is a figure, or correct the link"
    return [finding(assignment, path, f"links to {t}, which is missing", remedy) for t in missing]


def check_commands(assignment: Assignment) -> Iterator[AssignmentFinding]:
    """Check the options and the names of parts in the handout's check.pyz commands."""
    path = assignment.handout
    parts = [part.name for part in assignment.parts]
    for command_line in _COMMAND.findall(_handout(assignment)):
        words = command_line.partition("#")[0].replace("=", " ").split()
        for word in words:
            if word.startswith("--") and word not in CHECK_OPTIONS:
                remedy = f"use one of: {', '.join(CHECK_OPTIONS)}"
                yield finding(assignment, path, f"check.pyz has no option {word}", remedy)
        for option, name in pairwise(words):
            if option == "--part" and name not in parts:
                fault = f"check.pyz --part {name}: there is no such part"
                yield finding(assignment, path, fault, f"use one of: {', '.join(parts)}")


def check_handout(assignment: Assignment) -> list[AssignmentFinding]:
    """Check that the handout has a section for each part: a heading, a row, an item, a paragraph.

    Neither the table of marks, nor a line about check.pyz, nor a mention elsewhere describes it.
    """
    path = assignment.handout
    if not path.is_file():
        return [finding(assignment, path, "missing: students have no handout", "write it")]
    sections = sections_of(_handout(assignment))
    lacking = [part.name for part in assignment.parts if part.name not in sections]
    first = f"`{lacking[0]}`" if lacking else ""
    remedy = f"describe each part under a heading with its name in code font, such as {first}, "
    remedy += "or in a table row, a list item or a paragraph that begins with it"
    fault = f"no section for {named(lacking)}"
    return [finding(assignment, path, fault, remedy, advice=True)] if lacking else []


def sections_of(handout: str) -> set[str]:
    """Return the names in code font in headings and at the start of rows and paragraphs."""
    return {name for _, names in _named_lines(handout) for name in names}


def section_of(handout: str, name: str) -> str:
    """Return the text below the headings with a name, and the rows and paragraphs about it."""
    found, level, is_about = [], 0, False
    for line, names in _named_lines(handout):
        depth = len(line) - len(line.lstrip("#"))
        if depth:
            level = 0 if depth <= level else level
            level = level or (depth if name in names else 0)
        is_about = name in names or (is_about and bool(line) and line[0] not in "|#-*+")
        if level or is_about:
            found.append(line)
    return "\n".join(found)


def _named_lines(handout: str) -> Iterator[tuple[str, set[str]]]:
    """Yield each line with the names that it begins to describe, or has in a heading."""
    lines = _FENCED.sub("", handout).splitlines()
    for before, line in pairwise(["", *map(str.strip, lines)]):
        names: set[str] = set()
        if _ROW.fullmatch(line) or "check.pyz" in line:
            pass
        elif line.startswith("#"):
            names = {name for code in _CODE.findall(line) for name in _NAME.findall(code)}
        elif (match := _SECTION.match(line)) and (match["start"] or not before or before[0] == "#"):
            names = {match["name"]}
        yield line, names


def _handout(assignment: Assignment) -> str:
    """Return the text of the handout; empty if it is missing, which `check_handout` reports."""
    path = assignment.handout
    return path.read_text(encoding="utf-8") if path.is_file() else ""

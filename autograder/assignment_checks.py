"""Mistakes in an assignment that are certain from its files alone, with file and line."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.program_cases import FILE_NAME, Program, faults_of_case
from autograder.reachable import reachable
from autograder.toml_tables import line_of_key

if TYPE_CHECKING:
    from autograder.assignment import Assignment, Part, Rubric

CASE_SUFFIXES = (".in", ".args", ".files")
VISIBILITIES = ("hidden", "after_due_date", "after_published", "visible")
"""When Gradescope shows a test to students."""
"""What it costs if a function keeps something between calls."""
MAY_CHANGE = "may change"
ARGUMENTS = ("may not change", MAY_CHANGE)
"""What calls may do to their arguments."""
SPECIAL_TO_PYTEST = ("[", "::")
"""In an argument of pytest, these come after a path."""


def mistakes_in(assignment: Assignment) -> Iterator[str]:
    """Yield a message for each mistake."""
    kit = os.path.abspath(assignment.kit)  # As pytest gets it: it resolves no links.
    if special := next((text for text in SPECIAL_TO_PYTEST if text in kit), ""):
        yield f"{kit}: pytest finds no tests below a folder with {special} in its path; rename it"
    yield from _items(assignment, assignment.parts, "parts")
    yield from _items(assignment, assignment.by_hand, "rubric items")
    yield from _needs(assignment)
    for limit in fields(assignment.limits):
        value = getattr(assignment.limits, limit.name)
        if not 0 < value < math.inf:
            where = _where(assignment, rf"^\s*{limit.name}\s*=")
            yield f"{where}: {limit.name} has to be more than 0, not {value:g}"
    for key, choices in (
        ("hidden_visibility", VISIBILITIES),
        ("arguments", ARGUMENTS),
    ):
        if getattr(assignment, key) not in choices:
            where = _where(assignment, rf"^\s*{key}\s*=")
            yield f"{where}: {key} has to be one of: {', '.join(choices)}"
    yield from _programs(assignment)
    yield from _parts(assignment)
    yield from _figures(assignment)
    yield from _files(assignment)
    yield from _counts(assignment)
    yield from _inputs_of_another_suffix(assignment)
    for kind in ("sample", "secret"):
        for case in assignment.cases(kind):
            yield from faults_of_case(case)
    yield from _points(assignment)
    yield from _types(assignment)


def _parts(assignment: Assignment) -> Iterator[str]:
    path = assignment.toml
    names = {part.name for part in assignment.parts}
    for folder in (assignment.public_tests, assignment.hidden_tests):
        for test in sorted(folder.glob("test_*.py")):
            name = test.stem.removeprefix("test_")
            if name not in names:
                yield f"{test}: no part of {path} is called {name!r}; rename the file"
    for part in assignment.parts:
        if not (assignment.public_tests / f"test_{part.name}.py").is_file():
            yield f"{path}: the part {part.name!r} has no tests/test_{part.name}.py"
        if part.file and part.file not in assignment.files:
            yield f"{path}: {part.name}'s file {part.file!r} is not among `files`"


def _figures(assignment: Assignment) -> Iterator[str]:
    path = assignment.toml
    files = [figure.file for figure in assignment.figures]
    for file in files:
        if Path(file).name != file or Path(file).suffix not in (".svg", ".html"):
            yield f"{path}: the figure's file {file!r} has to be NAME.svg or NAME.html"
        if files.count(file) > 1:
            yield f"{path}: two figures have the file {file!r}"


def _programs(assignment: Assignment) -> Iterator[str]:
    path, programs = assignment.toml, assignment.programs
    names = [program.name for program in programs]
    for program in programs:
        if program.file not in (*assignment.files, *assignment.provided):
            yield f"{path}: {program.file!r} is neither in `files` nor in `provided`"
        if len(programs) > 1 and not program.name:
            yield f"{path}: one of several programs needs a name, and {program.file!r} has none"
        if names.count(program.name) > 1:
            yield f"{path}: two programs are called {program.name!r}"
        yield from _names_in_program(path, program)
    for part in assignment.parts:
        if part.program and part.program not in names:
            yield f"{path}: no program is called {part.program!r}, as the part {part.name!r} says"
        elif programs and not assignment.program_of(part) and _runs_a_program(assignment, part):
            known = ", ".join(names)
            yield f"{path}: the part {part.name!r} needs a key `program`, one of: {known}"


def _runs_a_program(assignment: Assignment, part: Part) -> bool:
    texts = (file.read_text("utf-8", "replace") for file in assignment.tests_of(part))
    return any(re.search(r"\bprogram\(", text) for text in texts)


def _names_in_program(path: Path, program: Program) -> Iterator[str]:
    if program.name and not re.fullmatch(r"\w+", program.name):
        yield f"{path}: {program.name!r} cannot name a program: use letters, digits and _"
    for name in program.files:
        if not FILE_NAME.fullmatch(name):
            yield f"{path}: {name!r} in `files` of {program.file} cannot be a file's name"
    for argument in program.args:
        if "\0" in argument:
            yield f"{path}: an argument of {program.file} has a NUL character"


def _files(assignment: Assignment) -> Iterator[str]:
    files = [*assignment.files, *assignment.provided]
    for file in files:
        if not FILE_NAME.fullmatch(file):
            where = _where(assignment, rf"[\"']{re.escape(file)}[\"']")
            yield f"{where}: {file!r} has to be the name of a file, without a folder"
    for file in dict.fromkeys(file for file in files if files.count(file) > 1):
        where = _where(assignment, rf"[\"']{re.escape(file)}[\"']")
        yield f"{where}: {file!r} is listed twice in `files` and `provided`"


def _counts(assignment: Assignment) -> Iterator[str]:
    for program in assignment.programs:
        try:
            re.compile(program.counts)
        except re.error as error:
            where = _where(assignment, r"^\s*counts\s*=")
            yield f"{where}: `counts` is not a regular expression: {error}"


def _items(
    assignment: Assignment, items: Sequence[Part] | Sequence[Rubric], noun: str
) -> Iterator[str]:
    names = [item.name for item in items]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        where = _where(assignment, rf"^\s*name\s*=\s*[\"']{re.escape(name)}[\"']", index=1)
        yield f"{where}: two {noun} are called {name!r}"
    for item in items:
        if not item.points >= 0:
            where = _where(assignment, r"^\s*points\s*=\s*(?:-|nan)")
            yield f"{where}: the points of {item.name!r} are negative"
        if not 0 <= getattr(item, "reference_seconds", 0) < math.inf:
            where = _where(assignment, r"^\s*reference_seconds\s*=\s*(?:-|nan|[+]?inf)")
            yield f"{where}: the reference_seconds of {item.name!r} is not a CPU time"


def _needs(assignment: Assignment) -> Iterator[str]:
    """Yield a message for each need that is not a part, or that needs the part itself."""
    toml = assignment.toml.read_text(encoding="utf-8")
    needs = {part.name: part.needs or () for part in assignment.parts}
    for index, (name, own) in enumerate(needs.items()):
        where = f"{assignment.toml}, line {line_of_key(toml, 'part', index, 'needs')}: {name}"
        for other in own:
            if other not in needs:
                yield f"{where} needs {other!r}, which is not a part"
        if name in reachable(needs, own):
            yield f"{where} needs itself; remove one of these `needs`"


def _points(assignment: Assignment) -> Iterator[str]:
    points = sum(part.points for part in assignment.parts)
    points += sum(item.points for item in assignment.by_hand)
    if round(points, 6) != 100:  # Fractions have no exact sum.
        yield f"{assignment.toml}: the points add up to {points:g}, not to 100"


def _types(assignment: Assignment) -> Iterator[str]:
    if assignment.types and assignment.types not in assignment.provided:
        file = repr(assignment.types)
        yield f"{assignment.toml}: the file of `types`, {file}, is not in `provided`"


def _where(assignment: Assignment, pattern: str, index: int = 0) -> str:
    """Return the file and the line that a pattern matches, by default for the first time."""
    text = assignment.toml.read_text(encoding="utf-8")
    ends = [match.end() for match in re.finditer(pattern, text, re.MULTILINE)]
    line = text.count("\n", 0, ends[index]) + 1 if index < len(ends) else 1
    return f"{assignment.toml}, line {line}"


def _inputs_of_another_suffix(assignment: Assignment) -> Iterator[str]:
    own = {program.name for program in assignment.programs if program.name}
    for kind in sorted(assignment.inputs.glob("*")):
        for folder in [kind / name for name in sorted(own)] or [kind]:
            for path in sorted(folder.glob("[!.]*")):
                if path.suffix not in CASE_SUFFIXES:
                    yield f"{path}: an input has to be called CASE.in"
                elif not path.with_suffix(".in").is_file():
                    yield f"{path}: there is no {path.stem}.in next to it; it may be empty"
        for path in sorted(kind.glob("[!.]*")) if own else ():
            if path.suffix in CASE_SUFFIXES:
                folders = " or ".join(f"{kind.name}/{name}/" for name in sorted(own))
                yield f"{path}: each program has a folder for its cases; move it into {folders}"
            elif path.name not in own:
                yield f"{path}: each program has a folder here; there is none called {path.name!r}"

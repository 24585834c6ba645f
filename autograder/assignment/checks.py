"""Mistakes in an assignment that are certain from its files alone."""

from __future__ import annotations

import graphlib
import math
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path

from autograder.assignment.model import KINDS, MAY_CHANGE, Assignment, Part, Rubric
from autograder.program_cases import FILE_NAME, faults_of_case

CASE_SUFFIXES = (".in", ".args", ".files")
CHOICES = {
    "hidden_visibility": ("hidden", "after_due_date", "after_published", "visible"),
    "arguments": ("may not change", MAY_CHANGE),
}
SPECIAL_TO_PYTEST = ("[", "::")
"""In an argument of pytest, these come after a path."""


def mistakes_in(assignment: Assignment) -> Iterator[str]:
    """Yield a message for each mistake, which begins with the file."""
    kit = os.path.abspath(assignment.kit)  # As pytest gets it: it resolves no links.
    if special := next((text for text in SPECIAL_TO_PYTEST if text in kit), ""):
        yield f"{kit}: pytest finds no tests below a folder with {special} in its path; rename it"
    yield from (f"{assignment.toml}: {mistake}" for mistake in _in_settings(assignment))
    yield from _tests(assignment)
    yield from _inputs_of_another_suffix(assignment)
    for kind in KINDS:
        for case in assignment.cases(kind):
            yield from faults_of_case(case)


def _in_settings(assignment: Assignment) -> Iterator[str]:
    """Yield a message for each mistake in assignment.toml."""
    yield from _items(assignment.parts, "parts")
    yield from _items(assignment.by_hand, "rubric items")
    yield from _needs(assignment)
    for limit in fields(assignment.limits):
        value = getattr(assignment.limits, limit.name)
        if not 0 < value < math.inf:
            yield f"{limit.name} has to be more than 0, not {value:g}"
    for key, choices in CHOICES.items():
        if getattr(assignment, key) not in choices:
            yield f"{key} has to be one of: {', '.join(choices)}"
    yield from _programs(assignment)
    for part in assignment.parts:
        if part.file and part.file not in assignment.files:
            yield f"{part.name}'s file {part.file!r} is not among `files`"
    yield from _figures(assignment)
    yield from _files(assignment)
    points = sum(part.points for part in assignment.parts)
    points += sum(item.points for item in assignment.by_hand)
    if round(points, 6) != 100:  # Fractions have no exact sum.
        yield f"the points add up to {points:g}, not to 100"
    if assignment.types and assignment.types not in assignment.provided:
        yield f"the file of `types`, {assignment.types!r}, is not in `provided`"


def _items(items: Sequence[Part] | Sequence[Rubric], noun: str) -> Iterator[str]:
    for name in _repeated([item.name for item in items]):
        yield f"two {noun} are called {name!r}"
    for item in items:
        if not item.points >= 0:
            yield f"the points of {item.name!r} are negative"
        if not 0 <= getattr(item, "reference_seconds", 0) < math.inf:
            yield f"the reference_seconds of {item.name!r} is not a CPU time"


def _repeated(names: Sequence[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if names.count(name) > 1]


def _needs(assignment: Assignment) -> Iterator[str]:
    """Yield a message for each need that is not a part, and for parts that need each other."""
    needs = {part.name: part.needs or () for part in assignment.parts}
    for name, own in needs.items():
        for other in own:
            if other not in needs:
                yield f"{name} needs {other!r}, which is not a part"
    try:
        graphlib.TopologicalSorter(needs).prepare()
    except graphlib.CycleError as error:
        yield f"{error.args[1][0]} needs itself; remove one of these `needs`"


def _figures(assignment: Assignment) -> Iterator[str]:
    files = [figure.file for figure in assignment.figures]
    for file in files:
        if Path(file).name != file or Path(file).suffix not in (".svg", ".html"):
            yield f"the figure's file {file!r} has to be NAME.svg or NAME.html"
    for file in _repeated(files):
        yield f"two figures have the file {file!r}"


def _programs(assignment: Assignment) -> Iterator[str]:
    programs = assignment.programs
    names = [program.name for program in programs]
    for program in programs:
        if program.file not in (*assignment.files, *assignment.provided):
            yield f"{program.file!r} is neither in `files` nor in `provided`"
        if len(programs) > 1 and not program.name:
            yield f"one of several programs needs a name, and {program.file!r} has none"
        if program.name and not re.fullmatch(r"\w+", program.name):
            yield f"{program.name!r} cannot name a program: use letters, digits and _"
        for name in program.files:
            if not FILE_NAME.fullmatch(name):
                yield f"{name!r} in `files` of {program.file} cannot be a file's name"
        if any("\0" in argument for argument in program.args):
            yield f"an argument of {program.file} has a NUL character"
        try:
            re.compile(program.counts)
        except re.error as error:
            yield f"`counts` is not a regular expression: {error}"
    for name in _repeated(names):
        yield f"two programs are called {name!r}"
    for part in assignment.parts:
        if part.program and part.program not in names:
            yield f"no program is called {part.program!r}, as the part {part.name!r} says"
        elif programs and not assignment.program_of(part) and _runs_a_program(assignment, part):
            known = ", ".join(names)
            yield f"the part {part.name!r} needs a key `program`, one of: {known}"


def _runs_a_program(assignment: Assignment, part: Part) -> bool:
    texts = (file.read_text("utf-8", "replace") for file in assignment.tests_of(part))
    return any(re.search(r"\bprogram\(", text) for text in texts)


def _files(assignment: Assignment) -> Iterator[str]:
    files = [*assignment.files, *assignment.provided]
    for file in files:
        if not FILE_NAME.fullmatch(file):
            yield f"{file!r} has to be the name of a file, without a folder"
    for file in _repeated(files):
        yield f"{file!r} is listed twice in `files` and `provided`"


def _tests(assignment: Assignment) -> Iterator[str]:
    names = [part.name for part in assignment.parts]
    for folder in (assignment.public_tests, assignment.hidden_tests):
        for test in sorted(folder.glob("test_*.py")):
            name = test.stem.removeprefix("test_")
            if name not in names:
                toml = assignment.toml
                yield f"{test}: no part of {toml} is called {name!r}; rename the file"
    for name in names:
        if not (assignment.public_tests / f"test_{name}.py").is_file():
            yield f"{assignment.toml}: the part {name!r} has no tests/test_{name}.py"


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

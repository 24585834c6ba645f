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
    "forbidden_costs": ("points", "nothing"),
}
MAX_FLOAT_DIGITS = 15
SPECIAL_TO_PYTEST = ("[", "::")
"""In an argument of pytest, these come after a path."""


def mistakes_in(assignment: Assignment) -> Iterator[str]:
    """Yield a message for each mistake, which begins with the file."""
    kit = os.path.abspath(assignment.kit)  # As pytest gets it: it resolves no links.
    if special := next((text for text in SPECIAL_TO_PYTEST if text in kit), ""):
        yield f"{kit}: pytest finds no tests below a folder with {special} in its path; rename it"
    yield from (f"{assignment.toml}: {mistake}" for mistake in _in_settings(assignment))
    names = [part.name for part in assignment.parts]
    for folder in (assignment.public_tests, assignment.hidden_tests):
        for test in sorted(folder.glob("test_*.py")):
            name = test.stem.removeprefix("test_")
            if name not in names:
                yield f"{test}: no part of {assignment.toml} is called {name!r}; rename the file"
    yield from _inputs(assignment)
    for kind in KINDS:
        for case in assignment.cases(kind):
            yield from faults_of_case(case)


def _in_settings(assignment: Assignment) -> Iterator[str]:
    """Yield a message for each mistake in assignment.toml."""
    yield from _items(assignment.parts, "parts")
    yield from _items(assignment.by_hand, "rubric items")
    for limit in fields(assignment.limits):
        value = getattr(assignment.limits, limit.name)
        if not 0 < value < math.inf:
            yield f"{limit.name} has to be more than 0, not {value:g}"
    for key, choices in CHOICES.items():
        if getattr(assignment, key) not in choices:
            yield f"{key} has to be one of: {', '.join(choices)}"
    yield from _parts(assignment)
    yield from _programs(assignment)
    for figure in assignment.figures:
        if Path(figure.file).name != figure.file or Path(figure.file).suffix not in FIGURES:
            yield f"the figure's file {figure.file!r} has to be NAME.svg or NAME.html"
    for file in (*assignment.files, *assignment.provided):
        if not FILE_NAME.fullmatch(file):
            yield f"{file!r} has to be the name of a file, without a folder"
    points = sum(part.points for part in assignment.parts)
    points += sum(item.points for item in assignment.by_hand)
    if round(points, 6) != 100:  # Fractions have no exact sum.
        yield f"the points add up to {points:g}, not to 100"
    if assignment.types and assignment.types not in assignment.provided:
        yield f"the file of `types`, {assignment.types!r}, is not in `provided`"


FIGURES = (".svg", ".html")


def _items(items: Sequence[Part] | Sequence[Rubric], noun: str) -> Iterator[str]:
    names = [item.name for item in items]
    for item in items:
        if names.count(item.name) > 1:
            yield f"two {noun} are called {item.name!r}"
        if not item.points >= 0:
            yield f"the points of {item.name!r} are negative"


def _parts(assignment: Assignment) -> Iterator[str]:
    needs = {part.name: part.needs or () for part in assignment.parts}
    for part in assignment.parts:
        for other in needs[part.name]:
            if other not in needs:
                yield f"{part.name} needs {other!r}, which is not a part"
        if part.file and part.file not in assignment.files:
            yield f"{part.name}'s file {part.file!r} is not among `files`"
        if not (assignment.public_tests / f"test_{part.name}.py").is_file():
            yield f"the part {part.name!r} has no tests/test_{part.name}.py"
    try:
        graphlib.TopologicalSorter(needs).prepare()
    except graphlib.CycleError as error:
        yield f"{error.args[1][0]} needs itself; remove one of these `needs`"


def _programs(assignment: Assignment) -> Iterator[str]:
    names = [program.name for program in assignment.programs]
    for program in assignment.programs:
        if program.file not in (*assignment.files, *assignment.provided):
            yield f"{program.file!r} is neither in `files` nor in `provided`"
        if not re.fullmatch(r"\w+" if len(names) > 1 else r"\w*", program.name):
            yield f"{program.name!r} cannot name one of several programs: use letters and digits"
        if names.count(program.name) > 1:
            yield f"two programs are called {program.name!r}"
        try:
            re.compile(program.counts)
        except re.error as error:
            yield f"`counts` is not a regular expression: {error}"
        if program.float_digits is not None and not 1 <= program.float_digits <= MAX_FLOAT_DIGITS:
            yield f"`float_digits` has to be 1 to {MAX_FLOAT_DIGITS}"
    for part in assignment.parts:
        if part.program and part.program not in names:
            yield f"no program is called {part.program!r}, as the part {part.name!r} says"


def _inputs(assignment: Assignment) -> Iterator[str]:
    """Yield a message for each file that is no input of a case, and would not be noticed."""
    own = [f"{program.name}/" for program in assignment.programs if program.name] or [""]
    for kind in sorted(assignment.inputs.glob("[!.]*")):
        folders = " or ".join(f"{kind.name}/{name}CASE.in" for name in own)
        expected = {path for name in own for path in (kind / name).glob("[!.]*")}
        for path in sorted({*kind.glob("[!.]*"), *expected} - {kind / name for name in own}):
            if path not in expected or path.suffix not in CASE_SUFFIXES:
                yield f"{path}: an input has to be called {folders}"

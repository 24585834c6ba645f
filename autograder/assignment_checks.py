"""Mistakes in an assignment that are certain from its files alone, with file and line."""

from __future__ import annotations

import math
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


RESERVED_NAMES = (
    "copying",
    "files",
    "hint",
    "mutating",
    "new",
    "printed",
    "pure",
    "reading",
    "ref",
)
"""Attributes of the `student` fixture: a student's function of that name could not be called."""
VISIBILITIES = ("hidden", "after_due_date", "after_published", "visible")
"""When Gradescope shows a test to students."""
REPEATED_CALLS = ("remark", "points")
"""What it costs if a function keeps something between calls."""


def mistakes_in(assignment: Assignment) -> Iterator[str]:
    """Yield a message for each mistake."""
    path = assignment.toml
    toml = path.read_text(encoding="utf-8")
    yield from _items(toml, path, assignment.parts, "parts")
    yield from _items(toml, path, assignment.by_hand, "rubric items")
    yield from _needs(toml, path, assignment.parts)
    for limit in fields(assignment.limits):
        value = getattr(assignment.limits, limit.name)
        if not 0 < value < math.inf:
            where = _line(toml, rf"^\s*{limit.name}\s*=")
            yield f"{path}, line {where}: {limit.name} has to be more than 0, not {value:g}"
    for key, choices in (("hidden_visibility", VISIBILITIES), ("repeated_calls", REPEATED_CALLS)):
        if getattr(assignment, key) not in choices:
            where = _line(toml, rf"^\s*{key}\s*=")
            yield f"{path}, line {where}: {key} has to be one of: {', '.join(choices)}"
    yield from _programs(assignment, path)
    yield from _parts(assignment, path)
    yield from _function_names(assignment, path)
    yield from _figures(assignment, path)
    yield from _files(toml, path, assignment)
    yield from _counts(toml, path, assignment)
    yield from _inputs_of_another_suffix(assignment)
    for kind in ("sample", "secret"):
        for case in assignment.cases(kind):
            yield from faults_of_case(case)


def _parts(assignment: Assignment, path: Path) -> Iterator[str]:
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


def _function_names(assignment: Assignment, path: Path) -> Iterator[str]:
    """Yield functions that tests cannot call: the `student` fixture uses their names itself."""
    advice = f"{', '.join(RESERVED_NAMES)} are names of the `student` fixture; rename it"
    for part in assignment.parts:
        if part.file and part.name in RESERVED_NAMES:
            yield f"{path}: a part with a file cannot be called {part.name!r}: {advice}"
    definition = re.compile(rf"^(?:async )?def ({'|'.join(RESERVED_NAMES)})\b", re.MULTILINE)
    for folder in (assignment.reference, assignment.starter):
        for source in (folder / file for file in assignment.files):
            text = source.read_text("utf-8", "replace") if source.is_file() else ""
            if match := definition.search(text):
                yield f"{source}: a function cannot be called {match[1]!r}: {advice}"


def _figures(assignment: Assignment, path: Path) -> Iterator[str]:
    files = [figure.file for figure in assignment.figures]
    for file in files:
        if Path(file).name != file or Path(file).suffix not in (".svg", ".html"):
            yield f"{path}: the figure's file {file!r} has to be NAME.svg or NAME.html"
        if files.count(file) > 1:
            yield f"{path}: two figures have the file {file!r}"


def _programs(assignment: Assignment, path: Path) -> Iterator[str]:
    programs = assignment.programs
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


def _files(toml: str, path: Path, assignment: Assignment) -> Iterator[str]:
    files = [*assignment.files, *assignment.provided]
    for file in files:
        if not FILE_NAME.fullmatch(file):
            where = _line(toml, rf"[\"']{re.escape(file)}[\"']")
            yield f"{path}, line {where}: {file!r} has to be the name of a file, without a folder"
    for file in dict.fromkeys(file for file in files if files.count(file) > 1):
        where = _line(toml, rf"[\"']{re.escape(file)}[\"']")
        yield f"{path}, line {where}: {file!r} is listed twice in `files` and `provided`"


def _counts(toml: str, path: Path, assignment: Assignment) -> Iterator[str]:
    for program in assignment.programs:
        try:
            re.compile(program.counts)
        except re.error as error:
            where = _line(toml, r"^\s*counts\s*=")
            yield f"{path}, line {where}: `counts` is not a regular expression: {error}"


def _items(
    toml: str, path: Path, items: Sequence[Part] | Sequence[Rubric], noun: str
) -> Iterator[str]:
    names = [item.name for item in items]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        where = _line(toml, rf"^\s*name\s*=\s*[\"']{re.escape(name)}[\"']", index=1)
        yield f"{path}, line {where}: two {noun} are called {name!r}"
    for item in items:
        if not item.points >= 0:
            where = _line(toml, r"^\s*points\s*=\s*(?:-|nan)")
            yield f"{path}, line {where}: the points of {item.name!r} are negative"
        if not 0 <= getattr(item, "reference_seconds", 0) < math.inf:
            where = _line(toml, r"^\s*reference_seconds\s*=\s*(?:-|nan|[+]?inf)")
            yield f"{path}, line {where}: the reference_seconds of {item.name!r} is not a CPU time"


def _needs(toml: str, path: Path, parts: Sequence[Part]) -> Iterator[str]:
    """Yield a message for each need that is not a part, or that needs the part itself."""
    needs = {part.name: part.needs or () for part in parts}
    for index, part in enumerate(parts):
        where = f"{path}, line {line_of_key(toml, 'part', index, 'needs')}: {part.name}"
        for name in part.needs or ():
            if name not in needs:
                yield f"{where} needs {name!r}, which is not a part"
        if part.name in reachable(needs, needs[part.name]):
            yield f"{where} needs itself; remove one of these `needs`"


def _line(text: str, pattern: str, index: int = 0) -> int:
    """Return the number of the line that a pattern matches, by default for the first time."""
    ends = [match.end() for match in re.finditer(pattern, text, re.MULTILINE)]
    return text.count("\n", 0, ends[index]) + 1 if index < len(ends) else 1


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

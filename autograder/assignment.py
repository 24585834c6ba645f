"""One assignment: its assignment.toml, and every path that follows from its name."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from autograder.assignment_checks import mistakes_in
from autograder.toml_tables import numbers, record, records, strings

KIT = Path(__file__).resolve().parent.parent
"""The folder of this package: a kit in a checkout, without assignments where it is installed."""
NO_ASSIGNMENTS = "no assignments here; --kit DIR, or autograder new"
KINDS = ("sample", "secret")
"""The kinds of cases; students get the sample cases."""
RESERVED_NAMES = ("copying", "hint", "mutating", "new", "printed", "pure", "reading")
"""Attributes of the `student` fixture: a student's function of that name could not be called."""


class AssignmentError(Exception):
    """An assignment does not exist or cannot be used; the message is one line for its author."""


@dataclass(frozen=True)
class Part:
    """Something that earns points: a function, a program, a test suite.

    `file` is where the `student` fixture looks for functions; a part of a program has none.
    `reference_seconds` is the CPU time of the longest call, or run, that its tests ask of the
    reference; 0 if it was not measured.
    """

    name: str
    points: float
    title: str = ""
    file: str = ""
    hint: str = ""
    all_or_nothing: bool = False
    reference_seconds: float = 0.0


@dataclass(frozen=True)
class Rubric:
    """A rubric item, which a person marks; with `advice`, the report adds style hints."""

    name: str
    points: float
    says: str = ""
    advice: bool = False


@dataclass(frozen=True)
class Program:
    """The program that is run with a case on standard input.

    `counts` is a regular expression for the output line with the counts, which is compared
    separately from the rest, the solution. With `lenient_dashes`, a lenient comparison ignores how
    many dashes stand in a row, as in a header.
    """

    file: str
    counts: str = ""
    lenient_dashes: bool = False


@dataclass(frozen=True)
class Figure:
    """A figure of the handout: the puzzle of a sample case, or the solution in `expected/`.

    `file` is its name in `handout/figures/NAME/`: `.svg` for an image, `.html` for a page that
    plays the assignment's algorithm (its `trace.py`). `format` is the format of the case.
    """

    file: str
    case: str
    format: str
    solution: bool = False


@dataclass(frozen=True)
class Limits:
    """Limits: CPU seconds per call, loading of a file and program run; MiB of memory.

    Parts may have lower ones: see `judge.part_limits`.
    """

    call_seconds: float = 2.0
    load_seconds: float = 1.0
    program_seconds: float = 10.0
    memory_mib: int = 1024


@dataclass(frozen=True)
class Case:
    """An input for the program and its expected output; `name` is the stem of both files."""

    name: str
    input: Path
    output: Path

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Assignment:
    """An assignment of the kit at `kit`.

    `files` are the files that a student writes, `provided` complete files that come with them.
    `given` are functions in `files` that come complete, written `function` or `file.py:function`.
    `types` is the provided file whose dataclasses may cross between judge and worker. `measured`
    are figures that tests compare with, such as another program's counts for the same task.
    """

    name: str
    kit: Path
    title: str
    files: tuple[str, ...]
    parts: tuple[Part, ...]
    by_hand: tuple[Rubric, ...] = ()
    provided: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    types: str = ""
    program: Program | None = None
    limits: Limits = Limits()
    measured: dict[str, float] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()

    @property
    def folder(self) -> Path:
        return self.kit / "autograder" / "assignments" / self.name

    @property
    def public_tests(self) -> Path:
        return self.folder / "tests"

    @property
    def hidden_tests(self) -> Path:
        return self.folder / "hidden"

    @property
    def reference(self) -> Path:
        return self.kit / "reference" / self.name

    @property
    def starter(self) -> Path:
        return self.kit / "starter" / self.name

    @property
    def has_reference(self) -> bool:
        """Does the kit have the right answers? A student's does not."""
        return all((self.reference / file).is_file() for file in self.files)

    @property
    def secrets(self) -> list[Path]:
        """Folders that no submission may read, since they hold the right answers."""
        cases = [self.kit / folder / self.name for folder in ("inputs", "expected")]
        return [self.folder, self.reference, *cases]

    def cases(self, kind: str) -> list[Case]:
        """Return the cases of one of `KINDS`, by name."""
        expected = self.kit / "expected" / self.name / kind
        inputs = sorted((self.kit / "inputs" / self.name / kind).glob("*.in"))
        return [Case(path.stem, path, expected / f"{path.stem}.out") for path in inputs]

    def part(self, name: str) -> Part:
        for part in self.parts:
            if part.name == name:
                return part
        known = ", ".join(part.name for part in self.parts)
        raise AssignmentError(f"{self.name} has no part {name!r}; its parts are: {known}")


def names(kit: Path) -> list[str]:
    """Return the names of a kit's assignments."""
    return sorted(
        path.parent.name for path in (kit / "autograder/assignments").glob("*/assignment.toml")
    )


def load(name: str, kit: Path = KIT) -> Assignment:
    """Read an assignment of a kit.

    Raises:
        AssignmentError: there is none of that name, or its files are not usable.
    """
    path = kit / "autograder" / "assignments" / name / "assignment.toml"
    if name not in names(kit):
        known = ", ".join(names(kit))
        missing = f"no assignment {name!r} in {kit}; there are: {known}"
        raise AssignmentError(missing if known else f"{kit}: {NO_ASSIGNMENTS}")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        assignment = _read(name, kit, table)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, TypeError, KeyError, ValueError) as error:
        raise AssignmentError(f"{path}: {error}") from None
    _check(assignment, path)
    return assignment


def _read(name: str, kit: Path, table: dict[str, Any]) -> Assignment:
    known = {field.name for field in fields(Assignment)} - {"name", "kit", "parts", "figures"}
    known |= {"part", "figure"}
    if unknown := sorted(set(table) - known):
        raise ValueError(f"unknown key {unknown[0]!r}")
    for key in ("title", "files", "part"):
        if key not in table:
            raise ValueError(f"the key {key!r} is missing")
    program = table.get("program")
    return Assignment(
        name=name,
        kit=kit,
        title=table["title"],
        files=strings(table, "files"),
        parts=records(table, "part", Part),
        by_hand=records(table, "by_hand", Rubric),
        provided=strings(table, "provided"),
        given=strings(table, "given"),
        types=table.get("types", ""),
        program=record(program, "program", Program) if program else None,
        limits=record(table.get("limits", {}), "limits", Limits),
        measured=numbers(table, "measured"),
        figures=records(table, "figure", Figure),
    )


def _check(assignment: Assignment, path: Path) -> None:
    if mistake := next(mistakes_in(assignment, path), None):
        raise AssignmentError(mistake)
    points = sum(part.points for part in assignment.parts)
    points += sum(item.points for item in assignment.by_hand)
    if points != 100:
        raise AssignmentError(f"{path}: the points add up to {points:g}, not to 100")
    program, types = assignment.program, assignment.types
    if program and program.file not in (*assignment.files, *assignment.provided):
        raise AssignmentError(f"{path}: {program.file!r} is neither in `files` nor in `provided`")
    if types and types not in assignment.provided:
        raise AssignmentError(f"{path}: the file of `types`, {types!r}, is not in `provided`")
    _check_parts(assignment, path)
    _check_function_names(assignment, path)
    _check_figures(assignment, path)


def _check_parts(assignment: Assignment, path: Path) -> None:
    for folder in (assignment.public_tests, assignment.hidden_tests):
        for test in sorted(folder.glob("test_*.py")):
            if test.stem.removeprefix("test_") not in {part.name for part in assignment.parts}:
                raise AssignmentError(f"{test}: no part of {path} has that name")
    for part in assignment.parts:
        if not (assignment.public_tests / f"test_{part.name}.py").is_file():
            raise AssignmentError(
                f"{path}: the part {part.name!r} has no tests/test_{part.name}.py"
            )
        if part.file and part.file not in assignment.files:
            raise AssignmentError(f"{path}: {part.name}'s file {part.file!r} is not among `files`")


def _check_function_names(assignment: Assignment, path: Path) -> None:
    """Refuse functions that tests could not call: the `student` fixture has those names itself."""
    advice = f"{', '.join(RESERVED_NAMES)} are names of the `student` fixture; rename it"
    for part in assignment.parts:
        if part.file and part.name in RESERVED_NAMES:
            raise AssignmentError(
                f"{path}: a part with a file cannot be called {part.name!r}: {advice}"
            )
    definition = re.compile(rf"^(?:async )?def ({'|'.join(RESERVED_NAMES)})\b", re.MULTILINE)
    for folder in (assignment.reference, assignment.starter):
        for source in (folder / file for file in assignment.files):
            text = source.read_text("utf-8", "replace") if source.is_file() else ""
            if match := definition.search(text):
                raise AssignmentError(
                    f"{source}: a function cannot be called {match[1]!r}: {advice}"
                )


def _check_figures(assignment: Assignment, path: Path) -> None:
    files = [figure.file for figure in assignment.figures]
    for file in files:
        if Path(file).name != file or Path(file).suffix not in (".svg", ".html"):
            fault = "has to be NAME.svg or NAME.html"
            raise AssignmentError(f"{path}: the figure's file {file!r} {fault}")
        if files.count(file) > 1:
            raise AssignmentError(f"{path}: two figures have the file {file!r}")

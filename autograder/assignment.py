"""One assignment: its assignment.toml, and every path that follows from its name."""

from __future__ import annotations

import tomllib
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

KIT = Path(__file__).resolve().parent.parent
KINDS = ("sample", "secret")
"""Of cases: students have the former."""


class AssignmentError(Exception):
    """An assignment that cannot be used, or none of that name: one line for whoever wrote it."""


@dataclass(frozen=True)
class Part:
    """One thing that earns points.

    `file` is where `student` looks for functions; a part without one tests the whole program.
    """

    name: str
    points: float
    title: str = ""
    file: str = ""
    hint: str = ""
    all_or_nothing: bool = False


@dataclass(frozen=True)
class Rubric:
    """Points that a person gives, and for what; with `advice`, the report tells what may help."""

    name: str
    points: float
    says: str = ""
    advice: bool = False


@dataclass(frozen=True)
class Program:
    """What is run with a case on standard input.

    `counts` is a regular expression for the output line that carries counts; such a line can be
    compared apart from the rest, the solution.
    """

    file: str
    counts: str = ""


@dataclass(frozen=True)
class Figure:
    """An image for the handout: the puzzle of a sample case, or the solution in `expected/`.

    `file` is what the image is called in `handout/figures/NAME/`, `format` what the case is in.
    """

    file: str
    case: str
    format: str
    solution: bool = False


@dataclass(frozen=True)
class Limits:
    """What a submission may use: CPU seconds a call, CPU seconds a program, MiB of memory."""

    call_seconds: float = 2.0
    program_seconds: float = 10.0
    memory_mib: int = 1024


@dataclass(frozen=True)
class Case:
    """An input for the program, and what it must print. `name` is the files' stem."""

    name: str
    input: Path
    output: Path

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Assignment:
    """An assignment of the kit at `kit`.

    `files` are what a student writes, `provided` what lies beside them finished. `given` are
    functions inside `files` that come finished, written `function` or `file.py:function`.
    `types` is the provided file whose dataclasses may cross between judge and worker. `measured`
    are figures that tests compare with, such as what another program needs for the same task.
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
    def secrets(self) -> list[Path]:
        """Folders that no submission may read: what is in them tells the right answers."""
        return [
            self.folder,
            self.reference,
            *(self.kit / k / self.name for k in ("inputs", "expected")),
        ]

    def cases(self, kind: str) -> list[Case]:
        """Cases of one of `KINDS`, by name."""
        expected = self.kit / "expected" / self.name / kind
        found = sorted((self.kit / "inputs" / self.name / kind).glob("*.in"))
        return [Case(path.stem, path, expected / f"{path.stem}.out") for path in found]

    def part(self, name: str) -> Part:
        for part in self.parts:
            if part.name == name:
                return part
        known = ", ".join(part.name for part in self.parts)
        raise AssignmentError(f"{self.name} has no part {name!r}; its parts are: {known}")


def cases_from(folder: Path) -> list[Case]:
    """The cases of a folder of NAME.in with NAME.out beside it.

    Raises:
        AssignmentError: there are none, or one lacks a file or is no text.
    """
    if not folder.is_dir():
        raise AssignmentError(f"{folder}: there is no such folder")
    found = [
        Case(path.stem, path, path.with_suffix(".out")) for path in sorted(folder.glob("*.in"))
    ]
    if not found:
        raise AssignmentError(f"{folder}: no case here; a case is NAME.in with NAME.out beside it")
    for case in found:
        if not case.output.is_file():
            raise AssignmentError(f"{case.input}: {case.output.name} is missing beside it")
        for path in (case.input, case.output):
            try:
                path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                raise AssignmentError(f"{path}: not UTF-8 text") from None
    return found


def names(kit: Path) -> list[str]:
    """The assignments of a kit, found by their folders."""
    return sorted(
        path.parent.name for path in (kit / "autograder/assignments").glob("*/assignment.toml")
    )


def load(name: str, kit: Path = KIT) -> Assignment:
    """Read an assignment of a kit.

    Raises:
        AssignmentError: there is none of that name, or its assignment.toml is not usable.
    """
    path = kit / "autograder" / "assignments" / name / "assignment.toml"
    if name not in names(kit):
        known = ", ".join(names(kit)) or "none"
        raise AssignmentError(f"no assignment {name!r} in {kit}; there are: {known}")
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
        files=_texts(table, "files"),
        parts=_each(table, "part", Part),
        by_hand=_each(table, "by_hand", Rubric),
        provided=_texts(table, "provided"),
        given=_texts(table, "given"),
        types=table.get("types", ""),
        program=_make("program", Program, program) if program else None,
        limits=_make("limits", Limits, table.get("limits", {})),
        measured=_numbers(table, "measured"),
        figures=_each(table, "figure", Figure),
    )


_KINDS = {
    "str": ("str", "a text"),
    "float": ("int", "float", "a number"),
    "int": ("int", "a whole number"),
    "bool": ("bool", "true or false"),
}


def _texts(table: dict[str, Any], key: str) -> tuple[str, ...]:
    values = table.get(key, [])
    if type(values) is not list or not all(type(value) is str for value in values):
        raise ValueError(f"{key!r} has to be a list of texts")
    return tuple(values)


def _numbers(table: dict[str, Any], key: str) -> dict[str, float]:
    values = table.get(key, {})
    if type(values) is not dict or not all(type(n) in (int, float) for n in values.values()):
        raise ValueError(f"{key!r} has to be a table of numbers")
    return values


def _each(table: dict[str, Any], key: str, kind: type[Any]) -> tuple[Any, ...]:
    tables = table.get(key, [])
    if type(tables) is not list or not all(type(one) is dict for one in tables):
        raise ValueError(f"{key!r} has to be a list of tables, each begun with [[{key}]]")
    return tuple(_make(key, kind, one) for one in tables)


def _make(where: str, kind: type[Any], table: dict[str, Any]) -> Any:
    known = {key.name: key for key in fields(kind)}
    if unknown := sorted(set(table) - set(known)):
        raise ValueError(f"unknown key {unknown[0]!r} in [{where}]")
    for name, key in known.items():
        if key.default is MISSING and name not in table:
            raise ValueError(f"the key {name!r} is missing in [{where}]")
        if name in table and type(table[name]).__name__ not in _KINDS[str(key.type)]:
            raise ValueError(f"{name!r} in [{where}] has to be {_KINDS[str(key.type)][-1]}")
    return kind(**table)


def _check(assignment: Assignment, path: Path) -> None:
    points = sum(part.points for part in assignment.parts)
    points += sum(item.points for item in assignment.by_hand)
    if points != 100:
        raise AssignmentError(f"{path}: the points add up to {points:g}, not to 100")
    program, types = assignment.program, assignment.types
    if program and program.file not in (*assignment.files, *assignment.provided):
        raise AssignmentError(f"{path}: {program.file!r} is neither in `files` nor in `provided`")
    if types and types not in assignment.provided:
        raise AssignmentError(f"{path}: the file of `types`, {types!r}, is not in `provided`")
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
    files = [figure.file for figure in assignment.figures]
    for file in files:
        if Path(file).name != file or Path(file).suffix != ".svg":
            raise AssignmentError(f"{path}: the figure's file {file!r} has to be NAME.svg")
        if files.count(file) > 1:
            raise AssignmentError(f"{path}: two figures have the file {file!r}")

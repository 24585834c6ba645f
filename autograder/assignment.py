"""What an assignment is: every path that follows from its name, and its assignment.toml.

Every fault of that file is one line with the file and the key; so are other mistakes that are
certain from the assignment's files alone.
"""

from __future__ import annotations

import difflib
import math
import re
import shlex
import tomllib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime, tzinfo
from functools import cached_property
from pathlib import Path
from typing import Any

from autograder.program_cases import FILE_NAME, Case, Program, faults_of_case
from autograder.text_files import KIT as KIT  # noqa: PLC0414 - exports it
from autograder.text_files import AssignmentError as AssignmentError  # noqa: PLC0414 - exports it
from autograder.text_files import kit_text

NO_ASSIGNMENTS = "no assignments here; use --kit DIR or autograder new"
KINDS = ("sample", "secret")
"""The kinds of cases; students get the sample cases."""
MAY_CHANGE = "may change"
"""Says that calls may change their arguments."""
CHOICES = {
    "hidden_visibility": ("hidden", "after_due_date", "after_published", "visible"),
    "arguments": ("may not change", MAY_CHANGE),
    "forbidden_costs": ("points", "nothing"),
}
CASE_SUFFIXES = (".in", ".args", ".files")
TYPES = {
    "str": ((str,), "a string"),
    "float": ((int, float), "a number"),
    "float | None": ((int, float), "a number"),
    "int": ((int,), "a whole number"),
    "int | None": ((int,), "a whole number"),
    "bool": ((bool,), "true or false"),
    "tuple[str, ...]": ((list,), "a list of strings"),
    "tuple[str, ...] | None": ((list,), "a list of strings"),
    "tuple[int, int] | None": ((list,), "the fewest and the most, such as [100, 200]"),
    "dict[str, float]": ((dict,), "a table of numbers"),
}
"""For each annotation, the types of values that fit it, and its name in messages."""


@dataclass(frozen=True)
class Part:
    """Something that earns points: a function, a program, a test suite.

    `file` is the one with its functions; a part of a program has none.
    `hint` is the first one, and `hints` those that `check --hint` gives after it.
    `needs` are the parts that this one calls; None: they are derived from the reference.
    `mutates` are functions that may change their arguments, `copies` those whose results must not
    share a mutable part with them; a method is written `Class.method` or `method`.
    `forbidden` are names, methods, modules and statements that its code may not use.
    `program` names one of several programs; by default it is the one with the part's name.
    `reference_seconds` is the CPU time of the reference's longest call or run in the part's tests;
    0 if it was not measured.
    """

    name: str
    points: float
    title: str = ""
    file: str = ""
    program: str = ""
    hint: str = ""
    all_or_nothing: bool = False
    reference_seconds: float = 0.0
    hints: tuple[str, ...] = ()
    needs: tuple[str, ...] | None = None
    mutates: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()

    @property
    def all_hints(self) -> tuple[str, ...]:
        return (self.hint, *self.hints) if self.hint else self.hints


@dataclass(frozen=True)
class Rubric:
    """A rubric item, which a person marks; with `advice`, the report adds style hints."""

    name: str
    points: float
    says: str = ""
    advice: bool = False


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

    Those that are None are derived from what the reference needs: see `judge.part_limits`.
    """

    call_seconds: float | None = None
    load_seconds: float = 1.0
    program_seconds: float | None = None
    memory_mib: int = 1024


@dataclass(frozen=True)
class LatePolicy:
    """Each day after `due` and the grace days costs a percentage of the points, up to a cap.

    `due` is a time in ISO format with its offset from UTC. A day that has begun counts as one.
    It ends at the same clock time in `zone`, such as Europe/Berlin, or else after 24 hours.
    """

    due: str
    grace_days: int = 0
    percent_per_day: float = 0.0
    cap_percent: float = 100.0
    zone: str = ""

    def __post_init__(self) -> None:
        time_with_offset(self.due)
        for name in ("grace_days", "percent_per_day", "cap_percent"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ValueError(f"{name!r} in [late] has to be 0 or more")

    @property
    def time_zone(self) -> tzinfo | None:
        """The zone, or else that of `due`. Only late days need it: students may lack its data.

        Raises:
            AssignmentError: this machine does not know it.
        """
        from zoneinfo import ZoneInfo

        try:
            return ZoneInfo(self.zone) if self.zone else time_with_offset(self.due).tzinfo
        except (LookupError, ValueError, OSError):
            missing = f"[late]: no time zone {self.zone!r} on this machine"
            advice = "one is called Europe/Berlin; on Windows, pip install tzdata"
            raise AssignmentError(f"{missing}; {advice}") from None


def time_with_offset(text: str) -> datetime:
    """Read a time in ISO format.

    Raises:
        ValueError: it is not one, or has no offset from UTC.
    """
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        example = "2027-01-15T23:59:00+01:00"
        raise ValueError(f"{text!r} has to be a time with its offset from UTC, such as {example}")
    return time


@dataclass(frozen=True)
class Assignment:
    """An assignment of the kit at `kit`.

    `files` are the files that a student writes, `provided` complete files that come with them.
    `given` are functions in `files` that come complete, written `function` or `file.py:function`.
    `types` is the provided file whose dataclasses may cross between judge and worker. `measured`
    are figures that tests compare with, such as another program's counts for the same task.
    `arguments` says whether calls may change them, `plugins` names those of pytest that the tests
    need. `hidden_visibility` says when Gradescope shows students how hidden tests ended. No part
    may use what is `forbidden`; `forbidden_costs` says whether one that does loses its points.
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
    programs: tuple[Program, ...] = ()
    limits: Limits = Limits()
    measured: dict[str, float] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()
    hidden_visibility: str = "after_published"
    arguments: str = "may not change"
    forbidden: tuple[str, ...] = ()
    forbidden_costs: str = "points"
    plugins: tuple[str, ...] = ()
    late: LatePolicy | None = None

    @cached_property
    def folder(self) -> Path:
        return self.kit / "autograder" / "assignments" / self.name

    @cached_property
    def public_tests(self) -> Path:
        return self.folder / "tests"

    @cached_property
    def hidden_tests(self) -> Path:
        return self.folder / "hidden"

    @cached_property
    def reference(self) -> Path:
        return self.kit / "reference" / self.name

    @cached_property
    def starter(self) -> Path:
        return self.kit / "starter" / self.name

    @property
    def toml(self) -> Path:
        return self.folder / "assignment.toml"

    @property
    def inputs(self) -> Path:
        return self.kit / "inputs" / self.name

    @property
    def expected(self) -> Path:
        return self.kit / "expected" / self.name

    @property
    def handout(self) -> Path:
        return self.kit / "handout" / f"{self.name}.md"

    @property
    def given_names(self) -> set[str]:
        """The names of given functions, without their files."""
        return {name.rpartition(":")[2] for name in self.given}

    @property
    def has_reference(self) -> bool:
        """Does the kit have the answers? A student's does not."""
        return all((self.reference / file).is_file() for file in self.files)

    @property
    def secrets(self) -> list[Path]:
        """Folders that no submission may read, since they hold the answers."""
        return [self.folder, self.reference, self.inputs, self.expected]

    def may_change(self, part: Part, function: str) -> bool:
        """May a call of a function, or of `Class.method`, change its arguments?"""
        return self.arguments == MAY_CHANGE or is_named(function, part.mutates)

    def forbidden_in(self, part: Part) -> tuple[str, ...]:
        """Return what the code of a part may not use."""
        return (*self.forbidden, *part.forbidden)

    def cases(self, kind: str) -> list[Case]:
        """Return the cases of one of `KINDS`, by name; without a program, the inputs of tests."""
        return self.cases_in(self.inputs / kind, self.expected / kind)

    def cases_in(self, inputs: Path, outputs: Path) -> list[Case]:
        """Return the cases of all programs; those of one of several are in its own folder."""
        return [
            Case(f"{name}/{path.stem}".lstrip("/"), path, outputs / name / f"{path.stem}.out", name)
            for name in [program.name for program in self.programs] or [""]
            for path in sorted((inputs / name).glob("[!.]*.in"))
        ]

    def steps_of(self, case: Case) -> Path:
        """Return the file in a bundle with the reference's calls for a sample case."""
        return self.folder / "steps" / f"{case.name}.json"

    @property
    def played_cases(self) -> dict[str, Case]:
        """The sample cases whose runs can be played, by name."""
        cases = self.cases("sample") if (self.folder / "play.py").is_file() else []
        return {c.name: c for c in cases if self.has_reference or self.steps_of(c).is_file()}

    def program_of(self, part: Part) -> Program | None:
        """Return the program that a part's tests run: the one named for it, or the only one."""
        wanted = part.program or part.name
        named = [program for program in self.programs if program.name == wanted]
        programs = named or self.programs
        return programs[0] if len(programs) == 1 else None

    def program_with(self, case: Case) -> Program:
        """Return the program that a case is for."""
        for program in self.programs:
            if case.program in ("", program.name):
                return program
        raise AssignmentError(f"{self.name} has no program to run")

    def command(self, verb: str, *words: str) -> str:
        """Return a command for this assignment, as its author would type it."""
        kit = [] if self.kit in (KIT, Path.cwd()) else ["--kit", str(self.kit)]
        return f"run {shlex.join(['autograder', verb, self.name, *words, *kit])}"

    def part(self, name: str) -> Part:
        for part in self.parts:
            if part.name == name:
                return part
        known = ", ".join(part.name for part in self.parts)
        raise AssignmentError(f"{self.name} has no part {name!r}; its parts are: {known}")

    def tests_of(self, part: Part) -> list[Path]:
        """Return the files with a part's tests, the public ones first."""
        folders = (self.public_tests, self.hidden_tests)
        paths = (folder / f"test_{part.name}.py" for folder in folders)
        return [path for path in paths if path.is_file()]


def is_named(function: str, names: tuple[str, ...]) -> bool:
    """Is a function among these, or a method, with or without its class?"""
    return bool(names) and (function in names or function.rpartition(".")[2] in names)


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
    if name not in names(kit):
        known = ", ".join(names(kit))
        missing = f"no assignment {name!r} in {kit}; there are: {known}"
        raise AssignmentError(missing if known else f"{kit}: {NO_ASSIGNMENTS}")
    path = kit / "autograder" / "assignments" / name / "assignment.toml"
    table = read_toml(path)
    try:
        assignment = _read(name, kit.absolute(), table)
    except ValueError as error:
        raise AssignmentError(f"{path}: {error}") from None
    if mistake := next(mistakes_in(assignment), None):
        raise AssignmentError(mistake)
    return assignment


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; explain a table that is there twice.

    Raises:
        AssignmentError: it is not text, or not TOML.
    """
    try:
        return tomllib.loads(kit_text(path))
    except tomllib.TOMLDecodeError as error:
        twice = re.match(r"Cannot declare \('(\w+)',\) twice", str(error))
        advice = f"; in a list, begin each with [[{twice[1]}]]" if twice else ""
        raise AssignmentError(f"{path}: {error}{advice}") from None


def _read(name: str, kit: Path, table: dict[str, Any]) -> Assignment:
    named_otherwise = {"name", "kit", "parts", "figures", "programs"}
    known = {field.name for field in fields(Assignment)} - named_otherwise
    require_known(table, sorted(known | {"part", "figure", "program"}))
    if "part" not in table:
        raise ValueError("the key 'part' is missing")
    is_only_program = type(table.get("program")) is dict
    programs = [table["program"]] if is_only_program else table.get("program", [])
    return Assignment(
        kit=kit,
        parts=records(table, "part", Part),
        by_hand=records(table, "by_hand", Rubric),
        programs=records({"program": programs}, "program", Program),
        limits=record(table.get("limits", {}), "limits", Limits),
        figures=records(table, "figure", Figure),
        late=record(table["late"], "late", LatePolicy) if "late" in table else None,
        **_values(table | {"name": name}, Assignment),
    )


def require_known(table: dict[str, Any], keys: Collection[str], where: str = "") -> None:
    """Refuse an unknown key of a table, and suggest one that is spelt like it.

    Raises:
        ValueError: there is one.
    """
    for key in sorted(set(table) - set(keys)):
        similar = difflib.get_close_matches(key, keys, 1)
        advice = f"the nearest is {similar[0]!r}" if similar else f"the keys are {', '.join(keys)}"
        raise ValueError(f"unknown key {key!r}{where}; {advice}")


def records(table: dict[str, Any], key: str, kind: type[Any]) -> tuple[Any, ...]:
    """Read a list of tables as instances of a dataclass."""
    tables = table.get(key, [])
    if type(tables) is not list or not all(type(entry) is dict for entry in tables):
        raise ValueError(f"{key!r} has to be a list of tables, each begun with [[{key}]]")
    return tuple(record(entry, key, kind) for entry in tables)


def record(table: dict[str, Any], key: str, kind: type[Any]) -> Any:
    """Read a table as an instance of a dataclass; its lists become tuples.

    Raises:
        ValueError: it is not a table, or a key does not fit.
    """
    if type(table) is not dict:
        raise ValueError(f"{key!r} has to be a table, begun with [{key}]")
    where = f" in [{key}]"
    if type(table.get("name")) is str:
        where += f" {table['name']!r}"
    require_known(table, [field.name for field in fields(kind)], where)
    return kind(**_values(table, kind, where))


def _values(table: dict[str, Any], kind: type[Any], where: str = "") -> dict[str, Any]:
    """Return the values for the fields of a dataclass whose types are in `TYPES`.

    Raises:
        ValueError: one is missing, or has another type.
    """
    values = {}
    for key in fields(kind):
        types, expected = TYPES.get(str(key.type), ((), ""))
        if types and key.name in table:
            value = table[key.name]
            if type(value) not in types or not _items_fit(value, str(key.type)):
                raise ValueError(f"{key.name!r}{where} has to be {expected}")
            values[key.name] = tuple(value) if type(value) is list else value
        elif types and key.default is key.default_factory is MISSING:
            raise ValueError(f"the key {key.name!r} is missing{where}")
    return values


def _items_fit(value: Any, annotation: str) -> bool:
    if type(value) is dict:
        return all(type(number) in (int, float) for number in value.values())
    if "tuple[int" in annotation:
        return [type(number) for number in value] == [int, int] and value[0] <= value[1]
    return type(value) is not list or all(type(text) is str for text in value)


def mistakes_in(assignment: Assignment) -> Iterator[str]:
    """Yield a message for each mistake, which begins with the file."""
    yield from (f"{assignment.toml}: {mistake}" for mistake in _in_settings(assignment))
    names = [part.name for part in assignment.parts]
    for folder in (assignment.public_tests, assignment.hidden_tests):
        for test in sorted({*folder.glob("test_*.py"), *folder.glob("*_test.py")}):
            name = test.stem.removeprefix("test_")
            if name not in names:
                yield f"{test}: no part of {assignment.toml} is called {name!r}; rename the file"
    yield from _in_inputs(assignment)
    for kind in KINDS:
        for case in assignment.cases(kind):
            yield from faults_of_case(case)


def _in_settings(assignment: Assignment) -> Iterator[str]:
    """Yield a message for each mistake in assignment.toml."""
    yield from _in_names("parts", [part.name for part in assignment.parts])
    yield from _in_names("rubric items", [item.name for item in assignment.by_hand])
    for limit in fields(assignment.limits):
        value = getattr(assignment.limits, limit.name)
        if value is not None and not 0 < value < math.inf:
            yield f"{limit.name} has to be more than 0, not {value:g}"
    for key, choices in CHOICES.items():
        if getattr(assignment, key) not in choices:
            yield f"{key} has to be one of: {', '.join(choices)}"
    yield from _in_parts(assignment)
    yield from _in_programs(assignment)
    for file in (*assignment.files, *assignment.provided):
        is_data = file in assignment.provided and not file.endswith(".py")
        if not all(map(FILE_NAME.fullmatch, file.split("/") if is_data else [file])):
            yield f"{file!r} has to be the name of a file, without a folder"
    items: list[Part | Rubric] = [*assignment.parts, *assignment.by_hand]
    yield from (f"the points of {i.name!r} are negative" for i in items if not i.points >= 0)
    points = sum(item.points for item in items)
    if round(points, 6) != 100:  # Fractions have no exact sum.
        yield f"the points add up to {points:g}, not to 100"
    if assignment.types and assignment.types not in assignment.provided:
        yield f"the file of `types`, {assignment.types!r}, is not in `provided`"


def _in_names(noun: str, names: Sequence[str]) -> Iterator[str]:
    yield from (f"two {noun} are called {name!r}" for name in names if names.count(name) > 1)


def _in_parts(assignment: Assignment) -> Iterator[str]:
    names = [part.name for part in assignment.parts]
    for part in assignment.parts:
        for other in part.needs or ():
            if other not in names:
                yield f"{part.name} needs {other!r}, which is not a part"
        if part.file and part.file not in assignment.files:
            yield f"{part.name}'s file {part.file!r} is not among `files`"
        if not (assignment.public_tests / f"test_{part.name}.py").is_file():
            yield f"the part {part.name!r} has no tests/test_{part.name}.py"


def _in_programs(assignment: Assignment) -> Iterator[str]:
    names = [program.name for program in assignment.programs]
    yield from _in_names("programs", names)
    for program in assignment.programs:
        if program.file not in (*assignment.files, *assignment.provided):
            yield f"{program.file!r} is neither in `files` nor in `provided`"
        if not re.fullmatch(r"\w+" if len(names) > 1 else r"\w*", program.name):
            yield f"{program.name!r} cannot name one of several programs: use letters and digits"
        try:
            re.compile(program.counts)
        except re.error as error:
            yield f"`counts` is not a regular expression: {error}"
        if program.float_digits is not None and program.float_digits < 1:
            yield "`float_digits` has to be 1 or more"
    for part in assignment.parts:
        if part.program and part.program not in names:
            yield f"no program is called {part.program!r}, as the part {part.name!r} says"


def _in_inputs(assignment: Assignment) -> Iterator[str]:
    """Yield a message for each file that is no input of a case, and would not be noticed."""
    own = [f"{program.name}/" for program in assignment.programs if program.name] or [""]
    for kind in sorted(assignment.inputs.glob("[!.]*")):
        folders = " or ".join(f"{kind.name}/{name}CASE.in" for name in own)
        expected = {path for name in own for path in (kind / name).glob("[!.]*")}
        for path in sorted({*kind.glob("[!.]*"), *expected} - {kind / name for name in own}):
            if path not in expected or path.suffix not in CASE_SUFFIXES:
                yield f"{path}: an input has to be called {folders}"

"""What an assignment is, and every path that follows from its name."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import cached_property
from pathlib import Path

from autograder.program_cases import Case, Program, cases_of

KIT = Path(__file__).resolve().parents[2]
"""The folder of this package: a kit in a checkout, without assignments where it is installed."""
NO_ASSIGNMENTS = "no assignments here; use --kit DIR or autograder new"
KINDS = ("sample", "secret")
"""The kinds of cases; students get the sample cases."""
MAY_CHANGE = "may change"
"""Says that calls may change their arguments."""


class AssignmentError(Exception):
    """An assignment does not exist or cannot be used; the message is one line for its author."""


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

    Parts may have lower ones: see `judge.part_limits`.
    """

    call_seconds: float = 2.0
    load_seconds: float = 1.0
    program_seconds: float = 10.0
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

    @property
    def public_tests(self) -> Path:
        return self.folder / "tests"

    @property
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
        names = [program.name for program in self.programs] or [""]
        return [case for name in names for case in cases_of(name, inputs, outputs)]

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

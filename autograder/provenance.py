"""Where a report comes from: hashes of the submission, the kit and the assignment, and the run."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from autograder.assignment import KIT, Assignment
from autograder.left_behind import files_in
from autograder.program_cases import Case

GRADING_FOLDERS = ("judge", "sandbox")
"""The folders of the engine on which scores depend, besides its top modules."""


@dataclass(frozen=True)
class Provenance:
    """What was graded, with what, when and how. `seconds` is wall time, `started` in UTC."""

    submission_id: str
    submission_hash: str
    kit: str
    assignment: str
    started: str
    seconds: float
    limits: dict[str, float]
    options: dict[str, Any]
    python: str = platform.python_version()

    def for_students(self) -> Provenance:
        """Leave out the time: a submission can encode the arguments of hidden tests in it."""
        return replace(self, seconds=0.0)


def provenance(
    assignment: Assignment,
    submission_id: str,
    contents: Mapping[str, bytes],
    unusable: Mapping[str, str],
    started: datetime,
    options: Mapping[str, Any],
    tests: str = "",
) -> Provenance:
    """Describe a grading that began at `started` and ends now.

    `options` are fields of `judge.request.ChosenTests`, and `retry` if its request has one; only
    the ones that a score may depend on are kept. `tests` is the hash of the assignment, if that was
    computed when its tests were read.
    """
    return Provenance(
        submission_id,
        submission_hash(contents, unusable),
        kit_hash(),
        tests or assignment_hash(assignment),
        started.isoformat(timespec="milliseconds"),
        round(max(0.0, (now() - started).total_seconds()), 3),
        asdict(assignment.limits),
        recorded_options(options),
    )


def recorded_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a grading as plain values.

    Of the secret cases there is only a hash: their names are not for students.
    """
    return {
        "whitespace": "lenient" if options.get("lenient") else "exact",
        "confined": bool(options.get("confined", True)),
        "hidden": bool(options.get("hidden", True)),
        "parts": [part.name for part in options.get("parts", ())],
        "cases": _hash_of_cases(options.get("secret", ())),
        "stops_at_time_outs": bool(options.get("retry")),
    }


def now() -> datetime:
    return datetime.now(UTC)


def submission_hash(contents: Mapping[str, bytes], unusable: Mapping[str, str]) -> str:
    """Return a hash of the files that were graded, and of the reasons why others were not."""
    reasons = {f"{name} is unusable": text.encode() for name, text in unusable.items()}
    return _hash_of(sorted({**contents, **reasons}.items()))


@cache
def kit_hash() -> str:
    """Return a hash of the engine's modules on which scores depend."""
    engine = KIT / "autograder"
    files = [*engine.glob("*.py")]
    for folder in GRADING_FOLDERS:
        files += [*(engine / folder).rglob("*.py"), *(engine / folder).rglob("*.ini")]
    return _hash_of(
        (path.relative_to(engine).as_posix(), path.read_bytes()) for path in sorted(files)
    )


def assignment_hash(assignment: Assignment) -> str:
    """Return a hash of everything but the engine on which a score in this assignment depends."""
    return _hash_of(_files_of(assignment))


def _files_of(assignment: Assignment) -> Iterator[tuple[str, bytes]]:
    table = replace(assignment, kit=Path(), title="", figures=(), late=None)
    yield "assignment.toml", repr(table).encode()
    ignored = {"assignment.toml", "misconceptions.toml"}
    if not _grades_suites(assignment):
        ignored |= {"chaffs", "wheats"}
    for folder in (*assignment.secrets, assignment.starter):
        for path in files_in(folder):
            parts = path.relative_to(assignment.kit).parts
            if ignored.isdisjoint(parts):
                yield "/".join(parts), path.read_bytes()


def _grades_suites(assignment: Assignment) -> bool:
    """May points depend on chaffs and wheats? Only by the fixture `suite`, which a test names."""
    folders = (assignment.public_tests, assignment.hidden_tests)
    paths = (path for folder in folders for path in folder.rglob("*.py"))
    return any(b"suite" in path.read_bytes() for path in paths)


def _hash_of_cases(cases: Sequence[Case]) -> str:
    """Return a hash of the files of cases; a test that needs a missing one reports it."""
    return _hash_of(
        (case.name, path.read_bytes())
        for case in cases
        for path in (case.input, case.output, *case.companions, *case.output_companions)
        if path.is_file()
    )


def _hash_of(files: Iterable[tuple[str, bytes]]) -> str:
    total = hashlib.sha256()
    for name, content in files:
        total.update(f"{len(name.encode())} {name} {len(content)}\n".encode() + content)
    return total.hexdigest()

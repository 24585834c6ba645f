"""The time limits of an assignment's parts, compared with what the reference needs."""

from __future__ import annotations

import contextlib
import math
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autograder.assignment import Assignment, AssignmentError, Part
from autograder.authoring.measuring import Meter
from autograder.authoring.verify.finding import command
from autograder.judge.part_limits import MIN_NEED, part_limit
from autograder.judge.session import ChosenTests, GradingRequest, Progress, grade, reference_box
from autograder.saving import save

RUNS = 3
MIN_TIMES = 5
"""A limit has to be at least this many times what the reference needs."""
STABLE_TIMES = 2
"""A measured value replaces one that differs from it by more than this factor."""
FASTER_TIMES = 5
"""A noted value may be this many times what is needed: another computer may be that much faster."""
_REFERENCE_SECONDS = re.compile(r"""(?m)^[ \t]*["']?reference_seconds["']?[ \t]*=.*$""")


@dataclass(frozen=True)
class PartCost:
    """What a part costs, in CPU seconds.

    `needed` is for the longest request of its tests to the reference, `limit` the limit on each.
    `looping` is the time for all its tests if no request ever ends, and `longest` the time if every
    request ends just within its limit, with the loading of files.
    """

    part: Part
    needed: float
    limit: float
    tests: int
    looping: float
    longest: float

    @property
    def is_tight(self) -> bool:
        return self.limit < MIN_TIMES * self.needed


def most_seconds(assignment: Assignment, part: Part) -> float:
    """Return the largest limit on a part's requests: calls if it has a file, else programs."""
    limits = assignment.limits
    return limits.call_seconds if part.file else limits.program_seconds


def measure(assignment: Assignment, runs: int = 1) -> Meter:
    """Grade the reference this many times; each request has its shortest time.

    Raises:
        AssignmentError: there is no reference, or it does not pass.
    """
    if not assignment.has_reference:
        raise AssignmentError(f"{assignment.reference}: there is no reference to measure")
    meters = [_measure_once(assignment) for _ in range(runs)]
    return meters[0].shortest(meters[1:])


def _measure_once(assignment: Assignment) -> Meter:
    """Grade the reference, with limits that do not depend on what was measured before."""
    parts = tuple(replace(part, reference_seconds=0.0) for part in assignment.parts)
    assignment, meter = replace(assignment, parts=parts), Meter()
    with reference_box(assignment) as box:
        secret = assignment.cases("secret")
        tests = ChosenTests(assignment, secret=secret, confined=False, backend=meter.backend)
        report = grade(tests, GradingRequest(box), progress=Progress(begins=meter.begin))
    for part in report.parts:
        if part.passed < part.total:
            why = f"to see why, {command(assignment, 'verify', assignment.name)}"
            fault = f"the tests of {part.name} do not pass; {why}"
            raise AssignmentError(f"{assignment.reference}: {fault}")
        meter.tests[part.name] = part.total
    return meter


def costs(assignment: Assignment, meter: Meter) -> list[PartCost]:
    """Return what each part costs, by the figures in assignment.toml and by those just measured."""
    found = []
    for part in assignment.parts:
        most = most_seconds(assignment, part)
        limit, tests = part_limit(part, most), meter.tests[part.name]
        requests = meter.requests.get(part.name, [])
        loads = assignment.limits.load_seconds * meter.workers[part.name] if part.file else 0
        tried = min(tests, len(requests))
        looping = sum(part_limit(part, most, number) for number in range(tried))
        needed = part.reference_seconds or max(requests, default=0.0)
        longest = limit * len(requests) + loads
        found.append(PartCost(part, needed, limit, tests, looping, longest))
    return found


def with_reference_seconds(toml: str, needed: Mapping[str, float]) -> str:
    """Set `reference_seconds` of each part in the text of an assignment.toml.

    What is within a factor of 2 of a new figure stays as it is.
    """
    return "".join(_with_need(block, needed) for block in _tables(toml))


def _tables(toml: str) -> Iterator[str]:
    """Split a text into its tables, not at lines of a string or a list that look like a header."""
    block = ""
    for piece in re.split(r"(?m)^(?=[ \t]*\[)", toml):
        block += piece
        with contextlib.suppress(tomllib.TOMLDecodeError):
            tomllib.loads(block)
            yield block
            block = ""
    yield block


def _with_need(block: str, needed: Mapping[str, float]) -> str:
    part = _part_in(block)
    if not needed.get(part.get("name", "")):
        return block
    seconds = rounded_up(needed[part["name"]])
    line = f"reference_seconds = {seconds:g}"
    if "reference_seconds" in part:
        old = part["reference_seconds"]
        is_stable = seconds / STABLE_TIMES <= old <= seconds * STABLE_TIMES
        return block if is_stable else _REFERENCE_SECONDS.sub(line, block, count=1)
    own = re.sub(r"(\n\s*(#.*)?)*\Z", "\n", block, count=1)  # Without comments on the next table.
    return f"{own}{line}\n{block[len(own) :]}"


def _part_in(block: str) -> dict[str, Any]:
    """Return the part in a block of TOML; empty if the block is no [[part]] table."""
    parts = tomllib.loads(block).get("part")
    return dict(*parts) if isinstance(parts, list) and block.lstrip().startswith("[[") else {}


def is_outdated(part: Part, needed: float) -> bool:
    """Does the figure in assignment.toml make limits too tight or far too loose?

    `needed` is what the reference was just measured to need.
    """
    noted, needed = (max(seconds, MIN_NEED) for seconds in (part.reference_seconds, needed))
    return needed > STABLE_TIMES * noted or noted > FASTER_TIMES * needed


def rounded_up(seconds: float) -> float:
    """Round up to two significant digits."""
    digits = 1 - math.floor(math.log10(seconds))
    return float(math.ceil(round(seconds * 10.0**digits, 6)) / 10.0**digits)


def write_needs(assignment: Assignment, meter: Meter) -> bool:
    """Write what the reference needs into assignment.toml; return whether that changed it.

    Raises:
        AssignmentError: its parts are written in a way that cannot be changed line by line.
    """
    before, needed = assignment.toml.read_text(encoding="utf-8-sig"), meter.needed()
    after = with_reference_seconds(before, needed)
    noted = _noted_needs(before, after)
    if lacking := [name for name, seconds in needed.items() if seconds and not noted.get(name)]:
        raise AssignmentError(
            f"{assignment.toml}: cannot write reference_seconds of the part {lacking[0]!r}; "
            "write each part as [[part]], with each key on a line of its own"
        )
    if after != before:
        save(str(assignment.toml), after.encode("utf-8"))
    return after != before


def _noted_needs(before: str, after: str) -> dict[str, float]:
    """Return the `reference_seconds` of each part; none if something else is not as before."""
    try:
        tables = [tomllib.loads(toml) for toml in (before, after)]
    except tomllib.TOMLDecodeError:
        return {}
    _, noted = ([part.pop("reference_seconds", 0) for part in table["part"]] for table in tables)
    names = (part["name"] for part in tables[0]["part"])
    return dict(zip(names, noted, strict=True)) if tables[0] == tables[1] else {}


def cost_table(assignment: Assignment, found: Sequence[PartCost]) -> list[str]:
    """Render the costs of an assignment's parts, and of grading all of them."""
    lines = [f"{assignment.name:<26}{'tests':>6}{'reference':>12}{'limit':>9}{'worst case':>13}"]
    lines += [
        f"{cost.part.name:<26}{cost.tests:>6}{cost.needed:>10.4f} s{cost.limit:>7g} s"
        f"{cost.longest:>11.1f} s{'  too tight' if cost.is_tight else ''}"
        for cost in found
    ]
    looping, longest = sum(c.looping for c in found), sum(c.longest for c in found)
    return [*lines, f"If no test finishes: {looping:.1f} s. In the worst case: {longest:.1f} s."]

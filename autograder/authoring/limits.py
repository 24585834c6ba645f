"""What the reference needs of the time limits of an assignment's parts, measured and written."""

from __future__ import annotations

import math
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from autograder.assignment import Assignment, AssignmentError, Part
from autograder.authoring.needs import NamesUsed
from autograder.judge.grading import grade, reference_box
from autograder.judge.part_limits import OF_FUNCTION, OF_PROGRAM, part_limit
from autograder.judge.request import ChosenTests, GradingRequest
from autograder.report import Report
from autograder.saving import save
from autograder.text_files import kit_text

RUNS = 3
CAN_MEASURE = sys.platform == "linux"
MIN_TIMES = 5
"""A limit has to be at least this many times what the reference needs."""
UNMEASURED = 60.0
"""The limit while it is measured what the reference needs, unless another is written."""
STABLE_TIMES = 2
"""A measured value replaces one that differs from it by more than this factor."""
PYTEST_SECONDS = 0.25
"""How long a new process loads pytest, to run a student's tests where none can be forked."""
_REFERENCE_SECONDS = re.compile(r"(?m)^reference_seconds *=.*$")


@dataclass
class Meter:
    """The CPU seconds of each request of each part's tests, in their order."""

    requests: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    part: str = ""

    def begin(self, part: Part) -> None:
        self.part = part.name

    def measure(self, kind: str, seconds: float) -> None:
        preparation = PYTEST_SECONDS if kind == "run_tests" else 0
        self.requests[self.part].append(preparation + seconds)

    def needed(self) -> dict[str, float]:
        """Return the time of each part's longest request."""
        return {part: max(seconds) for part, seconds in self.requests.items() if seconds}

    def shortest(self, others: Sequence[Meter]) -> Meter:
        """Return the shortest time of each request, in this and in other runs of the same tests."""
        for part, seconds in self.requests.items():
            runs = [seconds, *(other.requests[part] for other in others)]
            self.requests[part] = [min(times) for times in zip(*runs, strict=True)]
        return self


def written_seconds(assignment: Assignment, part: Part) -> float | None:
    """Return the limit that is written for a part's calls if it has a file, else for programs."""
    limits = assignment.limits
    return limits.call_seconds if part.file else limits.program_seconds


def measure(assignment: Assignment, runs: int = 1) -> Meter:
    """Grade the reference this many times; each request has its shortest time.

    Raises:
        AssignmentError: there is no reference, or it does not pass; or this is not Linux.
    """
    if not CAN_MEASURE:
        raise AssignmentError("what the reference needs can be measured only on Linux")
    if not assignment.has_reference:
        raise AssignmentError(f"{assignment.reference}: there is no reference to measure")
    meters = []
    for _ in range(runs):
        report, meter = graded_and_measured(assignment)
        for part in report.parts:
            if part.passed < part.total:
                why = f"to see why, {assignment.command('verify')}"
                fault = f"the tests of {part.name} do not pass; {why}"
                raise AssignmentError(f"{assignment.reference}: {fault}")
        meters.append(meter)
    return meters[0].shortest(meters[1:])


def graded_and_measured(assignment: Assignment, *, tolerant: bool = False) -> tuple[Report, Meter]:
    """Grade the reference, with limits that do not depend on what was measured before.

    Where nothing can be measured, the meter is empty. `tolerant` is that of a `GradingRequest`.
    """
    limits, meter = assignment.limits, Meter()
    call, program = limits.call_seconds or UNMEASURED, limits.program_seconds or UNMEASURED
    limits = replace(limits, call_seconds=call, program_seconds=program)
    assignment = replace(assignment, limits=limits)
    with reference_box(assignment) as box:
        secret, measure = assignment.cases("secret"), meter.measure if CAN_MEASURE else None
        tests = ChosenTests(assignment, secret=secret, confined=False, measure=measure)
        request = GradingRequest(box, tolerant=tolerant)
        report = grade(tests, request, begins=lambda part, _: meter.begin(part))
    return report, meter


def with_reference_seconds(toml: str, needed: Mapping[str, float]) -> str:
    """Set `reference_seconds` of each [[part]] in the text of an assignment.toml.

    What is within a factor of 2 of a new figure stays as it is.
    """
    first, *blocks = re.split(r"(?m)^(?=\[)", toml)
    return first + "".join(_with_need(block, needed) for block in blocks)


def _with_need(block: str, needed: Mapping[str, float]) -> str:
    name = re.search(r"""(?m)^name *= *["'](.+?)["']""", block)
    if not (block.startswith("[[part]]") and name and needed.get(name[1])):
        return block
    seconds = rounded_up(needed[name[1]])
    line = f"reference_seconds = {seconds:g}"
    if old := _REFERENCE_SECONDS.search(block):
        noted = tomllib.loads(old[0])["reference_seconds"]
        is_stable = seconds / STABLE_TIMES <= noted <= seconds * STABLE_TIMES
        return block if is_stable else block.replace(old[0], line, 1)
    own = re.sub(r"(\n\s*(#.*)?)*\Z", "\n", block, count=1)  # Without comments on the next table.
    return f"{own}{line}\n{block[len(own) :]}"


def rounded_up(seconds: float) -> float:
    """Round up to two significant digits."""
    digits = 1 - math.floor(math.log10(seconds))
    return float(math.ceil(round(seconds * 10.0**digits, 6)) / 10.0**digits)


def write_needs(assignment: Assignment, meter: Meter) -> bool:
    """Write what the reference needs into assignment.toml; return whether that changed it.

    Raises:
        AssignmentError: its parts are written in a way that cannot be changed line by line.
    """
    before, needed = kit_text(assignment.toml), meter.needed()
    after = with_reference_seconds(before, needed)
    noted = {p["name"]: p.get("reference_seconds") for p in tomllib.loads(after)["part"]}
    if lacking := [name for name, seconds in needed.items() if seconds and not noted.get(name)]:
        raise AssignmentError(
            f"{assignment.toml}: cannot write reference_seconds of the part {lacking[0]!r}; "
            "write each part as [[part]], with each key on a line of its own"
        )
    if after != before:
        save(str(assignment.toml), after.encode("utf-8"))
    return after != before


def cost_table(assignment: Assignment, meter: Meter) -> tuple[list[str], bool]:
    """Render what each part costs, in CPU seconds; also return whether a limit is too tight.

    In the worst case every request loops endlessly, so that limits shrink: each function of the
    part has timeouts of its own.
    """
    lines = [f"{assignment.name:<26}{'requests':>8}{'reference':>12}{'limit':>9}{'worst case':>13}"]
    used, is_tight, worst_of_all = NamesUsed(assignment), False, 0.0
    for part in assignment.parts:
        requests, written = meter.requests[part.name], written_seconds(assignment, part)
        limit = part_limit(part, written)
        needed = part.reference_seconds or max(requests, default=0.0)
        own = used.sources[part.file].bindings.keys() & used.in_tests(part) if part.file else ()
        timeouts = [number // max(len(own), 1) for number in range(len(requests))]
        shrinking = OF_FUNCTION if part.file else OF_PROGRAM
        worst = sum(part_limit(part, written, number, shrinking) for number in timeouts)
        tight = limit < MIN_TIMES * needed
        figures = f"{len(requests):>8}{needed:>10.4f} s{limit:>7g} s{worst:>11.1f} s"
        lines.append(f"{part.name:<26}{figures}{'  too tight' if tight else ''}")
        is_tight, worst_of_all = is_tight or tight, worst_of_all + worst
    return [
        *lines,
        f"If every call looped endlessly, grading would take {worst_of_all:.1f} s.",
    ], is_tight

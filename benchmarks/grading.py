"""The cost of grading, compared with plain pytest and with the work of the graded code itself.

    python benchmarks/grading.py [ROUNDS]

All commands run once in each round; a figure is the median of the rounds, a ratio that of the
ratios within them. Two more rounds come first, unmeasured: one records what each reference is
asked, one warms the file cache up. The peer, plain pytest, is pytest with pytest-timeout and
pytest-json-report, without any isolation. The own work of a reference is what its functions,
programs and tests compute in one warm process, see own_work.py; as many trivial tests in one
session of plain pytest are added to it. CPU seconds against the number of tests are drawn to
benchmarks/grading.svg. Exit status 1 if a median exceeds its limit.

`make test` is not measured here; it prints its own time.
"""

from __future__ import annotations

import statistics
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grader_memory import peak_mib
from growth import (
    PEER,
    PLOT,
    grade_functions,
    plain_pytest,
    plot,
    slope,
    written_kit,
    written_peer,
)
from loops import rows_of_loops, seconds_once, written_submissions
from measured import AUTOGRADER, Command, Cost, Limit, Row, cost_of, print_table, ratios
from own_work import KINDS, recorded_tests, replayed

REFERENCES = ("ac3", "cages", "calcudoku", "kenken", "mathdoku")
NUMBERS = (10, 100, 300, 1000)
GRADE, PLAIN = "autograder grade", "plain pytest"
IN_MEMORY = ("kenken", "calcudoku")
"""The second has a suite, and so a second jail."""
WALL, CPU, FURTHER = Limit(1.4, 1.1), Limit(2.1, 1.6), Limit(3, 1.5)
PAIR, OWN = Limit(1.8, 1.5), Limit(2, 1.5)
PART, MEMORY = Limit(0.2, 0.12), Limit(80, 60)
CHECK = Command([*AUTOGRADER, "check", "kenken", "reference/kenken", "--part", "find_blank"])


@dataclass
class Measured:
    """What was measured, a value a round.

    `costs` are those of commands by label, `work` the CPU seconds of each reference's own work by
    kind, `memory` the peaks of gradings, `loops` the figures of loops.py by label. `tests` are the
    numbers of tests of the references.
    """

    tests: dict[str, int]
    costs: dict[str, list[Cost]] = field(default_factory=lambda: defaultdict(list))
    work: dict[str, list[dict[str, float]]] = field(default_factory=lambda: defaultdict(list))
    memory: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    loops: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def drop_first(self) -> None:
        """Forget the first round."""
        measured: tuple[dict[str, list[Any]], ...] = self.costs, self.work, self.memory, self.loops
        for by_label in measured:
            for values in by_label.values():
                del values[0]

    def cpu(self, label: str) -> list[float]:
        return [cost.cpu for cost in self.costs[label]]

    def wall(self, label: str) -> list[float]:
        return [cost.wall for cost in self.costs[label]]

    def growth(self, label: str) -> dict[int, float]:
        """Return the median CPU seconds for each number of tests."""
        return {number: statistics.median(self.cpu(f"{label} {number}")) for number in NUMBERS}

    def needed(self, name: str) -> list[float]:
        """Return the CPU seconds of a reference's own work and of plain pytest."""
        own = [sum(kinds.values()) for kinds in self.work[name]]
        return [a + b for a, b in zip(own, self.cpu(f"{PLAIN} {name}"), strict=True)]


def grade_reference(name: str) -> Command:
    return Command([*AUTOGRADER, "grade", name, f"reference/{name}"])


def functions_commands(folder: Path) -> dict[str, Command]:
    """Return the commands that test the four functions, and `check`, by label."""
    report = folder / "peer.json"
    found = {GRADE: grade_functions(), PLAIN: plain_pytest(PEER, report), "check": CHECK}
    for number in NUMBERS:
        found[f"{GRADE} {number}"] = grade_functions(written_kit(folder, number))
        found[f"{PLAIN} {number}"] = plain_pytest(written_peer(folder, number), report)
    return found


def reference_commands(folder: Path, name: str, tests: int) -> dict[str, Command]:
    """Return the commands that grade a reference and run as many trivial tests, by label."""
    peer = plain_pytest(written_peer(folder, tests), folder / "peer.json")
    return {f"{GRADE} {name}": grade_reference(name), f"{PLAIN} {name}": peer}


def measure(rounds: int, folder: Path) -> Measured:
    records = {name: folder / name / "record.json" for name in REFERENCES}
    for file in records.values():
        file.parent.mkdir()
    found = Measured({name: recorded_tests(name, file) for name, file in records.items()})
    timed = functions_commands(folder)
    compared = {
        name: reference_commands(folder / name, name, found.tests[name]) for name in REFERENCES
    }
    submissions = written_submissions(folder)
    for number in range(rounds + 1):
        print(f"round {number} of {rounds}", file=sys.stderr, flush=True)
        for label, command in timed.items():
            found.costs[label].append(cost_of(command))
        for name, commands in compared.items():
            for label, command in commands.items():
                found.costs[label].append(cost_of(command))
            found.work[name].append(replayed(records[name]))
        for name in IN_MEMORY:
            found.memory[name].append(peak_mib(grade_reference(name)))
        for label, seconds in seconds_once(submissions):
            found.loops[label].append(seconds)
    found.drop_first()
    return found


def rows(found: Measured) -> list[Row]:
    """Return all figures, each with what it must be and what is the goal."""
    cpu, wall = found.cpu, found.wall
    further = slope(found.growth(GRADE)) - slope(found.growth(PLAIN))
    pair = ratios(cpu(f"{GRADE} calcudoku"), cpu(f"{GRADE} kenken"))
    table = [
        Row("60 tests, 4 functions: wall / plain pytest", ratios(wall(GRADE), wall(PLAIN)), WALL),
        Row("60 tests, 4 functions: CPU / plain pytest", ratios(cpu(GRADE), cpu(PLAIN)), CPU),
        Row("CPU of a further test, above plain pytest's", [further], FURTHER, "ms"),
        Row("CPU of grade calcudoku / grade kenken", pair, PAIR),
    ]
    for name in REFERENCES:
        values = ratios(cpu(f"{GRADE} {name}"), found.needed(name))
        table.append(Row(f"CPU of grade {name} / (own work + plain pytest)", values, OWN))
    table += rows_of_loops(found.loops)
    table.append(Row("check --part, wall", wall("check"), PART, "s"))
    for name, values in found.memory.items():
        table.append(Row(f"peak of judge + jail, {name}", values, MEMORY, "MiB"))
    return table


def print_details(found: Measured) -> None:
    """Print the median seconds that the ratios are made of."""
    median = statistics.median
    for label in (GRADE, PLAIN):
        taken = median(found.wall(label)), median(found.cpu(label))
        print(f"{label + ', 60 tests':<28} wall {taken[0]:.3f} s, CPU {taken[1]:.3f} s")
    for label in (GRADE, PLAIN):
        curve = found.growth(label)
        points = ", ".join(f"{number}: {seconds:.2f} s" for number, seconds in curve.items())
        print(f"{label + ', CPU':<28} {slope(curve):.2f} ms a test ({points})")
    print(f"\n{'CPU seconds':<12}{'tests':>6}{'grade':>8}{'plain pytest':>14}", end="")
    print(f"{'calls':>8}{'programs':>10}{'suites':>8}")
    for name in REFERENCES:
        grading, plain = (median(found.cpu(f"{label} {name}")) for label in (GRADE, PLAIN))
        own = [median(kinds[kind] for kinds in found.work[name]) for kind in KINDS]
        print(f"{name:<12}{found.tests[name]:>6}{grading:>8.2f}{plain:>14.2f}", end="")
        print(f"{own[0]:>8.2f}{own[1]:>10.2f}{own[2]:>8.2f}")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with TemporaryDirectory() as folder:
        found = measure(rounds, Path(folder))
    table = rows(found)
    print(f"{rounds} rounds\n")
    print_table(table)
    print()
    print_details(found)
    try:
        plot({label: found.growth(label) for label in (GRADE, PLAIN)})
    except ModuleNotFoundError:
        print(f"\n{PLOT.name} is not drawn: pip install -r benchmarks/requirements.txt")
    sys.exit(any(row.median > row.limit.must for row in table))


if __name__ == "__main__":
    main()

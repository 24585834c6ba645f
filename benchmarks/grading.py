"""The cost of grading, compared with plain pytest and with the work of the graded code itself.

    python benchmarks/grading.py [ROUNDS]

All commands run once in each round; a figure is the median of the rounds, a ratio that of the
ratios within them. Two more rounds come first, unmeasured: one records what each reference is
asked, one warms the file cache up. The peer, plain pytest, is pytest with pytest-timeout and
pytest-json-report, without any isolation. The own work of a reference is what its functions,
programs and tests compute in one warm process, see own_work.py; as many trivial tests in one
session of plain pytest are added to it. CPU seconds against the number of tests are drawn to
benchmarks/grading.svg. Exit status 1 if a median is more than it must be.

Endless loops, and the time until `check` prints its first failure, are measured by loops.py.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

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
from measured import AUTOGRADER, Command, Cost, Row, cost_of, print_table, ratios
from own_work import recorded_tests, replayed

REFERENCES = ("ac3", "cages", "calcudoku", "kenken", "mathdoku")
NUMBERS = (10, 100, 300, 1000)
GRADE, PLAIN = "autograder grade", "plain pytest"
CHECK = Command([*AUTOGRADER, "check", "kenken", "reference/kenken", "--part", "find_blank"])

T = TypeVar("T")
Costs = dict[str, list[Cost]]
Work = dict[str, list[dict[str, float]]]


def grade_reference(name: str) -> Command:
    return Command([*AUTOGRADER, "grade", name, f"reference/{name}"])


def commands(folder: Path, tests: Mapping[str, int]) -> dict[str, Command]:
    """Return all timed commands; `tests` are the numbers of tests of the references' gradings."""
    report = folder / "peer.json"
    found = {
        GRADE: grade_functions(),
        PLAIN: plain_pytest(PEER, report),
        "check": CHECK,
    }
    for number in NUMBERS:
        found[f"{GRADE} {number}"] = grade_functions(written_kit(folder, number))
        found[f"{PLAIN} {number}"] = plain_pytest(written_peer(folder, number), report)
    for name, number in tests.items():
        found[f"{GRADE} {name}"] = grade_reference(name)
        found[f"{PLAIN} {name}"] = plain_pytest(written_peer(folder / name, number), report)
    return found


def measure(rounds: int) -> tuple[Costs, Work, list[float], dict[str, int]]:
    """Return the costs of all commands, the own work, the memory, and the numbers of tests."""
    with TemporaryDirectory() as name:
        folder, tests = Path(name), {}
        for reference in REFERENCES:
            (folder / reference).mkdir()
            tests[reference] = recorded_tests(reference, folder / f"{reference}.json")
        timed = commands(folder, tests)
        costs: Costs = {label: [] for label in timed}
        work: Work = {reference: [] for reference in REFERENCES}
        memory = []
        for number in range(rounds + 1):
            print(f"round {number} of {rounds}", file=sys.stderr, flush=True)
            for label, command in timed.items():
                costs[label].append(cost_of(command))
            for reference in REFERENCES:
                work[reference].append(replayed(folder / f"{reference}.json"))
            memory.append(peak_mib(grade_reference("kenken")))
    return without_first(costs), without_first(work), memory[1:], tests


def without_first(values: Mapping[str, list[T]]) -> dict[str, list[T]]:
    return {label: rounds[1:] for label, rounds in values.items()}


def cpu(costs: list[Cost]) -> list[float]:
    return [cost.cpu for cost in costs]


def wall(costs: list[Cost]) -> list[float]:
    return [cost.wall for cost in costs]


def growth(costs: Costs, label: str) -> dict[int, float]:
    """Return the median CPU seconds for each number of tests."""
    return {number: statistics.median(cpu(costs[f"{label} {number}"])) for number in NUMBERS}


def needed(costs: Costs, work: Work, name: str) -> list[float]:
    """Return the CPU seconds of a reference's own work and of plain pytest, in each round."""
    own = [sum(kinds.values()) for kinds in work[name]]
    return [a + b for a, b in zip(own, cpu(costs[f"{PLAIN} {name}"]), strict=True)]


def rows(costs: Costs, work: Work, memory: list[float]) -> list[Row]:
    graded = {name: cpu(costs[f"{GRADE} {name}"]) for name in REFERENCES}
    further = slope(growth(costs, GRADE)) - slope(growth(costs, PLAIN))
    return [
        Row(
            "60 tests on 4 functions: wall / plain pytest",
            ratios(wall(costs[GRADE]), wall(costs[PLAIN])),
            1.4,
            1.1,
        ),
        Row(
            "60 tests on 4 functions: CPU / plain pytest",
            ratios(cpu(costs[GRADE]), cpu(costs[PLAIN])),
            2.1,
            1.6,
        ),
        Row("CPU of a further test, above plain pytest", [further], 3, 1.5, "ms"),
        Row(
            "CPU of grade calcudoku / grade kenken",
            ratios(graded["calcudoku"], graded["kenken"]),
            1.8,
            1.5,
        ),
        *(
            Row(
                f"CPU of grade {name} / (own work + plain pytest)",
                ratios(graded[name], needed(costs, work, name)),
                2,
                1.5,
            )
            for name in REFERENCES
        ),
        Row("check --part, wall", wall(costs["check"]), 0.2, 0.12, "s"),
        Row("peak memory of judge + fork server", memory, 80, 60, "MiB"),
    ]


def print_details(costs: Costs, work: Work, tests: Mapping[str, int]) -> None:
    """Print the median seconds that the ratios are made of."""
    for label in (GRADE, PLAIN):
        taken = statistics.median(wall(costs[label])), statistics.median(cpu(costs[label]))
        print(f"{label + ', 60 tests':<28} wall {taken[0]:.3f} s, CPU {taken[1]:.3f} s")
    for label in (GRADE, PLAIN):
        curve = growth(costs, label)
        points = ", ".join(f"{number}: {seconds:.2f} s" for number, seconds in curve.items())
        print(f"{label + ', CPU':<28} {slope(curve):.2f} ms a test ({points})")
    print(f"\n{'CPU seconds':<12}{'tests':>6}{'grade':>8}{'plain pytest':>14}", end="")
    print(f"{'calls':>8}{'programs':>10}{'suites':>8}")
    for name in REFERENCES:
        seconds = [statistics.median(cpu(costs[f"{label} {name}"])) for label in (GRADE, PLAIN)]
        kinds = ("call", "run", "run_tests")
        own = [statistics.median(one[kind] for one in work[name]) for kind in kinds]
        print(f"{name:<12}{tests[name]:>6}{seconds[0]:>8.2f}{seconds[1]:>14.2f}", end="")
        print(f"{own[0]:>8.2f}{own[1]:>10.2f}{own[2]:>8.2f}")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    costs, work, memory, tests = measure(rounds)
    table = rows(costs, work, memory)
    print(f"{rounds} rounds\n")
    print_table(table)
    print()
    print_details(costs, work, tests)
    try:
        plot({label: growth(costs, label) for label in (GRADE, PLAIN)})
    except ModuleNotFoundError:
        print(f"\n{PLOT.name} is not drawn: pip install -r benchmarks/requirements.txt")
    sys.exit(any(row.median > row.must for row in table))


if __name__ == "__main__":
    main()

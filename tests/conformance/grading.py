"""Many small assignments in one kit: the verdicts of plain pytest and of the autograder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.conftest import ROOT, run_autograder
from tests.judge.own_kit import ASSIGNMENT, write_kit

NAME = re.compile(r"\bown\b")
PART = '[[part]]\nname = "{name}"\nfile = "{name}.py"\npoints = {points}\n'
PLAIN = (
    *("-q", "-p", "no:cacheprovider", "-p", "tests.conformance.plain", "-c", os.devnull),
    *("--rootdir", ".", "--tb", "line", "--assert", "plain", "--continue-on-collection-errors"),
)
MAY_CHANGE = 'arguments = "may change"\n'


@dataclass(frozen=True)
class Small:
    """An assignment with one module, `own`: its solution, a submission and the tests."""

    solution: str
    submission: str
    tests: str
    may_change: bool = False


@dataclass
class Facts:
    """What a test did under plain pytest, and the autograder's verdict on it."""

    name: str
    outcome: str = "failed"
    says: str = ""
    changed: bool = False
    kinds: list[str] = field(default_factory=list)
    may_change: bool = False
    solution: Facts | None = None
    graded: str = ""
    message: str = ""

    @property
    def agrees(self) -> bool:
        """Is the verdict plain pytest's? Where calls may not change arguments, it fails those."""
        expected = self.outcome == "passed" and (self.may_change or not self.changed)
        return expected == (self.graded == "pass")

    @property
    def is_sound(self) -> bool:
        """Does the solution pass the test?"""
        return self.solution is None or self.solution.outcome == "passed"


def difference(facts: Facts) -> str:
    """Return how a verdict differs from plain pytest's; "" if it does not, or a rule says why."""
    if facts.agrees or not facts.is_sound:
        return ""
    if facts.graded == "pass":
        return f"passes, but {'an argument was changed' if facts.changed else facts.says[-300:]}"
    if facts.solution and facts.kinds != facts.solution.kinds:
        return ""  # Calls returned objects of other classes than those of the solution.
    return f"{facts.graded or 'not graded'}: {facts.message}"


def verdicts(smalls: Sequence[Small], provided: str) -> list[list[Facts]]:
    """Return the facts of the tests of each assignment."""
    found: list[list[Facts]] = [[] for _ in smalls]
    for setting in (False, True):
        chosen = [n for n, each in enumerate(smalls) if each.may_change is setting]
        facts = of_kit([smalls[n] for n in chosen], provided)
        for n, each in zip(chosen, facts, strict=True):
            found[n] = each
    return found


def of_kit(smalls: Sequence[Small], provided: str) -> list[list[Facts]]:
    """Return the facts of assignments with the same settings; one may end the grading of all."""
    if not smalls:
        return []
    with tempfile.TemporaryDirectory(prefix="conformance-") as folder:
        write(Path(folder), smalls, provided)
        found, is_graded = run(Path(folder), smalls)
    if is_graded or len(smalls) == 1:
        return found
    middle = len(smalls) // 2
    halves = smalls[:middle], smalls[middle:]
    return [facts for half in halves for facts in of_kit(half, provided)]


def write(kit: Path, smalls: Sequence[Small], provided: str) -> None:
    names = [f"own{number}" for number in range(len(smalls))]
    points = [round(100 / len(names), 9)] * len(names)
    parts = "".join(map(lambda n, p: PART.format(name=n, points=p), names, points))
    files = ", ".join(f'"{name}.py"' for name in names)
    head = f'title = "Own"\nfiles = [{files}]\nprovided = ["provided.py"]\ntypes = "provided.py"\n'
    head += MAY_CHANGE if smalls[0].may_change else ""
    made = {f"{ASSIGNMENT}/assignment.toml": head + parts}
    for folder in ("reference/own", "starter/own", "work"):
        made[f"{folder}/provided.py"] = provided
    for name, small in zip(names, smalls, strict=True):
        solution, submission, tests = (
            NAME.sub(name, text) for text in (small.solution, small.submission, small.tests)
        )
        made |= {f"{folder}/own/{name}.py": solution for folder in ("reference", "starter")}
        made |= {f"work/{name}.py": submission, f"{ASSIGNMENT}/tests/test_{name}.py": tests}
    write_kit(kit, made)


def run(kit: Path, smalls: Sequence[Small]) -> tuple[list[list[Facts]], bool]:
    """Return the facts of a kit's tests, and whether it could be graded.

    The tests are run with the solution where the verdicts on the submission differ.
    """
    running = plain(kit, kit / "work", [])
    graded, refusal = grade(kit)
    found: list[list[Facts]] = [[] for _ in smalls]
    ran = records(running)
    for part, test in ran | graded:  # A submission may end plain pytest.
        facts = Facts(test, may_change=smalls[0].may_change, **ran.get((part, test), {}))
        facts.graded, facts.message = graded.get((part, test), ("", refusal))
        found[part].append(facts)
    differing = [n for n, facts in enumerate(found) if any(not each.agrees for each in facts)]
    if differing:
        files = [f"test_own{number}.py" for number in differing]
        solution = records(plain(kit, kit / "reference/own", files))
        for part in differing:
            for facts in found[part]:
                facts.solution = Facts(facts.name, **solution.get((part, facts.name), {}))
    return found, not refusal


def plain(kit: Path, modules: Path, files: Sequence[str]) -> tuple[subprocess.Popen[str], Path]:
    """Start plain pytest on the kit's tests with modules on its path."""
    facts = kit / f"{modules.name}.jsonl"
    path = os.pathsep.join(map(str, (modules, ROOT)))
    command = [sys.executable, "-B", "-m", "pytest", *PLAIN, *(files or ["."])]
    facts.touch()
    environment = {**os.environ, "PYTHONPATH": path, "FACTS": str(facts)}
    process = subprocess.Popen(
        command,
        cwd=kit / ASSIGNMENT / "tests",
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return process, facts


def records(running: tuple[subprocess.Popen[str], Path]) -> dict[tuple[int, str], dict[str, Any]]:
    process, facts = running
    said, _ = process.communicate(timeout=600)
    assert facts.stat().st_size or process.returncode != 0, said
    found = {}
    for line in facts.read_text(encoding="utf-8").splitlines():
        test, record = json.loads(line)
        file, _, name = test.partition("::")
        found[int(re.findall(r"\d+", file)[0]), name] = record
    return found


def grade(kit: Path) -> tuple[dict[tuple[int, str], tuple[str, str]], str]:
    """Return the outcome and the message of each test, or why there are none."""
    ran = run_autograder("grade", "own", kit / "work", "--kit", kit, "--json", "-")
    found = {
        (int(part["name"].removeprefix("own")), test["name"]): (
            test["outcome"],
            (test["detail"] or {}).get("message", ""),
        )
        for part in (json.loads(ran.out)["parts"] if ran.out else [])
        for test in part["tests"]
    }
    return found, "" if ran.out else ran.err

"""What the reference needs of the time limits, measured and written into assignment.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from autograder.assignment import AssignmentError, load
from autograder.authoring.limits import Meter, cost_table, measure, with_reference_seconds
from tests.conftest import copy_kit, run_autograder

TOML = """\
title = "Two"

[[part]]
name = "one"
points = 50

[[part]]
name = "two"
points = 50
reference_seconds = 0.01

[[by_hand]]
name = "one"
points = 0
"""


def needs(toml: str) -> list[float | None]:
    return [part.get("reference_seconds") for part in tomllib.loads(toml)["part"]]


def test_needs_are_written_into_their_parts() -> None:
    """One that is there stays within a factor of 2."""
    assert with_reference_seconds(TOML, {"two": 0.0199}) == TOML
    written = with_reference_seconds(TOML, {"one": 0.0021, "two": 0.0211})
    assert needs(written) == [0.0021, 0.022]
    assert written.replace("reference_seconds = 0.0021\n", "").replace("0.022", "0.01") == TOML


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return copy_kit("functions", tmp_path)


def test_command_measures_and_writes(kit: Path) -> None:
    """Also a reference that exceeds the limits that a faster machine has noted."""
    toml = kit / "autograder/assignments/functions/assignment.toml"
    old = toml.read_text().replace('file = "', 'reference_seconds = 0.001\nfile = "', 1)
    toml.write_text(old.replace("call_seconds = 1", "call_seconds = 4"))
    with (kit / "reference/functions/functions.py").open("a") as reference:
        reference.write("\n\nimport time\n_add = add\n\n\ndef add(a, b):\n")
        reference.write("    while a == 3 and time.process_time() < 0.3:\n        pass\n")
        reference.write("    return _add(a, b)\n")
    ran = run_autograder("limits", "functions", "--measure", "--kit", kit)
    assert (ran.status, ran.err) == (0, "")
    first, *others = needs(toml.read_text())
    assert 0.25 < (first or 0) < 1
    assert all(0 < (seconds or 0) < 0.1 for seconds in others)


def test_worst_case_has_the_limits_that_shrink(kit: Path) -> None:
    """Each of four functions: all of the limit once, then twice 100 times its need, then least."""
    toml = kit / "autograder/assignments/functions/assignment.toml"
    toml.write_text(
        toml.read_text()
        .replace("call_seconds = 1", "")
        .replace(
            'name = "functions"',
            """
name = "functions"
reference_seconds = 0.004""",
        )
    )
    meter = Meter()
    meter.requests["functions"] = [0.004] * 20
    lines, _ = cost_table(load("functions", kit), meter)
    assert lines[1:] == [
        "functions                       20    0.0040 s    0.5 s        5.6 s",
        "If every call looped endlessly, grading would take 5.6 s.",
    ]  # 4 * 0.5 + 8 * 0.4 + 8 * 0.05


def test_reference_that_is_missing_or_fails_is_not_measured(kit: Path) -> None:
    reference = kit / "reference/functions/functions.py"
    text = reference.read_text(encoding="utf-8")
    reference.unlink()
    with pytest.raises(AssignmentError, match="there is no reference to measure"):
        measure(load("functions", kit))
    reference.write_text(text.replace("return a + b", "return a"))
    ran = run_autograder("limits", "functions", "--measure", "--kit", kit)
    says = f"to see why, run autograder verify functions --kit {kit}"
    message = f"{reference.parent}: the tests of functions do not pass; {says}"
    assert (ran.status, ran.err) == (2, f"autograder: {message}\n")

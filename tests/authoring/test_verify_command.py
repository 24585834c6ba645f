"""The command `autograder verify`: what it prints, its exit status, and signals."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.authoring.sound_kit import put
from tests.conftest import Start, descendants, run_autograder, runs, wait_for

FOLDER = "autograder/assignments/double"
HIDDEN = f"{FOLDER}/hidden"


def test_command_prints_a_line_for_each_finding(kit: Path) -> None:
    """Those that block a release come first. A reference that loses points is graded once."""
    (kit / FOLDER / "hidden/test_program.py").unlink()
    (kit / "expected/double/secret/ten.out").unlink()
    put(kit / "expected/double/sample/two.out", "5\n")
    ran = run_autograder("verify", "double", "--kit", kit)
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.splitlines() == [
        f"expected/double/sample/two.out: differs from what would be written; run autograder "
        f"expected double --kit {kit} and read what changed",
        f"expected/double/secret/ten.out: missing; run autograder expected double --kit {kit} "
        "and read what changed",
        "inputs/double/secret: no test runs ten; let a test in hidden/ take the argument `case`, "
        "or remove it",
        "reference/double: does not score full marks: program, 1 of 1 tests fails "
        "(test_prints[two], wrong: double.py printed wrong output); correct the reference, or the "
        f"test or case; to see why, run autograder grade double {kit}/reference/double --kit {kit}",
        f"advice: {HIDDEN}: no hidden tests for program, so students have every test; "
        "write test_PART.py",
        "double: 4 findings, 1 line of advice",
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_signal_ends_it_at_once(start: Start, sound: Path, temporary: Path) -> None:
    """With all its processes. The next grading removes their temporary folders."""
    verifying = start("verify", "--kit", sound)
    wait_for(lambda: any(temporary.glob("cagework-*")))
    processes = descendants(verifying.pid)
    os.kill(verifying.pid, signal.SIGINT)
    assert verifying.communicate(timeout=30) == ("", "\n")
    assert verifying.returncode == 130
    wait_for(lambda: not any(map(runs, processes)))

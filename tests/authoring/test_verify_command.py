"""The command `autograder verify`: what it prints, its exit status, and signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.authoring.sound_kit import make_sound_kit, put
from tests.cli.test_signals import processes_of
from tests.conftest import ROOT, run_autograder, running, wait_for

FOLDER = "autograder/assignments/double"
HIDDEN = f"{FOLDER}/hidden"
finds_processes = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_sound_kit(tmp_path_factory.mktemp("sound")).kit


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return make_sound_kit(tmp_path / "kit").kit


def test_command_finds_nothing_in_a_sound_kit(sound: Path) -> None:
    ran = run_autograder("verify", "--kit", sound)
    assert (ran.status, ran.out, ran.err) == (0, "double: no findings\n", "")


def test_assignment_that_is_named_twice(sound: Path) -> None:
    ran = run_autograder("verify", "double", "double", "--kit", sound)
    assert (ran.status, ran.out, ran.err) == (0, "double: no findings\n", "")


def test_command_prints_a_line_for_each_finding(kit: Path) -> None:
    """A reference that loses points is not graded again, and neither are chaffs."""
    (kit / FOLDER / "hidden/test_program.py").unlink()
    (kit / "expected/double/secret/ten.out").unlink()
    put(kit / "expected/double/sample/two.out", "5\n")
    ran = run_autograder("verify", "double", "--kit", kit)
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.splitlines() == [
        f"{HIDDEN}/test_program.py: missing: the part program has no hidden tests; write the file",
        f"expected/double/sample/two.out: differs from what would be written; run autograder "
        f"expected double --kit {kit} and read what changed",
        f"expected/double/secret/ten.out: missing; run autograder expected double --kit {kit} "
        "and read what changed",
        "inputs/double/secret: no test in autograder/assignments/double/hidden has a `case` "
        "argument, so these cases test nothing; write such a test, or remove the cases",
        "reference/double: does not score full marks: program, 1 of 1 tests fails "
        "(test_prints[two], wrong: double.py printed wrong output); correct the reference, or the "
        f"test or case; to see why, run autograder grade double {kit}/reference/double --kit {kit}",
        "double: 5 findings",
    ]


def test_name_of_no_assignment(sound: Path) -> None:
    ran = run_autograder("verify", "nothing", "--kit", sound)
    message = f"autograder: no assignment 'nothing' in {sound}; there are: double\n"
    assert (ran.status, ran.out, ran.err) == (2, "", message)


@pytest.fixture
def verifying(sound: Path, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The command, when its processes have begun to grade."""
    command = [sys.executable, "-m", "autograder", "verify", "--kit", str(sound)]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    pipes = {"stdout": PIPE, "stderr": PIPE, "text": True}
    with running(command, cwd=ROOT, env=environment, start_new_session=True, **pipes) as process:
        wait_for(lambda: any(tmp_path.glob("cagework-*")))
        yield process


@finds_processes
@pytest.mark.parametrize("group", [False, True])
def test_signal_ends_it_at_once(
    verifying: subprocess.Popen[str], tmp_path: Path, group: bool
) -> None:
    """With all its processes, and with their temporary folders."""
    (os.killpg if group else os.kill)(verifying.pid, signal.SIGINT)
    assert verifying.communicate(timeout=30) == ("", "\n")
    assert verifying.returncode == 130
    assert not any(tmp_path.glob("cagework-*"))
    wait_for(lambda: not processes_of(verifying.pid))


@finds_processes
def test_its_processes_end_when_it_is_killed(verifying: subprocess.Popen[str]) -> None:
    verifying.kill()
    wait_for(lambda: not processes_of(verifying.pid))


@finds_processes
def test_its_processes_are_killed(verifying: subprocess.Popen[str]) -> None:
    """By a system that has run out of memory."""
    for pid in processes_of(verifying.pid):
        if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text():
            os.kill(pid, signal.SIGKILL)
    _, err = verifying.communicate(timeout=30)
    assert err == (
        "autograder: the grader failed, not the submission: one of its processes has ended, "
        "perhaps because this machine ran out of memory; run it again\n"
    )
    assert verifying.returncode == 3

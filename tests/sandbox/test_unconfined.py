"""Without confinement: what is refused, what is reported, and what still works."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from autograder.sandbox.files import run_program
from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.spawn import SpawnBackend
from tests.conftest import KITS, run_autograder, run_unprotected

KIT = KITS / "functions"
NOT_CONFINED = (
    "NOT CONFINED: the submission ran with full access to your files and to the grader; "
    "fine for your own code, but not for grading.\n"
)
TRIED = "linux: submissions can be confined only on Linux"


RIGHT_FUNCTIONS = ("functions", KIT / "reference/functions", "--kit", KIT)


def test_check_runs_unconfined_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "kenken.py").write_text("1 / 0\n")
    ran = run_unprotected("check", "kenken", tmp_path)
    assert ran.status == 1
    assert ran.out.startswith(f"kenken: {tmp_path}\n{NOT_CONFINED}")
    assert "ZeroDivisionError" in ran.out


def test_grade_refuses_what_it_cannot_confine(tmp_path: Path) -> None:
    """No line of it runs."""
    (tmp_path / "functions.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    ran = run_unprotected("grade", "functions", tmp_path, "--kit", KIT)
    assert (ran.status, ran.out) == (3, "")
    assert ran.err == (
        f"autograder: nothing was graded: submissions cannot be confined here ({TRIED}); "
        "run autograder doctor to see what would help, "
        "or grade anyway with --allow-unconfined\n"
    )
    assert not (tmp_path / "ran").exists()


def test_unconfined_grading_warns_and_is_reported(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    ran = run_unprotected("grade", *RIGHT_FUNCTIONS, "--allow-unconfined", "--json", report)
    assert (ran.status, ran.err) == (0, f"wrote the report to {report}\n")
    assert NOT_CONFINED in ran.out
    confinement = json.loads(report.read_text(encoding="utf-8"))["confinement"]
    assert confinement == {"files": "none", "system_calls": "none", "user": "none"}


def test_permission_to_grade_unconfined_confines_where_it_can() -> None:
    ran = run_autograder("grade", *RIGHT_FUNCTIONS, "--allow-unconfined", "--json", "-")
    assert ran.err == ""
    assert json.loads(ran.out)["confinement"]["system_calls"] == "seccomp"


def test_python_that_starts_slowly_costs_a_program_no_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows, a virus scanner may make it take seconds."""
    slow, box = tmp_path / "python", tmp_path / "box"
    slow.write_text(f'#!/bin/sh\nsleep 2\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    slow.chmod(0o755)
    box.mkdir()
    (box / "own.py").write_text("print(6 * 7)\n", encoding="utf-8")
    monkeypatch.setattr(sys, "executable", str(slow))
    with Sandbox(box, required=False, backend=SpawnBackend) as sandbox:
        response = run_program(sandbox.worker(spare=False), "own.py", 0.25)
    assert (response.kind, response.printed) == (ResponseKind.VALUE, "42\n")


def test_calls_start_no_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[threading.Thread] = []
    start = threading.Thread.start

    def noting(thread: threading.Thread) -> None:
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", noting)
    (tmp_path / "own.py").write_text("def f(n): return n\n", encoding="utf-8")
    with Sandbox(tmp_path, required=False, backend=SpawnBackend) as sandbox:
        worker = sandbox.worker("own", 10, spare=False)
        worker.load()
        assert [worker.call("f", [n], 10).value for n in range(20)] == [*range(20)]
        worker.close()
    assert len(started) == 3
    assert not any(thread.is_alive() for thread in started)


IN_A_BROWSER = """
import sys
hooks = []
sys.addaudithook(lambda event, _: hooks.append(event) if event == "sys.addaudithook" else None)
from autograder.sandbox.backend import Settings
from autograder.sandbox.inline import InlineBackend
for _ in range(3):
    InlineBackend(Settings(".", "", 0, required=False))
print(len(hooks))
"""


def test_gradings_in_a_browser_share_an_audit_hook() -> None:
    ran = subprocess.run([sys.executable, "-c", IN_A_BROWSER], capture_output=True, check=True)
    assert ran.stdout == b"1\n"

"""A cluster of separate processes with TLS: a worker and then the scheduler are killed."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.in_process import run_main
from tests.conftest import KITS, ROOT, copy_kit, run_autograder, wait_for

pytest.importorskip("distributed")
if not shutil.which("openssl") or not sys.platform.startswith("linux"):
    pytest.skip("certificates are made with openssl", allow_module_level=True)

REFERENCE = (KITS / "functions/reference/functions/functions.py").read_text(encoding="utf-8")
WAITS = "import time\n\ndef add(a, b):\n    time.sleep(0.2)\n    return a + b\n"
CLASS = {"ada": REFERENCE, "bob": WAITS, "cy": WAITS, "di": "def add(a, b):\n    return a\n"}
OPENSSL = (
    *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
    *("-nodes", "-subj", "/CN=cluster", "-days", "2"),
)
TLS = "DASK_DISTRIBUTED__COMM__TLS__"


class ClusterProcesses:
    """A scheduler and its workers, started in a folder that has a kit and a class."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        key, certificate = folder / "key.pem", folder / "certificate.pem"
        files = ["-keyout", str(key), "-out", str(certificate)]
        subprocess.run([*OPENSSL, *files], check=True, capture_output=True)
        self.environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.environment[f"{TLS}CA_FILE"] = str(certificate)
        for role in ("SCHEDULER", "WORKER", "CLIENT"):
            self.environment[f"{TLS}{role}__CERT"] = str(certificate)
            self.environment[f"{TLS}{role}__KEY"] = str(key)
        self.started: list[subprocess.Popen[str]] = []
        self.file, self.log = folder / "scheduler.json", folder / "log"
        options = ["--protocol", "tls", "--host", "127.0.0.1", "--port", "0", "--no-jupyter"]
        self.scheduler = self.start("dask_scheduler", *options)
        wait_for(self.file.exists)
        wait_for(lambda: self.file.read_text().endswith("}"))
        self.address = str(json.loads(self.file.read_text())["address"])

    def start(self, program: str, *options: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *options, "--no-dashboard"]
        return self._run([*command, "--scheduler-file", str(self.file)])

    def start_worker(self) -> subprocess.Popen[str]:
        options = ("--no-nanny", "--nthreads", "1", "--memory-limit", "0")
        return self.start("dask_worker", *options)

    def wait_for_workers(self, number: int) -> None:
        wait_for(lambda: self.log.read_text().count("Register worker") >= number)

    def run_course(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "autograder", "course", *arguments]
        return self._run([*command, "--scheduler", self.address])

    def grade(self, results: str) -> subprocess.Popen[str]:
        return self.run_course(*arguments(results))

    def _run(self, command: list[str]) -> subprocess.Popen[str]:
        with self.log.open("a") as log:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=self.environment,
                stdout=subprocess.PIPE if "regrade" in command else log,
                stderr=subprocess.PIPE if "autograder" in command else log,
                text=True,
            )
        self.started.append(process)
        return process

    def close(self) -> None:
        for process in self.started:
            process.kill()
            process.communicate(timeout=120)


def arguments(results: str) -> list[str]:
    return ["grade", "functions", "class", "--kit", "kit", "--to", results]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[ClusterProcesses]:
    copy_kit("functions", tmp_path / "kit")
    (tmp_path / "class").mkdir()
    for name, text in CLASS.items():
        (tmp_path / "class" / f"{name}.py").write_text(text)
    processes = ClusterProcesses(tmp_path)
    yield processes
    processes.close()


def graded(path: Path) -> list[str]:
    """Return the students with a score, in the order of grading."""
    if not path.exists():
        return []
    with closing(sqlite3.connect(path)) as file:
        try:
            rows = file.execute(
                "SELECT student, score FROM history WHERE status = 'graded' ORDER BY grading"
            )
            return [student for student, _ in rows]
        except sqlite3.OperationalError:  # The tables are not there yet.
            return []


@pytest.mark.nightly
def test_worker_and_scheduler_are_killed(cluster: ClusterProcesses) -> None:
    """The gradebook stays the same; what was graded is not graded again before the tests change."""
    workers = [cluster.start_worker(), cluster.start_worker()]
    cluster.wait_for_workers(2)
    first, second = (cluster.folder / name for name in ("first.sqlite", "second.sqlite"))

    command = cluster.grade(first.name)
    wait_for(lambda: graded(first))
    workers[0].kill()
    _, err = command.communicate(timeout=120)
    assert command.returncode == 0, err
    assert sorted(graded(first)) == sorted(CLASS)

    tests = cluster.folder / "kit/autograder/assignments/functions/tests/test_functions.py"
    tests.write_text(tests.read_text(encoding="utf-8").replace("== 2 + i", "== i"))
    command = cluster.run_course("regrade", first.name, "--kit", "kit")
    out, err = command.communicate(timeout=120)
    assert command.returncode == 0, err
    assert "ada: 60 of 60 → 45 of 60\n  functions: add gives the sum: " in out
    assert out.endswith("graded again: 4\n")

    command = cluster.grade(second.name)
    wait_for(lambda: graded(second))
    cluster.scheduler.kill()
    _, err = command.communicate(timeout=120)
    assert command.returncode == 2, err
    assert err.splitlines()[-1] == (
        f"autograder: {cluster.address}: the connection to the scheduler is lost; "
        "what is graded is saved; run the same command again to continue"
    )
    assert 0 < len(graded(second)) < len(CLASS)
    assert run_autograder("course", *arguments(second.name), cwd=cluster.folder).status == 0
    books = [run_main("course", "gradebook", path).out for path in (first, second)]
    assert books[0] == books[1]
    scores = [row["score"] for row in csv.DictReader(io.StringIO(books[0]))]
    assert scores == ["45", "0", "0", "15"]

"""A cluster of separate processes with TLS: a worker and then the scheduler are killed."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.in_process import run_main
from tests.conftest import KITS, ROOT, Start, copy_kit, run_autograder, running, wait_for
from tests.course.stub import saved_scores

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


SCHEDULER = ("--protocol", "tls", "--host", "127.0.0.1", "--port", "0", "--no-jupyter")
WORKER = ("--no-nanny", "--nthreads", "1", "--memory-limit", "0")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a kit, a class, and the certificates that dask's settings name."""
    copy_kit("functions", tmp_path / "kit")
    (tmp_path / "class").mkdir()
    for name, text in CLASS.items():
        (tmp_path / "class" / f"{name}.py").write_text(text)
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    files = ["-keyout", key, "-out", certificate]
    subprocess.run([*OPENSSL, *files], check=True, capture_output=True)
    monkeypatch.setenv(f"{TLS}CA_FILE", certificate)
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        monkeypatch.setenv(f"{TLS}{role}__CERT", certificate)
        monkeypatch.setenv(f"{TLS}{role}__KEY", key)
    return tmp_path


@contextmanager
def dask(program: str, folder: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", f"distributed.cli.{program}", *options, "--no-dashboard"]
    command += ["--scheduler-file", str(folder / "scheduler.json")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (
        (folder / f"{program}.log").open("a") as log,
        running(command, cwd=folder, env=environment, stdout=log, stderr=log) as process,
    ):
        yield process


@pytest.mark.nightly
def test_worker_and_scheduler_are_killed(folder: Path, start: Start) -> None:
    """The gradebook stays the same; what was graded is not graded again before the tests change."""
    file, log = folder / "scheduler.json", folder / "dask_scheduler.log"
    with dask("dask_scheduler", folder, *SCHEDULER) as scheduler:
        wait_for(lambda: file.exists() and file.read_text().endswith("}"))
        workers = dask("dask_worker", folder, *WORKER), dask("dask_worker", folder, *WORKER)
        with workers[0] as worker, workers[1]:
            wait_for(lambda: log.read_text().count("Register worker") >= 2)
            check_cluster(folder, start, worker, scheduler)


def check_cluster(
    folder: Path, start: Start, worker: subprocess.Popen[str], scheduler: subprocess.Popen[str]
) -> None:
    address = str(json.loads((folder / "scheduler.json").read_text())["address"])
    there = ("--scheduler", address)
    first, second = folder / "first.sqlite", folder / "second.sqlite"

    command = start("course", *arguments(first.name), *there, cwd=folder)
    wait_for(lambda: saved_scores(first))
    worker.kill()
    _, err = command.communicate(timeout=120)
    assert command.returncode == 0, err
    assert [student for student, _ in saved_scores(first)] == sorted(CLASS)

    tests = folder / "kit/autograder/assignments/functions/tests/test_functions.py"
    tests.write_text(tests.read_text(encoding="utf-8").replace("== 2 + i", "== i"))
    command = start("course", "regrade", first.name, "--kit", "kit", *there, cwd=folder)
    out, err = command.communicate(timeout=120)
    assert command.returncode == 0, err
    assert "ada: 60 of 60 → 45 of 60\n" in out
    assert out.endswith("graded again: 4\n")

    command = start("course", *arguments(second.name), *there, cwd=folder)
    wait_for(lambda: saved_scores(second))
    scheduler.kill()
    _, err = command.communicate(timeout=120)
    assert command.returncode == 2, err
    assert err.splitlines()[-1] == (
        f"autograder: {address}: the connection to the scheduler is lost; "
        "what is graded is saved; run the same command again to continue"
    )
    assert 0 < len(saved_scores(second)) < len(CLASS)
    assert run_autograder("course", *arguments(second.name), cwd=folder).status == 0
    books = [run_main("course", "gradebook", path).out for path in (first, second)]
    assert books[0] == books[1]
    scores = [row["score"] for row in csv.DictReader(io.StringIO(books[0]))]
    assert scores == ["45", "0", "0", "15"]


def arguments(results: str) -> list[str]:
    return ["grade", "functions", "class", "--kit", "kit", "--to", results]

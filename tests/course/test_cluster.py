"""A cluster: which workers may grade, and what happens when they or the scheduler go away."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import ClassVar

import pytest

from autograder.assignment import load
from autograder.course import cluster, cluster_worker
from autograder.course.cluster import Cluster, cluster_executor, connected
from autograder.course.cluster_worker import (
    ExpectedKit,
    Refusal,
    expected_kit,
    grade_on_worker,
    reason_to_refuse,
)
from autograder.course.errors import CourseError
from autograder.course.grading import GradingTask, failed
from autograder.judge.request import ChosenTests
from autograder.report import GraderError
from autograder.sandbox.backend import SandboxError
from tests.conftest import copy_kit
from tests.course.stub import STUB, origin

TASK = GradingTask("ada", Path("kit"), "stub", {"a.py": b"1"}, {})
GRADED = failed(origin(TASK), "graded")
EXPECTED = ExpectedKit(Path("kit"), "stub", "kit 1", "tests 1")
GONE = OSError("the worker is gone")


class FakeClient:
    """A cluster: the answer of each worker to being asked, and then to each task, in order."""

    def __init__(self, asked: dict[str, object], *answers: object) -> None:
        self.asked = asked
        self.answers = list(answers)
        self.sent_to: list[list[str]] = []

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.asked, 1)

    def run(self, *_: object, workers: list[str], **__: object) -> dict[str, object]:
        return {worker: self.asked[worker] for worker in workers}

    def submit(self, *_: object, workers: list[str], **__: object) -> SimpleNamespace:
        self.sent_to.append(workers)
        answer = self.answers.pop(0)

        def result(timeout: float) -> object:  # noqa: ARG001
            if isinstance(answer, Exception) and not isinstance(answer, GraderError):
                if isinstance(answer, TimeoutError):
                    for worker in workers:
                        del self.asked[worker]
                    self.asked["another"] = ""
                raise answer
            return answer

        return SimpleNamespace(result=result, done=lambda: False)


def fake_cluster(client: FakeClient) -> tuple[Cluster, list[str]]:
    shown: list[str] = []
    return Cluster(client, "tcp://there", EXPECTED, shown.append), shown


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WORKER_SECONDS", 0)
    monkeypatch.setattr("time.sleep", lambda _: None)


def test_worker_that_refuses_gets_no_further_task() -> None:
    """Neither one that refuses when it is asked, nor one that refuses its first task."""
    client = FakeClient({"a": "", "b": "another kit", "c": ""}, Refusal("c", "no"), GRADED, GRADED)
    made, shown = fake_cluster(client)
    assert [made.grade(TASK), made.grade(TASK)] == [GRADED, GRADED]
    assert client.sent_to == [["a", "c"], ["a"], ["a"]]
    assert shown == ["b refuses to grade: another kit", "c refuses to grade: no"]


def test_worker_without_autograder_is_not_used() -> None:
    missing = ModuleNotFoundError("No module named 'autograder'")
    made, shown = fake_cluster(FakeClient({"a": missing, "b": GONE, "c": ""}, GRADED))
    assert made.usable_workers() == ["c"]
    assert shown == [
        "a refuses to grade: it cannot load autograder "
        "(ModuleNotFoundError: No module named 'autograder'); install the same version"
    ]


NONE_LEFT: dict[str, tuple[dict[str, object], str]] = {
    "all refuse": ({"a": "no"}, r"tcp://there: every worker refuses; what is graded is saved"),
    "none is there": ({}, "tcp://there: has no worker; start one"),
    "none answers": ({"a": GONE}, "tcp://there: has no worker; start one"),
}


@pytest.mark.parametrize(("asked", "message"), NONE_LEFT.values(), ids=NONE_LEFT)
def test_no_worker_is_left(asked: dict[str, object], message: str) -> None:
    with pytest.raises(CourseError, match=message):
        fake_cluster(FakeClient(asked))[0].grade(TASK)


def test_task_is_sent_again_when_its_workers_are_gone() -> None:
    client = FakeClient({"a": ""}, TimeoutError(), GRADED)
    assert fake_cluster(client)[0].grade(TASK) == GRADED
    assert client.sent_to == [["a"], ["another"]]


def test_failures_of_a_task() -> None:
    distributed = pytest.importorskip("distributed")
    killed = distributed.KilledWorker.__new__(distributed.KilledWorker)
    environments = RuntimeError("Error during deserialization of the task graph.")
    answers = killed, environments, GONE, GraderError("no result")
    made, _ = fake_cluster(FakeClient({"a": ""}, *answers))
    with pytest.raises(GraderError, match="every worker that graded it has died"):
        made.grade(TASK)
    with pytest.raises(CourseError, match="install the same version of autograder where it runs"):
        made.grade(TASK)
    with pytest.raises(CourseError, match=r"tcp://there: the connection to the scheduler is lost"):
        made.grade(TASK)
    with pytest.raises(GraderError, match="no result"):
        made.grade(TASK)


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return copy_kit("functions", tmp_path / "kit")


def test_reasons_to_refuse(kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = expected_kit(load("functions", kit))
    assert reason_to_refuse(expected) == ""
    engine = replace(expected, kit_hash="another")
    assert reason_to_refuse(engine).startswith("its autograder is another version")
    other = copy_kit("functions", tmp_path / "other")
    monkeypatch.setenv("AUTOGRADER_KIT", str(other))
    assert reason_to_refuse(expected) == ""
    (other / "autograder/assignments/functions/tests/new.py").write_text("")
    assert reason_to_refuse(expected) == (
        f"{other}: the files of functions are not the same; copy the kit again"
    )
    monkeypatch.setenv("AUTOGRADER_KIT", str(tmp_path))
    reason = reason_to_refuse(expected)
    assert reason.startswith(f"{tmp_path}: no assignments here")
    assert reason.endswith("; AUTOGRADER_KIT can name its kit")


class FakeServer:
    """A worker's server, with the same answer for all tasks."""

    answer: object = GRADED
    started: ClassVar[list[FakeServer]] = []

    def __init__(self, tests: ChosenTests) -> None:
        self.tests, self.closed = tests, False
        FakeServer.started.append(self)

    def close(self) -> None:
        self.closed = True


def fake_grading(server: FakeServer, _: GradingTask) -> object:
    if isinstance(server.answer, Exception):
        raise server.answer
    return server.answer


@pytest.fixture
def grade(monkeypatch: pytest.MonkeyPatch, kit: Path) -> Callable[..., object]:
    """Return a function that grades on a worker, where this is what comes of it."""
    distributed = ModuleType("distributed")
    distributed.__dict__["get_worker"] = lambda: SimpleNamespace(address="tcp://worker")
    monkeypatch.setitem(sys.modules, "distributed", distributed)
    monkeypatch.setattr(cluster_worker, "GradingServer", FakeServer)
    monkeypatch.setattr(cluster_worker, "grade_task", fake_grading)
    monkeypatch.setattr(cluster_worker, "_servers", cluster_worker._Servers())
    monkeypatch.setattr(cluster_worker, "reason_to_refuse", lambda expected: expected.kit_hash)
    monkeypatch.setattr(FakeServer, "started", [])

    def with_answer(answer: object, reason: str = "", tests: str = "") -> object:
        monkeypatch.setattr(FakeServer, "answer", answer)
        task = replace(TASK, assignment="functions", tests=tests)
        return grade_on_worker(task, replace(EXPECTED, kit=kit, kit_hash=reason))

    return with_answer


def test_worker_refuses_its_tasks(grade: Callable[..., object]) -> None:
    unconfined = failed(origin(TASK), "no", {"landlock": "missing"})
    reason = "submissions cannot be confined on it (landlock: missing)"
    assert grade(unconfined) == Refusal("tcp://worker", reason)
    assert grade(GRADED, "another kit") == Refusal("tcp://worker", "another kit")


def test_worker_starts_another_server_when_one_is_gone(grade: Callable[..., object]) -> None:
    assert grade(GRADED) == GRADED
    assert repr(grade(SandboxError("gone"))) == repr(GraderError("gone"))
    assert grade(GRADED) == GRADED
    assert [server.closed for server in FakeServer.started] == [True, False]


def test_worker_collects_tests_again_when_they_have_changed(grade: Callable[..., object]) -> None:
    for tests in ("hash 1", "hash 1", "hash 2"):
        assert grade(GRADED, tests=tests) == GRADED
    assert [server.closed for server in FakeServer.started] == [True, False]


def test_without_distributed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    message = r"--scheduler needs the extra `cluster`: pip install 'cagework\[cluster\]'"
    with (
        pytest.raises(CourseError, match=message),
        cluster_executor("tcp://127.0.0.1:1", STUB, 1, print),
    ):
        pass


def test_without_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.1)
    message = r"tcp://127.0.0.1:1: no connection; is a scheduler running there\?"
    with pytest.raises(CourseError, match=message), connected("tcp://127.0.0.1:1"):
        pass


def test_server_that_is_not_a_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as the pages of a scheduler: it waits for the rest of a request."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        message = f"{address}: no connection; is a scheduler running there"
        with pytest.raises(CourseError, match=message), connected(address):
            pass


def test_settings_that_demand_encryption() -> None:
    pytest.importorskip("distributed")
    import dask

    message = r"tcp://127\.0\.0\.1:1: encryption required by Dask configuration.*; use tls://"
    with (
        dask.config.set({"distributed.comm.require-encryption": True}),
        pytest.raises(CourseError, match=message),
        connected("tcp://127.0.0.1:1"),
    ):
        pass


def test_tls_without_certificates() -> None:
    pytest.importorskip("distributed")
    message = r"tls://127.0.0.1:1: needs certificates: dask's settings distributed\.comm\.tls\."
    with pytest.raises(CourseError, match=message), connected("tls://127.0.0.1:1"):
        pass

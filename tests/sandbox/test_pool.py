"""Pools of workers on both backends: what workers share, see and leave behind."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.sandbox import scratch
from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.pool import Sandbox
from tests.sandbox.conftest import Load, ask, call


def test_threads_are_refused(load: Load) -> None:
    """On all systems, in all versions of Python: what passes at home passes everywhere."""
    response = ask(
        load("def f():\n    import threading\n    threading.Thread(target=print).start()\n")
    )
    assert response.kind is ResponseKind.RAISED
    assert response.exceptions[0] == "PermissionError"
    assert response.message == "graded programs may not start threads"
    assert response.stacks[0][-1].line == 3


def test_own_module_of_a_library_name(tmp_path: Path, open_sandbox: Callable[[], Sandbox]) -> None:
    (tmp_path / "queue.py").write_text("def f(): return 'own queue'\n")
    with open_sandbox() as sandbox:
        worker = sandbox.worker("queue", 1)
        assert worker.load().kind is ResponseKind.VALUE
        assert call(worker, "f", [], 1).value == "own queue"


def test_student_does_not_see_the_grader(load: Load) -> None:
    worker = load("""
        import sys
        def f():
            try:
                import autograder
            except ModuleNotFoundError:
                return [name for name in sys.modules if name.startswith("autograder")]
    """)
    assert ask(worker).value == []


def test_environment_is_clean(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "x")
    worker = load("import os\ndef f(): return sorted(os.environ)")
    assert set(ask(worker).value) <= {"LANG", "PATH", "PYTHONHASHSEED", "PYTHONUTF8", "LC_CTYPE"}


def children() -> set[str]:
    """Return the process ids of this process's children, from /proc."""
    pids: set[str] = set()
    for record in Path("/proc/self/task").glob("*/children"):
        pids.update(record.read_text().split())
    return pids


def test_no_process_and_no_pipe_is_left(
    tmp_path: Path, open_sandbox: Callable[[], Sandbox]
) -> None:
    bodies = {"value": "return 1", "exit": "os._exit(0)", "loop": "while True: pass"}
    functions = [f"def f_{name}():\n    {body}\n" for name, body in bodies.items()]
    (tmp_path / "own.py").write_text("\n".join(["import os\npid = os.getpid\n", *functions]))
    before = len(os.listdir("/proc/self/fd")), children()
    pids: list[int] = []
    with open_sandbox() as sandbox:
        for name in bodies:
            worker = sandbox.worker("own", 1)
            worker.load()
            pids.append(call(worker, "pid", [], 1).value)
            call(worker, f"f_{name}", [], 1)
            worker.close()
        assert all(pids)
    assert (len(os.listdir("/proc/self/fd")), children()) == before
    assert [pid for pid in pids if Path(f"/proc/{pid}").exists()] == []


def test_waiting_spare_is_closed_when_its_scratch_folder_is_full(
    tmp_path: Path, open_sandbox: Callable[[], Sandbox]
) -> None:
    source = "import time\n\ndef f():\n    time.sleep(0.4)\n"
    (tmp_path / "module.py").write_text(source, encoding="utf-8")
    with open_sandbox() as sandbox, contextlib.closing(sandbox.worker("module", 5)) as worker:
        assert worker.load().kind is ResponseKind.VALUE
        spare: Any = sandbox.spare
        for number in range(scratch.MAX_FILES + 1):
            Path(spare.process.scratch, str(number)).mkdir()
        assert ask(worker).kind is ResponseKind.VALUE
        assert sandbox.spare is not spare
        assert not os.path.exists(spare.process.scratch)

"""The box: its files are compiled once, by a worker, and unmarshalled by workers alone."""

from __future__ import annotations

from pathlib import Path

from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.pool import Sandbox


def test_workers_start_with_the_bytecode_of_all_files(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "import marshal, sys\ndef f(): return sorted(marshal.loads(sys.meta_path[0].bytecode))\n"
    )
    (tmp_path / "broken.py").write_text("def f(:\n")
    (tmp_path / "other.py").write_text("")
    with Sandbox(tmp_path, required=False) as sandbox:
        worker = sandbox.worker("own", 1)
        assert worker.load().kind is ResponseKind.VALUE
        assert worker.call("f", [], 1).value == ["other.py", "own.py"]

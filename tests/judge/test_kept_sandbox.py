"""One sandbox for several solutions of an author's."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.judge.forked_backend import forked_backend
from autograder.judge.kept_sandbox import KeptSandbox
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.warm_fork_servers import WarmForkServer

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are forked on Linux only")
FIRST = {"own.py": "def f():\n    return 1\n", "given.py": "NUMBER = 1\n", "data.txt": "1\n"}


class Kept(KeptSandbox):
    """Counts the sandboxes that it starts."""

    def __init__(self) -> None:
        self.started = 0
        super().__init__(self.count, ("own.py",))

    def count(self, box: Path) -> Sandbox:
        self.started += 1
        return Sandbox(box, backend=forked_backend)


@pytest.fixture
def kept() -> Iterator[Kept]:
    sandboxes = Kept()
    yield sandboxes
    sandboxes.close()


def result(kept: Kept, folder: Path, files: dict[str, str]) -> object:
    """Call the function f of own.py in a sandbox for these files."""
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    sandbox = kept.serve(folder)
    worker = sandbox.worker("own", 1.0)
    worker.load()
    try:
        return worker.call("f", [], 1.0).value
    finally:
        worker.close()
        sandbox.end_workers()


def test_changed_file_runs_in_the_same_sandbox(kept: Kept, tmp_path: Path) -> None:
    for run, number in enumerate((1, 2, 1)):
        own = f"def f():\n    return {number}, open(__file__).read().count('{number}')\n"
        assert result(kept, tmp_path / str(run), FIRST | {"own.py": own}) == (number, 2)
    assert kept.started == 1


def test_copies_of_files_are_not_used_again(kept: Kept, tmp_path: Path) -> None:
    """Where there are no hard links, the root folder of workers has copies."""
    own = "def f():\n    return open(__file__).read().count('1')\n"
    assert result(kept, tmp_path / "first", FIRST | {"own.py": own}) == 1
    assert kept.sandbox
    assert isinstance(kept.sandbox.backend, WarmForkServer)
    seen = Path(f"{kept.sandbox.backend.folder}{kept.sandbox.box}/own.py")
    if not seen.exists():
        pytest.skip("workers have no root folder of their own here")
    linked = seen.stat()
    seen.unlink()
    seen.write_text(own)
    os.chown(seen, linked.st_uid, linked.st_gid)
    seen.chmod(linked.st_mode)
    assert result(kept, tmp_path / "second", FIRST | {"own.py": f"{own}# 11\n"}) == 3
    assert kept.started == 2


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"own.py": "from given import f\n", "given.py": "def f():\n    return 2\n"}, 2),
        ({"own.py": "from more import f\n", "more.py": "def f():\n    return 3\n"}, 3),
        ({"own.py": "import random\ndef f():\n    return random.randint(5, 5)\n"}, 5),
        ({"own.py": "import array\ndef f():\n    return array.array('i', [6])[0]\n"}, 6),
    ],
    ids=["provided file", "more files", "slow module", "extension module"],
)
def test_other_files_get_a_new_sandbox(
    kept: Kept, tmp_path: Path, files: dict[str, str], expected: int
) -> None:
    assert result(kept, tmp_path / "first", FIRST) == 1
    assert result(kept, tmp_path / "second", FIRST | files) == expected
    assert result(kept, tmp_path / "third", FIRST | files) == expected
    assert kept.started == 2
    assert result(kept, tmp_path / "fourth", {"own.py": FIRST["own.py"]}) == 1
    assert kept.started == 3


def test_dead_fork_server_is_replaced(kept: Kept, tmp_path: Path) -> None:
    assert result(kept, tmp_path / "first", FIRST) == 1
    assert kept.sandbox
    assert isinstance(kept.sandbox.backend, WarmForkServer)
    kept.sandbox.backend.process.kill()
    kept.sandbox.backend.process.wait()
    assert result(kept, tmp_path / "second", FIRST) == 1
    assert kept.started == 2


def test_nothing_is_left(kept: Kept, tmp_path: Path) -> None:
    result(kept, tmp_path / "box", FIRST)
    assert kept.sandbox
    box = Path(kept.sandbox.box)
    assert box.is_dir()
    kept.close()
    assert not box.parent.exists()

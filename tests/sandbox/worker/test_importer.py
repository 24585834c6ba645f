"""The box: its files are compiled once, by a worker, and unmarshalled by workers alone."""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path
from types import ModuleType

import pytest

from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.worker import importer
from autograder.sandbox.worker.importer import Box

SOURCES = {"broken.py": "def f(:\n", "first.py": "a = 1\n", "last.py": "z = 26\n"}


@pytest.fixture
def box(tmp_path: Path) -> Box:
    for name, source in SOURCES.items():
        (tmp_path / name).write_text(source)
    return Box(str(tmp_path))


def sent(box: Box, content: bytes, *, close: bool = True) -> dict[str, bytes]:
    """Return the bytecode that the box has read from a pipe with this content."""
    reader, writer = os.pipe()
    os.write(writer, content)
    if close:
        os.close(writer)
    box.read_bytecode(reader)
    os.close(reader)
    if not close:
        os.close(writer)
    return box.bytecode


def written(box: Box) -> bytes:
    reader, writer = os.pipe()
    box.write_bytecode(writer)
    os.close(writer)
    with open(reader, "rb") as pipe:
        return pipe.read()


def names_of(box: Box, file: str) -> dict[str, object]:
    module = ModuleType(file)
    box.execute(file, module)
    return vars(module)


def test_bytecode_takes_the_place_of_the_source(box: Box) -> None:
    assert set(sent(box, written(box))) == set(SOURCES)
    box.sources["last.py"] = b"z = 0"
    assert names_of(box, "last.py")["z"] == 26
    assert names_of(box, "last.py")["__file__"] == box.path_of("last.py")


def test_file_with_an_error_is_compiled_where_it_is_loaded(box: Box) -> None:
    assert sent(box, written(box))["broken.py"] == b""
    with pytest.raises(SyntaxError):
        names_of(box, "broken.py")


def test_files_that_did_not_arrive_are_compiled_later(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = written(box)
    assert set(sent(box, whole[:-1])) == {"broken.py", "first.py"}
    assert names_of(box, "last.py")["z"] == 26
    box.bytecode.clear()
    monkeypatch.setattr(importer, "MAX_COMPILE_SECONDS", 0.05)
    assert set(sent(box, whole[:-1], close=False)) == {"broken.py", "first.py"}
    box.bytecode.clear()
    monkeypatch.setattr(importer, "MAX_BYTECODE", 1)
    assert set(sent(box, whole[:30])) <= {"broken.py"}


def test_flood_of_bytecode_ends_within_bounds(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "MAX_BYTECODE", 1 << 16)
    reader, writer = os.pipe()

    def flood() -> None:
        with contextlib.suppress(BrokenPipeError), open(writer, "wb") as pipe:
            while True:
                pipe.write(b"\xff" * 65536)

    thread = threading.Thread(target=flood)
    thread.start()
    box.read_bytecode(reader)
    os.close(reader)
    thread.join()
    assert box.bytecode == {}


def test_workers_start_with_the_bytecode_of_all_files(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "import sys\ndef f(): return sorted(n for n, b in sys.meta_path[0].bytecode.items() if b)\n"
    )
    (tmp_path / "broken.py").write_text("def f(:\n")
    (tmp_path / "other.py").write_text("")
    with Sandbox(tmp_path, required=False) as sandbox:
        worker = sandbox.worker("own", 1)
        assert worker.load().kind is ResponseKind.VALUE
        assert worker.call("f", [], 1).value == ["other.py", "own.py"]

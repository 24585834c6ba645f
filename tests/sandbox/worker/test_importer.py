"""The box: its files are compiled once, by a worker, and unmarshalled by workers alone."""

from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType

import pytest

from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.worker.importer import Box

SOURCES = {"broken.py": "def f(:\n", "first.py": "a = 1\n", "last.py": "z = 26\n"}


@pytest.fixture
def box(tmp_path: Path) -> Box:
    for name, source in SOURCES.items():
        (tmp_path / name).write_text(source)
    return Box(str(tmp_path))


def names_of(box: Box, file: str) -> dict[str, object]:
    module = ModuleType(file)
    box.execute(file, module)
    return vars(module)


def read_from(box: Box, content: bytes) -> bytes:
    """Let the box read what is in a pipe; return what it keeps."""
    reader, writer = os.pipe()
    os.write(writer, content)
    os.close(writer)
    box.read_bytecode(reader)
    os.close(reader)
    return box.bytecode


def test_bytecode_takes_the_place_of_the_source(box: Box) -> None:
    reader, writer = os.pipe()
    box.write_bytecode(writer)
    os.close(writer)
    with open(reader, "rb") as pipe:
        whole = pipe.read()
    assert read_from(box, whole[:-1]) == b""
    assert read_from(box, whole)
    box.sources["last.py"] = b"z = 0"
    assert names_of(box, "last.py")["z"] == 26
    assert names_of(box, "last.py")["__file__"] == box.path_of("last.py")
    with pytest.raises(SyntaxError):
        names_of(box, "broken.py")


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

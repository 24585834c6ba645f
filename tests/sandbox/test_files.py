"""Files that a worker writes and reads for the judge, and what the judge accepts of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.sandbox.files import (
    MAX_BYTES_READ,
    NOT_A_REGULAR_FILE,
    TOO_LARGE,
    UNREADABLE,
    ProgramEnd,
    WrittenFile,
    program_end,
    put_files,
    read_files,
    run_program,
    status_of_exit,
    written_files,
)
from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.values import MalformedError, TooBigError


def test_text_is_found_and_what_is_not_text_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    put_files({"a.txt": b"one\n", "raw": b"\xff\x00"})
    Path("link").symlink_to("a.txt")
    Path("dangling").symlink_to("nothing")
    os.mkdir("folder")
    os.mkfifo("pipe")
    names = ["a.txt", "raw", "link", "dangling", "folder", "pipe", "none"]
    nothing = [b"", NOT_A_REGULAR_FILE]
    plain = {"a.txt": [b"one\n", ""], "raw": [b"\xff\x00", ""]}
    others = dict.fromkeys(["link", "dangling", "folder", "pipe"], nothing)
    assert read_files(names) == {**plain, **others}
    assert read_files(None) == plain
    assert WrittenFile(b"\xff\x00").text == "\\xff\x00"


def test_files_are_read_up_to_a_limit_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    put_files({"most": b"x" * (MAX_BYTES_READ - 1), "one": b"1", "more": b"2"})
    found = read_files(["most", "one", "more"])
    assert [len(text) for text, _ in found.values()] == [MAX_BYTES_READ - 1, 1, 0]
    assert found["more"] == [b"", TOO_LARGE]
    with pytest.raises(TooBigError, match="more than 1 MiB"):
        read_files(None)


def test_files_need_not_be_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with open("open.txt", "w") as file:
        file.write("text")
        assert read_files(["open.txt"]) == {"open.txt": [b"text", ""]}


@pytest.mark.parametrize(
    ("code", "status"), [(None, 0), (0, 0), (3, 3), (True, 1), (256, 0), (-1, 255), ("text", 1)]
)
def test_status_of_exit(code: object, status: int) -> None:
    assert status_of_exit(code) == status


def test_what_a_worker_returns_is_validated() -> None:
    found = {"a": [b"text", ""], "b": [b"", UNREADABLE]}
    files = {"a": WrittenFile(b"text"), "b": WrittenFile(b"", UNREADABLE)}
    assert written_files(found, ["a", "b", "c"]) == written_files(found, None) == files
    end = ProgramEnd(2, {"a": WrittenFile(b"text")})
    assert program_end([2, {"a": [b"text", ""]}], ["a"]) == end


FORGED: list[Any] = [
    *(None, [], [0], [0, {}, 1], [True, {}], [-1, {}], [256, {}], ["0", {}]),
    *([0, []], [0, {"b": [b"", ""]}], [0, {1: [b"", ""]}], [0, {"a": b"text"}], [0, {"a": [b""]}]),
    *([0, {"a": [b"", 0]}], [0, {"a": ["", ""]}], [0, {"a": [b"", "is\nforged"]}]),
]


@pytest.mark.parametrize("value", FORGED, ids=repr)
def test_forged_end_of_a_program(value: object) -> None:
    with pytest.raises(MalformedError):
        program_end(value, ["a"])


@pytest.mark.parametrize("name", ["../a", "/tmp/a", "a/b"])
def test_forged_names_of_files(name: str) -> None:
    assert written_files({"a": [b"", ""]}, None)
    with pytest.raises(MalformedError):
        written_files({name: [b"", ""]}, None)
    with pytest.raises(MalformedError):
        written_files({name: [b"", ""]}, [])


EXIT = """\
import atexit, sys
def last():
    print("last")
    open("late.txt", "w").write("late")
atexit.register(last)
print(sys.argv, open("in.txt").read())
sys.exit(4)
"""
FORGER = """\
import sys
frame = sys._getframe()
while "read_files" not in frame.f_globals:
    frame = frame.f_back
frame.f_globals["read_files"] = lambda names: {"b": [b"", ""]}
"""


def test_program_with_arguments_files_and_exit_status(
    tmp_path: Path, open_sandbox: Callable[[], Sandbox]
) -> None:
    (tmp_path / "main.py").write_text(EXIT)
    with open_sandbox() as sandbox:
        worker = sandbox.worker()
        files, args = {"in.txt": b"text"}, ["-x", "a b"]
        response = run_program(
            worker, "main.py", 1, args=args, files=files, written=["late.txt", "none"]
        )
    assert response.kind is ResponseKind.RAISED
    assert response.exceptions[0] == "SystemExit"
    assert response.printed == "['main.py', '-x', 'a b'] text\nlast\n"
    assert response.value == ProgramEnd(4, {"late.txt": WrittenFile(b"late")})


def test_program_that_forges_what_it_wrote(
    tmp_path: Path, open_sandbox: Callable[[], Sandbox]
) -> None:
    (tmp_path / "main.py").write_text(FORGER)
    with open_sandbox() as sandbox:
        worker = sandbox.worker()
        response = run_program(worker, "main.py", 1, written=["a"])
        assert response.kind is ResponseKind.TAMPERED
        assert response.value is None
        assert not worker.alive

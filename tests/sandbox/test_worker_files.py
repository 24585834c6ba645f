"""Files that a worker writes and reads for the judge, and what the judge accepts of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.sandbox.file_requests import run_program
from autograder.sandbox.pool import Sandbox
from autograder.sandbox.protocol import ResponseKind
from autograder.sandbox.worker_files import (
    MAX_BYTES_READ,
    NOT_A_REGULAR_FILE,
    TOO_LARGE,
    UNREADABLE,
    ProgramEnd,
    WrittenFile,
    find_files,
    put_files,
    read_end,
    read_files,
    status_of_exit,
)


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
    nothing = ["", NOT_A_REGULAR_FILE]
    assert find_files(names) == {
        "a.txt": ["one\n", ""],
        "raw": ["\\xff\x00", ""],
        **dict.fromkeys(["link", "dangling", "folder", "pipe"], nothing),
    }


def test_files_are_read_up_to_a_limit_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    put_files({"most": b"x" * (MAX_BYTES_READ - 1), "one": b"1", "more": b"2"})
    found = find_files(["most", "one", "more"])
    assert [len(text) for text, _ in found.values()] == [MAX_BYTES_READ - 1, 1, 0]
    assert found["more"] == ["", TOO_LARGE]


def test_files_need_not_be_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with open("open.txt", "w") as file:
        file.write("text")
        assert find_files(["open.txt"]) == {"open.txt": ["text", ""]}


@pytest.mark.parametrize(
    ("code", "status"), [(None, 0), (0, 0), (3, 3), (True, 1), (256, 0), (-1, 255), ("text", 1)]
)
def test_status_of_exit(code: object, status: int) -> None:
    assert status_of_exit(code) == status


def test_what_a_worker_returns_is_validated() -> None:
    found = {"a": ["text", ""], "b": ["", UNREADABLE]}
    files = {"a": WrittenFile("text"), "b": WrittenFile("", UNREADABLE)}
    assert read_files(found, ["a", "b", "c"]) == files
    assert read_end([2, {"a": ["text", ""]}], ["a"]) == ProgramEnd(2, {"a": WrittenFile("text")})


FORGED: list[Any] = [
    *(None, [], [0], [0, {}, 1], [True, {}], [-1, {}], [256, {}], ["0", {}]),
    *([0, []], [0, {"b": ["", ""]}], [0, {1: ["", ""]}], [0, {"a": "text"}], [0, {"a": [""]}]),
    *([0, {"a": ["", 0]}], [0, {"a": [b"", ""]}], [0, {"a": ["", "is\nforged"]}]),
]


@pytest.mark.parametrize("value", FORGED, ids=repr)
def test_forged_end_of_a_program(value: object) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_end(value, ["a"])


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
while "find_files" not in frame.f_globals:
    frame = frame.f_back
frame.f_globals["find_files"] = lambda names: {"b": ["", ""]}
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
    assert response.value == ProgramEnd(4, {"late.txt": WrittenFile("late")})


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

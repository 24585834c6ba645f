"""Files that a worker writes and reads for the judge, and what the judge accepts of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.sandbox.files import (
    ProgramEnd,
    names_in,
    put_files,
    read_files,
    run_program,
)
from autograder.sandbox.messages import ResponseKind
from autograder.sandbox.pool import Sandbox


def test_regular_files_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put_files({"a.txt": b"one\n", "raw": b"\xff\x00"})
    Path("link").symlink_to("a.txt")
    os.mkdir("folder")
    os.mkfifo("pipe")
    with open("open.txt", "w") as file:
        file.write("text")
        found = read_files(["a.txt", "link", "folder", "pipe", "none"])
        assert found == {"a.txt": b"one\n"}
        all_files = {**found, "raw": b"\xff\x00", "open.txt": b"text"}
        names = [*names_in(".")]
        assert read_files(names, {"a.txt": b"other"}) == {**all_files, "folder/": b""}
        assert read_files(names, {"a.txt": b"one\n"}).keys() == {"raw", "open.txt", "folder/"}


EXIT = """\
import atexit, sys
def last():
    print("last")
    open("late.txt", "w").write("late")
atexit.register(last)
print(sys.argv, open("in.txt").read())
sys.exit(4)
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
    assert response.value == ProgramEnd(4, {"late.txt": b"late"})

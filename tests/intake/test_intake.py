"""Submissions are copied into a box, or refused in one line."""

from __future__ import annotations

import codecs
import errno
import json
import os
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment import Assignment, AssignmentError, load
from autograder.intake.intake import receive
from autograder.intake.listing import MAX_ENTRIES, IntakeError
from tests.conftest import run_autograder
from tests.intake.packing import handed_in, zipped


def test_box_holds_own_and_provided_files(kenken: Assignment, tmp_path: Path) -> None:
    folder = handed_in(tmp_path, kenken_py="x = 1\n", solve_py="hacked", notes_py="")
    with receive(kenken, folder) as received:
        names = {path.name for path in received.box.iterdir()}
        assert names == {"kenken.py", "provided.py", "solve.py"}
        assert (received.box / "kenken.py").read_text() == "x = 1\n"
        assert "hacked" not in (received.box / "solve.py").read_text()
        assert received.unusable == {}
    assert not received.box.exists()


def test_single_file(kenken: Assignment, tmp_path: Path) -> None:
    with receive(kenken, handed_in(tmp_path, kenken_py="x = 1\n") / "kenken.py") as received:
        assert (received.box / "kenken.py").read_text() == "x = 1\n"


REFUSED = {
    "nothing there": ([], "no_such", "{0}: no such file or folder"),
    "empty folder": ([], ".", "kenken.py is missing in {0}; found: nothing"),
    "other files": (["a.txt", "b.py"], ".", "kenken.py is missing in {0}; found: b.py, a.txt"),
    "hidden files": ([".git/kenken.py", ".x"], ".", "kenken.py is missing in {0}; found: nothing"),
    "many files": (
        [f"{letter}.txt" for letter in "abcdefghijkl"],
        ".",
        "kenken.py is missing in {0}; found: a.txt, b.txt, c.txt, d.txt, e.txt, f.txt, g.txt, "
        "h.txt, …",
    ),
    "other case": (
        ["KenKen.py"],
        ".",
        "kenken.py is missing in {0}; did you mean KenKen.py? Rename it to kenken.py",
    ),
    "in a folder of the folder": (
        ["hw/kenken.py", "notes.txt"],
        ".",
        "kenken.py is missing in {0}; it is in {0}/hw: use that folder",
    ),
    "a folder of nearly that name": (
        ["kenken/a.txt"],
        ".",
        "kenken.py is missing in {0}; found: kenken",
    ),
    "copy of a download": (
        ["kenken (1).py"],
        ".",
        "kenken.py is missing in {0}; did you mean kenken (1).py? Rename it to kenken.py",
    ),
    "a notebook, which no other name makes a program": (
        ["kenken.ipynb"],
        ".",
        "kenken.py is missing in {0}; kenken.ipynb is a notebook: export its code as kenken.py",
    ),
    "a notebook of another name": (
        ["week 3.ipynb"],
        ".",
        "kenken.py is missing in {0}; found: week 3.ipynb",
    ),
    "a notebook itself": (
        ["week 3.ipynb"],
        "week 3.ipynb",
        "{0} is a notebook; export its code as kenken.py",
    ),
    "a program among many files": (
        [f"{letter}.txt" for letter in "abcdefghijkl"] + ["zebra.py"],
        ".",
        "kenken.py is missing in {0}; found: zebra.py, a.txt, b.txt, c.txt, d.txt, e.txt, f.txt, "
        "g.txt, …",
    ),
    "in several folders": (
        ["new/kenken.py", "old/kenken.py"],
        ".",
        "{0}: the files are in several folders: new, old; put the ones to grade into one folder",
    ),
    "file of another name": (
        ["mine.py"],
        "mine.py",
        "{0}: the file has to be called kenken.py; rename it",
    ),
}


@pytest.mark.parametrize(("files", "path", "says"), REFUSED.values(), ids=REFUSED)
def test_refused(
    kenken: Assignment, tmp_path: Path, files: list[str], path: str, says: str
) -> None:
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    with pytest.raises(IntakeError) as refusal, receive(kenken, tmp_path / path):
        pass
    assert str(refusal.value) == says.format(tmp_path / path)


@pytest.mark.parametrize("name", ["Game.ipynb", "game.ipynb"])
def test_notebook_where_the_file_to_hand_in_has_capitals(
    kenken: Assignment, tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text("{}")
    expecting = replace(kenken, files=("Game.py",))
    with pytest.raises(IntakeError) as refusal, receive(expecting, tmp_path):
        pass
    says = f"Game.py is missing in {tmp_path}; {name} is a notebook: export its code as Game.py"
    assert str(refusal.value) == says


NOT_UTF8 = "not UTF-8 text; save it as UTF-8"
NULL = "contains a NUL byte; save it as UTF-8 text"
UNUSABLE = {
    "not UTF-8": (b"# 1\n# J\xfcrgen\n", f"kenken.py, line 2: {NOT_UTF8}"),
    "not UTF-8, CRLF": (b"# 1\r\n# J\xfcrgen\r\n", f"kenken.py, line 2: {NOT_UTF8}"),
    "not UTF-8, CR": (b"# 1\r# 2\r# J\xfcrgen\r", f"kenken.py, line 3: {NOT_UTF8}"),
    "UTF-16": ("x = 1\n".encode("utf-16"), "kenken.py is UTF-16 text; save it as UTF-8"),
    "UTF-16, big end first": (
        codecs.BOM_UTF16_BE + "x = 1\n".encode("utf-16-be"),
        "kenken.py is UTF-16 text; save it as UTF-8",
    ),
    "UTF-32": ("x = 1\n".encode("utf-32"), "kenken.py is UTF-32 text; save it as UTF-8"),
    "UTF-16 without a mark": ("x = 1\n".encode("utf-16-le"), f"kenken.py, line 1: {NULL}"),
    "RTF": (b"{\\rtf1 x = 1}", "kenken.py is an RTF document; save it as plain text"),
    "PDF": (b"%PDF-1.7\n\xe2", "kenken.py is a PDF document; save it as plain text"),
    "Word": (
        b"PK\x03\x04\x14",
        "kenken.py is a Word document or a zip archive; save it as plain text",
    ),
    "notebook": (
        b'{"cells": [], "metadata": {}, "nbformat": 4}\n',
        "kenken.py is a notebook; export its code as kenken.py",
    ),
    "NUL": (b"x = 1\ny = '\0'\n", f"kenken.py, line 2: {NULL}"),
    "huge": (b"#" * 1_048_577, "kenken.py has 1,048,577 bytes; at most 1,048,576 are allowed"),
}


@pytest.mark.parametrize(("content", "says"), UNUSABLE.values(), ids=UNUSABLE)
def test_unusable_file(kenken: Assignment, tmp_path: Path, content: bytes, says: str) -> None:
    with receive(kenken, handed_in(tmp_path, kenken_py=content)) as received:
        assert received.unusable == {"kenken.py": says}
        assert not (received.box / "kenken.py").exists()


@pytest.mark.parametrize("packed", [True, False], ids=["zip", "folder"])
def test_largest_file(kenken: Assignment, tmp_path: Path, packed: bool) -> None:
    content = b"#" * 1_048_576
    folder = handed_in(tmp_path, kenken_py=content)
    (tmp_path / "a.zip").write_bytes(zipped([("kenken.py", content)]))
    with receive(kenken, tmp_path / "a.zip" if packed else folder) as received:
        assert received.unusable == {}


def test_folder_in_place_of_a_file(kenken: Assignment, tmp_path: Path) -> None:
    (tmp_path / "kenken.py").mkdir()
    with receive(kenken, tmp_path) as received:
        assert received.unusable == {"kenken.py": "kenken.py is a folder; hand in the file itself"}


def test_file_of_several_stands_for_its_folder(tmp_path: Path) -> None:
    folder = handed_in(tmp_path, solver_funcs_py="x = 1\n", solver_py="y = 1\n")
    with receive(load("calcudoku"), folder / "solver.py") as received:
        assert (received.box / "solver_funcs.py").read_text() == "x = 1\n"


def test_provided_file_that_the_kit_lacks(kenken: Assignment, tmp_path: Path) -> None:
    lacking = replace(kenken, provided=("nope.py",))
    with (
        pytest.raises(AssignmentError, match=r"nope.py is missing; run autograder starter"),
        receive(lacking, handed_in(tmp_path, kenken_py="")),
    ):
        pass


def test_one_of_several_files_missing(tmp_path: Path) -> None:
    folder = handed_in(tmp_path, solver_funcs_py="x = 1\n", solver_py="y = 1\n")
    with receive(load("calcudoku"), folder) as received:
        assert list(received.unusable) == ["funcs_tests.py"]


@pytest.mark.parametrize(
    ("file", "meant"),
    {"solver (1).py": "solver.py", "funcs_tests-1.py": "funcs_tests.py"}.items(),
)
def test_file_can_only_be_one_of_several(tmp_path: Path, file: str, meant: str) -> None:
    """Its name may resemble those of others."""
    (tmp_path / file).touch()
    with pytest.raises(IntakeError) as refused, receive(load("calcudoku"), tmp_path):
        pass
    assert re.findall(r"did you mean (.+?)\? Rename it to (\w+\.py)", str(refused.value)) == [
        (file, meant)
    ]


WITH_LINES = '''\
"""Doubling. Ü"""
TEXT = """one
two"""


def double(number):
    if number > 99:
        raise ValueError(TEXT)
    return 2 * number


if __name__ == "__main__":
    print(double(int(input())))
'''
LARGE_NUMBER = {
    "message": r"double raised ValueError: one\ntwo",
    "call": f"double({10**30})",
    "place": {
        "file": "double.py",
        "line": 8,
        "function": "double",
        "source": "raise ValueError(TEXT)",
        "locals": {"number": str(10**30)},
    },
}


@pytest.mark.parametrize(
    "changed",
    [
        lambda source: codecs.BOM_UTF8 + source,
        lambda source: source.replace(b"\n", b"\r\n"),
        lambda source: source.replace(b"\n", b"\r"),
        lambda source: codecs.BOM_UTF8 + source.replace(b"\n", b"\r\n"),
    ],
    ids=["BOM", "CRLF", "CR", "BOM and CRLF"],
)
def test_sources_of_other_editors_are_graded(
    tiny: Path, tmp_path: Path, changed: Callable[[bytes], bytes]
) -> None:
    """With the line numbers and texts of a source whose lines end with LF."""
    handed_in(tmp_path, double_py=changed(WITH_LINES.encode()))
    ran = run_autograder("grade", "double", tmp_path, "--kit", tiny, "--json", "-")
    report = json.loads(ran.out)
    tests = [test for part in report["parts"] for test in part["tests"]]
    assert (report["problems"], report["score"]) == ([], 60)
    assert [test["detail"] for test in tests] == [None, LARGE_NUMBER, None, None]


def test_huge_file_is_not_read_whole(
    kenken: Assignment, tmp_path: Path, most_memory: Callable[[], int]
) -> None:
    with (tmp_path / "kenken.py").open("wb") as file:
        file.truncate(60 << 20)
    with receive(kenken, tmp_path) as received:
        says = "kenken.py has 62,914,560 bytes; at most 1,048,576 are allowed"
        assert received.unusable == {"kenken.py": says}
    assert most_memory() < 8 << 20


def test_file_that_the_grader_may_not_read_is_refused(
    kenken: Assignment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may read all files, so the system's answer is made up."""

    def refuse(path: Path, _flags: int) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    (tmp_path / "kenken.py").write_text("")
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(IntakeError) as refusal, receive(kenken, tmp_path):
        pass
    says = "kenken.py cannot be read by the grader: Permission denied; nothing was graded"
    assert str(refusal.value) == f"{tmp_path}: {says}"


def test_folder_that_the_grader_may_not_list_is_refused(
    kenken: Assignment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(IntakeError) as refusal, receive(kenken, tmp_path):
        pass
    assert str(refusal.value) == f"{tmp_path}: Permission denied"


def test_names_that_are_not_UTF8_are_escaped(kenken: Assignment, tmp_path: Path) -> None:  # noqa: N802
    folder = tmp_path / "\udcfc\x1b"
    try:
        folder.mkdir()
        (folder / "J\udcfcrgen.txt").touch()
    except OSError:
        pytest.skip("the system has no such names")
    with pytest.raises(IntakeError) as refusal, receive(kenken, folder):
        pass
    where = f"{tmp_path}/\\udcfc\\x1b"
    assert str(refusal.value) == f"kenken.py is missing in {where}; found: J\\udcfcrgen.txt"


def test_number_of_entries(kenken: Assignment, tmp_path: Path) -> None:
    for i in range(MAX_ENTRIES // 2):
        (tmp_path / f"kenken_{i:05}.py").touch()
        (tmp_path / f"folder{i:05}").mkdir()
    start = time.process_time()
    with (
        pytest.raises(IntakeError, match=r"did you mean kenken_\d+\.py\?"),
        receive(kenken, tmp_path),
    ):
        pass
    assert time.process_time() - start < 2
    handed_in(tmp_path, kenken_py="x = 1\n")
    with pytest.raises(IntakeError) as refusal, receive(kenken, tmp_path):
        pass
    says = f"{tmp_path} has more than 10,000 entries; hand in only your own files"
    assert str(refusal.value) == says
    (tmp_path / "folder00000").rmdir()
    with receive(kenken, tmp_path) as received:
        assert received.unusable == {}

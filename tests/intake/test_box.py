"""Submissions are copied into a box, or refused in one line."""

from __future__ import annotations

import codecs
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment import Assignment, load
from autograder.intake.box import list_submission, receive
from autograder.intake.entries import IntakeError
from tests.conftest import run_autograder
from tests.intake.packing import handed_in, refusal, zipped


def test_box_holds_own_and_provided_files(kenken: Assignment, tmp_path: Path) -> None:
    folder = handed_in(tmp_path, kenken_py="x = 1\n", solve_py="hacked", notes_py="")
    with receive(kenken, folder) as received:
        names = {path.name for path in received.box.iterdir()}
        assert names == {"kenken.py", "provided.py", "solve.py"}
        assert (received.box / "kenken.py").read_text() == "x = 1\n"
        assert "hacked" not in (received.box / "solve.py").read_text()
        assert received.unusable == {}
    assert not received.box.exists()
    with receive(kenken, folder / "kenken.py") as received:
        assert (received.box / "kenken.py").read_text() == "x = 1\n"


NOT_UTF8 = "is not UTF-8 text; save it as UTF-8"
UNREADABLE = {
    "not UTF-8": (b"# 1\n# J\xfcrgen\n", f"line 2 {NOT_UTF8}"),
    "not UTF-8, CRLF": (b"# 1\r\n# J\xfcrgen\r\n", f"line 2 {NOT_UTF8}"),
    "not UTF-8, CR": (b"# 1\r# 2\r# J\xfcrgen\r", f"line 3 {NOT_UTF8}"),
    "UTF-16": ("x = 1\n".encode("utf-16"), "it is UTF-16 text; save it as UTF-8"),
    "UTF-16 without a mark": (
        "x = 1\n".encode("utf-16-le"),
        "it is UTF-16 text; save it as UTF-8",
    ),
    "not as declared": (
        b"# coding: ascii\n# J\xfcrgen\n",
        "line 2 is not ASCII text; save it as UTF-8",
    ),
    "encoding that hides code": (
        b"# coding: unicode_escape\n\\x78 = 1\n",
        "it declares the encoding unicode_escape, which is not graded; save it as UTF-8",
    ),
    "encoding that does not exist": (
        b"# coding: kenken\n",
        "it declares the encoding kenken, which is not graded; save it as UTF-8",
    ),
    "RTF": (b"{\\rtf1 x = 1}", "it is an RTF document; save the program as plain text"),
    "PDF": (b"%PDF-1.4\n%\xe2", "it is a PDF document; save the program as plain text"),
    "docx": (
        zipped([("word/document.xml", b"")]),
        "it is a zip or an office document; save the program as plain text",
    ),
    "notebook": (
        b'{"cells": [], "metadata": {}, "nbformat": 4}\n',
        "it is a notebook; export its code as kenken.py",
    ),
    "NUL": (
        b"x = 1\ny = '\0'\n",
        "line 2 contains a NUL byte; save it as UTF-8 text",
    ),
}


@pytest.mark.parametrize(("content", "says"), UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_file(tmp_path: Path, content: bytes, says: str) -> None:
    folder = handed_in(tmp_path, kenken_py=content)
    assert refusal(folder) == f"kenken.py cannot be read: {says}"


def test_huge_file(tmp_path: Path) -> None:
    says = "kenken.py has 1,048,577 bytes; at most 1,048,576 are allowed"
    assert refusal(handed_in(tmp_path, kenken_py=b"#" * 1_048_577)) == says


def test_unreadable_file_beside_another(tmp_path: Path) -> None:
    """The other one is graded; the message names the file as it is there."""
    folder = handed_in(tmp_path, solver_funcs_py="x = 1\n")
    (folder / "Solver (1).py").write_bytes(b"{\\rtf1 x}")
    with receive(load("calcudoku"), folder) as received:
        assert (received.box / "solver_funcs.py").exists()
        assert not (received.box / "solver.py").exists()
        says = "it is an RTF document; save the program as plain text"
        assert received.unusable["solver.py"] == f"Solver (1).py cannot be read: {says}"


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
    "kind": "raised",
    "subject": "double",
    "fact": r"raised ValueError: one\ntwo",
    "exception": "ValueError",
    "common": r"raised ValueError: one\ntwo",
    "call": f"double({10**30})",
    "lines": "How your code got there:\n  line 7: `number > 99` was True",
    "line_places": [["double.py", 7]],
    "place": {
        "file": "double.py",
        "line": 8,
        "function": "double",
        "source": "raise ValueError(TEXT)",
        "locals": {"number": str(10**30)},
    },
}


@pytest.mark.parametrize("end", [b"\r", b"\r\n"], ids=["CR", "BOM and CRLF"])
def test_sources_of_other_editors_are_graded(tiny: Path, tmp_path: Path, end: bytes) -> None:
    """With the line numbers and texts of a source whose lines end with LF."""
    source = WITH_LINES.encode().replace(b"\n", end)
    handed_in(tmp_path, double_py=codecs.BOM_UTF8 * (end == b"\r\n") + source)
    ran = run_autograder("grade", "double", tmp_path, "--kit", tiny, "--json", "-")
    report = json.loads(ran.out)
    tests = [test for part in report["parts"] for test in part["tests"]]
    assert (report["problems"], report["score"]) == ([], 60)
    assert [test["detail"] for test in tests] == [None, LARGE_NUMBER, None, None]


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


NO_FILE = "kenken.py is not a regular file; hand in the file itself"
SPECIAL: dict[str, tuple[Callable[[Path], object], str]] = {
    "folder": (Path.mkdir, "kenken.py is a folder; hand in the file itself"),
    "link": (
        lambda path: path.symlink_to("/etc/passwd"),
        "kenken.py is a link; hand in the file itself",
    ),
    "pipe": (os.mkfifo, NO_FILE),
}


@pytest.mark.parametrize(("make", "says"), SPECIAL.values(), ids=SPECIAL)
def test_what_is_not_a_file_is_not_read(
    kenken: Assignment, make: Callable[[Path], object], says: str, tmp_path: Path
) -> None:
    """Nor is a pipe waited for."""
    make(tmp_path / "kenken.py")
    assert refusal(tmp_path) == says
    with pytest.raises(IntakeError, match=r"^zero is not a regular file; "):
        receive(kenken, Path("/dev/zero")).__enter__()


def test_links_to_folders(kenken: Assignment, tmp_path: Path) -> None:
    """One that is named is followed, one in a submission is not."""
    (tmp_path / "real").mkdir()
    handed_in(tmp_path / "real", kenken_py="x = 1\n")
    (tmp_path / "around").mkdir()
    (tmp_path / "around/link").symlink_to(tmp_path / "real")
    with receive(kenken, tmp_path / "around/link") as received:
        assert received.unusable == {}
    with pytest.raises(IntakeError) as refusal, receive(kenken, tmp_path / "around"):
        pass
    assert str(refusal.value) == f"kenken.py is missing in {tmp_path}/around; found: link"


def test_current_folder_is_named_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal may be in the wrong one."""
    monkeypatch.chdir(handed_in(tmp_path, solver_py="y = 1\n"))
    _, unusable = list_submission(load("calcudoku"), Path()).usable_files()
    missing = f"funcs_tests.py is missing in {Path.cwd()}; found: solver.py"
    assert unusable["funcs_tests.py"] == missing

"""Reports where a terminal, or what stands in its place, takes less than Unicode and no spaces."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.cli.console import encodable, painted, shell_quoted
from tests.conftest import ROOT, run_autograder
from tests.course.stub import run_stub


@pytest.mark.parametrize(
    ("encoding", "arguments", "line"),
    [
        ("cp1252", [], "\n· find_blank "),
        ("cp1252", ["--all"], "\nx (a) find_blank "),
        ("ascii", [], "\n- find_blank "),
    ],
)
def test_marks_remain_distinguishable_where_they_cannot_be_encoded(
    encoding: str, arguments: list[str], line: str
) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "autograder", "check", "kenken", "starter/kenken", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        encoding=encoding,
        check=False,
    ).stdout
    assert told.startswith("kenken: starter/kenken\n")
    assert line in told
    assert "?" not in told


def test_results_of_a_class_remain_readable_where_marks_cannot_be_encoded(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    run_stub(path, {"ada": "10", "bob": "5"})
    run_stub(path, {"bob": "6"})
    told = {
        words: subprocess.run(
            [sys.executable, "-m", "autograder", "course", words[0], path, *words[1:]],
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": "cp1252"},
            capture_output=True,
            encoding="cp1252",
            check=True,
        ).stdout
        for words in (("show",), ("show", "bob"), ("history", "bob"))
    }
    assert f"\n        90     1  {'#' * 40}\n" in told["show",]
    assert re.findall(r"(?m)^(\S) ", told["show", "bob"]) == ["x", "+"]
    assert "first 5: wrong -> pass" in told["history", "bob"]
    assert "?" not in "".join(told.values())


@pytest.mark.skipif(sys.platform == "win32", reason="closes a stream as a shell of POSIX does")
def test_closed_standard_output() -> None:
    command = f"exec {sys.executable} -m autograder check kenken reference/kenken >&-"
    ran = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_command_for_all_details_can_be_pasted(tmp_path: Path) -> None:
    folder = tmp_path / "My Work"
    folder.mkdir()
    reference = (ROOT / "reference" / "kenken" / "kenken.py").read_text(encoding="utf-8")
    wrong = "def find_blank(puzzle):\n    return Posn(9, 9)\n"
    (folder / "kenken.py").write_text(f"{reference}\n\n{wrong}", encoding="utf-8")
    ran = run_autograder("check", "kenken", folder)
    [command] = re.findall(r"(?m)autograder (check .* --part find_blank)$", ran.out)
    assert run_autograder(*shlex.split(command)).out.startswith(f"kenken: {folder}\n")


@pytest.mark.parametrize(
    ("path", "expected"), [("My Work", '"My Work"'), ("work\\ada", "work\\ada")]
)
def test_on_windows(path: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert shell_quoted(Path(path)) == expected


class Screen(io.TextIOWrapper):
    """A terminal, as far as a program can see."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding)

    def isatty(self) -> bool:
        return True


RESULTS = (
    "✓ good  1/1  ✗ bad  0/1  · new  0/1\nBegin here: bad\n  ✗ bad ✗ it\n        returned  ✗\n"
)
COLOURS = [
    "\x1b[32m✓\x1b[0m good  1/1  \x1b[31m✗\x1b[0m bad  0/1  \x1b[90m·\x1b[0m new  0/1",
    "\x1b[1mBegin here: bad\x1b[0m",
    "  \x1b[31m✗\x1b[0m bad ✗ it",
    "        \x1b[31mreturned\x1b[0m  ✗",
]


def test_colours_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert painted(RESULTS, Screen()).splitlines() == COLOURS
    assert painted("✓ good\n", Screen("ascii")) == "\x1b[32m+\x1b[0m good\n"
    assert painted(RESULTS, io.StringIO()) == RESULTS
    assert painted(RESULTS, None) == RESULTS


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colours(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv(name, value)
    assert painted(RESULTS, Screen()) == RESULTS


def test_each_character_is_replaced_where_it_is_lacking() -> None:
    assert encodable("✓ ✗ · … → ≠ é", Screen("ascii")) == "+ x - ... -> != é"
    assert encodable("✓ ✗ · …", Screen("cp1252")) == "+ x · …"
    assert encodable("✓ ✗ · …", None) == "✓ ✗ · …"

"""Every handout: its marks, parts and commands match what the kit does."""

from __future__ import annotations

import html
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.assignment import KIT, Assignment, load, names
from autograder.authoring.limits import written_seconds
from autograder.authoring.release.pages import start_page
from autograder.judge.part_limits import part_limit
from tests.conftest import ROOT, Ran, run_program

HANDOUTS = {
    name: (ROOT / "handout" / f"{name}.md").read_text(encoding="utf-8") for name in names(KIT)
}
INDEX = (ROOT / "handout" / "README.md").read_text(encoding="utf-8")

each_handout = pytest.mark.parametrize(("name", "text"), HANDOUTS.items(), ids=HANDOUTS)


@each_handout
def test_marks_are_those_of_the_assignment(name: str, text: str) -> None:
    assignment = load(name)
    rows = [f"| `{part.name}` | {part.points} |" for part in assignment.parts]
    rows += [f"| {item.name}, by hand | {item.points} |" for item in assignment.by_hand]
    table = "\n".join(["| part | points |", "|---|---:|", *rows, ""])
    assert f"{table}\n" in text


@each_handout
def test_index_has_a_row_for_it(name: str, text: str) -> None:
    assert f"\n| [{name}]({name}.md) |" in INDEX
    assert text.startswith("# ")


SECONDS = {
    ("ac3", "solve"): "the program may use 10 seconds",
    ("cages", "program"): "your program may use 5 seconds",
    ("mathdoku", "solve"): "a call of `solve` may take 3 seconds",
    ("mathdoku", "program"): "may take 3 seconds, a whole program 5.",
}


@pytest.mark.parametrize(("name", "part"), SECONDS)
def test_limits_are_those_of_the_assignment(name: str, part: str) -> None:
    sentence, assignment = SECONDS[name, part], load(name)
    assert sentence in HANDOUTS[name]
    limited = assignment.part(part)
    limit = part_limit(limited, written_seconds(assignment, limited))
    assert limit == int(re.findall(r"\d+", sentence)[-1])


# Commands: each is run with the reference in the place of the starter.

INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
PROGRAMS = ("python ", "pytest ")
OPTION = re.compile(r"--[a-z]+( [A-Z]+)?")
PAGE_CODE = re.compile(r"<(?:pre|code)\b[^>]*>(.*?)</(?:pre|code)>", re.DOTALL)
WROTE = "wrote the page to report.html\n"


def commands_in(text: str) -> Iterator[str]:
    """Commands of inline code; an option extends the last command of its paragraph."""
    for paragraph in text.split("\n\n"):
        line = ""
        for code in INLINE.findall(paragraph):
            if code.startswith(PROGRAMS):
                line = code
            elif line and OPTION.fullmatch(code):
                line += f" {code}"
            else:
                continue
            yield line


class Terminal:
    """A terminal in the folder that students unpack, with the reference in place of the starter."""

    def __init__(self, assignment: Assignment, top: Path) -> None:
        self.bin, self.folder = top / "bin", top / assignment.name
        self.input = self.folder / "inputs" / f"{assignment.figures[0].case}.in"
        shutil.copytree(assignment.reference, self.folder)
        for shared in ("inputs", "expected"):
            (self.folder / shared).symlink_to(ROOT / shared / assignment.name / "sample")
        (self.folder / "check.pyz").write_text(
            f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n"
            "from autograder.cli.packed import main\n"
            "main()\n"
        )
        self.bin.mkdir()
        (self.bin / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        (self.bin / "python").chmod(0o755)

    def run(self, line: str) -> Ran:
        line = re.sub(r"--delay [\d.]+", "--delay 0", line.replace("INPUT", str(self.input)))
        environment = {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}"}
        typed = self.input.read_text(encoding="utf-8")
        return run_program("bash", "-c", line, cwd=self.folder, typed=typed, env=environment)

    def require(self, line: str) -> None:
        """Run a command, which has to work, and to print something unless it compares."""
        ran = self.run(line)
        assert (ran.status, ran.err.replace(WROTE, "")) == (0, ""), f"{line}\n{ran.out}"
        assert "✗" not in ran.out, line
        assert bool(ran.out) != (" | diff " in line), line


on_unix = pytest.mark.skipif(sys.platform == "win32", reason="they are commands of a Unix shell")


@each_handout
@on_unix
def test_commands_work(name: str, text: str, tmp_path: Path) -> None:
    terminal = Terminal(load(name), tmp_path)
    if example := re.search(r"```python\n(from .*?)```", text, re.DOTALL):
        (terminal.folder / f"{name}_tests.py").write_text(example[1], encoding="utf-8")
    lines = list(dict.fromkeys(commands_in(text)))
    assert {"python check.pyz", "python check.pyz step", "python check.pyz --hand-in"} < {*lines}
    for line in lines:
        terminal.require(line)
    assert "PowerShell" not in text


@on_unix
def test_commands_of_the_start_page_work(tmp_path: Path) -> None:
    assignment = load("kenken")
    terminal = Terminal(assignment, tmp_path)
    own = terminal.folder / "my_tests.py"
    own.write_text("def test_one() -> None:\n    assert 1\n", encoding="utf-8")
    meant = {"NAME": "find_blank", "CASE": "figure", "FILE": own.name}
    codes = [html.unescape(code) for code in PAGE_CODE.findall(start_page(assignment, "report"))]
    elsewhere = ("python check.pyz --watch", "python check.pyz pytest -x")  # Tested there.
    lines = [code for code in codes if code.startswith(PROGRAMS) and code not in elsewhere]
    assert lines.count("python check.pyz") == 1
    for line in lines:
        terminal.require(re.sub("|".join(meant), lambda word: meant[word[0]], line))
    [compared] = [line for line in lines if " | diff " in line]
    assert on_windows(compared) in codes


def on_windows(line: str) -> str:
    """Return the commands of Windows for one that compares with diff.

    There, the program's output has another line end than the expected file. `fc` ignores that: it
    reads up to a line feed, and drops a carriage return before it.
    """
    run, expected = line.split(" | diff - ")
    return f"py{run.removeprefix('python')} > mine.txt\nfc mine.txt {expected}".replace("/", "\\")

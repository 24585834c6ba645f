"""Every handout: its marks, parts and commands match what the kit does."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.assignment import KIT, Assignment, load, names
from autograder.authoring.limits import written_seconds
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
    ("ac3", "solve"): "the program may use 5 seconds",
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
    assert limit == int(re.findall(r"\d", sentence)[-1])


# Commands: each is run with the reference in the place of the starter.

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
PROGRAMS = ("python", "pytest")
OPTION = re.compile(r"--[a-z]+( [A-Z]+)?")


@dataclass(frozen=True)
class Command:
    """A command of a handout, and the output shown for it (None: the handout shows none)."""

    line: str
    output: str | None = None


def commands_in(text: str) -> Iterator[Command]:
    """Commands of shell blocks and of inline code, in the order in which they appear.

    Each line of an `sh` block is a command. In a `console` block commands begin with "$ ", and
    what follows is their output. Inline code counts if it begins with one of `PROGRAMS`. An inline
    option extends the last inline command of its paragraph.
    """
    end = 0
    for block in FENCE.finditer(text):
        yield from _inline_commands(text[end : block.start()])
        yield from _block_commands(block[1], block[2])
        end = block.end()
    yield from _inline_commands(text[end:])


def _block_commands(language: str, block: str) -> Iterator[Command]:
    if language == "sh":
        yield from map(Command, block.splitlines())
    elif language == "console":
        assert block.startswith("$ "), "output before the first command"
        for entry in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, output = entry.partition("\n")
            yield Command(line, output)
    else:
        assert language in ("text", "python"), f"an unknown kind of block: {language!r}"


def _inline_commands(prose: str) -> Iterator[Command]:
    for paragraph in prose.split("\n\n"):
        line = ""
        for code in INLINE.findall(paragraph):
            if code.partition(" ")[0] in PROGRAMS:
                line = code
            elif line and OPTION.fullmatch(code):
                line += f" {code}"
            else:
                continue
            yield Command(line)


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


@each_handout
@pytest.mark.skipif(sys.platform == "win32", reason="they are commands of a Unix shell")
def test_commands_work_and_print_what_is_shown(name: str, text: str, tmp_path: Path) -> None:
    terminal = Terminal(load(name), tmp_path)
    commands = list(dict.fromkeys(commands_in(text)))
    for command in commands:
        ran = terminal.run(command.line)
        assert (ran.status, ran.err) == (0, ""), f"{command.line}\n{ran.out}"
        assert "✗" not in ran.out, command.line
        if command.output is not None:
            assert ran.out == command.output, command.line
        else:
            prints_nothing = " | diff " in command.line
            assert bool(ran.out) != prints_nothing, command.line
    lines = [command.line for command in commands]
    assert lines.count("python check.pyz") == 1
    assert sum(line.startswith("python check.pyz diff ") for line in lines) == 1
    [compared] = [line for line in lines if " | diff " in line]
    assert f"```text\n{on_windows(compared)}\n```\n" in text


def on_windows(line: str) -> str:
    """Return the commands of Windows for one that compares with diff.

    There, the program's output has another line end than the expected file. `fc` ignores that: it
    reads up to a line feed, and drops a carriage return before it.
    """
    run, expected = line.split(" | diff - ")
    return f"py{run.removeprefix('python')} > mine.txt\nfc mine.txt {expected}".replace("/", "\\")

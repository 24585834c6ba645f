"""Every handout: what it says of marks, parts and commands is what the kit does."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.assignment import KIT, load, names
from tests.conftest import ROOT

PAGES = {name: ROOT / "handout" / f"{name}.md" for name in names(KIT)}
HANDOUTS = {name: path.read_text(encoding="utf-8") for name, path in PAGES.items()}
INDEX = (ROOT / "handout" / "README.md").read_text(encoding="utf-8")

each = pytest.mark.parametrize(("name", "text"), HANDOUTS.items(), ids=HANDOUTS)


@each
def test_marks_are_those_of_the_assignment(name: str, text: str) -> None:
    assignment = load(name)
    rows = [f"| `{part.name}` | {part.points} |" for part in assignment.parts]
    rows += [f"| {item.name}, by hand | {item.points} |" for item in assignment.by_hand]
    table = "\n".join(["| part | points |", "|---|---:|", *rows, ""])
    assert f"{table}\n" in text


@each
def test_parts_that_are_named_exist(name: str, text: str) -> None:
    named = re.findall(r"--part (\w+)", text)
    assert named
    for part in named:
        assert load(name).part(part)


@each
def test_index_has_a_row_for_it(name: str, text: str) -> None:
    assert f"\n| [{name}]({name}.md) |" in INDEX
    assert text.startswith("# ")


def commands(text: str) -> list[str]:
    """The lines of its shell blocks."""
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@each
@pytest.mark.skipif(sys.platform == "win32", reason="they are commands of a Unix shell")
def test_commands_do_what_they_are_shown_for(name: str, text: str, tmp_path: Path) -> None:
    """With the reference in the place of the starter: no error, and no difference from diff."""
    for folder in ("inputs", "expected"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    shutil.copytree(ROOT / "reference" / name, tmp_path / "starter" / name)
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    change, *lines = dict.fromkeys(commands(text))
    assert change == f"cd starter/{name}"
    for line in lines:
        ran = subprocess.run(
            ["bash", "-c", f"PATH={tmp_path}:$PATH; {line.replace('delay 0.2', 'delay 0')}"],
            cwd=tmp_path / "starter" / name,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, ""), line
        assert bool(ran.stdout) != (" | diff " in line), line
    assert sum(" | diff " in line for line in lines) == 1

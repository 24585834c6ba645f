"""What README and handouts say about `autograder puzzle`."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from autograder.assignment import names
from autograder.cli.main import commands
from autograder.cli.options import EXAMPLES
from tests.cli.in_process import SOLUTION, THREE, THREE_KEEN, run_puzzle
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
SECTION = README.partition("\n## Puzzles\n")[2].partition("\n## ")[0]


def test_readme_and_help_show_every_command() -> None:
    group = commands.get_command(click.Context(commands), "puzzle")
    assert isinstance(group, click.Group)
    assert set(group.commands) == {"new", "solve", "rate", "show", "convert"}
    for name in group.commands:
        assert f"autograder puzzle {name}" in SECTION
        assert f"\nautograder puzzle {name} " in EXAMPLES


def test_readme_shows_the_real_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    console = SECTION.partition("```console\n")[2].partition("```")[0]
    shown = ""
    for line in re.findall(r"^\$ autograder puzzle (.*)\n", console, re.MULTILINE):
        command, _, file = line.partition(" > ")
        out = run_puzzle(*command.split()).out
        if file:
            Path(file).write_text(out, encoding="utf-8")
        shown += f"$ autograder puzzle {line}\n{'' if file else out}"
    assert shown.count("$ ") == 5
    assert console == shown


def examples() -> list[str]:
    sh = SECTION.partition("```sh\n")[2].partition("```")[0]
    lines = [*sh.splitlines(), *EXAMPLES.splitlines()]
    return sorted({line.partition(" #")[0].strip() for line in lines if "puzzle " in line})


@pytest.mark.parametrize("line", examples())
def test_examples(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run next to the files that they use, always with the same seed where none is named."""
    monkeypatch.setattr("secrets.randbelow", lambda _: 1)
    monkeypatch.chdir(tmp_path)
    Path("example.in").write_text(THREE)
    Path("example.out").write_text(SOLUTION)
    Path("mine.out").write_text(SOLUTION)
    Path("puzzles.txt").write_text(THREE_KEEN * 2)
    Path("ids.txt").write_text("ada\n")
    Path("secret.txt").write_text("secret\n")
    out = ""
    for command in line.partition(" > ")[0].split(" | "):
        ran = run_puzzle(*command.split()[2:], stdin=out)
        assert (ran.status, ran.err.startswith("Seed: ") or ran.err == "") == (0, True)
        out = ran.out
    assert out


@pytest.mark.parametrize("name", names(ROOT))
def test_handouts_explain_how_to_draw_an_input(name: str) -> None:
    handout = (ROOT / "handout" / f"{name}.md").read_text(encoding="utf-8")
    assert "`python check.pyz puzzle show INPUT`" in handout


SAMPLES = sorted((ROOT / "inputs").glob("*/sample/*.in"))
INVALID = {"misprint", "group_without_constraint", "no_square"}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_students_can_draw_every_input(path: Path) -> None:
    """Except three that are invalid on purpose: the command reports what is wrong with them."""
    ran = run_puzzle("show", path)
    if path.stem in INVALID:
        assert (ran.status, ran.out) == (2, "")
        assert re.fullmatch(
            rf"autograder: {re.escape(str(path))}: line \d, column \d: .+\n", ran.err
        )
    else:
        assert (ran.status, ran.err, ran.out[0]) == (0, "", "┌")

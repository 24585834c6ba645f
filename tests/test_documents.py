"""README, CONTRIBUTING and docs/: every command that they show runs, and prints what they show."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click
import pytest

from autograder.cli.main import commands
from tests import pictures
from tests.conftest import ROOT, Ran, copy_kit, run_program

DOCUMENTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md")))
}
GENERATORS = re.compile(r"^autograder (starter|expected|figures|inputs|new NAME)\b")
COMMAND = re.compile(r"make \w|(autograder \w+|pytest|python|\.) \S")
ONE_ASSIGNMENT = "kenken"
FIND_BLANK = """

def find_blank(puzzle):
    if not puzzle.constraints:
        return Posn(-2, -2)
    for y, row in enumerate(puzzle.board):
        for x, entry in enumerate(row):
            if entry.shows() == puzzle.constraints[0].letter:
                return Posn(x, y)
    return Posn(-1, -1)
"""
"""What Ada has added to the starter."""


def blocks(text: str, language: str) -> Iterator[str]:
    yield from re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def shown_commands() -> Iterator[str]:
    """Commands in `sh` blocks and in inline code; those of puzzle have tests of their own."""
    for text in DOCUMENTS.values():
        lines = [line for block in blocks(text, "sh") for line in block.splitlines()]
        prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
        inline = re.findall(r"`([^`\n]+)`", prose)
        lines += [code for code in inline if COMMAND.match(code)]
        for line in lines:
            command = line.partition(" #")[0].strip()
            elsewhere = command.startswith(("autograder puzzle", "npm", "sqlite-utils"))
            if not elsewhere and "--" not in command.split()[1:2]:
                yield command


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository, with the submission and the cases that README names."""
    copy = tmp_path_factory.mktemp("documents") / "cagework"
    ignored = shutil.ignore_patterns(
        ".git", ".venv", ".*_cache", "__pycache__", "build", "node_modules"
    )
    shutil.copytree(ROOT, copy, ignore=ignored)
    (copy / ".venv" / "bin").mkdir(parents=True)
    (copy / ".venv" / "ready").touch()
    for command in ("autograder", "python", "pytest"):
        module = {"python": ""}.get(command, f"-m {command}")
        script = copy / ".venv" / "bin" / command
        script.write_text(f'#!/bin/sh\nPYTHONPATH={copy} exec {sys.executable} {module} "$@"\n')
        script.chmod(0o755)
    (copy / ".venv" / "bin" / "activate").write_text("")
    shutil.copytree(copy / "starter" / ONE_ASSIGNMENT, copy / "submissions/ada")
    with (copy / "submissions/ada/kenken.py").open("a") as begun:
        begun.write(FIND_BLANK)
    for folder in ("inputs", "expected"):
        cases = copy / folder / ONE_ASSIGNMENT / "sample"
        shutil.copytree(cases, copy / "my_cases", dirs_exist_ok=True)
    return copy


def run(command: str, repository: Path, folder: Path) -> Ran:
    path = f"{repository / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return run_program("sh", "-c", command, cwd=folder, env={**os.environ, "PATH": path})


@pytest.fixture(scope="module")
def existing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A solution and its tests, to take over."""
    return copy_kit("taken_over/unittest", tmp_path_factory.mktemp("existing"))


@pytest.mark.parametrize("command", sorted(set(shown_commands())))
def test_command_runs(
    command: str, repository: Path, tiny: Path, existing: Path, tmp_path: Path
) -> None:
    """Long ones in part: one assignment is generated, one make target or benchmark looked up."""
    folder = repository
    command = command.replace("FOLDER", str(existing))
    if command.startswith("autograder check"):
        folder = repository / "reference" / ONE_ASSIGNMENT
        command = command.replace("PATH", ".")
    if command.startswith("autograder limits"):
        command += f" --kit {shutil.copytree(tiny, tmp_path / 'kit')}"
    elif GENERATORS.match(command):  # In a kit of its own: others need the files as they are.
        kit = shutil.copytree(repository, tmp_path / "kit", ignore=shutil.ignore_patterns(".venv"))
        name = "" if "NAME" in command else ONE_ASSIGNMENT
        command = command.replace("NAME", "mine") + f" {name} --kit {kit}"
    if command == "autograder new":
        folder = tmp_path
    if command.startswith("autograder course"):
        command = " ".join([*command.split()[:3], "--help"])
    if command.startswith("python check.pyz"):
        folder = repository / "reference" / ONE_ASSIGNMENT
        rest = command.removeprefix("python check.pyz").replace("--watch", "--help")
        is_check = not rest.startswith((" diff", " play", " practice", " step"))
        command = f"autograder{' check' if is_check else ''}{rest}"
    if re.match("autograder (verify|mutants|misconceptions|practice|release)", command):
        command = " ".join([*command.split()[:2], "--help"])  # They have tests of their own.
    if command.startswith("make"):
        command = f"make --dry-run {command.removeprefix('make')}"
    if command.startswith("pytest"):
        command += " --collect-only -q"
    if command.startswith(("python benchmarks", "python -m tests")):
        file = re.sub(r"-m (\w+)\.(\w+)", r"\1/\2.py", command).split()[1]
        command = f"python -m py_compile {file}"
    done = run(command, repository, folder)
    assert (done.status, re.sub("(?m)^wrote .*\n", "", done.err)) == (0, "")
    if command.startswith("autograder grade"):
        _, _, assignment, submission, *options = command.split()
        lines = done.out.splitlines()
        assert lines[0] == f"{assignment}: {submission}"
        assert [line[2:18] for line in lines if line.startswith("✓")] == ["(a) find_blank  "]
        for option, file in pairwise(options):
            assert option not in ("--json", "--html") or (folder / file).stat().st_size > 1000


def test_readme_shows_what_make_grade_prints(repository: Path) -> None:
    [console] = [block for block in blocks(DOCUMENTS["README.md"], "console") if "$ make" in block]
    done = run("make --silent grade", repository, repository)
    assert console == f"$ make grade\n{done.out}"


def test_picture_shows_what_check_prints() -> None:
    drawn = pictures.check_picture()
    assert drawn == pictures.CHECK.read_text("utf-8"), "run: python -m tests.pictures"


def test_documents_show_every_command() -> None:
    text = "".join(DOCUMENTS.values())
    for name in commands.list_commands(click.Context(commands)):
        assert f"autograder {name}" in text


def test_library_example_runs() -> None:
    document = str(ROOT / "docs/puzzles.md")
    result = doctest.testfile(document, module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_and_path_exists(name: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", DOCUMENTS[name])
    paths = re.findall(r"`((?:autograder|tests|benchmarks|handout)/[\w./]+)`", DOCUMENTS[name])
    folder = (ROOT / name).parent
    for path in [*(folder / link for link in links), *(ROOT / path for path in paths)]:
        if not re.search(r"[A-Z]{4}", str(path.relative_to(ROOT).with_suffix(""))):
            assert path.exists(), path


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_to_a_heading(name: str) -> None:
    folder = (ROOT / name).parent
    for file, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", DOCUMENTS[name]):
        text = (folder / file if file else ROOT / name).read_text("utf-8")
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        assert anchor in {
            re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings
        }

"""`autograder new`: a new assignment and a new kit can be graded as they are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from autograder.assignment import KIT, load, names
from autograder.authoring.folder import PLACEHOLDER
from autograder.authoring.starter import starter_files
from tests.cli.in_process import run_main
from tests.conftest import ROOT, run_autograder

SHAPES = {"function": [], "program": ["--program"], "class": ["--class"]}
each_shape = pytest.mark.parametrize("shape", SHAPES)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new kit with an assignment of each shape, named after the shape."""
    kit = tmp_path_factory.mktemp("own") / "kit"
    kit.mkdir()
    assert run_autograder("new", cwd=kit).status == 0
    for shape, options in SHAPES.items():
        ran = run_autograder("new", f"a_{shape}", *options, "--kit", kit)
        assert (ran.status, ran.err) == (0, "")
    return kit


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "shape",
    ["function", *(pytest.param(each, marks=pytest.mark.nightly) for each in ("program", "class"))],
)
def test_verify_finds_nothing(kit: Path, shape: str) -> None:
    """Neither in the files, nor when the reference, the wheat and the chaffs are graded."""
    ran = run_autograder("verify", f"a_{shape}", cwd=kit)
    assert (ran.status, ran.out, ran.err) == (0, f"a_{shape}: no findings\n", "")


@each_shape
def test_files_say_what_to_change(kit: Path, shape: str) -> None:
    """To the author: students see nothing of it."""
    own = {path for path in files_in(kit) if f"a_{shape}" in path and "__pycache__" not in path}
    texts = [(kit / path).read_text(encoding="utf-8") for path in own]
    assert not any(PLACEHOLDER in text for text in [*texts, *own])
    assert sum("To change" in text for text in texts) >= 7
    for content in starter_files(load(f"a_{shape}", kit)).values():
        assert b"To change" not in content


# The kit.


def test_kit_has_an_example_and_what_a_repository_needs(kit: Path) -> None:
    assert names(kit) == ["a_class", "a_function", "a_program", "example"]
    own = {"README.md", "Makefile", "requirements.lock", ".gitignore", ".gitattributes"}
    assert own | {".github/workflows/test.yml"} <= files_in(kit)
    lock = (kit / "requirements.lock").read_text(encoding="utf-8")
    assert "\ncagework==0.1.0\n" in lock
    for needed in ("click", "pytest", "pytest-json-report", "pytest-timeout", "pluggy"):
        assert f"\n{needed}==" in lock
    assert "mypy" not in lock


@pytest.mark.skipif(sys.platform == "win32", reason="there is no make")
def test_make_grades(kit: Path) -> None:
    """In a kit whose virtual environment is there already; `make test` only runs verify."""
    scripts = kit / ".venv" / "bin"
    scripts.mkdir(parents=True)
    script = f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m autograder "$@"\n'
    (scripts / "autograder").write_text(script, encoding="utf-8")
    (scripts / "autograder").chmod(0o755)
    dry = subprocess.check_output(["make", "--dry-run", "grade"], cwd=kit, encoding="utf-8")
    assert "pip install --quiet --find-links wheels --requirement requirements.lock" in dry
    (kit / ".venv" / "ready").touch()
    assert "\nScore: 90 of 90\n" in subprocess.check_output(["make"], cwd=kit, encoding="utf-8")


def test_output_names_the_next_commands(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    ran = run_autograder("new", "--program", cwd=tmp_path)
    *written, first, starter, expected, verify = ran.out.splitlines()
    assert sorted(written) == sorted(f"{path} written" for path in files_in(tmp_path))
    assert first == 'Next: change the files where they say "To change", then run'
    commands = [line.strip() for line in (starter, expected, verify)]
    assert commands == [f"autograder {each} example" for each in ("starter", "expected", "verify")]
    for command in commands[:2]:
        assert run_autograder(*command.split()[1:], cwd=tmp_path).status == 0
    ran = run_autograder("new", "life", "--kit", tmp_path)
    assert f"{tmp_path}/reference/life/life.py written\n" in ran.out
    commands = [f"  autograder {each} life --kit {tmp_path}\n" for each in ("starter", "verify")]
    assert ran.out.endswith("".join(commands))


# What is refused: with one line and status 2, and nothing is written.


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A kit without assignments."""
    (tmp_path / "autograder/assignments").mkdir(parents=True)
    return tmp_path


def refused(*arguments: object) -> str:
    ran = run_main("new", *arguments)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    return ran.err.removeprefix("autograder: ").rstrip("\n")


@pytest.mark.parametrize("name", ["2x", "a b", "../x", "é", "_x", "x" * 51, "x\n"])
def test_name_of_other_characters(name: str, empty: Path) -> None:
    assert refused(name, "--kit", empty) == (
        f"{name!r} cannot name an assignment: "
        "use a letter from a to z, then up to 49 letters, digits and _, such as word_count"
    )
    assert files_in(empty) == set()


@pytest.mark.parametrize("name", ["class", "random", "sys", "autograder", "pytest", "tests"])
def test_reserved_name(name: str, empty: Path) -> None:
    reason = "Python or the autograder has that name; choose another one"
    assert refused(name, "--kit", empty) == f"{name!r} cannot name an assignment: {reason}"


@pytest.mark.parametrize("place", ["autograder/assignments/life", "handout/life.md"])
def test_name_that_is_there(place: str, empty: Path) -> None:
    (empty / place).mkdir(parents=True)
    there = f"{empty / place}: already there; choose another name than 'life'"
    assert refused("life", "--kit", empty) == there


def test_folder_that_is_neither_empty_nor_a_kit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The default kit of other commands, the one of this package, is not meant."""
    (tmp_path / "essay.txt").touch()
    monkeypatch.chdir(tmp_path)
    assert refused("life") == (
        f"{tmp_path}: neither a kit nor empty, it holds essay.txt; run autograder new in a kit or "
        "in an empty folder, or add --kit DIR"
    )
    assert files_in(tmp_path) == {"essay.txt"}
    assert not (KIT / "autograder/assignments/life").exists()

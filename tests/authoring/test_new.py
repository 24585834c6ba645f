"""`autograder new`: a new assignment and a new kit can be graded as they are."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.assignment import load, names
from autograder.authoring import new
from autograder.authoring.starter import starter_files
from autograder.authoring.verify.cases import check_solutions
from autograder.authoring.verify.checks import check_files
from autograder.cli.options import default_kit
from autograder.judge.chaffs import defined, docstring, part_caught_by, with_chaff
from tests.conftest import ROOT, run_autograder

SHAPES = {
    "functions": [],
    "function": ["--function"],
    "program": ["--program"],
    "class": ["--class"],
}
each_shape = pytest.mark.parametrize("shape", SHAPES)


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new kit with an assignment of each shape, named after the shape with an `s`."""
    kit = tmp_path_factory.mktemp("own") / "kit"
    kit.mkdir()
    assert run_autograder("new", cwd=kit).status == 0
    for shape, options in SHAPES.items():
        ran = run_autograder("new", f"a_{shape}", *options, "--kit", kit)
        assert (ran.status, ran.err) == (0, "")
    return kit


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def points(
    kit: Path, name: str, folder: Path, *, defines_again: bool = False
) -> dict[str, tuple[float, float]]:
    """Grade a folder from the kit's top folder; return what each part earned, and its points.

    A file to which a chaff was added `defines_again` what it has defined before.
    """
    ran = run_autograder("grade", name, folder, "--json", "-", cwd=kit)
    assert (ran.status, ran.err) == (0, "")
    report = json.loads(ran.out)
    again = [problem for problem in report["problems"] if " again (lines " in problem]
    assert report["problems"] == again[:defines_again]
    return {part["name"]: (part["earned"], part["points"]) for part in report["parts"]}


@each_shape
def test_reference_and_wheats_score_full_marks(kit: Path, tmp_path: Path, shape: str) -> None:
    assignment = load(f"a_{shape}", kit)
    wheats = sorted((assignment.folder / "wheats").glob("*.py"))
    assert len(wheats) == 1
    (tmp_path / assignment.files[0]).write_bytes(wheats[0].read_bytes())
    for folder in (assignment.reference, tmp_path):
        for part, (earned, most) in points(kit, assignment.name, folder).items():
            assert earned == most > 0, (folder, part)


@each_shape
def test_starter_scores_nothing_in_every_part(kit: Path, shape: str) -> None:
    assignment = load(f"a_{shape}", kit)
    graded = points(kit, assignment.name, assignment.starter)
    assert [earned for earned, _ in graded.values()] == [0] * len(assignment.parts)


@each_shape
def test_chaffs_lose_points_only_in_their_part(kit: Path, tmp_path: Path, shape: str) -> None:
    assignment = load(f"a_{shape}", kit)
    [file] = assignment.files
    reference = (assignment.reference / file).read_text(encoding="utf-8")
    caught = []
    for chaff in sorted((assignment.folder / "chaffs").glob("*.py")):
        source = chaff.read_text(encoding="utf-8")
        part = part_caught_by(assignment, chaff).name
        assert chaff.stem.startswith(f"{part}_")
        assert docstring(source)[0].endswith(".")
        assert defined(source) <= defined(reference)
        (tmp_path / file).write_text(with_chaff(reference, source), encoding="utf-8")
        earned = points(kit, assignment.name, tmp_path, defines_again=True)
        lost = [name for name, (got, most) in earned.items() if got < most]
        assert lost == [part], chaff.name
        caught.append(part)
    assert {caught.count(part.name) for part in assignment.parts} == {3}


@each_shape
def test_it_is_complete(kit: Path, shape: str) -> None:
    assignment = load(f"a_{shape}", kit)
    handout = (kit / "handout" / f"{assignment.name}.md").read_text(encoding="utf-8")
    for part in assignment.parts:
        assert (assignment.hidden_tests / f"test_{part.name}.py").is_file()
        assert part.hint
        assert f"## `{part.name}`\n" in handout
        assert f"| `{part.name}` | {part.points} |" in handout
    for item in assignment.by_hand:
        assert f"| {item.name}, by hand | {item.points} |" in handout
    samples, secrets = assignment.cases("sample"), assignment.cases("secret")
    assert len(samples) == len(secrets) == len(assignment.programs)
    for sample, secret in zip(samples, secrets, strict=True):
        assert sample.input.read_text() != secret.input.read_text()
        assert sample.output.read_text() in handout
    shown = set(re.findall(r"(?:inputs|expected)[/\\](\w+\.\w+)", handout))
    assert shown == {path.name for sample in samples for path in (sample.input, sample.output)}
    assert set(re.findall(r"--part (\w+)", handout)) <= {part.name for part in assignment.parts}
    assert not re.search(r"\.\./|starter/|\bautograder\b", handout)


@each_shape
def test_verify_finds_nothing_in_its_files(kit: Path, shape: str) -> None:
    """What it grades is graded above; `make test` verifies the example as a whole."""
    assignment = load(f"a_{shape}", kit)
    assert [*check_files(assignment), *check_solutions(assignment)] == []


@each_shape
def test_handout_and_files_are_about_the_name(kit: Path, shape: str) -> None:
    own = {path for path in files_in(kit) if f"a_{shape}" in path and "__pycache__" not in path}
    assert len(own) >= 10
    texts = [(kit / path).read_text(encoding="utf-8") for path in own]
    assert not any(new.PLACEHOLDER in text for text in [*texts, *own])
    assert sum("To change" in text for text in texts) >= 7


@each_shape
def test_comments_for_the_author_do_not_reach_students(kit: Path, shape: str) -> None:
    for content in starter_files(load(f"a_{shape}", kit)).values():
        assert b"To change" not in content


def test_generated_folders_are_up_to_date(kit: Path) -> None:
    for command in ("starter", "expected", "figures"):
        ran = run_autograder(command, "--check", cwd=kit)
        assert (ran.status, ran.out) == (0, "Nothing to change: all files are up to date.\n")


def test_reference_is_clean(kit: Path) -> None:
    """ruff and mypy find nothing in what students read."""
    files = sorted(str(path) for path in kit.glob("reference/a_*/*.py"))
    assert len(files) == len(SHAPES)
    for check in (["ruff", "check", "--isolated"], ["mypy", "--strict"]):
        command = [sys.executable, "-m", *check, *files]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
        assert ran.returncode == 0, ran.stdout


# The kit.


def test_kit_has_an_example_and_what_a_repository_needs(kit: Path) -> None:
    assert names(kit) == ["a_class", "a_function", "a_functions", "a_program", "example"]
    own = {"README.md", "Makefile", "requirements.lock", ".gitignore", ".gitattributes"}
    assert own | {".github/workflows/test.yml"} <= files_in(kit)
    lock = (kit / "requirements.lock").read_text(encoding="utf-8")
    assert "\ncagework==0.1.0\n" in lock
    for needed in ("click", "pytest", "pytest-json-report", "pytest-timeout", "rich", "pluggy"):
        assert f"\n{needed}==" in lock
    assert "mypy" not in lock


def make(kit: Path, *arguments: str) -> str:
    """Run make in a kit whose virtual environment is there already; return what it prints."""
    scripts = kit / ".venv" / "bin"
    scripts.mkdir(parents=True, exist_ok=True)
    script = f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m autograder "$@"\n'
    (scripts / "autograder").write_text(script, encoding="utf-8")
    (scripts / "autograder").chmod(0o755)
    (kit / ".venv" / "ready").touch()
    command = ["make", "--no-print-directory", *arguments]
    ran = subprocess.run(command, cwd=kit, capture_output=True, encoding="utf-8", check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="there is no make")
def test_make_grades_and_tests(kit: Path, tmp_path: Path) -> None:
    starter = make(kit, "grade", "ASSIGNMENT=a_class", "SUBMISSION=starter/a_class")
    assert "\nScore: 0 of 90\n" in starter
    assert run_autograder("new", cwd=tmp_path).status == 0
    assert "\nScore: 90 of 90\n" in make(tmp_path, "grade")
    assert make(tmp_path, "test").count(": no findings\n") == len(names(tmp_path)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there is no make")
def test_make_installs_what_the_lock_pins(kit: Path) -> None:
    (kit / ".venv" / "ready").unlink(missing_ok=True)
    ran = subprocess.run(
        ["make", "--dry-run", "grade"], cwd=kit, capture_output=True, encoding="utf-8", check=True
    )
    assert "pip install --quiet --find-links wheels --requirement requirements.lock" in ran.stdout


def test_output_names_the_next_commands(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    ran = run_autograder("new", "--program", cwd=tmp_path)
    *written, first, starter, expected, grade, verify = ran.out.splitlines()
    assert sorted(written) == sorted(f"{path} written" for path in files_in(tmp_path))
    assert first == 'Next: change the files where they say "To change", then run'
    assert starter == "  autograder starter example"
    assert expected == "  autograder expected example"
    assert grade == "  autograder grade example reference/example"
    assert verify == "  autograder verify example"
    ran = run_autograder("new", "word", "--function", "--kit", tmp_path)
    assert "autograder starter word" in ran.out
    assert "autograder expected" not in ran.out
    ran = run_autograder("new", "life", "--kit", tmp_path)
    assert f"{tmp_path}/reference/life/life.py written\n" in ran.out
    assert f"\n  autograder grade life {tmp_path}/reference/life --kit {tmp_path}\n" in ran.out
    assert ran.out.endswith(f"\n  autograder verify life --kit {tmp_path}\n")
    for command in (starter, expected, grade):  # `make test` runs verify above.
        assert run_autograder(*command.split()[1:], cwd=tmp_path).status == 0


def test_kit_in_a_folder_that_is_named(tmp_path: Path) -> None:
    assert run_autograder("new", "--kit", tmp_path).status == 0
    assert names(tmp_path) == ["example"]


# The default kit.


def test_current_folder_is_the_kit(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert default_kit() == ROOT
    monkeypatch.chdir(kit)
    assert default_kit() == kit


@pytest.mark.parametrize("path", [".", "a_program.py", ".."])
@pytest.mark.parametrize("command", ["check", "grade"])
def test_kit_inside_the_submission_is_not_used(
    kit: Path, command: str, path: str, tmp_path: Path
) -> None:
    """Its tests would run unconfined, and a student may have written them."""
    folder = shutil.copytree(kit, tmp_path / "ada")
    shutil.copy(kit / "reference/a_program/a_program.py", folder)
    ran = run_autograder(command, "a_program", path, cwd=folder)
    message = (
        f"{path}: the kit of the current folder is part of this submission; "
        "run the command in another folder"
    )
    assert (ran.status, ran.out, ran.err) == (2, "", f"autograder: {message}\n")
    assert run_autograder(command, "a_program", folder, cwd=kit).status == 0

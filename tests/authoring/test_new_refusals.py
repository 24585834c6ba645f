"""What `autograder new` refuses: one line, status 2, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment import KIT, AssignmentError
from autograder.authoring import new
from tests.authoring.test_new import files_in
from tests.cli.in_process import run_main
from tests.conftest import run_autograder


@pytest.mark.parametrize("name", ["2x", "a b", "a-b", "", "../x", "é", "_x", "x" * 51, "x\n"])
def test_name_of_other_characters(name: str, tmp_path: Path) -> None:
    (tmp_path / "autograder/assignments").mkdir(parents=True)
    with pytest.raises(AssignmentError) as raised:
        new.new_assignment(tmp_path, name, "functions")
    assert str(raised.value) == (
        f"{name!r} cannot name an assignment: "
        "use a letter from a to z, then up to 49 letters, digits and _, such as word_count"
    )
    assert files_in(tmp_path) == set()


@pytest.mark.parametrize(
    "name",
    [
        *("class", "None", "random", "sys", "autograder", "pytest"),
        *("test", "tests", "sitecustomize"),
    ],
)
def test_reserved_name(name: str, tmp_path: Path) -> None:
    (tmp_path / "autograder/assignments").mkdir(parents=True)
    ran = run_main("new", name, "--kit", tmp_path)
    reason = "Python or the autograder has that name; choose another one"
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"autograder: {name!r} cannot name an assignment: {reason}\n"
    assert files_in(tmp_path) == set()


@pytest.mark.parametrize("name", ["CON", "nul", "Aux", "com1", "LPT9"])
def test_name_that_no_file_has_on_windows(name: str, tmp_path: Path) -> None:
    (tmp_path / "autograder/assignments").mkdir(parents=True)
    ran = run_main("new", name, "--kit", tmp_path)
    reason = "on Windows no file can have that name; choose another one"
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"autograder: {name!r} cannot name an assignment: {reason}\n"
    assert files_in(tmp_path) == set()


@pytest.mark.parametrize(
    "place",
    [
        *("autograder/assignments/life", "reference/life", "starter/life", "inputs/life"),
        *("expected/life", "handout/life.md"),
    ],
)
def test_name_that_is_there(place: str, tmp_path: Path) -> None:
    (tmp_path / "autograder/assignments").mkdir(parents=True)
    (tmp_path / place).mkdir(parents=True)
    before = set(tmp_path.rglob("*"))
    ran = run_autograder("new", "life", "--kit", tmp_path)
    assert (ran.status, ran.out) == (2, "")
    there = f"{tmp_path / place}: already there; choose another name than 'life'"
    assert ran.err == f"autograder: {there}\n"
    assert set(tmp_path.rglob("*")) == before


def test_assignment_outside_a_kit(tmp_path: Path) -> None:
    ran = run_autograder("new", "life", "--kit", tmp_path)
    message = f"{tmp_path}: not a kit; make one with autograder new in an empty folder"
    assert (ran.status, ran.out, ran.err) == (2, "", f"autograder: {message}\n")
    assert list(tmp_path.iterdir()) == []


def test_assignment_in_a_folder_that_is_not_a_kit(tmp_path: Path) -> None:
    """The default kit is then the one of this package, which is not meant."""
    ran = run_autograder("new", "life", cwd=tmp_path)
    message = (
        f"{tmp_path}: not a kit; run autograder new without a name in an empty folder to make one, "
        "or add --kit DIR"
    )
    assert (ran.status, ran.out, ran.err) == (2, "", f"autograder: {message}\n")
    assert not (KIT / "autograder/assignments/life").exists()


def test_name_that_differs_in_case_only(tmp_path: Path) -> None:
    place = tmp_path / "autograder/assignments/bank/assignment.toml"
    place.parent.mkdir(parents=True)
    place.touch()
    with pytest.raises(AssignmentError) as raised:
        new.new_assignment(tmp_path, "Bank", "functions")
    assert str(raised.value) == (
        f"{tmp_path}: the assignment 'bank' is there, and on macOS and Windows 'Bank' would be "
        "the same folder; choose another name"
    )
    assert files_in(tmp_path) == {"autograder/assignments/bank/assignment.toml"}


def test_kit_in_a_folder_that_is_not_empty(tmp_path: Path) -> None:
    (tmp_path / "essay.txt").touch()
    ran = run_autograder("new", cwd=tmp_path)
    message = (
        f"{tmp_path}: not empty, it holds essay.txt; make a kit in an empty folder, "
        "or an assignment with autograder new NAME"
    )
    assert (ran.status, ran.out, ran.err) == (2, "", f"autograder: {message}\n")
    assert files_in(tmp_path) == {"essay.txt"}


def test_two_shapes(tmp_path: Path) -> None:
    ran = run_autograder("new", "life", "--program", "--class", "--kit", tmp_path)
    message = "--function, --program, --class and --from exclude each other."
    assert (ran.status, ran.err) == (2, f"autograder: {message} See autograder new --help\n")


def test_failure_leaves_nothing(tmp_path: Path) -> None:
    """A file lies where the last new file needs a folder."""
    (tmp_path / "kept").mkdir()
    (tmp_path / "handout").touch()
    contents = {"reference/life/life.py": b"", "kept/one": b"", "handout/life.md": b""}
    with pytest.raises(AssignmentError) as raised:
        new.create(tmp_path, contents)
    assert (
        str(raised.value) == f"{tmp_path / 'handout/life.md'}: cannot be written: Not a directory"
    )
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["handout", "kept"]


def test_file_that_is_there_is_kept(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("mine")
    with pytest.raises(AssignmentError, match="b: cannot be written: File exists"):
        new.create(tmp_path, {"a": b"", "b": b"new"})
    assert files_in(tmp_path) == {"b"}
    assert (tmp_path / "b").read_text() == "mine"


def test_interrupt_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []

    def interrupted(path: Path, mode: str) -> object:
        written.append(path)
        if len(written) == 3:
            raise KeyboardInterrupt
        return open(path, mode)

    monkeypatch.setattr(Path, "open", interrupted)
    with pytest.raises(KeyboardInterrupt):
        new.create(tmp_path, {"a/b/c": b"", "a/d": b"", "e": b""})
    assert list(tmp_path.iterdir()) == []

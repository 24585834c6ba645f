"""What is handed in: taken over, or refused in one line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment import Assignment, AssignmentError, load
from autograder.course.intake import IntakeError, receive


@pytest.fixture
def kenken() -> Assignment:
    return load("kenken")


def handed_in(folder: Path, **files: str | bytes) -> Path:
    for name, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        (folder / name.replace("_py", ".py")).write_bytes(data)
    return folder


def test_box_holds_own_and_provided_files(kenken: Assignment, tmp_path: Path) -> None:
    folder = handed_in(tmp_path, kenken_py="x = 1\n", solve_py="hacked", notes_py="")
    with receive(kenken, folder) as received:
        names = {path.name for path in received.box.iterdir()}
        assert names == {"kenken.py", "provided.py", "solve.py"}
        assert (received.box / "kenken.py").read_text() == "x = 1\n"
        assert "hacked" not in (received.box / "solve.py").read_text()
        assert received.unusable == {}
    assert not received.box.exists()


def test_single_file(kenken: Assignment, tmp_path: Path) -> None:
    with receive(kenken, handed_in(tmp_path, kenken_py="x = 1\n") / "kenken.py") as received:
        assert (received.box / "kenken.py").read_text() == "x = 1\n"


REFUSED = {
    "nothing there": ([], "no_such", "{0}: there is no such file or folder"),
    "empty folder": ([], ".", "kenken.py is missing in {0}; found: nothing"),
    "other files": (["a.txt", "b.py"], ".", "kenken.py is missing in {0}; found: a.txt, b.py"),
    "other case": (
        ["KenKen.py"],
        ".",
        "kenken.py is missing in {0}; is KenKen.py meant? Rename it to kenken.py",
    ),
    "in a folder of the folder": (
        ["hw/kenken.py", "notes.txt"],
        ".",
        "kenken.py is missing in {0}; it is in {0}/hw: give that folder",
    ),
    "a folder of nearly that name": (
        ["kenken/a.txt"],
        ".",
        "kenken.py is missing in {0}; found: kenken",
    ),
    "copy of a download": (
        ["kenken (1).py"],
        ".",
        "kenken.py is missing in {0}; is kenken (1).py meant? Rename it to kenken.py",
    ),
    "file of another name": (
        ["mine.py"],
        "mine.py",
        "{0}: the file has to be called kenken.py; rename it",
    ),
}


@pytest.mark.parametrize(("files", "path", "says"), REFUSED.values(), ids=REFUSED)
def test_refused(
    kenken: Assignment, tmp_path: Path, files: list[str], path: str, says: str
) -> None:
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    with pytest.raises(IntakeError) as refusal, receive(kenken, tmp_path / path):
        pass
    assert str(refusal.value) == says.format(tmp_path / path)


UNUSABLE = {
    "not UTF-8": (b"# 1\n# J\xfcrgen\n", "kenken.py, line 2: not UTF-8 text; save it as UTF-8"),
    "huge": (b"#" * 1_048_577, "kenken.py has 1,048,577 bytes; 1,048,576 are allowed"),
}


@pytest.mark.parametrize(("content", "says"), UNUSABLE.values(), ids=UNUSABLE)
def test_unusable_file(kenken: Assignment, tmp_path: Path, content: bytes, says: str) -> None:
    with receive(kenken, handed_in(tmp_path, kenken_py=content)) as received:
        assert received.unusable == {"kenken.py": says}
        assert not (received.box / "kenken.py").exists()


def test_folder_in_place_of_a_file(kenken: Assignment, tmp_path: Path) -> None:
    (tmp_path / "kenken.py").mkdir()
    with receive(kenken, tmp_path) as received:
        assert received.unusable == {"kenken.py": "kenken.py is a folder; hand in the file itself"}


def test_file_of_several_stands_for_its_folder(tmp_path: Path) -> None:
    folder = handed_in(tmp_path, solver_funcs_py="x = 1\n", solver_py="y = 1\n")
    with receive(load("calcudoku"), folder / "solver.py") as received:
        assert (received.box / "solver_funcs.py").read_text() == "x = 1\n"


def test_provided_file_that_the_kit_lacks(kenken: Assignment, tmp_path: Path) -> None:
    lacking = replace(kenken, provided=("nope.py",))
    with (
        pytest.raises(AssignmentError, match=r"nope.py is missing; autograder starter writes it"),
        receive(lacking, handed_in(tmp_path, kenken_py="")),
    ):
        pass


def test_link_is_not_followed(kenken: Assignment, tmp_path: Path) -> None:
    (tmp_path / "kenken.py").symlink_to(kenken.reference / "kenken.py")
    with receive(kenken, tmp_path) as received:
        says = "kenken.py is no ordinary file; hand in the file itself"
        assert received.unusable == {"kenken.py": says}


def test_one_of_several_files_missing(tmp_path: Path) -> None:
    folder = handed_in(tmp_path, solver_funcs_py="x = 1\n", solver_py="y = 1\n")
    with receive(load("calcudoku"), folder) as received:
        assert list(received.unusable) == ["funcs_tests.py"]

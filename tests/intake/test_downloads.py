"""Downloads of a class: who handed in what, in any packing."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.intake.download_entries import folder_entries
from autograder.intake.listing import IntakeError
from tests.intake.downloads_of_platforms import (
    PLATFORMS,
    TWO,
    as_zip,
    canvas,
    contents,
    read,
    unpacked,
)
from tests.intake.packing import zipped

CLASS = {
    "Ada Lovelace 12": {"kenken.py": b"ada = 1\n"},
    "Bob Smith 345": {"kenken.py": b"bob = 1\n", "notes.txt": b"later"},
    "Bob Smith 346": {"kenken.zip": zipped([("hw/kenken.py", b"other = 1\n")])},
    "Zoë O'Neil, Jr. 7": {"readme.md": b""},
}
EACH = {
    "12": {"kenken.py": b"ada = 1\n"},
    "345": {"kenken.py": b"bob = 1\n"},
    "346": {"kenken.py": b"other = 1\n"},
}


@pytest.mark.parametrize("packed", [True, False], ids=["zip", "folder"])
@pytest.mark.parametrize("platform", PLATFORMS)
def test_files_reach_their_students(platform: str, packed: bool, tmp_path: Path) -> None:
    files = list(PLATFORMS[platform](CLASS))
    path = as_zip(files, tmp_path / "d.zip") if packed else unpacked(files, tmp_path)
    found = contents(path)
    refused = found.pop("7")
    assert found == EACH
    assert isinstance(refused, str)
    assert "kenken.py is missing in" in refused
    assert "found: readme.md" in refused


@pytest.mark.parametrize("platform", ["Canvas", "Moodle", "Moodle without folders"])
def test_folders_around_a_download(platform: str, tmp_path: Path) -> None:
    """As when somebody has unpacked it, and packed the folder again."""
    files = [(f"hw/week 3/{name}", data) for name, data in PLATFORMS[platform](CLASS)]
    found = contents(as_zip(files, tmp_path / "d.zip"))
    assert {student: found[student] for student in EACH} == EACH


@pytest.mark.parametrize("around", ["", "class/"])
def test_metadata_that_a_student_has_handed_in(around: str, tmp_path: Path) -> None:
    """It does not make an export of Gradescope of the submissions of a class."""
    [*_, (_, metadata)] = PLATFORMS["Gradescope"](CLASS)
    files = [(f"{around}{student}/kenken.py", b"x = 1\n") for student in ("12", "13")]
    files += [(f"{around}13/submission_metadata.yml", metadata)]
    found, _ = read(as_zip(files, tmp_path / "d.zip"))
    assert {each.platform for each, _ in found.values()} == {"by hand"}


@pytest.mark.parametrize("platform", [name for name in PLATFORMS if name != "Canvas"])
def test_numbers_that_a_student_gives_to_files(platform: str, tmp_path: Path) -> None:
    """Only on Canvas, kenken-1.py is a later kenken.py."""
    own = {"kenken.py": b"own = 1\n", "kenken-1.py": b"draft = 1\n"}
    files = list(PLATFORMS[platform]({"Ada 12": own, "Bob 13": {"kenken.py": b""}}))
    found, _ = read(as_zip(files, tmp_path / "d.zip"))
    ada, graded = found["12"]
    assert not isinstance(graded, str)
    assert (graded.contents, ada.notes) == ({"kenken.py": b"own = 1\n"}, [])


@pytest.mark.parametrize("platform", PLATFORMS)
def test_files_of_the_system_are_left_out(platform: str, tmp_path: Path) -> None:
    files = list(PLATFORMS[platform]({"Ada 12": {"kenken.py": b"x = 1\n"}, "Bob 13": {"x": b""}}))
    files += [("__MACOSX/._x", b""), (".DS_Store", b""), ("__pycache__/x.pyc", b"")]
    files += [("Thumbs.db", b""), ("desktop.ini", b""), ("class/desktop.ini", b"")]
    assert contents(as_zip(files, tmp_path / "d.zip"))["12"] == {"kenken.py": b"x = 1\n"}


INNER = {
    "folders": [("12/kenken.py", b"x = 1\n"), ("13/kenken.py", b"x = 2\n")],
    "folder around": [("c/12/kenken.py", b"x = 1\n"), ("c/13/kenken.py", b"x = 2\n")],
    "files": [("12.py", b"x = 1\n"), ("13.py", b"x = 2\n")],
    "canvas": list(canvas(CLASS)),
}


@pytest.mark.parametrize("outer", ["class.zip", "week/class.zip"])
@pytest.mark.parametrize("files", INNER.values(), ids=INNER)
def test_zip_of_a_class_in_a_zip(
    files: list[tuple[str, bytes]], outer: str, tmp_path: Path
) -> None:
    path = as_zip([(outer, zipped(files)), ("__MACOSX/._x", b"")], tmp_path / "d.zip")
    with pytest.raises(IntakeError) as raised:
        read(path)
    assert str(raised.value) == (
        "d.zip: class.zip in it looks like the download of a whole class; take it out, "
        "and name class.zip instead"
    )


@pytest.mark.parametrize(
    "files",
    [
        [("kenken.py", b"x = 1\n"), ("old/kenken.py", b""), ("older/kenken.py", b"")],
        [("notes.txt", b""), ("mine/kenken.txt", b"")],
        [("12/kenken.py", b""), ("13/notes.txt", b"")],
    ],
)
def test_zip_of_the_only_student(files: list[tuple[str, bytes]], tmp_path: Path) -> None:
    """Whether it can be graded or not."""
    found, problems = read(as_zip([("12.zip", zipped(files))], tmp_path / "d.zip"))
    assert (list(found), problems) == (["12"], [])


def test_several_folders_of_a_student_on_the_roster(tmp_path: Path) -> None:
    path = as_zip([("12.zip", zipped(INNER["folders"]))], tmp_path / "d.zip")
    found, _ = read(path, known=["12"])
    assert list(found) == ["12"]


def test_by_hand(tmp_path: Path) -> None:
    files = [
        ("ada.py", b"x = 1\n"),
        ("bob/hw/kenken.py", b"x = 2\n"),
        ("cy.zip", zipped([("hw/kenken.py", b"x = 3\n")])),
        ("di.py", b"x = 5\n"),
        ("di/kenken.py", b"x = 4\n"),
        ("ed/", b""),
        ("flo.zip", zipped([("notes.txt", b"")])),
        ("kenken.py", b"mine"),
        ("list.csv", b""),
    ]
    found, problems = read(as_zip(files, tmp_path / "d.zip"))
    assert problems == [
        "kenken.py: not a student's file (ID.py or ID.zip); not read",
        "list.csv: not a student's file (ID.py or ID.zip); not read",
    ]
    graded = {i: each if isinstance(each, str) else each.contents for i, (_, each) in found.items()}
    assert graded == {
        "ada": {"kenken.py": b"x = 1\n"},
        "bob": {"kenken.py": b"x = 2\n"},
        "cy": {"kenken.py": b"x = 3\n"},
        "di": "di and di.py: two submissions of one student; keep one",
        "ed": "ed: nothing was handed in; kenken.py expected",
        "flo": "kenken.py is missing in flo.zip; found: notes.txt",
    }


def test_names_that_windows_has_packed(tmp_path: Path) -> None:
    """In code page 437, without the flag for UTF-8; students stay apart."""
    data = zipped([("jos1/kenken.py", b"x = 1\n"), ("jos2/kenken.py", b"x = 2\n")])
    (tmp_path / "d.zip").write_bytes(data.replace(b"jos1", b"jos\x82").replace(b"jos2", b"jos\xa0"))
    assert contents(tmp_path / "d.zip") == {
        "josé": {"kenken.py": b"x = 1\n"},
        "josá": {"kenken.py": b"x = 2\n"},
    }


def test_file_for_an_assignment_of_several(tmp_path: Path) -> None:
    found, _ = read(as_zip([("ada.py", b""), ("bob/one.py", b"x = 1\n")], tmp_path / "d.zip"), TWO)
    assert found["ada"][1] == (
        "ada.py: the assignment expects one.py, two.py; put them into a folder or a zip"
    )
    bob = found["bob"][1]
    assert not isinstance(bob, str)
    assert bob.contents == {"one.py": b"x = 1\n"}
    assert bob.unusable == {"two.py": "two.py is missing in bob; found: one.py"}


REFUSED = {
    "nothing there": (None, "d.zip: no such file or folder"),
    "no zip": (
        b"x",
        "d.zip: not a zip, or damaged; name the folder or the zip that you downloaded",
    ),
    "an empty zip": (
        zipped([]),
        "d.zip: contains no submissions; name a download from your platform, or a folder with "
        "ID/, ID.py or ID.zip for each student",
    ),
    "damaged metadata": (
        zipped([("submission_metadata.yml", b"{")]),
        "submission_metadata.yml is damaged; export the submissions again",
    ),
    "metadata of another kind": (
        zipped([("submission_metadata.yml", b"- 1")]),
        "submission_metadata.yml lists no submissions; export them again",
    ),
}


@pytest.mark.parametrize(("data", "message"), REFUSED.values(), ids=REFUSED)
def test_refused_downloads(data: bytes | None, message: str, tmp_path: Path) -> None:
    if data is not None:
        (tmp_path / "d.zip").write_bytes(data)
    with pytest.raises(IntakeError) as refused:
        read(tmp_path / "d.zip")
    assert str(refused.value) == message


def test_file_removed_while_it_is_listed(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada/kenken.py").write_bytes(b"")
    entries = folder_entries(tmp_path, ())
    (tmp_path / "ben").mkdir()
    (tmp_path / "ben.py").write_bytes(b"")
    next(entries)
    (tmp_path / "ben.py").unlink()
    with pytest.raises(IntakeError, match=r"ben\.py: No such file or directory"):
        list(entries)

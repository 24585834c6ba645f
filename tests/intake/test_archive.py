"""Archives are received like folders, or refused in one line; nothing is unpacked."""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.intake import entries
from autograder.intake.box import receive
from tests.intake.packing import (
    PACKERS,
    SOURCE,
    Files,
    patched,
    refusal,
    zip_with_mode,
    zipped,
)

WORKS: dict[str, list[tuple[str, bytes]]] = {
    "from here": [("./kenken.py", SOURCE), ("./notes.txt", b"")],
    "next to files that macOS adds": [
        ("__MACOSX/ada/._kenken.py", b"?"),
        ("ada/kenken.py", SOURCE),
        (".DS_Store", b"?"),
        ("._ada", b"?"),
    ],
    "packed on Windows": [("ada\\kenken.py", SOURCE), ("ada\\notes.txt", b"")],
    "after long names": [("f" * 120 + "/ä.txt", b"?"), ("f" * 120 + "/kenken.py", SOURCE)],
    "with very deep folders": [("ada/" + "d/" * 60 + "kenken.py", b""), ("ada/kenken.py", SOURCE)],
}


@pytest.mark.parametrize("name", PACKERS)
@pytest.mark.parametrize("files", WORKS.values(), ids=WORKS)
def test_received(tmp_path: Path, name: str, files: Files) -> None:
    (tmp_path / name).write_bytes(PACKERS[name](files))
    with receive(load("kenken"), tmp_path / name) as received:
        assert received.unusable == {}
        assert (received.box / "kenken.py").read_bytes() == SOURCE
        in_box = {path.name for path in received.box.iterdir()}
        assert in_box == {"kenken.py", "provided.py", "solve.py"}
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_archive_in_an_archive(tmp_path: Path) -> None:
    """A platform may pack what a student has packed; more than that is not read."""
    path = tmp_path / "work.zip"
    once = zipped([("b.zip", zipped([("ada/kenken.py", SOURCE)]))])
    path.write_bytes(once)
    with receive(load("kenken"), path) as received:
        assert (received.box / "kenken.py").read_bytes() == SOURCE
    path.write_bytes(zipped([("a.zip", once)]))
    inside = "b.zip is an archive in an archive; pack only your files"
    assert refusal(path) == f"{path}/a.zip: {inside}"


OUTSIDE = "points outside the archive; pack your files with names relative to your folder"
REFUSED: dict[str, tuple[list[str], str]] = {
    "empty": ([], "kenken.py is missing in {0}; found: nothing"),
    "hidden": ([".a", ".x/kenken.py"], "kenken.py is missing in {0}; found: nothing"),
    "absolute": (["/etc/passwd", "kenken.py"], "{0}: the entry /etc/passwd " + OUTSIDE),
    "drive": (["C:\\kenken.py"], "{0}: the entry C:/kenken.py " + OUTSIDE),
    "out of it": (["kenken.py", "a/../../b"], "{0}: the entry a/../../b " + OUTSIDE),
    "out of it on Windows": (["..\\kenken.py"], "{0}: the entry ../kenken.py " + OUTSIDE),
    "twice": (
        ["kenken.py", "a.txt", "./kenken.py"],
        "{0} holds kenken.py 2 times; pack only the one to grade",
    ),
}


@pytest.mark.parametrize(("names", "says"), REFUSED.values(), ids=REFUSED)
def test_refused(tmp_path: Path, names: list[str], says: str) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped([(entry, b"") for entry in names]))
    assert refusal(path) == says.format(path)


def test_name_with_nul(tmp_path: Path) -> None:
    """A zip can have one; what follows the NUL is part of the name."""
    path = tmp_path / "a.zip"
    path.write_bytes(zipped([("kenken.py_x", SOURCE)]).replace(b"kenken.py_x", b"kenken.py\0x"))
    assert refusal(path) == f"kenken.py is missing in {path}; found: kenken.py\\x00x"


LINK = "kenken.py is a link; hand in the file itself"
FOLDER = "kenken.py is a folder; hand in the file itself"
NO_FILE = "kenken.py is not a regular file; hand in the file itself"
UNUSABLE = {
    "link in a zip": (zip_with_mode(0o120777), LINK),
    "device in a zip": (zip_with_mode(0o020666), NO_FILE),
    "folder in a zip": (zipped([("kenken.py/", b"")]), FOLDER),
    "folder with a file in a zip": (zipped([("ada/kenken.py/x.py", b"")]), FOLDER),
    "huge": (
        zipped([("kenken.py", b"#" * 1_048_577)]),
        "kenken.py has 1,048,577 bytes; at most 1,048,576 are allowed",
    ),
}


@pytest.mark.parametrize(("data", "says"), UNUSABLE.values(), ids=UNUSABLE)
def test_unusable_file(tmp_path: Path, data: bytes, says: str) -> None:
    (tmp_path / "a").write_bytes(data)
    assert refusal(tmp_path / "a") == says


DAMAGED = "{0} is damaged or incomplete; pack it again"
NO_ARCHIVE = "{0} is not an archive that the grader can read; pack your files as a zip"
GOOD_ZIP = zipped([("kenken.py", SOURCE * 99)])
UNREADABLE = {
    "text called zip": ("a.zip", b"<html>Please log in", NO_ARCHIVE),
    "tar": ("a.tar.gz", gzip.compress(b"kenken.py" + bytes(91)), NO_ARCHIVE),
    "rar": ("a.rar", b"Rar!\x1a\7", NO_ARCHIVE),
    "one file, compressed": ("kenken.py.gz", gzip.compress(SOURCE * 200), NO_ARCHIVE),
    "encrypted": (
        "a.zip",
        patched(GOOD_ZIP, 6, 8, b"\1\0"),
        "{0}: kenken.py is encrypted; pack it again without a password",
    ),
    "other method": (
        "a.zip",
        zipped([("kenken.py", SOURCE)], zipfile.ZIP_LZMA),
        "{0}: kenken.py is compressed in a rare way; pack an ordinary zip",
    ),
    "wrong check sum": ("a.zip", patched(GOOD_ZIP, 14, 16, b"\0\0\0\0"), DAMAGED),
    "zip cut off": ("a.zip", GOOD_ZIP[:-30], DAMAGED),
    "zip for a later version": ("a.zip", patched(GOOD_ZIP, 4, 6, b"\xff\0"), DAMAGED),
    "zip data damaged": ("a.zip", GOOD_ZIP[:39] + b"\xff" + GOOD_ZIP[40:], DAMAGED),
}


@pytest.mark.parametrize(("name", "data", "says"), UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_archive(tmp_path: Path, name: str, data: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(data)
    assert refusal(tmp_path / name) == says.format(tmp_path / name)


def test_number_of_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MAX_ENTRIES", 10)
    path = tmp_path / "a.zip"
    files = [("ada/kenken.py", SOURCE), *((f"ada/{i}", b"") for i in range(1, 10))]
    path.write_bytes(zipped(files))
    with receive(load("kenken"), path) as received:
        assert received.unusable == {}
    path.write_bytes(zipped([*files, ("ada/more", b"")]))
    assert refusal(path) == f"{path} has more than 10 entries; hand in only your own files"


def test_archive_that_is_too_big(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with path.open("wb") as file:
        file.truncate((100 << 20) + 1)
    assert refusal(path) == "a.zip has 104,857,601 bytes; at most 104,857,600 are allowed"


ZEROS = bytes(101 << 20)


def test_zip_bomb(tmp_path: Path, most_memory: Callable[[], int]) -> None:
    """It declares the size and the check sum of a small file."""
    path, small = tmp_path / "a.zip", zipped([("kenken.py", SOURCE)])
    bomb = patched(zipped([("kenken.py", ZEROS)]), 14, 16, small[14:18])
    path.write_bytes(patched(bomb, 22, 24, small[22:26]))
    assert refusal(path) == DAMAGED.format(path)
    assert most_memory() < 110 << 20  # Packing it took 101 MiB.

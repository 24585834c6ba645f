"""Archives are received like folders, or refused in one line."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.intake.intake import receive
from autograder.intake.listing import IntakeError
from tests.intake.packing import (
    PACKERS,
    SOURCE,
    Files,
    refusal,
    tar_of,
    tarred,
    zip_with_mode,
    zipped,
)

NAMES_INSIDE = "pack your files with names relative to your folder"

WORKS: dict[str, list[tuple[str, bytes]]] = {
    "at the top": [("kenken.py", SOURCE), ("notes.txt", b"")],
    "in its folder": [("ada/kenken.py", SOURCE), ("ada/notes.txt", b"")],
    "in a folder of a folder": [("work/ada/kenken.py", SOURCE)],
    "from here": [("./kenken.py", SOURCE), ("./notes.txt", b"")],
    "next to files that macOS adds": [
        ("__MACOSX/ada/._kenken.py", b"?"),
        ("__MACOSX/notes", b"?"),
        ("ada/kenken.py", SOURCE),
        (".DS_Store", b"?"),
        ("._ada", b"?"),
    ],
    "packed on Windows": [("ada\\kenken.py", SOURCE), ("ada\\notes.txt", b"")],
    "with an older one in a folder": [("kenken.py", SOURCE), ("old/kenken.py", b"x = 0\n")],
    "in other case as well": [("KenKen.py", b""), ("kenken.py", SOURCE), ("KENKEN.PY", b"")],
    "after a long name": [("ada/" + "n" * 90 + "ä.txt", b"?"), ("ada/kenken.py", SOURCE)],
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


def test_empty_folder_elsewhere_does_not_count(tmp_path: Path) -> None:
    files = [("ada/", b""), ("ada/kenken.py", SOURCE), ("bob/kenken.py/", b"")]
    (tmp_path / "a.zip").write_bytes(zipped(files))
    with receive(load("kenken"), tmp_path / "a.zip") as received:
        assert received.unusable == {}


def test_long_name_of_a_wanted_file(tmp_path: Path) -> None:
    """In a header of its own, GNU's or that of pax."""
    for form in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        files = [("f" * 120 + "/kenken.py", SOURCE)]
        (tmp_path / "a.tar").write_bytes(tarred(files, form))
        with receive(load("kenken"), tmp_path / "a.tar") as received:
            assert (received.box / "kenken.py").read_bytes() == SOURCE


@pytest.mark.parametrize("beside", [[], [("ada/notes.txt", b""), ("__MACOSX/._a.zip", b"?")]])
def test_archive_that_was_packed_again(tmp_path: Path, beside: Files) -> None:
    inner = tarred([("ada/kenken.py", SOURCE)]) if beside else zipped([("kenken.py", SOURCE)])
    name = "work.tar" if beside else "work.zip"
    (tmp_path / "a.zip").write_bytes(zipped([(f"ada/{name}", inner), *beside]))
    with receive(load("kenken"), tmp_path / "a.zip") as received:
        assert received.unusable == {}
        assert (received.box / "kenken.py").read_bytes() == SOURCE


def test_archives_inside_that_are_not_read(tmp_path: Path) -> None:
    """One in a tar, one two levels down, a large one; with two, none is chosen."""
    once = zipped([("kenken.py", SOURCE)])
    inside = "a.zip is an archive in an archive; pack only your files"
    path = tmp_path / "work.zip"
    path.write_bytes(tarred([("a.zip", once)]))
    assert refusal(path) == f"{path}: {inside}"
    path.write_bytes(zipped([("b.zip", zipped([("a.zip", once)]))]))
    assert refusal(path) == f"{path}/b.zip: {inside}"
    path.write_bytes(zipped([("a.zip", once + bytes(1 << 20))]))
    assert refusal(path) == f"{path}: {inside}"
    path.write_bytes(zipped([("a.zip", once), ("b.zip", once)]))
    assert refusal(path) == f"kenken.py is missing in {path}; found: a.zip, b.zip"
    path.write_bytes(zipped([("a.zip", b"PK\3\4")]))
    assert refusal(path) == f"{path}/a.zip is damaged or incomplete; pack it again"


REFUSED: dict[str, tuple[list[str], str]] = {
    "empty": ([], "kenken.py is missing in {0}; found: nothing"),
    "others": (["b.py", "a/c.py"], "kenken.py is missing in {0}; found: b.py, a"),
    "hidden": ([".a", "b.py"], "kenken.py is missing in {0}; found: b.py"),
    "others in one folder": (
        ["ada/b.py", "ada/c.py"],
        "kenken.py is missing in {0}/ada; found: b.py, c.py",
    ),
    "other case": (
        ["ada/KenKen.py"],
        "kenken.py is missing in {0}/ada; did you mean KenKen.py? Rename it to kenken.py",
    ),
    "a folder beside others": (
        ["hw/kenken.py", "notes.txt"],
        "kenken.py is missing in {0}; it is in {0}/hw: pack only that folder",
    ),
    "several folders": (
        ["new/kenken.py", "old/kenken.py"],
        "{0}: the files are in several folders: new, old; put the ones to grade into one folder",
    ),
    "absolute": (
        ["/etc/passwd", "kenken.py"],
        "{0}: the entry /etc/passwd has an absolute path; " + NAMES_INSIDE,
    ),
    "absolute on Windows": (
        ["kenken.py", "\\a.txt"],
        "{0}: the entry \\a.txt has an absolute path; " + NAMES_INSIDE,
    ),
    "drive": (
        ["C:kenken.py"],
        "{0}: the entry C:kenken.py has an absolute path; " + NAMES_INSIDE,
    ),
    "out of it": (
        ["kenken.py", "a/../../b"],
        "{0}: the entry a/../../b points outside the archive; " + NAMES_INSIDE,
    ),
    "out of it on Windows": (
        ["..\\kenken.py"],
        "{0}: the entry ..\\kenken.py points outside the archive; " + NAMES_INSIDE,
    ),
    "twice": (
        ["kenken.py", "a.txt", "./kenken.py"],
        "{0} holds kenken.py 2 times; pack only the one to grade",
    ),
}


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz"])
@pytest.mark.parametrize(("names", "says"), REFUSED.values(), ids=REFUSED)
def test_refused(tmp_path: Path, name: str, names: list[str], says: str) -> None:
    path = tmp_path / name
    path.write_bytes(PACKERS[name]([(entry, b"") for entry in names]))
    assert refusal(path) == says.format(path)


def test_two_files_in_two_folders(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped([("a/solver.py", b""), ("b/solver_funcs.py", b"")]))
    says = f"{path}: the files are in several folders: a, b; put the ones to grade into one folder"
    assert refusal(path, "calcudoku") == says


def test_one_file_in_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped([("solver.py", b""), ("b/solver_funcs.py", b"")]))
    with receive(load("calcudoku"), path) as received:
        assert received.unusable["solver_funcs.py"] == (
            f"solver_funcs.py is missing in {path}; it is in {path}/b: "
            "put all files into one folder"
        )


@pytest.mark.parametrize(
    ("name", "data", "shown"),
    [
        ("a.tar", tarred([("J\udcfcrgen\x1b.txt", b"")]), "J\\udcfcrgen\\x1b.txt"),
        ("a.zip", zipped([("J?rgen.txt", b"")]).replace(b"J?", b"J\x81"), "Jürgen.txt"),
        ("a.zip", zipped([("Jürgen.txt", b"")]), "Jürgen.txt"),
        ("a.zip", zipped([("J??rgen.txt", b"")]).replace(b"??", "ü".encode()), "Jürgen.txt"),
    ],
    ids=["tar", "zip of Windows", "zip that says UTF-8", "zip that does not say UTF-8"],
)
def test_names_that_are_not_plain(tmp_path: Path, name: str, data: bytes, shown: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert refusal(path) == f"kenken.py is missing in {path}; found: {shown}"


LINK = "kenken.py is a link; hand in the file itself"
FOLDER = "kenken.py is a folder; hand in the file itself"
NO_FILE = "kenken.py is not a regular file; hand in the file itself"
UNUSABLE = {
    "link in a zip": (zip_with_mode(0o120777), LINK),
    "device in a zip": (zip_with_mode(0o020666), NO_FILE),
    "folder in a zip": (zipped([("kenken.py/", b"")]), FOLDER),
    "folder in a zip, by its mode": (zip_with_mode(0o040755), FOLDER),
    "folder with a file in a zip": (zipped([("ada/kenken.py/x.py", b"")]), FOLDER),
    "symbolic link in a tar": (tar_of(type=tarfile.SYMTYPE, linkname="/etc/passwd"), LINK),
    "hard link in a tar": (tar_of(type=tarfile.LNKTYPE, linkname="a.py"), LINK),
    "device in a tar": (tar_of(type=tarfile.CHRTYPE, devmajor=1, devminor=5), NO_FILE),
    "pipe in a tar": (tar_of(type=tarfile.FIFOTYPE), NO_FILE),
    "unknown kind in a tar": (tar_of(type=b"Z"), NO_FILE),
    "folder in a tar": (tar_of(type=tarfile.DIRTYPE), FOLDER),
    "huge in a zip": (
        zipped([("kenken.py", b"#" * 1_048_577)]),
        "kenken.py has 1,048,577 bytes; at most 1,048,576 are allowed",
    ),
    "huge in a tar": (
        tarred([("kenken.py", b"#" * 1_048_577)]),
        "kenken.py has 1,048,577 bytes; at most 1,048,576 are allowed",
    ),
    "not UTF-8": (
        zipped([("kenken.py", b"\n\xfc")]),
        "kenken.py, line 2: not UTF-8 text; save it as UTF-8",
    ),
}


@pytest.mark.parametrize(("data", "says"), UNUSABLE.values(), ids=UNUSABLE)
def test_unusable_file(tmp_path: Path, data: bytes, says: str) -> None:
    (tmp_path / "a").write_bytes(data)
    with receive(load("kenken"), tmp_path / "a") as received:
        assert received.unusable == {"kenken.py": says}
        assert not (received.box / "kenken.py").exists()


NUL_NAMES = {
    "zip": (
        "a.zip",
        zipped([("kenken.py+.txt", SOURCE)]).replace(b"kenken.py+.txt", b"kenken.py\0.txt"),
    ),
    "zip with the file itself": (
        "a.zip",
        zipped([("kenken.py", SOURCE), ("kenken.py+.txt", b"?")]).replace(
            b"kenken.py+.txt", b"kenken.py\0.txt"
        ),
    ),
    "tar with a header of pax": ("a.tar", tarred([("d" * 99 + "/kenken.py\0.txt", SOURCE)])),
    "tar with a header of GNU": (
        "a.tar",
        tarred([("d" * 99 + "/kenken.py\0.txt", SOURCE)], tarfile.GNU_FORMAT),
    ),
}


@pytest.mark.parametrize(("name", "data"), NUL_NAMES.values(), ids=NUL_NAMES)
def test_name_with_a_nul_is_refused(tmp_path: Path, name: str, data: bytes) -> None:
    """Many programs take such a name for kenken.py."""
    (tmp_path / name).write_bytes(data)
    with pytest.raises(IntakeError) as raised, receive(load("kenken"), tmp_path / name):
        pass
    message = str(raised.value)
    assert message.startswith(f"{tmp_path / name}: the entry ")
    assert message.endswith(" has a NUL character in its name; pack your files again")

"""Archives that are handed in: taken over like folders, or refused in one line."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import tracemalloc
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from autograder.assignment import load
from autograder.course.found import MOST_ENTRIES
from autograder.course.intake import IntakeError, receive

Files = Sequence[tuple[str, bytes]]
SOURCE = b"x = 1\n"
DAMAGED = "{0} is damaged or not complete; pack it again"
NAMES_INSIDE = "pack the files by their names inside your folder"


def zipped(files: Files, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(packed, "w", method) as archive:
        warnings.simplefilter("ignore")  # It warns of a name that occurs twice.
        for name, data in files:
            archive.writestr(name, data)
    return packed.getvalue()


def tarred(files: Files, form: int = tarfile.PAX_FORMAT) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=form) as archive:
        for name, data in files:
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return packed.getvalue()


def tar_of(**attributes: object) -> bytes:
    """A tar of one member, kenken.py but for what is said."""
    member = tarfile.TarInfo("kenken.py")
    for name, value in attributes.items():
        setattr(member, name, value)
    return member.tobuf(tarfile.GNU_FORMAT) + bytes(2 * tarfile.BLOCKSIZE)


def zip_with_mode(mode: int) -> bytes:
    info = zipfile.ZipInfo("kenken.py")
    info.external_attr = mode << 16
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(info, "../../secret")
    return packed.getvalue()


def patched(data: bytes, at_local: int, at_central: int, value: bytes) -> bytes:
    """A zip of one file with a field of its two headers replaced."""
    changed, central = bytearray(data), data.rindex(b"PK\1\2")
    changed[at_local : at_local + len(value)] = value
    changed[central + at_central : central + at_central + len(value)] = value
    return bytes(changed)


def lying_zip(real: bytes, said: bytes) -> bytes:
    """A zip that declares the length and the check sum of another content."""
    fields = struct.pack("<L", zlib.crc32(said)), struct.pack("<L", len(said))
    data = patched(zipped([("kenken.py", real)]), 14, 16, fields[0])
    return patched(data, 22, 24, fields[1])


def refusal(path: Path, assignment: str = "kenken") -> str:
    with pytest.raises(IntakeError) as refused, receive(load(assignment), path):
        pass
    assert "\n" not in str(refused.value)
    return str(refused.value)


PACKERS: dict[str, Callable[[Files], bytes]] = {
    "a.zip": zipped,
    "stored.zip": lambda files: zipped(files, zipfile.ZIP_STORED),
    "a.tar": tarred,
    "gnu.tar": lambda files: tarred(files, tarfile.GNU_FORMAT),
    "ustar.tar": lambda files: tarred(files, tarfile.USTAR_FORMAT),
    "a.tar.gz": lambda files: gzip.compress(tarred(files)),
    "a.tbz2": lambda files: bz2.compress(tarred(files)),
    "a.tar.xz": lambda files: lzma.compress(tarred(files)),
    "zip_without_ending": zipped,
    "tar_called.zip": tarred,
}
WORKS: dict[str, list[tuple[str, bytes]]] = {
    "at the top": [("kenken.py", SOURCE), ("notes.txt", b"")],
    "in its folder": [("ada/kenken.py", SOURCE), ("ada/notes.txt", b"")],
    "in a folder of a folder": [("work/ada/kenken.py", SOURCE)],
    "from here": [("./kenken.py", SOURCE), ("./notes.txt", b"")],
    "beside what systems add": [
        ("__MACOSX/ada/._kenken.py", b"?"),
        ("ada/kenken.py", SOURCE),
        (".DS_Store", b"?"),
        ("._ada", b"?"),
    ],
    "packed on Windows": [("ada\\kenken.py", SOURCE), ("ada\\notes.txt", b"")],
    "beside an older one in a folder": [("kenken.py", SOURCE), ("old/kenken.py", b"x = 0\n")],
    "in other case as well": [("KenKen.py", b""), ("kenken.py", SOURCE), ("KENKEN.PY", b"")],
    "after a long name": [("ada/" + "n" * 90 + "ä.txt", b"?"), ("ada/kenken.py", SOURCE)],
    "beside depths": [("ada/" + "d/" * 60 + "kenken.py", b""), ("ada/kenken.py", SOURCE)],
}


@pytest.mark.parametrize("name", PACKERS)
@pytest.mark.parametrize("files", WORKS.values(), ids=WORKS)
def test_taken(tmp_path: Path, name: str, files: Files) -> None:
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


REFUSED: dict[str, tuple[list[str], str]] = {
    "empty": ([], "kenken.py is missing in {0}; found: nothing"),
    "others": (["b.py", "a/c.py"], "kenken.py is missing in {0}; found: a, b.py"),
    "hidden": ([".a", "b.py"], "kenken.py is missing in {0}; found: b.py"),
    "others in one folder": (
        ["ada/b.py", "ada/c.py"],
        "kenken.py is missing in {0}/ada; found: b.py, c.py",
    ),
    "other case": (
        ["ada/KenKen.py"],
        "kenken.py is missing in {0}/ada; is KenKen.py meant? Rename it to kenken.py",
    ),
    "a folder beside others": (
        ["hw/kenken.py", "notes.txt"],
        "kenken.py is missing in {0}; it is in {0}/hw: pack that folder alone",
    ),
    "several folders": (
        ["new/kenken.py", "old/kenken.py"],
        "{0}: the files are in several folders: new, old; put those that count into one",
    ),
    "absolute": (
        ["/etc/passwd", "kenken.py"],
        "{0}: the entry /etc/passwd has an absolute name; " + NAMES_INSIDE,
    ),
    "absolute on Windows": (
        ["kenken.py", "\\a.txt"],
        "{0}: the entry \\a.txt has an absolute name; " + NAMES_INSIDE,
    ),
    "drive": (
        ["C:kenken.py"],
        "{0}: the entry C:kenken.py has an absolute name; " + NAMES_INSIDE,
    ),
    "out of it": (
        ["kenken.py", "a/../../b"],
        "{0}: the entry a/../../b leads out of the archive; " + NAMES_INSIDE,
    ),
    "out of it on Windows": (
        ["..\\kenken.py"],
        "{0}: the entry ..\\kenken.py leads out of the archive; " + NAMES_INSIDE,
    ),
    "twice": (
        ["kenken.py", "a.txt", "./kenken.py"],
        "{0}: kenken.py is in it 2 times; pack only the one that counts",
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
    says = f"{path}: the files are in several folders: a, b; put those that count into one"
    assert refusal(path, "calcudoku") == says


def test_file_in_a_folder_beside_the_others(tmp_path: Path) -> None:
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
        ("a.zip", zipped([("J?rgen.txt", b"")]).replace(b"J?", b"J\xfc"), "J\\udcfcrgen.txt"),
        ("a.zip", zipped([("Jürgen.txt", b"")]), "Jürgen.txt"),
        ("a.zip", zipped([("J??rgen.txt", b"")]).replace(b"??", "ü".encode()), "Jürgen.txt"),
    ],
    ids=["tar", "zip, not UTF-8", "zip that says UTF-8", "zip that does not say UTF-8"],
)
def test_names_that_are_not_plain(tmp_path: Path, name: str, data: bytes, shown: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert refusal(path) == f"kenken.py is missing in {path}; found: {shown}"


LINK = "kenken.py is a link; hand in the file itself"
FOLDER = "kenken.py is a folder; hand in the file itself"
NO_FILE = "kenken.py is no ordinary file; hand in the file itself"
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
        "kenken.py has 1,048,577 bytes; 1,048,576 are allowed",
    ),
    "huge in a tar": (
        tarred([("kenken.py", b"#" * 1_048_577)]),
        "kenken.py has 1,048,577 bytes; 1,048,576 are allowed",
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


GOOD_TAR, GOOD_ZIP = tarred([("kenken.py", SOURCE)]), zipped([("kenken.py", SOURCE * 99)])
SECOND_HEADER = tarred([("a", b""), ("kenken.py", SOURCE)])
AHEAD = tar_of(type=tarfile.XHDTYPE, size=512)[:512]
NO_ARCHIVE = {
    "text called zip": (
        "a.zip",
        b"<html>Please log in",
        "{0} is no .zip archive; pack your files as a zip",
    ),
    "nothing called tar.gz": ("a.tar.gz", b"", "{0} is no .gz archive; pack your files as a zip"),
    "rar": ("a.rar", b"Rar!\x1a\7", "{0} is a rar archive; pack your files as a zip"),
    "7z": ("a.zip", b"7z\xbc\xaf\x27\x1c", "{0} is a 7z archive; pack your files as a zip"),
    "zst": ("a", b"\x28\xb5\x2f\xfd", "{0} is a zst archive; pack your files as a zip"),
    "one file, compressed": (
        "kenken.py.gz",
        gzip.compress(SOURCE * 200),
        "{0} is gz, but no tar; pack your files as a zip",
    ),
    "encrypted": (
        "a.zip",
        patched(GOOD_ZIP, 6, 8, b"\1\0"),
        "{0}: kenken.py is encrypted; pack it again without a password",
    ),
    "other method": (
        "a.zip",
        zipped([("kenken.py", SOURCE)], zipfile.ZIP_LZMA),
        "{0}: kenken.py is compressed by method 14; pack it as an ordinary zip",
    ),
    "longer than said": (
        "a.zip",
        lying_zip(b"x = 1\n" + b"#" * 2_000_000, b"x = 1\n"),
        "{0}: kenken.py is not as long as the zip says; pack it again",
    ),
    "shorter than said": (
        "a.zip",
        patched(GOOD_ZIP, 22, 24, b"\xff\0\0\0"),
        "{0}: kenken.py is not as long as the zip says; pack it again",
    ),
    "wrong check sum": ("a.zip", patched(GOOD_ZIP, 14, 16, b"\0\0\0\0"), DAMAGED),
    "zip cut off": ("a.zip", GOOD_ZIP[:-30], DAMAGED),
    "zip for a later version": ("a.zip", patched(GOOD_ZIP, 4, 6, b"\xff\0"), DAMAGED),
    "zip name not as it says": (
        "a.zip",
        zipped([("kenken.py", b""), ("ü.py", b"")]).replace("ü".encode(), b"\xff\xff"),
        DAMAGED,
    ),
    "zip data damaged": ("a.zip", GOOD_ZIP[:39] + b"\xff" + GOOD_ZIP[40:], DAMAGED),
    "tar cut off": ("a.tar", GOOD_TAR[:515], DAMAGED),
    "tar header damaged": ("a.tar", SECOND_HEADER[:512] + b"?" + SECOND_HEADER[513:], DAMAGED),
    "tar header cut off": ("a.tar", SECOND_HEADER[:700], DAMAGED),
    "tar with a negative size": ("a.tar", tar_of(size=-512), DAMAGED),
    "tar of endless size": ("a.tar", tar_of(size=1 << 62, name="a"), DAMAGED),
    "tar with a sparse file": (
        "a.tar",
        tar_of(type=tarfile.GNUTYPE_SPARSE),
        "{0}: kenken.py is packed as sparse; pack a zip",
    ),
    "tar with a huge header": (
        "a.tar",
        tar_of(type=tarfile.XHDTYPE, size=40_000_000),
        "{0}: a header has 40,000,000 bytes; pack a zip",
    ),
    "tar header that never gets on": ("a.tar", AHEAD + b"0 path=a\n".ljust(512), DAMAGED),
    "tar header that goes too far": ("a.tar", AHEAD + b"999 path=a\n".ljust(512), DAMAGED),
    "gz cut off": ("a.tgz", gzip.compress(GOOD_TAR)[:-9], DAMAGED),
    "gz wrong check sum": ("a.tgz", gzip.compress(GOOD_TAR)[:-8] + bytes(8), DAMAGED),
    "gz data damaged": ("a.tgz", gzip.compress(GOOD_TAR)[:15] + b"\xff" * 30, DAMAGED),
    "bz2 damaged": ("a.tbz", bz2.compress(GOOD_TAR)[:20] + bytes(99), DAMAGED),
    "xz damaged": ("a.txz", lzma.compress(GOOD_TAR)[:20] + bytes(99), DAMAGED),
}


@pytest.mark.parametrize(("name", "data", "says"), NO_ARCHIVE.values(), ids=NO_ARCHIVE)
def test_what_is_no_archive_that_can_be_read(
    tmp_path: Path, name: str, data: bytes, says: str
) -> None:
    (tmp_path / name).write_bytes(data)
    assert refusal(tmp_path / name) == says.format(tmp_path / name)


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz"])
def test_number_of_entries(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    files = [("ada/kenken.py", SOURCE), *((f"ada/{i}", b"") for i in range(1, MOST_ENTRIES))]
    path.write_bytes(PACKERS[name](files))
    with receive(load("kenken"), path) as received:
        assert received.unusable == {}
    path.write_bytes(PACKERS[name]([*files, ("ada/more", b"")]))
    assert refusal(path) == f"{path} has more than 10,000 entries; hand in only your own files"


def test_archive_that_is_too_big(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with path.open("wb") as file:
        file.truncate((20 << 20) + 1)
    assert refusal(path) == "a.zip has 20,971,521 bytes; 20,971,520 are allowed"


@pytest.fixture
def most_memory() -> Iterator[Callable[[], int]]:
    """The most bytes that were in use at any time."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()


ZEROS = bytes(70 << 20)
BOMBS = {
    "gz": gzip.compress(tarred([("a.bin", ZEROS)]), 1),
    "bz2": bz2.compress(tarred([("a.bin", ZEROS)])),
    "after the end": gzip.compress(GOOD_TAR + ZEROS, 1),
}


@pytest.mark.parametrize("data", BOMBS.values(), ids=BOMBS)
def test_tar_that_unpacks_to_very_much(
    tmp_path: Path, data: bytes, most_memory: Callable[[], int]
) -> None:
    path = tmp_path / "a"
    path.write_bytes(data)
    limit = f"{path} unpacks to more than 67,108,864 bytes; hand in only your own files"
    assert refusal(path) == limit
    assert most_memory() < 32 << 20


def test_zip_that_unpacks_to_very_much(tmp_path: Path, most_memory: Callable[[], int]) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(lying_zip(ZEROS, SOURCE))
    assert refusal(path) == f"{path}: kenken.py is not as long as the zip says; pack it again"
    assert most_memory() < 80 << 20  # Packing it took 70 MiB.


def test_headers_are_read_in_linear_time(tmp_path: Path) -> None:
    """On a header of digits only, a search for a number from each takes hours."""
    header = tar_of(type=tarfile.XHDTYPE, size=1 << 16)[:512]
    path = tmp_path / "a.tgz"
    path.write_bytes(gzip.compress((header + b"1" * (1 << 16)) * 900, 1))
    assert refusal(path) == DAMAGED.format(path)

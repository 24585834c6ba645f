"""Corrupt and malicious archives are refused in one line, within bounds of time and memory."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from autograder.assignment import load
from autograder.intake.archive_readers import DECOMPRESSORS
from autograder.intake.intake import receive
from autograder.intake.listing import MAX_ENTRIES
from tests.intake.packing import (
    PACKERS,
    SOURCE,
    lying_zip,
    patched,
    refusal,
    tar_of,
    tarred,
    zipped,
)

DAMAGED = "{0} is damaged or incomplete; pack it again"
GOOD_TAR, GOOD_ZIP = tarred([("kenken.py", SOURCE)]), zipped([("kenken.py", SOURCE * 99)])
SECOND_HEADER = tarred([("a", b""), ("kenken.py", SOURCE)])
AHEAD = tar_of(type=tarfile.XHDTYPE, size=512)[:512]
UNREADABLE = {
    "text called zip": (
        "a.zip",
        b"<html>Please log in",
        "{0} is not a .zip archive; pack your files as a zip",
    ),
    "nothing called tar.gz": (
        "a.tar.gz",
        b"",
        "{0} is not a .gz archive; pack your files as a zip",
    ),
    "rar": (
        "a.rar",
        b"Rar!\x1a\7",
        "{0} is a rar archive, which the grader cannot read; pack your files as a zip",
    ),
    "7z": (
        "a.zip",
        b"7z\xbc\xaf\x27\x1c",
        "{0} is a 7z archive, which the grader cannot read; pack your files as a zip",
    ),
    "zst": (
        "a",
        b"\x28\xb5\x2f\xfd",
        "{0} is a zst archive, which the grader cannot read; pack your files as a zip",
    ),
    "one file, compressed": (
        "kenken.py.gz",
        gzip.compress(SOURCE * 200),
        "{0} is a gz file without a tar inside; pack your files as a zip",
    ),
    "encrypted": (
        "a.zip",
        patched(GOOD_ZIP, 6, 8, b"\1\0"),
        "{0}: kenken.py is encrypted; pack it again without a password",
    ),
    "other method": (
        "a.zip",
        zipped([("kenken.py", SOURCE)], zipfile.ZIP_LZMA),
        "{0}: kenken.py uses compression method 14; pack it as an ordinary zip",
    ),
    "longer than declared": (
        "a.zip",
        lying_zip(b"x = 1\n" + b"#" * 2_000_000, b"x = 1\n"),
        "{0}: kenken.py does not have the size that the zip declares; pack it again",
    ),
    "shorter than declared": (
        "a.zip",
        patched(GOOD_ZIP, 22, 24, b"\xff\0\0\0"),
        "{0}: kenken.py does not have the size that the zip declares; pack it again",
    ),
    "wrong check sum": ("a.zip", patched(GOOD_ZIP, 14, 16, b"\0\0\0\0"), DAMAGED),
    "zip cut off": ("a.zip", GOOD_ZIP[:-30], DAMAGED),
    "zip for a later version": ("a.zip", patched(GOOD_ZIP, 4, 6, b"\xff\0"), DAMAGED),
    "zip names in two encodings": (
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
        "{0}: kenken.py is a sparse file; pack your files as a zip",
    ),
    "tar with a huge header": (
        "a.tar",
        tar_of(type=tarfile.XHDTYPE, size=40_000_000),
        "{0}: a header has 40,000,000 bytes; pack your files as a zip",
    ),
    "tar header of length 0": ("a.tar", AHEAD + b"0 path=a\n".ljust(512), DAMAGED),
    "tar header that goes too far": ("a.tar", AHEAD + b"999 path=a\n".ljust(512), DAMAGED),
    "gz cut off": ("a.tgz", gzip.compress(GOOD_TAR)[:-9], DAMAGED),
    "gz wrong check sum": ("a.tgz", gzip.compress(GOOD_TAR)[:-8] + bytes(8), DAMAGED),
    "gz data damaged": ("a.tgz", gzip.compress(GOOD_TAR)[:15] + b"\xff" * 30, DAMAGED),
    "bz2 damaged": ("a.tbz", bz2.compress(GOOD_TAR)[:20] + bytes(99), DAMAGED),
    "xz damaged": ("a.txz", lzma.compress(GOOD_TAR)[:20] + bytes(99), DAMAGED),
}


@pytest.mark.parametrize(("name", "data", "says"), UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_archive(tmp_path: Path, name: str, data: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(data)
    assert refusal(tmp_path / name) == says.format(tmp_path / name)


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz"])
def test_number_of_entries(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    files = [("ada/kenken.py", SOURCE), *((f"ada/{i}", b"") for i in range(1, MAX_ENTRIES))]
    path.write_bytes(PACKERS[name](files))
    with receive(load("kenken"), path) as received:
        assert received.unusable == {}
    path.write_bytes(PACKERS[name]([*files, ("ada/more", b"")]))
    assert refusal(path) == f"{path} has more than 10,000 entries; hand in only your own files"


def test_archive_that_is_too_big(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with path.open("wb") as file:
        file.truncate((20 << 20) + 1)
    assert refusal(path) == "a.zip has 20,971,521 bytes; at most 20,971,520 are allowed"


ZEROS = bytes(70 << 20)
HUGE = {
    "gz": lambda: gzip.compress(tarred([("a.bin", ZEROS)]), 1),
    "bz2": lambda: bz2.compress(tarred([("a.bin", ZEROS)])),
    "after the end": lambda: gzip.compress(GOOD_TAR + ZEROS, 1),
    "one file": lambda: gzip.compress(tarred([("kenken.py", ZEROS[: 60 << 20])]), 1),
}


@pytest.fixture
def huge(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """One of the huge archives; to be made before memory is measured."""
    path = tmp_path / "a"
    path.write_bytes(HUGE[request.param]())
    return path


@pytest.mark.parametrize("huge", ["gz", "bz2", "after the end"], indirect=True)
def test_tar_bomb(huge: Path, most_memory: Callable[[], int]) -> None:
    limit = f"{huge} unpacks to more than 67,108,864 bytes; hand in only your own files"
    assert refusal(huge) == limit
    assert most_memory() < 32 << 20


@pytest.mark.parametrize("huge", ["one file"], indirect=True)
def test_huge_file_in_a_tar_is_not_kept(huge: Path, most_memory: Callable[[], int]) -> None:
    with receive(load("kenken"), huge) as received:
        says = "kenken.py has 62,914,560 bytes; at most 1,048,576 are allowed"
        assert received.unusable == {"kenken.py": says}
    assert most_memory() < 32 << 20


def test_archive_that_asks_for_too_much_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unpack(_packed: io.BytesIO) -> io.BufferedIOBase:
        raise MemoryError

    monkeypatch.setitem(cast(Any, DECOMPRESSORS), "xz", unpack)
    path = tmp_path / "a.tar.xz"
    path.write_bytes(lzma.compress(GOOD_TAR))
    assert refusal(path) == DAMAGED.format(path)


def test_zip_bomb(tmp_path: Path, most_memory: Callable[[], int]) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(lying_zip(ZEROS, SOURCE))
    assert (
        refusal(path)
        == f"{path}: kenken.py does not have the size that the zip declares; pack it again"
    )
    assert most_memory() < 80 << 20  # Packing it took 70 MiB.


def test_very_deep_folders(tmp_path: Path, most_memory: Callable[[], int]) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped([("ab/" * 10_000 + str(i), b"") for i in range(200)]))
    assert refusal(path).startswith(f"kenken.py is missing in {path}")
    assert most_memory() < 100 << 20


def test_headers_are_read_in_linear_time(tmp_path: Path) -> None:
    """On a header of digits only, a search for a number from each takes hours."""
    header = tar_of(type=tarfile.XHDTYPE, size=1 << 16)[:512]
    path = tmp_path / "a.tgz"
    path.write_bytes(gzip.compress((header + b"1" * (1 << 16)) * 900, 1))
    assert refusal(path) == DAMAGED.format(path)

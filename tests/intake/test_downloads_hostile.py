"""Hostile names and damaged files in a download cost their own student, and nobody else."""

from __future__ import annotations

import errno
import os
import time
import zipfile
from pathlib import Path

import pytest
import yaml

from autograder.intake.listing import IntakeError
from tests.intake.downloads_of_platforms import PLATFORMS, as_zip, contents, read, unpacked
from tests.intake.packing import patched, zipped

NAMES = {
    "parent": "../../etc",
    "markup": "<script>alert(1)</script>",
    "quotes": "a'b\"c`d",
    "emoji": "👩‍💻 Zoë",
    "escape": "a\x1b[31mb",
    "long": "n" * 300,
    "formula": "=cmd|'/c calc'!A1",
    "percent": "100%_{0}",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_names_are_only_names(platform: str, name: str, tmp_path: Path) -> None:
    """No file is written for a name, whatever it is; the student's number is read."""
    students = {f"{name} 12": {"kenken.py": b"x = 1\n"}, "Bob 13": {"kenken.py": b"y = 1\n"}}
    found = contents(as_zip(list(PLATFORMS[platform](students)), tmp_path / "d.zip"))
    assert found["13"] == {"kenken.py": b"y = 1\n"}
    assert found["12"] == {"kenken.py": b"x = 1\n"}
    assert [path.name for path in tmp_path.iterdir()] == ["d.zip"]


def test_names_of_files(tmp_path: Path) -> None:
    """A file that points elsewhere is not the expected file, and is written nowhere."""
    students = {
        "Ada 12": {"../../kenken.py": b"", "notes<b>.txt": b""},
        "Bob 13": {"kenken.py": b"y = 1\n"},
    }
    found = contents(as_zip(list(PLATFORMS["Moodle"](students)), tmp_path / "d.zip"))
    assert found == {
        "12": "kenken.py is missing in Ada_12_assignsubmission_file_; it is in "
        "Ada_12_assignsubmission_file_/../..: pack only that folder",
        "13": {"kenken.py": b"y = 1\n"},
    }


def test_folders_that_point_outside(tmp_path: Path) -> None:
    files = [("../x/kenken.py", b""), ("ada/kenken.py", b"x = 1\n")]
    found, problems = read(as_zip(files, tmp_path / "d.zip"))
    assert list(found) == ["ada"]
    assert problems == ["../x/kenken.py: points outside the download; not read"]


DAMAGED = {
    "no archive": (b"PK\3\4 and no more", "ada/a.zip is damaged or incomplete; pack it again"),
    "a name that leads outside": (
        zipped([("../kenken.py", b"")]),
        "ada/a.zip: the entry ../kenken.py points outside the archive; pack your files with names "
        "relative to your folder",
    ),
    "a format without a reader": (
        b"Rar!\x1a\7\0",
        "ada/a.zip is a rar archive, which the grader cannot read; pack your files as a zip",
    ),
}


@pytest.mark.parametrize(("data", "message"), DAMAGED.values(), ids=DAMAGED)
def test_damaged_archive_of_a_student(data: bytes, message: str, tmp_path: Path) -> None:
    files = [("ada/a.zip", data), ("bob/a.zip", zipped([("kenken.py", b"y = 1\n")]))]
    found = contents(as_zip(files, tmp_path / "d.zip"))
    assert found == {"ada": message, "bob": {"kenken.py": b"y = 1\n"}}


@pytest.mark.parametrize("field", [(4, 6), (30, 46)], ids=["version", "name"])
def test_directory_that_cannot_be_read(field: tuple[int, int], tmp_path: Path) -> None:
    """A version of zip that does not exist yet, and a name that is not UTF-8 as it declares."""
    damaged = patched(zipped([("ë/kenken.py", b"x = 1\n")]), *field, b"\xff")
    (tmp_path / "d.zip").write_bytes(damaged)
    with pytest.raises(IntakeError) as refused:
        read(tmp_path / "d.zip")
    assert str(refused.value) == (
        "d.zip: not a zip, or damaged; name the folder or the zip that you downloaded"
    )


def test_damaged_file_in_a_download(tmp_path: Path) -> None:
    """A wrong checksum in the platform's own zip is one student's trouble, too."""
    data = zipped([("bob/kenken.py", b"y = 1\n"), ("ada/kenken.py", b"x = 1\n")])
    at_local = data.index(b"ada/kenken.py") - 30
    damaged = patched(data, at_local + 14, 16, b"\0\0\0\1")
    (tmp_path / "d.zip").write_bytes(damaged)
    assert contents(tmp_path / "d.zip") == {
        "ada": "ada is damaged in the download; download it again",
        "bob": {"kenken.py": b"y = 1\n"},
    }


def test_file_that_the_grader_may_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To download again would not help. The system would let root read it."""
    folder = unpacked([("ada/kenken.py", b""), ("bob/kenken.py", b"y = 1\n")], tmp_path / "d")
    real = os.open

    def refuse(path: Path, flags: int) -> int:
        if path == folder / "ada/kenken.py":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return real(path, flags)

    monkeypatch.setattr("os.open", refuse)
    assert contents(folder) == {
        "ada": "ada: kenken.py cannot be read by the grader: Permission denied; make it readable, "
        "and run the command again",
        "bob": {"kenken.py": b"y = 1\n"},
    }


@pytest.mark.parametrize("name", ["eve.zip", ""])
def test_folders_nested_in_thousands(name: str, tmp_path: Path) -> None:
    """A name may have 65,535 bytes. Folders around everything are taken off one by one."""
    files = [(f"{'a/' * 30_000}{i}.txt", b"") for i in range(3)]
    packed = [(name, zipped(files))] if name else [(f"eve/{path}", b"") for path, _ in files]
    started = time.process_time()
    found = contents(as_zip(packed, tmp_path / "d.zip"))
    assert list(found) == ["eve"]
    assert "kenken.py" in found["eve"]
    assert isinstance(found["eve"], str)
    assert time.process_time() - started < 1


def test_links_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("secret = 1\n")
    folder = unpacked([("ada/notes.txt", b""), ("bob/kenken.py", b"y = 1\n")], tmp_path / "d")
    (folder / "ada/kenken.py").symlink_to(tmp_path / "secret.py")
    (folder / "bob/more").symlink_to(tmp_path)
    assert contents(folder) == {
        "ada": {},
        "bob": {"kenken.py": b"y = 1\n"},
    }


def test_large_file(tmp_path: Path) -> None:
    files = [("ada/kenken.py", b" " * (1 << 20) + b"x"), ("bob/kenken.py", b"y = 1\n")]
    found, _ = read(as_zip(files, tmp_path / "d.zip"))
    ada = found["ada"][1]
    assert not isinstance(ada, str)
    assert ada.unusable == {
        "kenken.py": "kenken.py has 1,048,577 bytes; at most 1,048,576 are allowed"
    }


def test_large_zip(tmp_path: Path) -> None:
    """As when a student packs an environment. The zip of the class is not damaged."""
    packed = zipped([("kenken.py", b"x = 1\n"), ("lib.so", bytes(20 << 20))], zipfile.ZIP_STORED)
    found, _ = read(as_zip([("ada.zip", packed), ("bob.py", b"")], tmp_path / "d.zip"))
    assert found["ada"][1] == f"ada.zip has {len(packed):,} bytes; at most 20,971,520 are allowed"


METADATA = b"""\
---
submission_1:
  :submitters:
  - :name: Ada
    :sid: ada
"""
STUDENTS = {
    "Moodle": ("Eve E_12_assignsubmission_file_", "12", ""),
    "GitHub Classroom": ("hw-eve", "eve", ".git/HEAD"),
    "by hand": ("cy", "cy", ""),
}


@pytest.mark.parametrize(("folder", "user", "more"), STUDENTS.values(), ids=STUDENTS)
def test_the_only_student_hands_in_an_export_of_gradescope(
    folder: str, user: str, more: str, tmp_path: Path
) -> None:
    """It would say that the files in it are another student's."""
    files = [
        (f"{folder}/submission_metadata.yml", METADATA),
        (f"{folder}/submission_1/kenken.py", b"x = 1\n"),
        *([(f"{folder}/{more}", b"")] if more else []),
    ]
    found, _ = read(as_zip(files, tmp_path / "d.zip"), known=["ada", "cy"])
    assert list(found) == [user]


@pytest.mark.parametrize(("folder", "user", "more"), STUDENTS.values(), ids=STUDENTS)
def test_the_only_student_hands_in_folders_named_like_others(
    folder: str, user: str, more: str, tmp_path: Path
) -> None:
    files = [(f"{folder}/{path}/kenken.py", b"x = 1\n") for path in ("ada", "bob")]
    files += [(f"{folder}/{more}", b"")] if more else []
    found, _ = read(as_zip(files, tmp_path / "d.zip"), known=["ada", "bob", "cy"])
    assert list(found) == [user]


def test_metadata_in_the_zip_of_a_student_is_not_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have a GiB, and few kB of YAML can stand for much."""
    monkeypatch.setattr(yaml, "load", lambda *_: pytest.fail("parsed"))
    own = zipped([("kenken.py", b"x = 1\n"), ("submission_metadata.yml", METADATA)])
    assert contents(as_zip([("eve.zip", own)], tmp_path / "d.zip")) == {
        "eve": {"kenken.py": b"x = 1\n"}
    }
    packed = zipped([("e/submission_metadata.yml", METADATA), ("e/submission_1/kenken.py", b"")])
    with pytest.raises(IntakeError, match=r"class.zip in it looks like the download of a whole"):
        read(as_zip([("class.zip", packed)], tmp_path / "d.zip"))


def test_metadata_of_gradescope_with_other_values(tmp_path: Path) -> None:
    """A list may contain another many times, and that one a third: its text would never end."""
    lists = "".join(f"l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 9)}]\n" for i in range(1, 30))
    text = f"l0: &l0 [1]\n{lists}".encode()
    other = b"s1:\n  :created_at: *l29\n  :submitters:\n  - :name: *l29\n    :sid: 7\n"
    files = [("submission_metadata.yml", text + other), ("s1/kenken.py", b"x = 1\n")]
    found, _ = read(as_zip(files, tmp_path / "d.zip"))
    assert (found["7"][0].members[0].name, found["7"][0].submitted) == ("", "")
